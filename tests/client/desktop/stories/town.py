"""A town: a real server's process on loopback, two neighbours who join and give nothing, and one clock for all.

Each test worker has one such process for all its stories. A story begins with the data that the server had when new.
"""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import date, datetime
from pathlib import Path

from pdd_client.desktop.jobs.worker import OpenDonor
from pdd_client.donor.donor import Donor
from pdd_client.gateways.keychain import FileKeychain
from pdd_server import cli
from pdd_server.services.operations.data_folder import Folder
from pdd_server.services.rounds.plain.noise import add_noise
from pdd_shared.protocol.days import parse_instant
from pdd_shared.protocol.terms import Noise
from scripts.demonstration.server import COMMAND, Server
from tests.client.desktop.opened_pages import join
from tests.client.fakes import DAY, NOON

FIRST = NOON - DAY
"""When a story begins: the day before the campaigns begin, which is the one of the searches."""
CAMPAIGN = """
id = "{id}"
title = "{title}"
purpose = "To see the flu come."
contact = "Dr A. Example, flu@example.org"
start = 2026-11-20
end = 2026-12-31
strata = {strata}
vocabulary = {words}
[consent]
en = "I agree that Dr A. Example gets a day's counts of my searches. I can stop on any day. Questions: flu@example.org"
[caps]
max_searches = 5
max_hits = 10
max_hits_per_keyword = 5
[privacy]
epsilon_per_day = 1.0
"""


class TownClock:
    """The clock of everybody in the town: a file that the server's process also reads."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def __call__(self) -> datetime:
        return self.now

    @property
    def now(self) -> datetime:
        return parse_instant(self._server.clock.read_text())

    @now.setter
    def now(self, instant: datetime) -> None:
        self._server.set_clock(instant)


class Town:
    """The server and its neighbours; `server` is its data folder, as in the demonstration."""

    def __init__(self, folder: Path, *options: object) -> None:
        """Make the server's data, with one campaign; `options` go to `pdd-server init`."""
        self.server = Server(folder / "server", folder / "clock")
        self.clock, self.url, self._folder = TownClock(self.server), "", folder
        self._process: subprocess.Popen[str] | None = None
        self._neighbours: list[Donor] = []
        self.before_noise: list[list[int]] = []
        folder.mkdir(exist_ok=True)
        self.clock.now = FIRST
        self.command("init", "--protocol", "plain", "--group-size", 3, "--min-group", 3, "--zone", "UTC", *options)
        self._hand_out_programs()
        self.campaign("flu", "Winter flu")
        # Else a story's first night would plan a round of whoever has joined.
        self.server.night(FIRST, self._add_noise)
        with closing(sqlite3.connect(self._new)) as new, closing(sqlite3.connect(self._books)) as books:
            books.backup(new)
        shutil.copyfile(self._ledger, self._new_ledger)

    def _hand_out_programs(self) -> None:
        """Let the page to join by offer the app, and the extension from a store."""
        settings = Folder(self.server.data).config
        settings.write_text(settings.read_text("utf-8").replace("# chromium =", "chromium ="), "utf-8")
        downloads = self.server.data / "downloads"
        downloads.mkdir()
        (app := downloads / "private-data-donor_0.1.0_amd64.deb").write_bytes(b"app")
        os.utime(app, (0, 0))  # a new file could still be being copied

    @property
    def _books(self) -> Path:
        return self.server.data / "pdd.sqlite"

    @property
    def _new(self) -> Path:
        return self._folder / "new.sqlite"

    @property
    def _ledger(self) -> Path:
        return Folder(self.server.data).ledger

    @property
    def _new_ledger(self) -> Path:
        return self._folder / "new.jsonl"

    def command(self, *arguments: object) -> None:
        """Run a command of `pdd-server` in this process, which saves starting one."""
        assert cli.main([*map(str, arguments), "--data", str(self.server.data)]) == 0

    def campaign(self, name: str, title: str, *strata: str, more: Sequence[str] = ()) -> None:
        """Offer a campaign in these regions, with more keywords than the usual ones."""
        file, words = self._folder / f"{name}.toml", ["flu", "fever + child", "cough", *more]
        file.write_text(CAMPAIGN.format(id=name, title=title, strata=list(strata), words=words))
        self.command("campaign", "create", file, "--accept-error")

    def append(self, campaign: str, entry: str) -> None:
        """Add a keyword to a campaign."""
        self.command("campaign", "append", campaign, entry, "--rehearsal-clock", self.server.clock)

    # --- the process

    def start(self) -> None:
        """Start the server on the port that it had before."""
        port = self.url.rpartition(":")[2] or 0
        line = [COMMAND, "run", "--data", self.server.data, "--port", port, "--no-nights"]
        line += ["--rehearsal-clock", self.server.clock]
        self._process = subprocess.Popen(
            [*map(str, line)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().split()[-1]

    def stop(self) -> None:
        """Stop the server as an operator does."""
        if self._process is not None:
            with self._process:
                self._process.terminate()
            self._process = None

    # --- a story

    def story(self) -> Iterator["Town"]:
        """Return the town as new, for one story."""
        self.clock.now = FIRST
        with closing(sqlite3.connect(self._new)) as new, closing(sqlite3.connect(self._books)) as books:
            new.backup(books)
        shutil.copyfile(self._new_ledger, self._ledger)
        Folder(self.server.data).ledger_end.unlink(missing_ok=True)  # it notes that the story before wrote more
        if self._process is None:
            self.start()
        self.before_noise.clear()
        self._neighbours = [self._neighbour(name) for name in ("ben", "cat")]
        yield self
        for neighbour in self._neighbours:
            neighbour.close()

    def _neighbour(self, name: str) -> Donor:
        home = self._folder / name
        shutil.rmtree(home, ignore_errors=True)
        donor = Donor.open(home, clock=self.clock, keychain=FileKeychain(home), find=list)
        donor.campaigns.join(self.url, ["flu"])
        donor.settings.set_sending("by-itself")  # nobody is there to review the days
        donor.check_in()
        return donor

    def welcome(self, open_home: OpenDonor) -> None:
        """Let a home join, review its days from now on, and be active on the next day too."""
        join(open_home, self.url)
        self.next_day()
        with open_home() as donor:
            donor.check_in()

    def next_day(self) -> None:
        """Pass a night; at noon the neighbours are the first to contact the server."""
        noon = self.clock.now + DAY
        self.server.night(noon, self._add_noise)
        self.clock.now = noon
        for neighbour in self._neighbours:
            neighbour.check_in()

    def _add_noise(self, numbers: list[int], noise: Noise) -> list[int]:
        self.before_noise.append(numbers)
        return add_noise(numbers, noise)

    def until_published(self) -> list[list[int]]:
        """Run the nightly run that publishes the day whose counts were sent.

        Returns: The numbers of each published day before their noise. They are the story's donor's, as nobody else
        gives.
        """
        self.next_day()
        return list(self.before_noise)

    def registered(self) -> int:
        """Return how many donors the server knows beside the neighbours."""
        return self._count("SELECT count(*) FROM donors") - len(self._neighbours)

    def identities(self) -> set[str]:
        """Return the public keys of the donors that the server knows, the neighbours among them."""
        with closing(sqlite3.connect(self._books)) as books:
            return {str(identity) for (identity,) in books.execute("SELECT identity FROM donors")}

    def present(self) -> int:
        """Return how many donors have contacted the server today, beside the neighbours."""
        today = self.clock.now.date()
        return self._count(f"SELECT count(*) FROM activity WHERE day = '{today}'") - len(self._neighbours)

    def sent(self, day: date) -> int:
        """Return how many donors have sent counts of a day that is not over, beside the neighbours."""
        query = f"SELECT count(*) FROM members WHERE received IS NOT NULL AND day = '{day}'"
        return self._count(query) - len(self._neighbours)

    def _count(self, query: str) -> int:
        with closing(sqlite3.connect(self._books)) as books:
            return int(books.execute(query).fetchone()[0])
