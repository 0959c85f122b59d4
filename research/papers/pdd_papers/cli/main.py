"""`pdd-papers`: published studies replicated with this project's own code.

Exit code 0, or 2 on wrong usage or bad input with one line that says why; an interrupted command exits with 130.
"""

from collections.abc import Sequence

from pdd_research.cli.program import Program

COMMANDS = {
    "token-hash": "pdd_papers.cli.token_hash",
    "hash-log": "pdd_papers.cli.hash_log",
    "flu": "pdd_papers.cli.flu_study",
    "value": "pdd_papers.cli.value_study",
    "release-figures": "pdd_papers.cli.release_figures",
    "simulation-figures": "pdd_papers.cli.simulation_figures",
}
"""The module of each command."""
PROGRAM = Program("pdd-papers", "Published studies replicated, on your data or on generated data.", COMMANDS)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command of `pdd-papers` and return its exit code; see `Program.run`."""
    return PROGRAM.run(arguments)
