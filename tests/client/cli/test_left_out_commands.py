"""The commands about what is left out: search engines, browsers, profiles, hours of the day."""

from pathlib import Path

import pytest

from pdd_client.gateways.browser_history import find_histories
from scripts.rehearsal.history_writer import write_chrome
from tests.client.cli.test_cli import Terminal, terminal
from tests.client.fakes import NOON, visits

__all__ = ["terminal"]


@pytest.fixture
def two_profiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Have the computer's browsers be Brave alone, with two profiles; return their histories."""
    files = [tmp_path / "brave" / name / "History" for name in ("Default", "Profile 1")]
    for file in files:
        file.parent.mkdir(parents=True)
        write_chrome(file, visits(("flu", NOON)))
    monkeypatch.setattr(find_histories, "browser_folders", lambda _home: [("brave", tmp_path / "brave")])
    return files


def test_left_out_things_are_listed_and_counted_again(terminal: Terminal, two_profiles: list[Path]) -> None:
    """What is left out is listed with the profiles to choose from, and each thing counts again on demand."""
    own, work = (file.resolve() for file in two_profiles)
    terminal.run("count-again", "--profile", own)
    said = terminal.run("leave-out", "--site", "bing.com", "Yandex", "--hours", "22:00-06:00", "--profile", work)
    assert said.splitlines() == ["left out: bing", "left out: yandex", f"left out: {work}", "left out: 22:00-06:00"]
    terminal.run("leave-out", "--browser", "brave")
    listed = terminal.json("left-out")
    profiles = listed.pop("profiles")
    assert listed == {"sites": ["bing", "yandex"], "hours": "22:00-06:00", "browsers": ["brave"]}
    assert [(one["name"], one["left_out"]) for one in profiles] == [("Default", False), ("Profile 1", True)]
    assert f"Profile Profile 1 of brave: left out; {work}" in terminal.run("left-out")
    terminal.run("count-again", "--site", "bing", "yandex", "--browser", "brave", "--profile", work, "--all-hours")
    assert terminal.run("left-out").splitlines()[:3] == [
        "Search engines left out: none.",
        "Hours left out: none, by this computer's clock.",
        "Browsers left out: none.",
    ]


def test_a_search_left_out_says_why(terminal: Terminal, two_profiles: list[Path]) -> None:
    """`searches` still lists what is left out, and says why it does not count."""
    terminal.run("count-again", "--profile", two_profiles[0].resolve())
    terminal.run("leave-out", "--site", "google")
    assert terminal.run("searches").count("(made on a site that you left out: does not count)") == 1


def test_searches_names_what_is_not_read(terminal: Terminal, two_profiles: list[Path]) -> None:
    """`searches` names each history that it found and does not read, and the command that ticks it."""
    own, work = (str(file.resolve()) for file in two_profiles)
    assert terminal.json("searches")["switched_off"] == [{"browser": "brave", "path": path} for path in (own, work)]
    said = terminal.run("count-again", "--browser", "brave", "--profile", own)
    assert said.splitlines() == [f"counts again: {own}", "counts again: brave"]
    assert f'not read, of brave; if it is yours: pdd-donor count-again --profile "{work}"' in terminal.run("searches")
    terminal.run("leave-out", "--profile", own)
    assert "brave, but none of its profiles" in terminal.run("count-again", "--browser", "brave")
    assert terminal.json("searches", "--history", work)["switched_off"] == []


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("leave-out",), "nothing was named"),
        (("count-again",), "nothing was named"),
        (("leave-out", "--site", "example.org"), "no search engine that this program counts"),
        (("leave-out", "--hours", "22-6"), "no hours such as 22:00-06:00"),
        (("leave-out", "--profile", "/nowhere/History"), "lists them"),
    ],
)
def test_what_can_not_be_left_out_is_one_line(
    terminal: Terminal, two_profiles: list[Path], arguments: tuple[str, ...], line: str
) -> None:
    """Naming nothing, or what is not there, is an error of one line, and changes nothing."""
    assert line in terminal.wrong(*arguments)
    assert terminal.json("left-out")["sites"] == []
