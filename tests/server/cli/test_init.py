"""`pdd-server init` on a terminal, and its options for a database and proxies."""

import os
import pty
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pdd_server.cli import main
from pdd_server.cli.setup.interview import interview
from pdd_server.config import read_config
from pdd_server.errors import SetupError
from tests.support.processes.server_program import COMMAND
from tests.support.processes.timeouts import PATIENCE


def answering(*answers: str) -> Callable[[str], str]:
    """Return what answers questions in turn, and then has no answer."""
    left = iter(answers)

    def ask(_question: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return ask


def test_wrong_answers_are_asked_for_again() -> None:
    """A setting is asked for until it is valid; an empty answer takes the default that the question shows."""
    told: list[str] = []
    ask = answering("Flu", "London", "Europe/London", "", "mysql://x", "", "many", "")
    values = interview(ask, told.append)
    assert values == {"name": "Flu", "zone": "Europe/London", "protocol": "cohort", "database": None, "proxies": 1}
    assert [line.partition(":")[0] for line in told] == ["zone", "database", "proxies"]


def test_without_answers_nothing_is_made() -> None:
    """An interview that is broken off raises an error that names the way out."""
    with pytest.raises(SetupError, match="as options"):
        interview(answering("Flu"), print)


def test_options_name_database_and_proxies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The options for a database and for proxies are written to the settings, and wrong ones are refused by name."""
    elsewhere = f"sqlite:///{tmp_path / 'elsewhere.sqlite'}"
    assert main(["init", "--data", str(tmp_path / "data"), "--database", elsewhere, "--proxies", "1"]) == 0
    config = read_config(tmp_path / "data" / "config.toml")
    assert (config.database, config.proxies) == (elsewhere, 1)
    assert main(["init", "--data", str(tmp_path / "other"), "--proxies", "9"]) == 2
    assert "--proxies" in capsys.readouterr().err
    assert not (tmp_path / "other").exists()


def test_it_asks_on_a_terminal(tmp_path: Path) -> None:
    """On a terminal and without options the command asks; the answers become the settings."""
    ours, theirs = pty.openpty()
    try:
        os.write(ours, b"Flu survey\nEurope/London\n\n\n2\n")
        command = [*COMMAND, "init", "--data", str(tmp_path / "data")]
        subprocess.run(command, stdin=theirs, check=True, timeout=PATIENCE, capture_output=True)
    finally:
        os.close(ours)
        os.close(theirs)
    config = read_config(tmp_path / "data" / "config.toml")
    assert (config.name, config.zone, config.proxies) == ("Flu survey", "Europe/London", 2)
