"""A town: a real server's process on loopback, two neighbours who join and give nothing, and one clock for all.

Each test worker has one such process for all its stories. A story begins with the data that the server had when new.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import date, datetime
from pathlib import Path

from pdd_client.desktop.jobs.worker import OpenDonor
from pdd_client.donor.donor import Donor
from pdd_server.services.operations.data_folder import Folder
from pdd_server.services.rounds.plain.noise import add_noise
from pdd_shared.protocol.days import parse_instant
from pdd_shared.protocol.terms import Noise
from scripts.rehearsal.campaigns import campaign_file
from scripts.rehearsal.homes import join as join_home
from scripts.rehearsal.homes import open_donor
from scripts.rehearsal.server import Server
from tests.client.desktop.opened_pages import join
from tests.client.fakes import DAY, NOON

FIRST = NOON - DAY
"""When a story begins: the day before the campaigns begin, which is the one of the searches."""
_CONSENT = (
    "I agree that Dr A. Example gets a day's counts of my searches. I can stop on any day. Questions: flu@example.org"
)


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
        self.server, self._folder = Server(folder / "server", folder / "clock"), folder
        self.clock = TownClock(self.server)
        self._neighbours: list[Donor] = []
        self.before_noise: list[list[int]] = []
        folder.mkdir(exist_ok=True)
        self.clock.now = FIRST
        groups = ("--protocol", "plain", "--group-size", 3, "--min-group", 3)
        self.server.here("init", *groups, "--zone", "UTC", *options)
        self._hand_out_programs()
        self.campaign("flu", "Winter flu")
        # Else a story's first night would plan a round of whoever has joined.
        self.server.night(self._add_noise)
        with closing(sqlite3.connect(self._new)) as new, closing(sqlite3.connect(self.server.books)) as books:
            books.backup(new)
        shutil.copyfile(self._ledger, self._new_ledger)

    @property
    def url(self) -> str:
        """Where the server is reached."""
        return self.server.url

    def _hand_out_programs(self) -> None:
        """Let the page to join by offer the app, and the extension from a store."""
        settings = Folder(self.server.data).config
        settings.write_text(settings.read_text("utf-8").replace("# chromium =", "chromium ="), "utf-8")
        downloads = self.server.data / "downloads"
        downloads.mkdir()
        (app := downloads / "private-data-donor_0.1.0_amd64.deb").write_bytes(b"app")
        os.utime(app, (0, 0))  # a new file could still be being copied

    @property
    def _new(self) -> Path:
        return self._folder / "new.sqlite"

    @property
    def _ledger(self) -> Path:
        return Folder(self.server.data).ledger

    @property
    def _new_ledger(self) -> Path:
        return self._folder / "new.jsonl"

    def campaign(self, name: str, title: str, *strata: str, more: Sequence[str] = ()) -> None:
        """Offer a campaign in these regions, with more keywords than the usual ones."""
        words = ("flu", "fever + child", "cough", *more)
        dates = {"start": NOON.date(), "end": date(2026, 12, 31)}
        texts = {"id": name, "title": title, "purpose": "To see the flu come.", "consent": _CONSENT}
        self.server.launch(campaign_file(**texts, **dates, strata=strata, vocabulary=words, caps=(5, 10, 5)), name)

    def append(self, campaign: str, entry: str) -> None:
        """Add a keyword to a campaign."""
        self.server.here("campaign", "append", campaign, entry, "--rehearsal-clock", self.server.clock)

    # --- a story

    def story(self) -> Iterator["Town"]:
        """Return the town as new, for one story."""
        self.clock.now = FIRST
        with closing(sqlite3.connect(self._new)) as new, closing(sqlite3.connect(self.server.books)) as books:
            new.backup(books)
        shutil.copyfile(self._new_ledger, self._ledger)
        Folder(self.server.data).ledger_end.unlink(missing_ok=True)  # it notes that the story before wrote more
        if not self.server.runs:
            self.server.start()
        self.before_noise.clear()
        self._neighbours = [self._neighbour(name) for name in ("ben", "cat")]
        yield self
        for neighbour in self._neighbours:
            neighbour.close()

    def _neighbour(self, name: str) -> Donor:
        home = self._folder / name
        shutil.rmtree(home, ignore_errors=True)
        donor = open_donor(home, self.server.clock)
        join_home(donor, self.url, "flu")
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
        self.clock.now = noon
        self.server.night(self._add_noise)
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
        with closing(sqlite3.connect(self.server.books)) as books:
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
        with closing(sqlite3.connect(self.server.books)) as books:
            return int(books.execute(query).fetchone()[0])
