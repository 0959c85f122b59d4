"""When the next check-in is: once a data day at a random moment, with back-off, whatever clock and server do."""

import secrets
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_client.core import schedule
from pdd_client.core.errors import DonorError
from pdd_client.donor.donor import Donor
from pdd_shared.protocol.days import day_bounds, day_of
from tests.client.fakes import DAY, NOON, URL, Clock, FakeServer, open_donor

ROUND = NOON.date()
LONDON = ZoneInfo("Europe/London")
zones = st.sampled_from(["UTC", "Europe/London", "Asia/Tokyo", "America/St_Johns", "Pacific/Apia"]).map(ZoneInfo)
instants = st.datetimes(datetime(2020, 1, 1), datetime(2035, 1, 1)).map(lambda time: time.replace(tzinfo=UTC))
draws = st.binary(min_size=16, max_size=16).map(lambda drawn: lambda size: drawn[:size])


@given(now=instants, zone=zones, draw=draws)
def test_after_a_success_the_next_one_is_on_the_next_data_day(now: datetime, zone: ZoneInfo, draw: object) -> None:
    """The next check-in is on the next data day, with a fifth of it left for retries, in any zone and across clock
    changes.
    """
    moment = schedule.after_success(now, zone, draw)  # type: ignore[arg-type]
    start, end = day_bounds(day_of(now, zone) + DAY, zone)
    assert start < moment < end - (end - start) / 5 + timedelta(seconds=1)


def test_the_window_is_wide() -> None:
    """The earliest and the latest draw are eighteen hours of the day apart."""
    moments = [schedule.after_success(NOON, LONDON, lambda size, byte=byte: byte * size) for byte in (b"\0", b"\xff")]
    assert moments[1] - moments[0] > timedelta(hours=17, minutes=59)


@given(now=instants, failures=st.integers(1, 10_000), draw=draws)
def test_retries_come_ever_less_often_but_do_come(now: datetime, failures: int, draw: object) -> None:
    """The first retry is within five minutes, each wait at most twice the last and four hours, with jitter."""
    wait = schedule.after_failure(now, failures, draw) - now  # type: ignore[arg-type]
    longest = min(timedelta(minutes=5) * 2 ** min(failures - 1, 20), timedelta(hours=4))
    assert longest / 2 <= wait <= longest


@given(
    planned=st.none() | instants,
    last=st.none() | instants,
    now=instants,
    zone=zones,
    draw=draws,
    near=st.integers(-200, 200),
)
def test_no_clock_makes_the_next_check_in_far_away(
    planned: datetime | None, last: datetime | None, now: datetime, zone: ZoneInfo, draw: object, near: int
) -> None:
    """Whatever was planned and whenever the last check-in was, the next is before the end of tomorrow, and stays; after
    a start it is half an hour away, or the next one at all.
    """
    for plan in (planned, now + timedelta(minutes=13 * near)):
        moment = schedule.corrected(plan, last, now, zone, draw)  # type: ignore[arg-type]
        assert now - schedule.OVERSLEPT <= moment < day_bounds(day_of(now, zone) + DAY, zone)[1]
        assert schedule.corrected(moment, last, now, zone, draw) == moment  # type: ignore[arg-type]
        begun = schedule.corrected(plan, last, now, zone, draw, started=True)  # type: ignore[arg-type]
        assert plan is None or begun >= now + schedule.WAIT_AFTER_START
        missed = last is None or day_of(last, zone) != day_of(now, zone)
        end = day_bounds(day_of(now, zone), zone)[1]
        if missed and end - now > schedule.WAIT_AFTER_START + schedule.SOON:
            assert moment < end, "today would end without a check-in"


def test_draws_are_spread_evenly() -> None:
    """Draws are spread evenly: each quarter of an hour gets its share."""
    drawn = [schedule.between(NOON, NOON + timedelta(hours=1), secrets.token_bytes) for _ in range(4000)]
    quarters = [sum(int((moment - NOON) / timedelta(minutes=15)) == i for moment in drawn) for i in range(4)]
    assert sum(quarters) == 4000
    assert min(quarters) > 800


def test_the_plan_outlives_the_program(home: Path, server: FakeServer, clock: Clock, history: Path) -> None:
    """After joining the check-in is within minutes; after one it is tomorrow, at the same moment after a restart."""
    with open_donor(home, server) as donor:
        assert donor.next_check_in() == NOON + DAY
        donor.campaigns.join(URL)
        assert NOON <= donor.next_check_in() <= NOON + schedule.SOON
        donor.check_in([history])
        planned = donor.next_check_in()
    assert day_of(planned, ZoneInfo("UTC")) == ROUND + DAY
    with open_donor(home, server) as donor:
        assert donor.next_check_in() == planned
        clock.now = planned + timedelta(minutes=1)
        assert donor.next_check_in() == planned, "it is due"


def test_a_computer_that_slept_checks_in_half_an_hour_after_it_woke_up(
    donor: Donor, clock: Clock, history: Path
) -> None:
    """After sleep, even of days, the check-in leaves time for a look, and is always at the same moment."""
    donor.campaigns.join(URL)
    donor.check_in([history])
    clock.now = NOON + 5 * DAY
    moment = donor.next_check_in()
    assert schedule.WAIT_AFTER_START <= moment - clock.now <= schedule.WAIT_AFTER_START + schedule.SOON
    clock.now += timedelta(seconds=30)
    assert donor.next_check_in() == moment


def test_after_a_start_the_donor_has_time_to_look(donor: Donor, clock: Clock, history: Path) -> None:
    """A started program makes no contact for half an hour, however often it starts on a day; after days of short
    sessions it waits less.
    """
    donor.campaigns.join(URL)
    donor.check_in([history])
    clock.now = donor.next_check_in()
    for wait in (30, 15, 7.5):
        for _start_of_the_day in range(3):
            moment = donor.next_check_in(started=True)
            assert timedelta(minutes=wait) <= moment - clock.now <= timedelta(minutes=wait + 2)
            clock.now += timedelta(minutes=20)
        clock.now += DAY - timedelta(hours=1)
    donor.check_in([history])
    clock.now = donor.next_check_in()
    assert donor.next_check_in(started=True) >= clock.now + timedelta(minutes=30), "a check-in begins the count anew"


def test_a_server_away_for_a_week_is_asked_again_and_again(
    donor: Donor, server: FakeServer, clock: Clock, history: Path
) -> None:
    """While the server is away it is asked six to about twenty times a day; after success the next is a day later."""
    donor.campaigns.join(URL)
    server.down = True
    tries = 0
    while clock.now < NOON + 7 * DAY:
        clock.now = max(clock.now, donor.next_check_in())
        with pytest.raises(DonorError, match="nothing is lost"):
            donor.check_in([history])
        tries += 1
        assert donor.next_check_in() - clock.now <= schedule.LONGEST_RETRY
    assert 7 * 6 <= tries <= 7 * 20
    server.down = False
    donor.check_in([history])
    assert day_of(donor.next_check_in(), ZoneInfo("UTC")) == day_of(clock.now, ZoneInfo("UTC")) + DAY


def test_a_refusal_that_passes_is_a_failure(donor: Donor, server: FakeServer, clock: Clock, history: Path) -> None:
    """If the server took the contact but was too busy for the counts, the next check-in is not a day away."""
    donor.campaigns.join(URL)
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    server.problems["PUT rounds"] = "rate-limited"
    donor.check_in([history])
    assert donor.next_check_in() <= clock.now + schedule.FIRST_RETRY


def test_an_approved_day_is_sent_soon(donor: Donor, clock: Clock, history: Path) -> None:
    """Approving a finished day brings the next check-in near, and approving today does not."""
    donor.campaigns.join(URL)
    donor.settings.set_sending("review")
    donor.check_in([history])
    donor.days.approve(ROUND, histories=[history])
    assert donor.next_check_in() > NOON + timedelta(hours=2)
    clock.now = NOON + DAY
    donor.check_in([history])
    donor.days.approve(ROUND)
    assert clock.now <= donor.next_check_in() <= clock.now + schedule.SOON


def test_a_clock_set_back_a_day(donor: Donor, server: FakeServer, clock: Clock, history: Path) -> None:
    """After a clock that was a day ahead is corrected, the next check-in is soon, and no day is sent as other bytes."""
    donor.campaigns.join(URL)
    donor.check_in([history])
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    donor.check_in([history])
    (kept,) = server.vectors.values()
    before = list(kept)
    clock.now = NOON
    assert donor.next_check_in() <= NOON + schedule.SOON
    server.vectors.clear()
    donor.check_in([history])
    assert list(server.vectors.values()) in ([], [before])
    assert donor.next_check_in() < NOON + 2 * DAY
    clock.now = NOON + DAY
    donor.check_in([history])
    assert list(server.vectors.values()) in ([], [before])
