"""Whether the server is ready: each problem by its name, and the answers to health checks."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from pdd_server.services.operations import readiness
from pdd_server.services.operations.data_folder import Deployment, open_folder
from pdd_server.services.operations.readiness import Problem, problems
from pdd_server.services.operations.signing_keys import RENEWED_BEFORE
from pdd_server.store.engine import Store
from tests.server.simulated_server import HandClock, client_of, night


def test_a_server_after_its_nightly_run_is_ready(server: Deployment) -> None:
    """A server whose nightly run is done has no problem, and says so; the process is alive without asking anything."""
    night(server)
    assert problems(server) == ()
    client = client_of(server)
    assert [(answer.status_code, answer.json) for answer in map(client.get, ("/healthz", "/readyz"))] == [
        (200, {"status": "alive"}),
        (200, {"status": "ready"}),
    ]


@pytest.mark.parametrize(("hours", "expected"), [(1, ()), (3, (Problem.NIGHTLY_RUN,))])
def test_a_nightly_run_is_late_two_hours_after_midnight(
    server: Deployment, clock: HandClock, hours: int, expected: tuple[Problem, ...]
) -> None:
    """The nightly run of a date has two hours from midnight; then the server says that it is late."""
    night(server)
    clock.now = datetime(2026, 11, 21, hours, tzinfo=UTC)
    assert problems(server) == expected
    night(server)
    assert problems(server) == ()


def test_a_late_nightly_run_cuts_nobody_off(server: Deployment) -> None:
    """A load balancer still sends requests, and can read the problem's name."""
    answer = client_of(server).get("/readyz")
    assert (answer.status_code, answer.json) == (200, {"status": "ready", "problems": ["nightly-run"]})


def test_a_database_that_cannot_be_written_is_a_problem(server: Deployment) -> None:
    """While another transaction holds the write lock for long, the database is a problem."""
    night(server)
    url = server.store.engine.url.render_as_string(hide_password=False)
    brief = Store(url, patience=0.05)
    with server.store.write():
        assert problems(replace(server, store=brief)) == (Problem.DATABASE,)
    brief.dispose()


def test_a_schema_of_another_version_is_a_problem(server: Deployment) -> None:
    """Once a newer program has migrated the database, the older one has a problem. It still takes requests until it is
    replaced.
    """
    night(server)
    with server.store.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    assert problems(server) == (Problem.SCHEMA,)
    answer = client_of(server).get("/readyz")
    assert (answer.status_code, answer.json) == (200, {"status": "ready", "problems": ["schema"]})


def test_a_disk_that_is_nearly_full_is_a_problem(server: Deployment, monkeypatch: pytest.MonkeyPatch) -> None:
    """Less than 64 MB of free disk is a problem before anything fails. A load balancer gets 503 and its name."""
    night(server)
    monkeypatch.setattr(readiness, "free_bytes", lambda _: readiness.LEAST_FREE - 1)
    assert problems(server) == (Problem.DISK,)
    answer = client_of(server).get("/readyz")
    assert (answer.status_code, answer.json) == (503, {"status": "not-ready", "problems": ["disk"]})


def test_an_online_key_that_has_ended_is_a_problem(server: Deployment, clock: HandClock) -> None:
    """When the statement for the online key has ended, donors refuse the server. Started anew without identity.key, it
    still serves the public pages.
    """
    left = readiness.online_key_days(server, clock.now.date())
    assert left > RENEWED_BEFORE.days
    clock.now += timedelta(days=left + 1)
    night(server)
    assert problems(server) == (Problem.ONLINE_KEY,)
    server.folder.identity_key.unlink()
    again = open_folder(server.folder, clock)
    client = client_of(again)
    assert [client.get(page).status_code for page in ("/readyz", "/", "/v1/server")] == [200, 200, 200]
    again.store.dispose()
