"""Monitoring: a day's counts are kept in the transaction that they come from, and small counts are not shown."""

from datetime import timedelta
from pathlib import Path

import pytest

from pdd_server.services.accounts.model import Role
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.operations.monitoring import MonitoringReport, known_versions, monitoring_report
from pdd_server.store import monitoring as stored
from pdd_shared.protocol.days import day_of
from tests.server.simulated_server import DAY, HandClock, client_of, donors, new_server, night, record_week
from tests.server.web.people import add_person, token_of


def watched(server: Deployment) -> MonitoringReport:
    with server.store.read() as connection:
        return monitoring_report(connection, server.config, day_of(server.clock(), server.config.time_zone))


def test_a_donor_is_counted_once_a_day_with_its_version(server: Deployment, clock: HandClock) -> None:
    """A donor is counted once a day under its first version, however often it checks in."""
    crowd = donors(server, 3)
    for donor in crowd:
        for _ in range(2):
            donor.check_in()
    with server.store.read() as connection:
        assert stored.versions_of(connection, DAY) == {"0.1.0": 3}
    clock.next_day()
    assert (watched(server).yesterday, dict(watched(server).versions.known)) == (3, {"0.1.0": 3})


@pytest.mark.parametrize(
    ("counts", "known", "others"),
    [
        ({}, {}, 0),
        ({"1.0": 50}, {"1.0": 50}, 0),
        ({"1.0": 49}, {}, 49),
        ({"1.0": 90, "1.1": 60, "2.0": 3}, {"1.0": 90}, 63),
        ({"1.0": 90, "1.1": 60, "2.0": 50}, {"1.0": 90, "1.1": 60, "2.0": 50}, 0),
        ({"1.0": 90, "": 3, "2.0": 48}, {"1.0": 90}, 51),
        ({"1.0": 90, "2.0": 1}, {}, 91),
        ({"": 70}, {}, 70),
    ],
)
def test_no_small_cell_is_told(counts: dict[str, int], known: dict[str, int], others: int) -> None:
    """A version that few donors use is not shown, and can't be computed from what is shown."""
    found = known_versions(DAY, counts, 50)
    assert (dict(found.known), found.others) == (known, others)


def test_lost_groups_are_counted_in_plain(tmp_path: Path, clock: HandClock) -> None:
    """A `plain` group that lacks a vector is counted as lost; a complete one is not."""
    server = new_server(tmp_path, clock, delay=0)
    crowd = donors(server, 6)
    for donor in crowd:
        donor.check_in()
    clock.next_day()
    night(server)
    for donor in crowd[1:]:
        donor.work()
    clock.next_day()
    night(server)
    first = watched(server).rounds[0]
    assert (first.round.counted, first.lost, first.confidence) == (3, 1, 0.5)
    server.store.dispose()


def test_counts_go_with_the_records_of_rounds(server: Deployment, clock: HandClock) -> None:
    """Monitoring counts are deleted after the days that the settings keep."""
    donors(server, 1)[0].check_in()
    clock.next_day(server.config.retention.rounds + 2)
    record_week(server)
    night(server)
    with server.store.read() as connection:
        assert stored.versions_of(connection, DAY) == {}


def test_programs_read_it_with_a_token(server: Deployment, clock: HandClock) -> None:
    """A token reads monitoring as JSON with an ETag; without one it is 401, and 404 for another token's campaign."""
    for donor in donors(server, 3):
        donor.work()
    clock.next_day()
    night(server)
    client, header = client_of(server), token_of(server, add_person(server, Role.VIEWER, ["flu"]))
    answer = client.get("/v1/portal/monitoring", headers=header)
    assert (answer.json["registered"], answer.json["active"]) == (
        3,
        {(clock.now - timedelta(days=1)).date().isoformat(): 3},
    )
    assert (
        client.get("/v1/portal/monitoring", headers={**header, "If-None-Match": answer.headers["ETag"]}).status_code
        == 304
    )
    assert client.get("/v1/portal/monitoring").status_code == 401
    assert client.get("/v1/portal/campaigns/flu/entries", headers=header).json == {"entries": []}
    assert client.get("/v1/portal/campaigns/cold/entries", headers=header).status_code == 404
