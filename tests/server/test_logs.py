"""The log: its two formats, the ids of requests, and that nothing of a donor is in it."""

import io
import json
import logging
from collections.abc import Iterator
from typing import get_args

import pytest

from pdd_server import logs
from pdd_server.jobs.schedule import NightlySchedule
from pdd_server.logs import LogFormat
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.rounds import check_in
from pdd_server.store import donors as stored
from tests.server.simulated_server import HandClock, client_of, donors

DAYS = 4


@pytest.fixture(params=get_args(LogFormat))
def written(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """Return what is logged during the test, down to the smallest detail, in each format."""
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    handler.setFormatter(logs.formatter(request.param))
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield text
    root.removeHandler(handler)
    root.setLevel(before)


def test_a_donors_days_leave_nothing_of_it_in_the_log(
    server: Deployment, clock: HandClock, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Days of donors, with errors and a failure of the program, log no token, address, key or id of a donor."""
    crowd = donors(server, 6)
    nights = NightlySchedule(server)
    for _ in range(DAYS):
        for donor in crowd:
            donor.work([1, 2, 3])
        nights.run_if_due()
        clock.next_day()
    with server.store.read() as connection:
        ids = [one.donor for one in stored.attendances(connection, clock.now.date(), DAYS)]
        ids += [one.donor for one in stored.attendances(connection, clock.now.date().replace(day=23), DAYS)]
    assert len(ids) >= 6
    crowd[0].put("/v1/rounds/2026-11-19/vectors/0", b"x")
    crowd[0].check_in(number=77)
    monkeypatch.setattr(check_in, "admit", _fail)
    assert crowd[0].check_in().status_code == 500
    told = written.getvalue()
    assert "night: opened 2026-11-20" in told
    assert "internal error: ZeroDivisionError" in told
    for donor in crowd:
        assert donor.token not in told
        assert donor.member.identity not in told
        assert donor.member.exchange not in told
    assert not [one for one in (*ids, "127.0.0.1") if one in told]


def _fail(*_: object) -> None:
    raise ZeroDivisionError


def test_an_error_is_found_by_the_id_in_its_response(
    server: Deployment, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each response has a new id; the log lines of a failed request have the id that its response has."""
    (donor,) = donors(server, 1)
    monkeypatch.setattr(check_in, "admit", _fail)
    failed = donor.check_in()
    (line,) = [line for line in written.getvalue().splitlines() if "internal error" in line]
    assert failed.headers[logs.HEADER] in line
    client = client_of(server)
    assert len({client.get("/healthz").headers[logs.HEADER] for _ in range(3)}) == 3
    if line.startswith("{"):
        said = json.loads(line)
        assert (said["level"], said["logger"], said["request"]) == (
            "error",
            "pdd_server.web.problems",
            failed.headers[logs.HEADER],
        )
        assert said["timestamp"].endswith("Z")
    else:
        assert line.startswith("ERROR pdd_server.web.problems: internal error: ZeroDivisionError at ")
