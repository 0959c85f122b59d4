"""The guides' commands: pdd-server knows them, and those for Debian are run on a bare one."""

import subprocess
import sys
from pathlib import Path

import pytest

from scripts.deploy import __main__ as trial
from scripts.deploy import guide, machine
from scripts.packaging.building import ROOT
from tests.deploy.commands import parsed

PAGES = sorted((ROOT / "docs" / "guides" / "deploy").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_server_knows_the_commands(page: Path) -> None:
    """Each `pdd-server` command of a guide has the options that the program has."""
    found = guide.of_the_server(page)
    assert found
    for words in found:
        parsed(words)


def test_commands_are_taken_in_their_order() -> None:
    """The checks of the trial belong to sections of the guide, which go from installing to restoring."""
    headings = list(guide.commands(trial.PAGE))
    assert (headings[0], headings[-1]) == ("Install", "Restore")
    assert set(trial.CHECKS) < set(headings)


def test_commands_of_a_page_are_found(tmp_path: Path) -> None:
    """Only blocks marked as shell are tried; commands of the server are found behind other programs, too."""
    page = tmp_path / "page.md"
    page.write_text(
        "# A\n\n## One\n```sh\na\n```\ntext\n```sh\nsu -- pdd-server run \\\n --data D\n```\n## Two\n```\nb\n```\n"
    )
    assert guide.commands(page) == {"One": "a\nsu -- pdd-server run \\\n --data D\n"}
    assert guide.of_the_server(page) == [["run", "--data", "D"]]


@pytest.mark.slow
@pytest.mark.skipif(machine.missing() is not None, reason=f"this machine lacks {machine.missing()}")
def test_the_guide_works_on_a_bare_debian() -> None:
    """The guide's commands set up, launch, back up and restore a server with TLS on a bare Debian with systemd."""
    done = subprocess.run(
        [sys.executable, "-m", "scripts.deploy"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
