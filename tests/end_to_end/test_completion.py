"""Completion codes for paid participants: which donors of app and extension are told a campaign's code."""

import json
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.worlds.programs import CAMPAIGN, DAY, NOON, World
from tests.extension.donors import Donors, donors_in_javascript

CODE = "K7QM4TXA9W"
FLU = CAMPAIGN.replace('strata = ["england", "scotland"]', "strata = []")
SLEEP = FLU.replace("winter-flu", "sleep")


class Town:
    """A server with two campaigns, of which one has a code after two days, and people by name."""

    def __init__(self, world: World, donors: Donors, url: str) -> None:
        self.world, self.donors, self.url = world, donors, url

    def at(self, now: datetime) -> None:
        self.world.set(now)
        self.donors.at(now)

    def join(self, name: str, campaign: str) -> None:
        """Let people join: names with a capital have the app, the others the extension."""
        if name.istitle():
            self.world.cli(name, "join", self.url, "--campaign", campaign, "--accept")
        else:
            self.donors.call(name, "campaigns.join", self.url, [campaign])

    def check_in(self, *names: str) -> None:
        for name in names:
            if name.istitle():
                self.world.cli(name, "check-in", "--history", self.world.folder / "none")
            else:
                self.donors.call(name, "checkIn")

    def told(self, name: str) -> Any:
        """Return the days so far and the code as the person's program shows them, or None if it shows nothing of a
        code.
        """
        status = self.world.json(name, "status") if name.istitle() else self.donors.call(name, "status")
        (campaign,) = status["campaigns"]
        told = campaign["completion"]
        return told and (told["there"], told["code"])

    def kept(self, name: str) -> str:
        """Return everything that a program keeps about its donor."""
        if name.istitle():
            with self.world.donor(name) as donor:
                donor.export(self.world.folder / "export.json")
            return (self.world.folder / "export.json").read_text()
        return json.dumps(self.donors.call(name, "export"))


def made(world: World) -> None:
    groups = ("--protocol", "plain", "--group-size", "3", "--min-group", "3")
    world.server("init", *groups, "--zone", "Europe/London")
    for name, text in (("flu", FLU), ("sleep", SLEEP)):
        (world.folder / f"{name}.toml").write_text(text)
        world.server("campaign", "create", world.folder / f"{name}.toml", "--accept-error")
    world.server("campaign", "completion", "winter-flu", "--days", "2", "--code", CODE)


@pytest.mark.slow
def test_who_joined_and_was_there_sees_the_code(tmp_path: Path) -> None:
    """Of donors active on two days only those who joined see the code; one who joins late first sees its progress."""
    world = World(tmp_path)
    made(world)
    with world.running() as url, donors_in_javascript() as donors:
        town = Town(world, donors, url)
        town.at(NOON)
        for name in ("Joined", "joined"):
            town.join(name, "winter-flu")
        for name in ("Elsewhere", "elsewhere"):
            town.join(name, "sleep")
        town.check_in("Joined", "joined", "Elsewhere", "elsewhere")
        assert [town.told(name) for name in ("Joined", "joined")] == [(1, None)] * 2
        town.at(NOON + DAY)
        for name in ("Late", "late"):
            town.join(name, "winter-flu")
        town.check_in("Joined", "joined", "Elsewhere", "elsewhere", "Late", "late")
        assert [town.told(name) for name in ("Joined", "joined")] == [(2, CODE)] * 2
        assert [town.told(name) for name in ("Late", "late")] == [(1, None)] * 2
        for name in ("Elsewhere", "elsewhere"):
            assert town.told(name) is None
            assert CODE not in town.kept(name)
        town.at(NOON + 2 * DAY)
        town.check_in("Late", "late")
        assert [town.told(name) for name in ("Late", "late")] == [(2, CODE)] * 2
        for name in ("Joined", "joined"):
            assert CODE in town.kept(name)
    _assert_nothing_tells_who_joined(tmp_path / "server" / "pdd.sqlite", 6)


def _assert_nothing_tells_who_joined(database: Path, people: int) -> None:
    """Assert that the server keeps the same for each donor: its keys, dates and active days."""
    with closing(sqlite3.connect(database)) as books:
        tables = [name for (name,) in books.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        holding = {name for name in tables if CODE in repr(books.execute(f"SELECT * FROM {name}").fetchall())}
        assert holding == {"completion_codes"}
        assert books.execute("SELECT count(*) FROM donors").fetchone() == (people,)
        columns = [row[1] for row in books.execute("PRAGMA table_info(completion_codes)")]
    assert columns == ["campaign", "code", "days"]
