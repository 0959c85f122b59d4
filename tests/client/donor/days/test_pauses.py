"""A pause, with or without an end: nothing is given meanwhile, and searches in it never count."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_client.core.donation.exclusions import Exclusions, Pause, blocked_vocabulary
from pdd_client.core.errors import DonorError
from pdd_client.donor.donor import Donor
from tests.client.fakes import DAY, NOON, URL, Clock, FakeServer

ROUND = NOON.date()
MIDNIGHT = NOON.replace(hour=0)
hours = st.integers(-72, 72).map(lambda hour: NOON + timedelta(hours=hour))


def offered(donor: Donor, server: FakeServer, clock: Clock, history: Path, now: datetime) -> list[int]:
    """Return what a check-in at that time sends of the day of NOON."""
    clock.now = now
    server.offer(server.plan(ROUND))
    donor.check_in([history])
    return list(server.unblinded(ROUND))


def test_nothing_is_given_before_the_end_of_a_pause(
    donor: Donor, server: FakeServer, clock: Clock, history: Path
) -> None:
    """During a pause until the day after tomorrow, tomorrow's check-in gives zeros even for the time before it."""
    donor.campaigns.join(URL)
    donor.exclusions.pause(NOON + 2 * DAY)
    status = donor.status()
    assert (status.paused_since, status.paused_until) == (NOON, NOON + 2 * DAY)
    assert offered(donor, server, clock, history, NOON + DAY) == [0, 0, 0, 0, 0]


def test_after_its_end_only_what_was_searched_in_it_is_left_out(
    donor: Donor, server: FakeServer, clock: Clock, history: Path
) -> None:
    """A pause from 8:30 to 9:30 excludes only the search at 9:00, and ends by itself."""
    donor.campaigns.join(URL)
    clock.now = MIDNIGHT + timedelta(hours=8, minutes=30)
    donor.exclusions.pause((clock.now + timedelta(hours=1)).astimezone(timezone(timedelta(hours=5))))
    clock.now = NOON
    assert donor.status().paused_since is None
    assert offered(donor, server, clock, history, NOON + DAY) == [1, 3, 2, 0, 1]


def test_a_pause_that_goes_on_gets_another_end(donor: Donor, server: FakeServer, clock: Clock, history: Path) -> None:
    """A pause that is given another end is still one pause, and ends then."""
    donor.campaigns.join(URL)
    clock.now = MIDNIGHT + timedelta(hours=8, minutes=30)
    donor.exclusions.pause()
    assert donor.status().paused_until is None
    clock.now += timedelta(minutes=10)
    donor.exclusions.pause(MIDNIGHT + timedelta(hours=9, minutes=30))
    assert donor.status().paused_since == MIDNIGHT + timedelta(hours=8, minutes=30)
    assert offered(donor, server, clock, history, NOON + DAY) == [1, 3, 2, 0, 1]


def test_resuming_ends_a_pause_early(donor: Donor, clock: Clock) -> None:
    """Resuming ends a pause before its planned end."""
    donor.exclusions.pause(NOON + 7 * DAY)
    clock.now += timedelta(hours=1)
    donor.exclusions.resume()
    (pause,) = donor.installation.store.exclusions.all(donor.installation.zone).pauses
    assert pause == Pause(NOON, NOON + timedelta(hours=1))
    assert donor.status().paused_since is None


def test_a_pause_can_not_end_in_the_past(donor: Donor) -> None:
    """A pause whose end is in the past is an error, and changes nothing."""
    with pytest.raises(DonorError, match="nothing was changed"):
        donor.exclusions.pause(NOON)
    assert donor.status().paused_since is None


def test_a_clock_set_back_does_not_undo_a_pause(donor: Donor, clock: Clock) -> None:
    """A pause with an end goes on even if a clock change puts its beginning into the future; resuming ends it."""
    donor.exclusions.pause(NOON + DAY)
    clock.now = NOON - DAY
    assert donor.status().paused_since == NOON
    donor.exclusions.resume()
    assert donor.status().paused_since is None


@given(start=hours, end=st.none() | hours, now=hours)
def test_a_day_is_paused_while_a_pause_goes_on_or_if_it_held_all_day(
    start: datetime, end: datetime | None, now: datetime
) -> None:
    """A day is paused if the pause goes on now, or if it covered the whole day."""
    kept_out = Exclusions(blocked_vocabulary([]), pauses=(Pause(start, end),))
    whole = start <= MIDNIGHT and (end is None or end >= MIDNIGHT + DAY)
    assert kept_out.paused(MIDNIGHT, MIDNIGHT + DAY, now) is (end is None or now < end or whole)
    assert MIDNIGHT.tzinfo is UTC
