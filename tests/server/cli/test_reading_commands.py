"""Commands that only read leave the data folder as it is: no link, no migration and no published file is written."""

import argparse
import shutil
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from pdd_server.cli import COMMANDS, main, make_parser
from tests.server.cli.bad_input.refused_commands import contents
from tests.server.services.campaigns.test_campaign_files import GOOD
from tests.server.store.upgrades.former_schemas import take_next_version

READING = {
    "account list": "",
    "audit": "",
    "campaign completion": "winter-flu",
    "campaign ethics-kit": "winter-flu {out}",
    "campaign list": "",
    "campaign plan": "{file}",
    "campaign show": "winter-flu",
    "check": "",
    "draft ethics-kit": "{draft} {out}",
    "draft list": "",
    "draft show": "{draft}",
    "keys list": "",
    "results": "winter-flu --out {out}",
    "status": "",
}
"""The arguments of each command that only reads."""
WRITING = {
    *(f"account {name}" for name in ("disable", "erase", "invite", "reset-second-factor", "set-campaigns", "withdraw")),
    *(f"campaign {name}" for name in ("append", "close", "create")),
    *(f"draft {name}" for name in ("approve", "discard", "import", "launch", "submit")),
    *(f"keys {name}" for name in ("install", "log", "replace", "replace-portal", "request", "sign")),
    *("backup", "init", "move", "nightly", "reset", "restore", "run"),
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a server with a campaign and a draft, and of what the commands are given."""
    folder = tmp_path_factory.mktemp("reading")
    data, now = str(folder / "data"), folder / "now"
    now.write_text("2026-11-20T09:00:00+00:00")
    (folder / "flu.toml").write_text(GOOD)
    plain = ("--protocol", "plain", "--group-size", "3", "--min-group", "3")
    assert main(["init", "--data", data, *plain]) == 0
    given = ["--data", data, "--rehearsal-clock", str(now)]
    for command in (["campaign", "create", str(folder / "flu.toml"), "--accept-error"], ["nightly"]):
        assert main([*command, *given]) == 0
    (folder / "other.toml").write_text(GOOD.replace("winter-flu", "spring-flu"))
    with (folder / "draft").open("w") as printed, redirect_stdout(printed):
        assert main(["draft", "import", str(folder / "other.toml"), *given]) == 0
    return folder


@pytest.fixture
def folder(sound: Path, tmp_path: Path) -> Path:
    """Return a copy of that folder, with files of the campaign missing, and with a clock a year ahead.

    A command that opens the folder to write would sign another link.
    """
    shutil.copytree(sound, tmp_path, dirs_exist_ok=True)
    shutil.rmtree(tmp_path / "data" / "published" / "winter-flu")
    (tmp_path / "data" / "cookies.key").unlink()
    (tmp_path / "now").write_text("2027-11-20T09:00:00+00:00")
    return tmp_path


def names(parser: argparse.ArgumentParser, before: str = "") -> Iterator[str]:
    """Yield the names of all commands of a parser, with those of their groups."""
    groups = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    if not groups:
        yield before.strip()
    for group in groups:
        for name, command in group.choices.items():
            yield from names(command, f"{before} {name}")


def called(folder: Path, command: str) -> int:
    """Call a reading command and return its exit code."""
    given = ["--data", str(folder / "data"), "--rehearsal-clock", str(folder / "now")]
    if command == "campaign plan":
        given = given[:2]
    values = {"out": folder / "out", "file": folder / "flu.toml", "draft": (folder / "draft").read_text()}
    return main([*command.split(), *READING[command].format(**values).split(), *given])


def test_every_command_is_known_to_read_or_to_write() -> None:
    """A new command has to be put into one of the two tables."""
    assert sorted(names(make_parser(list(COMMANDS)))) == sorted([*READING, *WRITING])


@pytest.mark.parametrize("command", READING)
def test_a_reading_command_writes_nothing(folder: Path, command: str) -> None:
    """Where a server that starts would sign a link and make a key, the folder stays as it is, and the command works."""
    before = contents(folder / "data")
    wrong = command == "check"  # a campaign's files are missing
    assert called(folder, command) == (2 if wrong else 0)
    assert contents(folder / "data") == before


@pytest.mark.parametrize("command", READING)
def test_a_reading_command_migrates_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """A new version's commands leave a database of the earlier one to the start of the server, and say so."""
    take_next_version(monkeypatch, folder)
    before = contents(folder / "data")
    needs_none = command in ("keys list", "campaign plan")
    assert called(folder, command) == (0 if needs_none else 2)
    assert needs_none or "start the server, which migrates it" in "".join(capsys.readouterr())
    assert contents(folder / "data") == before
