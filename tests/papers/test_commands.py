"""The commands of `pdd-papers`: each is loaded by its name alone, and all are listed."""

import re

import pytest

from pdd_papers.cli.main import COMMANDS, main


def test_every_command_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """`--help`, for which every module adds its own commands, lists exactly those that are loaded one by one."""
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    listed = re.findall(r"^    ([a-z-]+)(?: |$)", capsys.readouterr().out, re.MULTILINE)
    assert sorted(listed) == sorted(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A command's help comes from the module that is loaded for it."""
    with pytest.raises(SystemExit, match="0"):
        main([command, "--help"])
    assert capsys.readouterr().out.startswith(f"usage: pdd-papers {command}")
