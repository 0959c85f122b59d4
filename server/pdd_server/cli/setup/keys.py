"""`pdd-server keys`: list the online keys, and replace them, with the identity key here or on another machine."""

import argparse
import secrets
from datetime import date, timedelta
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from pdd_server.cli.arguments import add_command, day
from pdd_server.cli.execution import clock_of, opened
from pdd_server.cli.parser import Parser
from pdd_server.config import log_address, read_config
from pdd_server.errors import SetupError
from pdd_server.services.accounts.authentication.portal_keys import replace_keys
from pdd_server.services.operations import key_rotation
from pdd_server.services.operations.data_folder import Folder, nightly_alone, served
from pdd_server.services.operations.key_rotation import KeyRequest
from pdd_server.services.operations.signing_keys import ONLINE_KEY_LIFETIME, REPLACE_IT, KeyFile
from pdd_server.services.operations.witnessing import log_key
from pdd_server.store.files import replace_text
from pdd_shared.protocol.days import day_of
from pdd_shared.rounds.cohort.messages import KeyLink

_Read = TypeVar("_Read", bound=BaseModel)


def _list(given: argparse.Namespace) -> None:
    folder = Folder(given.data)
    today = _today(given, folder)
    if folder.is_new():
        print("no link yet: identity.key signs the first one when the server starts")
        return
    for one in key_rotation.shown_links(folder, today):
        print(f"{_line(one.link)}: {one.state}")


def _request(given: argparse.Namespace) -> None:
    folder = Folder(given.data)
    asked = key_rotation.request(folder, _today(given, folder), secrets.token_bytes)
    replace_text(given.file, asked.model_dump_json() + "\n")
    signing = f"{given.file.name} answer.json --identity identity.key --key {_digits(asked.key)} --day {asked.day}"
    print(f"{given.file}: a request; take it to the identity key: pdd-server keys sign {signing}")


def _sign(given: argparse.Namespace) -> None:
    asked = _read(given.request, KeyRequest)
    for option, wanted, found in (("key", _digits(asked.key), given.key), ("day", asked.day, given.day)):
        if found != wanted:
            raise SetupError(f"--{option}: {given.request} is for another {option}; make a new request on the server")
    made = key_rotation.answer(asked, given.identity, timedelta(days=given.days))
    replace_text(given.answer, made.model_dump_json() + "\n")
    print(f"signed {_line(KeyLink.model_validate_json(made.links[-1].payload))}")
    print(f"{given.answer}: the answer; take it alone to the server: pdd-server keys install {given.answer.name}")


def _install(given: argparse.Namespace) -> None:
    folder, made = Folder(given.data), _read(given.file, KeyFile)
    today = _today(given, folder)
    with served(folder), nightly_alone(folder):
        key_rotation.install(folder, made, today)
    print(f"installed {_line(KeyLink.model_validate_json(made.links[-1].payload))}; start the server")


def _replace(given: argparse.Namespace) -> None:
    folder = Folder(given.data)
    today = _today(given, folder)
    identity = given.identity or folder.identity_key
    if not identity.exists():
        raise SetupError(f"{identity}: is not there; {REPLACE_IT}")
    with served(folder), nightly_alone(folder):
        asked = key_rotation.request(folder, today, secrets.token_bytes)
        made = key_rotation.answer(asked, identity, timedelta(days=given.days))
        key_rotation.install(folder, made, today)
    print(f"installed {_line(KeyLink.model_validate_json(made.links[-1].payload))}; start the server")


def _replace_portal(given: argparse.Namespace) -> None:
    with opened(given) as server, served(server.folder):
        replace_keys(server.folder.path, server.store, secrets.token_bytes)
    print("everybody signs in anew; second factors go on; start the server")


def _log(given: argparse.Namespace) -> None:
    folder = Folder(given.data)
    witnesses = read_config(folder.config).witnesses
    if witnesses is None and given.address is None:
        raise SetupError("--address: give the server's address as donors type it, such as https://pdd.example.org")
    address = witnesses.address if witnesses else given.address
    print(log_key(folder, address, secrets.token_bytes, may_make=witnesses is None))


def _today(given: argparse.Namespace, folder: Folder) -> date:
    """Return the server's present data day."""
    return day_of(clock_of(given)(), read_config(folder.config).time_zone)


def _line(link: KeyLink) -> str:
    """Return a link as a line."""
    return f"link {link.sequence}, key {_digits(link.key)}, {link.first} to {link.last}"


def _digits(key: str) -> str:
    """Return the first digits of a key, which tell it from others."""
    return key[:16]


def _read(file: Path, kind: type[_Read]) -> _Read:
    """Read a file that came from the other machine.

    Raises:
        SetupError: It holds something else.
    """
    try:
        return kind.model_validate_json(file.read_bytes())
    except ValidationError:
        raise SetupError(f"{file}: is no {'request' if kind is KeyRequest else 'answer'} about keys") from None


# --- their arguments


def add_commands(parser: Parser) -> None:
    """Add the subcommands of `keys` to its parser."""
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    add_command(commands, "list", _list, "print the online keys, their days, and which one donors take")
    text = "make the next online key, and write a request to sign it"
    add_command(commands, "request", _request, text).add_argument("file", type=Path, metavar="REQUEST")
    _add_sign(commands)
    text = "put the next online key in place, once the identity key has signed it"
    add_command(commands, "install", _install, text).add_argument("file", type=Path, metavar="ANSWER")
    text = "request, sign and install at once, with the identity key on this machine"
    replace = add_command(commands, "replace", _replace, text)
    replace.add_argument("--identity", type=Path, metavar="FILE", help="the identity key; identity.key in the folder")
    _add_days(replace)
    text = "replace the keys of cookies and second factors"
    add_command(commands, "replace-portal", _replace_portal, text)
    text = "print the key of the public log for its witnesses, and make it if there is none yet"
    log = add_command(commands, "log", _log, text)
    log.add_argument("--address", type=_address, metavar="URL", help="the server's address, if the settings have none")


def _address(text: str) -> str:
    try:
        return log_address(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} {error}") from None


def _add_sign(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add `sign`, the one command that needs no data folder."""
    text = "sign a request with the identity key; this needs no data folder and no network"
    parser = commands.add_parser("sign", help=text, description=text)
    parser.set_defaults(command=_sign)
    parser.add_argument("request", type=Path, metavar="REQUEST")
    parser.add_argument("answer", type=Path, metavar="ANSWER", help="the file to write")
    parser.add_argument("--identity", type=Path, metavar="FILE", required=True, help="the identity key")
    text = "the digits of the key that keys request printed on the server; no other key is signed"
    parser.add_argument("--key", metavar="DIGITS", required=True, help=text)
    text = "the day that keys request printed there; the key's time begins on it, whatever this machine's clock says"
    parser.add_argument("--day", type=day, metavar="DAY", required=True, help=text)
    _add_days(parser)


def _add_days(parser: Parser) -> None:
    text = "how long donors take the new key"
    parser.add_argument("--days", type=int, default=ONLINE_KEY_LIFETIME.days, metavar="N", help=text)
