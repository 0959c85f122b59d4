"""`pdd-witness`: cosigns the checkpoints of others' logs, so that no log can show two people two histories.

A witness remembers the last checkpoint of each log that it follows. It cosigns a new one only if its log goes on from
that. It speaks the protocol tlog-witness of the C2SP, so it can follow logs of other programs, too.

Errors are printed as one line on standard error. The exit codes are those of `pdd-server`.
"""

from collections.abc import Sequence
from importlib import import_module

from pdd_server.cli.parser import Parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    Args:
        argv: The arguments after the program's name; None for those of the process.
    """
    parser = Parser(prog="pdd-witness", description="Cosigns the checkpoints of logs that only grow.")
    # Imported here, so that importing the package stays cheap for those who only want its version or its rules.
    import_module("pdd_server.witness.commands").add_commands(parser)
    return int(import_module("pdd_server.cli.execution").run_command(parser.parse_args(argv), "pdd-witness"))
