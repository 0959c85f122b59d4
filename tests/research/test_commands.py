"""The commands of `pdd-research`: each is loaded by its name alone, and all are listed."""

import re

import pytest

from pdd_research.cli.main import COMMANDS, main


def test_every_command_is_known_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
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
    assert capsys.readouterr().out.startswith(f"usage: pdd-research {command}")


def test_an_unknown_command_lists_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown command gets one line with those that exist."""
    with pytest.raises(SystemExit, match="2"):
        main(["sell"])
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert all(command in said for command in COMMANDS)
