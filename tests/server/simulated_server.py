"""Helpers of the server's tests: a data folder on disk, a settable clock, and donors that play their half of
`plain`.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import numpy as np
from flask.testing import FlaskClient
from sqlalchemy import Connection, select

from pdd_server.config import Config, check_config
from pdd_server.jobs import nightly_run
from pdd_server.services.campaigns import campaigns
from pdd_server.services.operations.data_folder import Deployment, Folder, create, open_folder
from pdd_server.services.operations.status import status
from pdd_server.services.results.results import results
from pdd_server.store.engine import Store
from pdd_server.store.rounds import nights
from pdd_server.store.tables import metadata
from pdd_server.web.application import create_app
from pdd_shared.protocol.days import day_of
from pdd_shared.protocol.keys import DonorSecrets
from pdd_shared.protocol.messages import Campaign, Member, Signed
from pdd_shared.protocol.terms import Noise
from pdd_shared.rounds.layout import Vector, width
from pdd_shared.rounds.plain import donor as plain_donor
from pdd_shared.rounds.plain.context import Context
from tests.support.processes import postgresql_server
from tests.support.processes.timeouts import PATIENCE
from tests.support.terms import terms

DAY = date(2026, 11, 20)
Send = Callable[..., Any]


@dataclass
class HandClock:
    """A clock that stands still until a test moves it."""

    now: datetime = datetime(2026, 11, 20, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def next_day(self, days: int = 1) -> None:
        self.now += timedelta(days=days)


def no_noise(numbers: list[int], noise: Noise) -> list[int]:
    """Return the sums without noise, in place of the sampler."""
    return numbers


def keep_order(donors: list[Any]) -> None:
    """Leave donors in their order, in place of a shuffle."""


def settings(**changes: Any) -> Config:
    values = {
        "protocol": "plain",
        "group_size": 3,
        "min_group": 3,
        "delay": 1,
    }
    return check_config({**values, **changes}, Path("config.toml"))


def campaign(**changes: Any) -> Campaign:
    values: dict[str, Any] = {
        "id": "flu",
        "title": "Winter flu",
        "purpose": "How does flu spread?",
        "contact": "flu@example.org",
        "consent": {"en": "You give counts."},
        "vocabulary": ("flu", "child + fever"),
        "strata": (),
        "start": date(2026, 11, 1),
        "end": date(2026, 12, 31),
        "terms": terms(),
    }
    return Campaign(**{**values, **changes})


@cache
def _tables() -> bytes:
    """Return the bytes of a new server's database, made once, because migrating takes half of most tests' time."""
    with TemporaryDirectory() as folder:
        create(Folder(Path(folder)), settings(), os.urandom)
        return (Path(folder) / "pdd.sqlite").read_bytes()


def new_server(path: Path, clock: Callable[[], datetime], *added: Campaign, **changes: Any) -> Deployment:
    """Return an opened server's data folder on disk with these campaigns (one by default) under its protocol."""
    folder, config = Folder(path / "data"), database_of_tests(settings(**changes), path)
    if not config.database and not folder.path.exists():
        folder.path.mkdir(mode=0o700, parents=True)
        file = folder.path / "pdd.sqlite"
        file.touch(mode=0o600)
        file.write_bytes(_tables())
    create(folder, config, os.urandom)
    server = open_folder(folder, clock)
    with server.store.write() as connection:
        for one in added or (campaign(),):
            campaigns.create(connection, server.config, one)
    return server


def night(server: Deployment, **changes: Any) -> nightly_run.Report:
    """Do a nightly run without noise, with donors grouped in the order of their ids; raise if a part of it fails."""
    report = nightly_run.run(server, **{"add_noise": no_noise, "shuffle": keep_order, **changes})
    report.raise_first_failure()
    return report


def record_week(server: Deployment) -> None:
    """Record the nights of the last seven days, as of a server that was never off: what is old goes tonight."""
    today = day_of(server.clock(), server.config.time_zone)
    with server.store.write() as connection:
        for ago in range(1, 8):
            if not nights.has(connection, today - timedelta(days=ago)):
                nights.add(connection, today - timedelta(days=ago))


class _Client(FlaskClient):
    """A test client that reads each answer to its end, so that no file stays open."""

    def open(self, *args: Any, **request: Any) -> Any:
        return super().open(*args, **{"buffered": True, **request})


def client_of(server: Deployment) -> FlaskClient:
    app = create_app(server)
    app.test_client_class = _Client
    return app.test_client()


def dump(server: Deployment) -> list[str]:
    """Return everything in the database, for comparisons."""
    with server.store.engine.connect() as connection:
        if connection.dialect.name != "sqlite":
            return list(_rows(connection))
        raw = connection.connection.driver_connection
        assert raw is not None
        return list(raw.iterdump())


def _rows(connection: Connection) -> Iterator[str]:
    """Yield every row as SQLite's dump writes it, as far as tests read that."""
    for table in metadata.sorted_tables:
        for row in sorted(map(str, connection.execute(select(table)).all())):
            yield f'INSERT INTO "{table.name}" VALUES{row}'


def database_of_tests(config: Config, path: Path) -> Config:
    """Return the settings with the database that tests under this path use: SQLite unless they run on PostgreSQL."""
    if config.database or not postgresql_server.is_wanted():
        return config
    return config.model_copy(update={"database": postgresql_server.database_for(path)})


def store_of_tests(path: Path) -> Store:
    """Return an empty database under this path, on SQLite unless the tests run on PostgreSQL."""
    url = f"sqlite:///{path / 'pdd.sqlite'}"
    return Store(postgresql_server.database_for(path, template="template0") if postgresql_server.is_wanted() else url)


@dataclass
class Donor:
    """A donor: its keys, its token and what it still has to send; `send` works like a Flask test client's `open`."""

    send: Send
    identity: bytes
    server_key: bytes
    secrets: DonorSecrets = field(default_factory=lambda: DonorSecrets.generate(os.urandom))
    token: str = ""
    number: int = 0

    @property
    def member(self) -> Member:
        return self.secrets.member(self.identity)

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}", "Pdd-Client": "0.1.0"}

    def register(self, **more: Any) -> Any:
        answer = self.send("/v1/donors", method="POST", json={"member": self.member.model_dump(), **more})
        if answer.status_code == 201:
            self.token, self.number = answer.json["token"], answer.json["number"]
        return answer

    def check_in(self, nonce: str | None = None, number: int | None = None) -> Any:
        told = self.number if number is None else number
        body = {"number": told, "nonce": nonce or os.urandom(32).hex(), **self.told()}
        answer = self.send("/v1/check-in", method="POST", json=body, headers=self.headers)
        if answer.status_code == 200:
            self.number = answer.json["number"]
        return answer

    def told(self) -> Mapping[str, Any]:
        """Return what a check-in says beside number and nonce."""
        return {}

    def context(self, task: Mapping[str, Any], today: date) -> Context:
        plan, roster = (Signed.model_validate(task[part]) for part in ("plan", "roster"))
        return plain_donor.open_round(
            plan,
            roster,
            identity=self.identity,
            server_key=self.server_key,
            own=self.member,
            today=today,
            signed_before=None,
        )

    def blind(self, task: Mapping[str, Any], today: date, numbers: Iterable[int] = ()) -> tuple[str, bytes]:
        """Return the address and bytes of the blinded vector for a task, with zeros after the given numbers."""
        context = self.context(task, today)
        vector: Vector = np.zeros(width(context.plan.layout), dtype=np.uint32)
        given = list(numbers)
        vector[: len(given)] = given
        address = f"/v1/rounds/{context.plan.day}/vectors/{context.digest.hex()}"
        return address, plain_donor.submit(context, self.secrets, vector)

    def put(self, address: str, data: bytes) -> Any:
        headers = {**self.headers, "Content-Type": "application/octet-stream"}
        return self.send(address, method="PUT", data=data, headers=headers)

    def work(self, numbers: Iterable[int] = ()) -> Any:
        """Check in, send these numbers for every task, and return the check-in's answer."""
        given = list(numbers)
        answer = self.check_in()
        for task in answer.json["tasks"]:
            receipt = self.put(*self.blind(task, date.fromisoformat(answer.json["day"]), given))
            assert receipt.status_code == 200, receipt.json
        return answer


def donors(server: Deployment, number: int, send: Send | None = None) -> list[Donor]:
    """Return registered donors."""
    send = send or client_of(server).open
    crowd = [Donor(send, server.identity, server.online_key.verify_key.encode()) for _ in range(number)]
    for donor in crowd:
        assert donor.register().status_code == 201
    return crowd


def published(server: Deployment, name: str = "flu") -> dict[str, Any]:
    """Return the results of a campaign."""
    with server.store.read() as connection:
        return results(connection, name)


def status_of(server: Deployment) -> dict[str, Any]:
    """Return the status by the server's own clock."""
    now = server.clock()
    with server.store.read() as connection:
        return status(connection, server, now, day_of(now, server.config.time_zone))


def morning_after(server: Deployment, clock: HandClock, number: int = 6) -> list[Donor]:
    """Return donors who were active on DAY, on the next morning, when their round is open."""
    crowd = donors(server, number)
    for donor in crowd:
        donor.check_in()
    clock.next_day()
    assert night(server).opened == (DAY,)
    return crowd


@dataclass(frozen=True)
class Answer:
    """An answer over real HTTP, in the shape of Flask's test responses."""

    status_code: int
    json: Any
    headers: Mapping[str, str]
    data: bytes = field(repr=False)


def over_http(url: str) -> Send:
    """Return a function that sends requests to a server at this address, as `Donor.send` does."""

    def send(path: str, method: str = "GET", **request: Any) -> Answer:
        if "data" in request:
            request["content"] = request.pop("data")
        # Without `verify`, each request would load the certificates of all authorities, also for plain HTTP.
        answer = httpx.request(method, url + path, timeout=PATIENCE, verify=False, **request)
        is_json = answer.content and "json" in answer.headers["Content-Type"]
        return Answer(answer.status_code, answer.json() if is_json else None, answer.headers, answer.content)

    return send
