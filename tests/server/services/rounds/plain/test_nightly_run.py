"""The nightly run: windows, days on which the server was down, too few donors, time zones."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from pdd_server.services.campaigns import campaigns
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.operations.status import status_text
from pdd_shared.protocol.days import day_of
from pdd_shared.protocol.limits import COUNTING_RULES
from tests.server.simulated_server import (
    DAY,
    HandClock,
    campaign,
    donors,
    dump,
    morning_after,
    new_server,
    night,
    published,
    record_week,
    status_of,
)

DELAY = 1


def test_window_ends_after_delay_and_one_more_nights(server: Deployment, clock: HandClock) -> None:
    """With one day of delay a vector may come on D+1 and D+2, and the nightly run of D+3 ends the round."""
    crowd = morning_after(server, clock)
    for donor in crowd[:5]:
        donor.work([1])
    clock.next_day()
    assert night(server).published == ()
    crowd[5].work([1])
    clock.next_day()
    assert night(server).published == (DAY,)
    assert published(server)["days"][0]["donors"] == 6


def test_summed_round_is_published_before_its_window_ends(server: Deployment, clock: HandClock) -> None:
    """When every group is summed, the next nightly run publishes, and a second run on the same date does not."""
    for donor in morning_after(server, clock):
        donor.work([1])
    assert night(server).published == ()
    clock.next_day()
    assert night(server).published == (DAY,)


def test_days_the_server_was_down_do_not_count(server: Deployment, clock: HandClock) -> None:
    """Three days without a nightly run count as one night of the window, so donors have the promised delay."""
    crowd = morning_after(server, clock)
    for donor in crowd[:5]:
        donor.work([1])
    clock.next_day(3)
    assert night(server).published == ()
    crowd[5].work([1])
    clock.next_day()
    assert night(server).published == (DAY,)
    (day,) = published(server)["days"]
    assert (day["confidence"], day["counting_rules"]) == (1.0, COUNTING_RULES)


def test_each_missed_day_is_grouped_by_its_own_attendance(server: Deployment, clock: HandClock) -> None:
    """After several days without a nightly run, each missed day gets its round, of the donors who were there on it."""
    crowd = donors(server, 6)
    for there in (crowd, crowd[:3], crowd[3:]):
        for donor in there:
            donor.check_in()
        clock.next_day()
    assert night(server).opened == (DAY, DAY + timedelta(days=1), DAY + timedelta(days=2))
    assert [one["members"] for one in status_of(server)["rounds"]] == [6, 3, 3]
    assert [len(donor.check_in().json["tasks"]) for donor in crowd] == [2] * 6


def test_lost_groups_cost_confidence(server: Deployment, clock: HandClock) -> None:
    """With one of two groups lost, the other's donors are counted, and confidence is their share of the active
    donors.
    """
    crowd = morning_after(server, clock, 7)
    first = {donor.check_in().json["tasks"][0]["roster"]["payload"]: donor for donor in crowd}
    absent = next(iter(first.values()))
    group = absent.check_in().json["tasks"][0]["roster"]["payload"]
    counted = sum(donor.check_in().json["tasks"][0]["roster"]["payload"] != group for donor in crowd)
    for donor in crowd:
        if donor is not absent:
            donor.work([1, 2, 3, 4])
    for _ in range(DELAY + 1):
        clock.next_day()
        night(server)
    (day,) = published(server)["days"]
    assert (day["donors"], day["searches"]) == (counted, 2 * counted)
    assert day["totals"] == {"flu": 3 * counted, "child + fever": 4 * counted}
    assert day["confidence"] == counted / 7


def test_round_lost_as_a_whole_is_published_as_missing(server: Deployment, clock: HandClock) -> None:
    """If no group has all its vectors, the day is published as lost, without any number."""
    morning_after(server, clock, 3)[0].work([1])
    for _ in range(DELAY + 1):
        clock.next_day()
        night(server)
    found = published(server)
    assert found["days"] == []
    assert found["missing"][0] == {
        "day": DAY.isoformat(),
        "reason": "lost",
        "active": 3,
        "needed": 3,
        "confidence": 0.0,
    }


def test_too_few_donors_wait(server: Deployment, clock: HandClock) -> None:
    """Two donors make no group of three: there is no round and no task, and the status says what is waited for."""
    crowd = donors(server, 2)
    for donor in crowd:
        donor.check_in()
    clock.next_day()
    assert night(server).opened == ()
    assert published(server)["missing"][0]["reason"] == "waiting"
    assert status_of(server)["campaigns"][0]["waiting"] == {"day": DAY.isoformat(), "active": 2, "needed": 3}
    assert "waiting for more donors: 2 on 2026-11-20, a sum needs 3" in status_text(status_of(server))
    for donor in [*crowd, *donors(server, 1)]:
        assert donor.check_in().json["tasks"] == []
    clock.next_day()
    night(server)
    assert status_of(server)["campaigns"][0]["waiting"] is None


def test_days_without_a_campaign_make_no_round(tmp_path: Path, clock: HandClock) -> None:
    """Days before the start, after the end and after closing are neither grouped nor called missing."""
    server = new_server(tmp_path, clock, campaign(start=DAY + timedelta(days=1), end=DAY + timedelta(days=2)))
    crowd = donors(server, 3)
    rounds: list[date] = []
    for _ in range(5):
        for donor in crowd:
            donor.work()
        clock.next_day()
        rounds += night(server).opened
    assert rounds == [DAY + timedelta(days=1), DAY + timedelta(days=2)]
    assert published(server)["missing"] == []
    server.store.dispose()


def test_closed_campaign_still_publishes_its_open_rounds(server: Deployment, clock: HandClock) -> None:
    """Closing a campaign starts no new rounds, and its open round is published as usual."""
    crowd = morning_after(server, clock, 3)
    for donor in crowd:
        donor.work([1])
    with server.store.write() as connection:
        campaigns.close(connection, "flu", DAY + timedelta(days=1))
    clock.next_day()
    report = night(server)
    assert (report.opened, report.published) == ((), (DAY,))
    assert crowd[0].send("/v1/campaigns").json == {"campaigns": []}


def test_running_again_changes_nothing(server: Deployment, clock: HandClock) -> None:
    """On every day of a campaign a second nightly run leaves database and files exactly as they were."""
    crowd = donors(server, 4)
    for _ in range(5):
        for donor in crowd:
            donor.work([1])
        clock.next_day()
        night(server)
        before, files = dump(server), _files(server)
        report = night(server, add_noise=lambda numbers, _noise: [0 for _ in numbers])
        assert (report.opened, report.published, report.files) == ((), (), ())
        assert (dump(server), _files(server)) == (before, files)


def _files(server: Deployment) -> dict[Path, tuple[bytes, int]]:
    found = (path for path in server.folder.published.rglob("*") if path.is_file())
    return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in found}


def test_clock_set_back_does_nothing(server: Deployment, clock: HandClock) -> None:
    """A nightly run does nothing on a date before the last one."""
    morning_after(server, clock, 3)
    before = dump(server)
    clock.next_day(-2)
    night(server)
    assert dump(server) == before


def test_old_records_expire(tmp_path: Path, clock: HandClock) -> None:
    """Attendance, finished rounds and absent donors are deleted after the days in the settings, and not before."""
    server = new_server(tmp_path, clock, retention={"activity": 7, "rounds": 7, "donors": 30})
    crowd = morning_after(server, clock, 3)
    for _ in range(6):
        clock.next_day()
        night(server)
    assert 'INSERT INTO "activity"' in "\n".join(dump(server))
    assert [one["day"] for one in status_of(server)["rounds"]] == [DAY.isoformat()]
    clock.next_day()
    night(server)
    assert 'INSERT INTO "activity"' not in "\n".join(dump(server))
    assert status_of(server)["rounds"] == []
    crowd[0].check_in()
    clock.next_day(25)
    record_week(server)
    night(server)
    assert status_of(server)["donors"] == 1
    assert published(server)["missing"][0]["day"] == DAY.isoformat()
    server.store.dispose()


@pytest.mark.parametrize(
    ("zone", "first", "hours"),
    [
        ("Europe/London", date(2026, 3, 29), 23),
        ("Europe/London", date(2026, 10, 25), 25),
        ("America/Sao_Paulo", date(2018, 11, 4), 23),
        ("America/Sao_Paulo", date(2018, 2, 17), 25),
        ("Asia/Kathmandu", date(2026, 11, 20), 24),
    ],
)
def test_days_of_23_and_25_hours(tmp_path: Path, zone: str, first: date, hours: int) -> None:
    """A check-in in the first or last minute of a data day counts for that day, however long it is."""
    clock = HandClock()
    around = campaign(start=first - timedelta(days=3), end=first + timedelta(days=3))
    server = new_server(tmp_path, clock, around, zone=zone)
    begins = next(
        instant
        for minutes in range(-24 * 60, 24 * 60)
        if day_of(
            instant := datetime(first.year, first.month, first.day, tzinfo=UTC) + timedelta(minutes=minutes),
            server.config.time_zone,
        )
        == first
    )
    ends = begins + timedelta(hours=hours)
    clock.now = begins
    crowd = donors(server, 5)
    for donor, instant in zip(
        crowd,
        (begins - timedelta(minutes=1), begins, begins + timedelta(hours=12), ends - timedelta(minutes=1), ends),
        strict=True,
    ):
        clock.now = instant
        donor.check_in()
    clock.now = ends - timedelta(seconds=1)
    assert first not in night(server).opened
    clock.now = ends
    assert night(server).opened == (first,)
    assert [one["members"] for one in status_of(server)["rounds"]] == [3]
    server.store.dispose()
