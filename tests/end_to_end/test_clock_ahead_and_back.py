"""A server whose clock is 400 days ahead for one night, and right again: by commands, HTTP and donors' programs.

Run it by itself to see the whole path: `scripts/test tests/end_to_end/test_clock_ahead_and_back.py`.
"""

import json
from contextlib import ExitStack, closing
from datetime import datetime, timedelta
from pathlib import Path

from pdd_server.cli import main as server_command
from tests.end_to_end.worlds.programs import DAY, NOON, World, said

AHEAD = timedelta(days=400)


def warnings(world: World) -> list[str]:
    found: list[str] = json.loads(world.here("status", "--json", "--rehearsal-clock", world.clock))["warnings"]
    return found


def check(world: World, status: int = 0) -> list[str]:
    """Return the findings of `check`."""
    given = ("check", "--data", world.folder / "server", "--rehearsal-clock", world.clock)
    return said(server_command, *given, status=status).stdout.splitlines()


def night_at(world: World, now: datetime, *options: str) -> None:
    world.set_clock(now)
    world.here("nightly", "--rehearsal-clock", world.clock, *options)


def test_a_clock_ahead_and_back(tmp_path: Path) -> None:
    """No donor is deleted, the days go on, and both days are published as if the clock had been right.

    After a second night ahead, the command that `check` names mends it.
    """
    world = World(tmp_path)
    world.make_server("--delay", "2")
    history = world.history("history", "flu", "flu+cough")
    with world.running() as url, ExitStack() as stack:
        donors = [stack.enter_context(closing(world.donor(name))) for name in ("ann", "ben", "cat")]
        for donor in donors:
            donor.campaigns.join(url, stratum="england")
            donor.check_in([history])
        night_at(world, NOON + DAY)

        night_at(world, NOON + 2 * DAY + AHEAD)
        assert "so nothing was planned or ended: check the clock" in warnings(world)[0]
        assert "clock: the last night, 2027-12-27, came after none since 2026-11-21" in check(world, 2)[4]
        world.set_clock(NOON + 2 * DAY)
        assert "later than today" in warnings(world)[0]
        assert all(len(donor.check_in([history]).sent) == 1 for donor in donors)
        night_at(world, NOON + 3 * DAY)
        assert warnings(world) == []
        assert world.registered() == 3
        assert all(len(donor.check_in([history]).sent) == 1 for donor in donors)

        for wrong in (AHEAD, AHEAD + DAY):
            night_at(world, NOON + 3 * DAY + wrong)
        world.set_clock(NOON + 4 * DAY)
        assert check(world, 2)[4].endswith("once it is right, run pdd-server nightly --clock-was-ahead")
        night_at(world, NOON + 4 * DAY, "--clock-was-ahead")
        assert all(line.endswith(": ok") for line in check(world))
    results = json.loads(world.here("results", "winter-flu", "--format", "json"))
    assert {row["day"] for row in results["days"]} == {"2026-11-20", "2026-11-22"}
    assert [row["day"] for row in results["missing"]] == ["2026-11-21"], "nobody was there on that day"
    assert world.registered() == 3
