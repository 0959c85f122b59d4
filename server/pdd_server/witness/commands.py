"""The commands of `pdd-witness`: init, follow, list and serve."""

import argparse
from datetime import UTC, datetime
from pathlib import Path

from pdd_server.cli.arguments import Command
from pdd_server.cli.parser import Parser
from pdd_server.errors import SetupError
from pdd_server.witness.folder import make_witness, open_witness
from pdd_shared.protocol.checkpoints import LOG, BadNote, NoteKey


def _init(given: argparse.Namespace) -> None:
    print(make_witness(given.folder, given.name))


def _follow(given: argparse.Namespace) -> None:
    try:
        log = NoteKey.parse(given.key, LOG)
    except BadNote as error:
        raise SetupError(f"{given.key!r} {error}; copy it from the log's operator") from None
    open_witness(given.folder).follow(log)
    print(f"follows {log.name}")


def _list(given: argparse.Namespace) -> None:
    for one in open_witness(given.folder).records():
        last = "never" if one.seconds is None else datetime.fromtimestamp(one.seconds, UTC).isoformat()
        print(f"{one.log.name}  size {one.size}  cosigned {last}")


def _serve(given: argparse.Namespace) -> None:
    # Imported here, because the other commands don't need a web server and should answer at once.
    from pdd_server.cli.web_server import Address, announce, listen, serve
    from pdd_server.witness.web import create_app

    witness = open_witness(given.folder)
    with listen(Address(given.host, given.port)) as listening:
        announce(listening)
        serve(create_app(witness), listening)


def add_commands(parser: Parser) -> None:
    """Add the commands, with their arguments, to a parser."""
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    init = _add(commands, "init", _init, "make a folder with a new key; print the key for operators of logs")
    init.add_argument("--name", required=True, help="the witness's name, such as witness.example.org")
    follow = _add(commands, "follow", _follow, "cosign the log with this key from now on")
    follow.add_argument("key", metavar="KEY", help="the log's key, as its operator gives it")
    _add(commands, "list", _list, "print the logs, their sizes and when they were last cosigned")
    serve = _add(commands, "serve", _serve, "answer logs until stopped")
    serve.add_argument("--host", default="127.0.0.1")
    serve.add_argument("--port", type=int, default=8500)


def _add(commands: "argparse._SubParsersAction[Parser]", name: str, run_it: Command, text: str) -> Parser:
    command = commands.add_parser(name, help=text, description=text)
    command.set_defaults(command=run_it)
    command.add_argument("folder", type=Path, metavar="FOLDER", help="the witness's folder")
    return command
