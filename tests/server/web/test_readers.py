"""Readers and donors share the server's threads; donors always find one."""

from pathlib import Path
from threading import Event, Semaphore, Thread

import pytest

from pdd_server.services.concurrency_limit import READERS, THREADS
from pdd_server.web.public import views
from tests.server.simulated_server import HandClock, client_of, donors, new_server

SECONDS = 10
READ = ("/", "/campaigns/flu", "/portal", "/v1/portal/campaigns", "/v1/campaigns/flu/results.json")


def test_readers_leave_threads_for_donors(tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> None:
    """With as many slow readers as there are places, others are told at once to come again, and donors are served.

    When the slow ones are done, everybody is served.
    """
    server = new_server(tmp_path, clock)
    (donor,) = donors(server, 1)
    app, begun, go, statuses = client_of(server).application, Semaphore(0), Event(), list[int]()

    def slow(*_: object) -> list[object]:
        begun.release()
        assert go.wait(SECONDS)
        return []

    with monkeypatch.context() as patch:
        patch.setattr(views, "campaign_statuses", slow)
        slow_ones = [
            Thread(target=lambda: statuses.append(app.test_client().get("/").status_code)) for _ in range(READERS)
        ]
        for one in slow_ones:
            one.start()
        for _ in slow_ones:
            assert begun.acquire(timeout=SECONDS)
        refused = [app.test_client().get(path) for path in READ]
        answers = [donor.check_in().status_code, donor.send("/v1/campaigns").status_code]
        go.set()
        for one in slow_ones:
            one.join(SECONDS)
    assert [(answer.status_code, answer.headers["Retry-After"]) for answer in refused] == [(503, "5")] * len(READ)
    assert answers == [200, 200]
    assert statuses == [200] * READERS
    assert [app.test_client().get("/").status_code for _ in range(2 * READERS)] == [200] * 2 * READERS
    server.store.dispose()


def test_a_place_is_given_back_after_an_error(
    tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Requests that fail in any way leave no place taken."""
    server = new_server(tmp_path, clock)
    client = client_of(server)
    with monkeypatch.context() as patch:
        patch.setattr(views, "campaign_statuses", lambda *_: 1 / 0)
        assert [client.get("/").status_code for _ in range(2 * READERS)] == [500] * 2 * READERS
    assert [client.get("/campaigns/none").status_code for _ in range(2 * READERS)] == [404] * 2 * READERS
    assert client.get("/").status_code == 200
    server.store.dispose()


def test_donors_have_threads_of_their_own() -> None:
    """Readers can't take all threads of the HTTP server."""
    assert THREADS - READERS >= 4
