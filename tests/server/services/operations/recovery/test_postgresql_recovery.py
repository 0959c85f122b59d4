"""Recovery with a real PostgreSQL: backups from and into it, and its own point-in-time recovery."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import create_engine, text

from pdd_server.errors import SetupError
from pdd_server.services.ledger.reconciliation import record
from pdd_server.services.operations.data_folder import Deployment, Folder, open_folder
from pdd_server.services.operations.recovery.backup import back_up
from pdd_server.services.operations.recovery.checks import findings
from pdd_server.services.operations.recovery.reset import reset
from pdd_server.services.operations.recovery.restore import restore
from tests.server.services.operations.recovery.restored_servers import move
from tests.server.services.rounds.cohort.simulated_donors import (
    CohortPlayer,
    a_day,
    cohort_players,
    cohort_server,
    everybody,
)
from tests.server.simulated_server import DAY, Donor, HandClock, published
from tests.support.processes.postgresql_server import PostgreSQLServer, new_server, programs
from tests.support.processes.timeouts import until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed: scripts/install/test-programs"),
]


@dataclass
class Cluster:
    """A PostgreSQL server with archived log, and a database for a server of ours."""

    server: PostgreSQLServer
    archive: Path

    @property
    def url(self) -> str:
        return self.server.url("pdd")

    def ask(self, question: str) -> Any:
        """Return the answer of the database to a question."""
        engine = create_engine(self.server.url("postgres").replace("postgresql:", "postgresql+psycopg:"))
        with engine.connect() as connection:
            answer = connection.execution_options(isolation_level="AUTOCOMMIT").execute(text(question)).scalar_one()
        engine.dispose()
        return answer

    def archive_all(self) -> None:
        """Wait until all that is written so far is in the archive."""
        last = self.ask("SELECT pg_walfile_name(pg_switch_wal())")
        until(lambda: (self.archive / last).exists())

    def go_back_to(self, time: str) -> None:
        """Replace the cluster by its base backup, and replay the archive up to a time, as the operator's guide says."""
        folder = self.server.folder
        self.server.stop()
        (folder / "data").rename(folder / "lost")
        (folder / "base").rename(folder / "data")
        with (folder / "data" / "postgresql.auto.conf").open("a") as settings:
            settings.write(f"restore_command = 'cp {self.archive}/%f %p'\n")
            settings.write(f"recovery_target_time = '{time}'\nrecovery_target_action = 'promote'\n")
        (folder / "data" / "recovery.signal").touch()
        self.server.start()
        until(lambda: not self.ask("SELECT pg_is_in_recovery()"))


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """Return a running cluster that archives its log."""
    server = new_server()
    made = Cluster(server, server.folder / "archive")
    server.execute("ALTER SYSTEM SET archive_mode = on")
    server.execute(f"ALTER SYSTEM SET archive_command = 'cp %p {server.folder}/archive/%f'")
    made.archive.mkdir()
    made.archive.chmod(0o777)
    server.stop("fast")
    server.start()
    server.execute("CREATE DATABASE pdd TEMPLATE template0")
    yield made
    server.stop()


def numbers(server: Deployment) -> dict[str, Any]:
    return {day["day"]: (day["donors"], day["searches"], day["totals"]) for day in published(server)["days"]}


def missing(server: Deployment) -> set[str]:
    return {day["day"] for day in published(server)["missing"]}


def played(server: Deployment, clock: HandClock, crowd: list[CohortPlayer], days: int) -> None:
    for _ in range(days):
        a_day(server, clock, crowd)


def goes_on(again: Deployment, clock: HandClock, crowd: list[CohortPlayer]) -> None:
    """Play days: donors are counted again with the tokens that they have, and all that was published stays."""
    move(cast(list[Donor], crowd), again)
    today, before = clock().date(), numbers(again)
    everybody(crowd, "ticket")
    played(again, clock, crowd, 5)
    assert before.items() <= numbers(again).items()
    assert today.isoformat() in numbers(again)
    assert [one for one in findings(again.folder, clock) if one.problem is not None] == []
    again.store.dispose()


def test_point_in_time_recovery_then_a_reset(cluster: Cluster, clock: HandClock, tmp_path: Path) -> None:
    """A cluster that went back to a point in time is refused until a reset. Then every day is exact or missing by
    name, what was charged stays charged, and donors go on.
    """
    server = cohort_server(tmp_path, clock, database=cluster.url)
    crowd = cohort_players(server, 4)
    everybody(crowd)
    played(server, clock, crowd, 3)
    base = f"{cluster.server.folder}/base"
    cluster.server.run(
        "pg_basebackup", "-D", base, "-h", str(cluster.server.folder), "-U", "postgres", "-X", "none", "-c", "fast"
    )
    played(server, clock, crowd, 2)
    time = cluster.ask("SELECT now()::text")
    played(server, clock, crowd, 2)
    before, cost = numbers(server), published(server)["privacy"]["spent"]
    server.store.dispose()
    cluster.archive_all()
    cluster.go_back_to(time)
    again = open_folder(server.folder, clock)
    assert 0 < len(numbers(again)) < len(before)
    with pytest.raises(SetupError, match="run pdd-server reset"):
        record(again.store, again.ledger)
    today = reset(again)[1]
    assert numbers(again) == before
    days = {(DAY + timedelta(days=ahead)).isoformat() for ahead in range((today - DAY).days)}
    assert (before.keys() | missing(again), before.keys() & missing(again)) == (days, set())
    assert published(again)["privacy"]["spent"]["days"] == len(days) >= cost["days"]
    goes_on(again, clock, crowd)


def test_a_backup_goes_from_either_database_into_the_other(cluster: Cluster, clock: HandClock, tmp_path: Path) -> None:
    """A server on a file of SQLite is restored into PostgreSQL, and that one into a file again; donors go on. A
    database that has tables is refused.
    """
    server = cohort_server(tmp_path, clock, database=f"sqlite:///{tmp_path / 'own.sqlite'}")
    crowd = cohort_players(server, 4)
    everybody(crowd)
    played(server, clock, crowd, 5)
    before = numbers(server)
    for number, url in enumerate((cluster.url, None)):
        copy, folder = tmp_path / f"copy-{number}", Folder(tmp_path / f"data-{number}")
        back_up(server, copy, with_keys=True)
        server.store.dispose()
        restore(copy, folder, clock, url)
        server = open_folder(folder, clock)
        assert numbers(server) == before
    with pytest.raises(SetupError, match="has tables already; give an empty database"):
        restore(copy, Folder(tmp_path / "third"), clock, cluster.url)
    goes_on(server, clock, crowd)
