"""A small world: the server's real code on SQLite, donors' real code with real histories, in one process.

Requests go through WSGI, so that an answer can be lost, a request fail, or a donor die around either. Each donor
searches for a word of its own every day: a 2 in a sum would prove that a vector was counted twice, a large number
that a mask was left over.
"""

import json
import secrets
import shutil
import sqlite3
from collections import defaultdict
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import httpx

from pdd_client.core.errors import DonorError
from pdd_client.donor.donor import Donor
from pdd_client.gateways.keychain import FileKeychain
from pdd_client.gateways.server_http.server_http import ServerHttp
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.web.application import create_app
from pdd_shared.protocol.keys import RandomBytes
from scripts.rehearsal.history_writer import write_chrome
from tests.client.fakes import by_itself
from tests.server.simulated_server import HandClock, campaign, new_server, night

FIRST = date(2026, 11, 2)
WORDS = ("anise", "basil", "cumin", "dill", "elder", "fennel", "ginger", "hyssop", "indigo")
URL = "http://localhost"


class Died(BaseException):
    """Raised to end a donor's process in the middle of its work."""


@dataclass
class Network(httpx.BaseTransport):
    """A donor's connection to the server, with faults planned for its next requests."""

    inner: httpx.BaseTransport
    down: bool = False
    fault: tuple[str, int] | None = None
    registered: list[str] = field(default_factory=list)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Pass the request on unless the server is down; the fault happens when its countdown is over."""
        if self.down:
            raise httpx.ConnectError("down")
        name, left = self.fault or ("", -1)
        self.fault = (name, left - 1) if left > 0 else None
        if left == 0 and name in ("request lost", "died before"):
            raise httpx.ConnectError("lost") if name == "request lost" else Died
        response = self.inner.handle_request(request)
        response.read()
        if request.url.path == "/v1/donors" and response.status_code == 201:
            self.registered.append(json.loads(request.content)["member"]["identity"])
        if left == 0:
            raise httpx.ReadTimeout("lost") if name == "answer lost" else Died
        return response


FAULTS = ("request lost", "answer lost", "died before", "died after")


class World:
    """One server and its donors; each method is one event."""

    def __init__(self, folder: Path, size: int, days: int, **settings: object) -> None:
        """`settings` are the server's; `days` is how many data days the donors' histories cover."""
        self.clock = HandClock(datetime.combine(FIRST, time(0, 30), UTC))
        self.words, self.folder, self.size = WORDS[:size], folder, size
        self.server = self._made(FIRST + timedelta(days=days - 1), settings)
        self.network = Network(httpx.WSGITransport(app=create_app(self.server).wsgi_app))
        self.owner: dict[str, int] = {}
        self.summed: dict[date, set[frozenset[int]]] = defaultdict(set)
        for number in range(size):
            self._history(number, days)

    def _made(self, end: date, settings: dict[str, Any]) -> Deployment:
        """Make a server with a campaign until this day."""
        wanted = campaign(vocabulary=self.words, start=FIRST, end=end)
        return new_server(self.folder, self.clock, wanted, **settings)

    def _random(self, _number: int) -> RandomBytes:
        """Return the source of a donor's random bytes."""
        return secrets.token_bytes

    def _history(self, number: int, days: int) -> None:
        home = self.folder / f"donor-{number}"
        home.mkdir()
        moments = (datetime.combine(FIRST, time(9), UTC) + timedelta(days=ahead) for ahead in range(days))
        url = f"https://www.google.com/search?q={self.words[number]}"
        write_chrome(home / "History", [(url, moment, "") for moment in moments])

    def _donor(self, number: int) -> Donor:
        home = self.folder / f"donor-{number}" / "home"

        return Donor.open(
            home,
            clock=self.clock,
            keychain=FileKeychain(home),
            connect=lambda url: ServerHttp(url, self.network),
            random_bytes=self._random(number),
        )

    def check_in(self, number: int, fault: tuple[str, int] | None = None) -> None:
        """Let the donor contact the server, and join if it has not; `fault` names what goes wrong at which request."""
        self.network.fault = fault
        before = len(self.network.registered)
        try:
            with self._donor(number) as donor:
                if self._has_to_join(donor):
                    donor.campaigns.join(URL)
                by_itself(donor).check_in([self.folder / f"donor-{number}" / "History"])
        except (DonorError, Died):
            pass
        self.network.fault = None
        self.owner |= dict.fromkeys(self.network.registered[before:], number)

    def _has_to_join(self, donor: Donor) -> bool:
        """Return whether a home never began to join; one that was interrupted in it stays away."""
        return donor.installation.joined() is None

    def back_up(self, number: int) -> None:
        """Copy the donor's home."""
        home = self.folder / f"donor-{number}"
        if (home / "home").exists():
            shutil.rmtree(home / "backup", ignore_errors=True)
            shutil.copytree(home / "home", home / "backup")

    def restore(self, number: int) -> None:
        """Put the copy of the donor's home in its place."""
        home = self.folder / f"donor-{number}"
        if (home / "backup").exists():
            shutil.rmtree(home / "home")
            shutil.copytree(home / "backup", home / "home")

    def erase(self, number: int) -> None:
        """Let the donor erase itself at the server."""
        if self.network.down:
            return
        with self._donor(number) as donor:
            if donor.installation.joined() is not None:
                donor.erase_me()

    def next_day(self, *, outage: bool) -> None:
        """Move the clock past midnight. In an outage the server can't be reached, and its nightly run doesn't run."""
        self.clock.next_day()
        self.network.down = outage
        if not outage:
            self._look()
            night(self.server)
            self._look()

    def _look(self) -> None:
        """Record the members of each group whose members have all sent, as the server's database has them."""
        with closing(sqlite3.connect(self.server.folder.path / "pdd.sqlite")) as books:
            rows = books.execute("SELECT day, roster FROM groups WHERE state = 'summed'")
            for day, roster in rows.fetchall():
                members = [member["identity"] for member in json.loads(roster)["members"]]
                self.summed[date.fromisoformat(day)].add(frozenset(self.owner[member] for member in members))

    def close(self) -> None:
        """Close the server's database."""
        self.network.close()
        self.server.store.dispose()
