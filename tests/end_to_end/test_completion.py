"""Completion codes for paid participants: which donors of app and extension are told a campaign's code."""

import json
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from scripts.rehearsal.campaigns import campaign_file
from tests.end_to_end.worlds.programs import DAY, NOON, PLAIN, World
from tests.extension.donors import Donors, donors_in_javascript

CODE = "K7QM4TXA9W"
FLU, SLEEP = campaign_file(strata=()), campaign_file(id="sleep", strata=())


class People:
    """A server with two campaigns, of which one has a code after two days, and people by name."""

    def __init__(self, world: World, donors: Donors, url: str) -> None:
        self.world, self.donors, self.url = world, donors, url

    def at(self, now: datetime) -> None:
        self.world.set_clock(now)
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
    world.here("init", *PLAIN, "--zone", "Europe/London")
    for text in (FLU, SLEEP):
        world.launch(text)
    world.here("campaign", "completion", "winter-flu", "--days", "2", "--code", CODE)


@pytest.mark.slow
def test_who_joined_and_was_there_sees_the_code(tmp_path: Path) -> None:
    """Of donors active on two days only those who joined see the code; one who joins late first sees its progress."""
    world = World(tmp_path)
    made(world)
    with world.running() as url, donors_in_javascript() as donors:
        people = People(world, donors, url)
        people.at(NOON)
        for name in ("Joined", "joined"):
            people.join(name, "winter-flu")
        for name in ("Elsewhere", "elsewhere"):
            people.join(name, "sleep")
        people.check_in("Joined", "joined", "Elsewhere", "elsewhere")
        assert [people.told(name) for name in ("Joined", "joined")] == [(1, None)] * 2
        people.at(NOON + DAY)
        for name in ("Late", "late"):
            people.join(name, "winter-flu")
        people.check_in("Joined", "joined", "Elsewhere", "elsewhere", "Late", "late")
        assert [people.told(name) for name in ("Joined", "joined")] == [(2, CODE)] * 2
        assert [people.told(name) for name in ("Late", "late")] == [(1, None)] * 2
        for name in ("Elsewhere", "elsewhere"):
            assert people.told(name) is None
            assert CODE not in people.kept(name)
        people.at(NOON + 2 * DAY)
        people.check_in("Late", "late")
        assert [people.told(name) for name in ("Late", "late")] == [(2, CODE)] * 2
        for name in ("Joined", "joined"):
            assert CODE in people.kept(name)
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
