"""`pdd-research`: the researcher's commands.

Exit code 0, or 2 on wrong usage or bad input with one line that says why. An audit that refutes a claim exits with 1,
an interrupted command with 130.
"""

from collections.abc import Sequence

from pdd_research.cli.program import Program

COMMANDS = {
    "simulate": "pdd_research.cli.simulate",
    "generate-log": "pdd_research.cli.generate_log",
    "release": "pdd_research.cli.release",
    "compare": "pdd_research.cli.compare",
    "evaluate": "pdd_research.cli.evaluate",
    "keywords": "pdd_research.cli.evaluate",
    "ranking": "pdd_research.cli.evaluate",
    "audit": "pdd_research.cli.audit.releases",
}
"""The module of each command."""
PROGRAM = Program("pdd-research", "The workbench of researchers.", COMMANDS)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command of `pdd-research` and return its exit code; see `Program.run`."""
    return PROGRAM.run(arguments)
