"""A world for end-to-end tests: a server process and donors' homes under one rehearsal clock."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from pdd_client.cli import main as donor_command
from pdd_client.donor.donor import Donor
from pdd_server.services.rounds.plain.noise import add_noise
from pdd_shared.protocol.terms import Noise
from scripts.rehearsal.campaigns import campaign_file
from scripts.rehearsal.history_writer import write_chrome, write_firefox
from scripts.rehearsal.homes import open_donor
from scripts.rehearsal.server import Said, Server, said
from tests.client.fakes import by_itself

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
DAY = timedelta(days=1)
CAMPAIGN = campaign_file()
PLAIN = ("--protocol", "plain", "--group-size", 3, "--min-group", 3)


class World(Server):
    """A server process, a clock file, and donors' homes in one folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "server", folder / "clock")
        self.folder = folder
        self.set_clock(NOON)

    def make_server(self, *options: object) -> None:
        """Make a server's data with one campaign: in `plain`, with groups of at least three, unless options differ."""
        self.here("init", *PLAIN, "--zone", "Europe/London", *options)
        self.launch(CAMPAIGN)

    def night_of(self, time: datetime) -> list[list[int]]:
        """Move the clock and do a nightly run; return the published numbers before their noise."""
        noted: list[list[int]] = []

        def note(numbers: list[int], noise: Noise) -> list[int]:
            noted.append(numbers)
            return add_noise(numbers, noise)

        self.set_clock(time)
        self.night(note)
        return noted

    def history(self, name: str, *queries: str, until: datetime = NOON) -> Path:
        """Write a Chrome or Firefox history with these searches, one an hour, the first an hour before `until`."""
        file = self.folder / name
        rows = [
            (f"https://www.google.co.uk/search?q={query}", until - timedelta(hours=i), query)
            for i, query in enumerate(queries, start=1)
        ]
        (write_firefox if name.endswith(".sqlite") else write_chrome)(file, rows)
        return file

    def cli(self, home: str, *arguments: object, status: int = 0) -> Said:
        given = ("--home", self.folder / home, "--rehearsal-clock", self.clock, *arguments)
        return said(donor_command, *given, status=status)

    def json(self, home: str, *arguments: object) -> Any:
        return json.loads(self.cli(home, *arguments, "--json").stdout)

    def donor(self, home: str) -> Donor:
        return by_itself(open_donor(self.folder / home, self.clock))

    def registered(self) -> int:
        return int(json.loads(self.here("status", "--json", "--rehearsal-clock", self.clock))["donors"])
