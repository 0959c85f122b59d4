"""The commands with which a donor decides on its days."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.client.cli.test_cli import Terminal, terminal
from tests.client.fakes import DAY, NOON, Clock, FakeServer
from tests.client.loopback import listening

__all__ = ["terminal"]
ROUND = NOON.date()


@pytest.fixture
def joined(terminal: Terminal, server: FakeServer, history: Path) -> Iterator[Terminal]:
    with listening(server) as url:
        terminal.run("join", url, "--accept")
        terminal.run("check-in", "--history", history)
        yield terminal


def test_a_day_is_looked_at_and_approved(joined: Terminal, server: FakeServer, clock: Clock, history: Path) -> None:
    """A day waits, `approve` shows its counts, and the next check-in sends them."""
    assert joined.run("sending").startswith("review: ")
    assert joined.run("sending", "by-itself").startswith("by-itself: ")
    assert joined.run("sending", "review").startswith("review: ")
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    waiting = joined.json("check-in", "--history", history)
    assert (waiting["waiting"], waiting["sent"]) == ([str(ROUND)], [])
    assert f"pdd-donor approve --day {ROUND}" in joined.run("check-in", "--history", history)
    shown = joined.run("approve", "--day", ROUND, "--history", history)
    assert "  flu  2" in shown
    assert "Later searches won't be added" in shown
    joined.run("check-in", "--history", history)
    assert list(server.unblinded(ROUND)) == [1, 4, 2, 1, 1]
    assert "locked already" in joined.wrong("withhold", "--day", ROUND)


def test_a_day_is_withheld(joined: Terminal, server: FakeServer, clock: Clock, history: Path) -> None:
    """`withhold` makes today's counts zeros; the review says so before the day is locked, and why after."""
    joined.run("withhold")
    assert joined.json("review", "--history", history)["withheld"] is True
    assert "send nothing of" in joined.run("review", "--history", history)
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    joined.run("check-in", "--history", history)
    assert not server.unblinded(ROUND).any()
    assert [one["why"] for one in joined.json("review", "--day", ROUND)["campaigns"]] == ["withheld"]


@pytest.mark.parametrize(
    ("until", "end"),
    [
        ("tomorrow", NOON.replace(hour=0) + DAY),
        ("week", NOON + 7 * DAY),
        ("2026-11-23T08:00+01:00", NOON.replace(day=23, hour=7)),
    ],
)
def test_a_pause_until(joined: Terminal, clock: Clock, until: str, end: object) -> None:
    """A pause lasts until midnight of the server's day, for a week or until a time; the status says until when."""
    joined.run("pause", "--until", until)
    assert joined.json("status")["paused_until"] == end.isoformat()  # type: ignore[attr-defined]
    assert f"until {end.isoformat()}" in joined.run("status")  # type: ignore[attr-defined]
    clock.now = NOON + timedelta(days=8)
    assert joined.json("status")["paused_since"] is None


@pytest.mark.parametrize(
    "command",
    [
        ("pause", "--until", "soon"),
        ("pause", "--until", "2026-11-23"),
        ("pause", "--until", "2026-11-19T08:00+00:00"),
        ("sending", "sometimes"),
        ("approve", "--day", "2026-11-21"),
        ("withhold", "--day", "2026-11-01"),
    ],
)
def test_wrong_decisions_change_nothing(joined: Terminal, command: tuple[str, ...]) -> None:
    """A wrong command exits with 2 and one line, and changes nothing."""
    before = json.dumps(joined.json("status"))
    joined.wrong(*command)
    assert json.dumps(joined.json("status")) == before
