"""Data days: from midnight to midnight in the server's time zone, also when clocks change."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_shared.protocol.days import (
    day_bounds,
    day_of,
    days_of,
    last_day,
    latest_end,
    may_repeat,
    nearest_ends,
    parse_instant,
    periods_in,
)

ZONES = ["UTC", "Europe/London", "America/New_York", "America/Sao_Paulo", "Asia/Kathmandu", "Australia/Lord_Howe"]


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        ("Europe/London", date(2026, 3, 29), 23),
        ("Europe/London", date(2026, 10, 25), 25),
        ("Europe/London", date(2026, 6, 1), 24),
        ("America/Sao_Paulo", date(2018, 11, 4), 23),  # midnight itself is skipped
        ("Australia/Lord_Howe", date(2026, 4, 5), 24.5),
    ],
)
def test_a_day_is_as_long_as_the_clocks_make_it(zone, day, hours):
    """Days on which clocks change have 23, 25 or 24.5 hours."""
    start, end = day_bounds(day, ZoneInfo(zone))
    assert end - start == timedelta(hours=hours)


@given(st.sampled_from(ZONES), st.datetimes(datetime(1990, 1, 1), datetime(2036, 1, 1), timezones=st.just(UTC)))
def test_every_instant_is_in_exactly_its_own_day(zone, instant):
    """Every instant falls in exactly one data day, the one whose bounds hold it."""
    start, end = day_bounds(day_of(instant, ZoneInfo(zone)), ZoneInfo(zone))
    assert start <= instant < end


def test_a_naive_time_is_refused():
    """A time without a zone is refused, because it names no data day."""
    with pytest.raises(ValueError, match="time zone"):
        day_of(datetime(2026, 11, 20), ZoneInfo("UTC"))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("2026-11-20T03:00", "offset"),
        ("tomorrow", "ISO 8601"),
        ("", "ISO 8601"),
        ("0001-01-01T00:00:00+14:00", "years"),
    ],
)
def test_a_bad_instant_says_what_is_wrong(text, what):
    """The message names what is missing and shows a good one."""
    with pytest.raises(ValueError, match=what):
        parse_instant(text)


def test_an_instant_keeps_its_moment():
    """An instant keeps its offset, and a trailing line end from a file is ignored."""
    assert parse_instant("2026-11-20T03:00:00+02:00\n") == datetime(2026, 11, 20, 1, tzinfo=UTC)


@pytest.mark.parametrize(("day", "last"), [("2026-11-23", "2026-11-29"), ("2026-11-29", "2026-11-29")])
def test_a_week_ends_on_sunday(day: str, last: str) -> None:
    """A week is one of ISO 8601: Monday and Sunday belong to the one that ends on that Sunday."""
    assert last_day("week", date.fromisoformat(day)) == date.fromisoformat(last)
    assert last_day("day", date.fromisoformat(day)) == date.fromisoformat(day)


def test_a_period_has_its_days_and_no_others() -> None:
    """A week that ends on Sunday has seven days from Monday on; one that would end on another day is refused."""
    sunday = date(2026, 11, 29)
    assert days_of("week", sunday) == tuple(date(2026, 11, day) for day in range(23, 30))
    assert days_of("day", sunday) == (sunday,)
    with pytest.raises(ValueError, match="no week ends on 2026-11-28; this one ends on 2026-11-29"):
        days_of("week", date(2026, 11, 28))


@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)), st.integers(-20, 200))
def test_the_ends_of_periods_around_a_day(start: date, more: int) -> None:
    """The newest end is on the day or before it, and the nearest ends are on both sides of it, at most a week apart."""
    day = start + timedelta(days=more)
    newest, *later = nearest_ends("week", day)
    assert latest_end("week", day) == newest <= day
    assert (later, newest) == ([], day) or later == [newest + timedelta(days=7)] == [last_day("week", day)]
    assert nearest_ends("day", day) == (day,)


@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)), st.integers(-20, 200))
def test_periods_are_counted_by_the_days_on_which_they_end(start: date, more: int) -> None:
    """The number of periods is that of the days on which one ends, for any dates."""
    days = [start + timedelta(days=day) for day in range(more)]
    end = start + timedelta(days=more - 1)
    assert periods_in("week", start, end) == sum(last_day("week", day) == day for day in days)
    assert periods_in("day", start, end) == len(days)


def test_a_lost_week_is_asked_for_again_in_the_next_weeks() -> None:
    """A plan may repeat a week from 8 to 27 days after its last day, on no Sunday, and nothing but a whole week."""
    sunday = date(2026, 11, 22)
    days = [sunday + timedelta(days=ahead) for ahead in range(-8, 36)]
    assert [(day - sunday).days for day in days if may_repeat(sunday, day)] == [
        *range(8, 14),
        *range(15, 21),
        *range(22, 28),
    ]
    assert not any(may_repeat(sunday - timedelta(days=1), day) for day in days)
