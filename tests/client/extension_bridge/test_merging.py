"""A visit that is in a browser's file and also comes from its extension counts once."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from pdd_client.core.searches import find_searches
from pdd_client.core.visits import ResultPage, merged
from tests.client.fakes import NOON

ENGINES = st.sampled_from(["google", "bing"])
QUERIES = st.sampled_from(["flu", "tea", "Flu"])
SECONDS = st.integers(0, 86_399).map(lambda seconds: NOON.replace(hour=0) + timedelta(seconds=seconds))
MOMENTS = st.builds(lambda time, micro: time.replace(microsecond=micro), SECONDS, st.integers(0, 999_999))
VISITS = st.lists(st.builds(ResultPage, ENGINES, QUERIES, MOMENTS, st.just("chromium")), max_size=12)
SECRET = b"s" * 32


def milliseconds(visit: ResultPage) -> ResultPage:
    """Return the time as Firefox passes it on: in whole milliseconds."""
    return replace(visit, time=visit.time.replace(microsecond=visit.time.microsecond // 1000 * 1000))


def as_number(visit: ResultPage) -> ResultPage:
    """Return the time as Chromium passes it on: floating-point milliseconds, rounded to microseconds by the
    extension.
    """
    number = (visit.time - datetime(1970, 1, 1, tzinfo=UTC)) / timedelta(milliseconds=1)
    return replace(visit, time=datetime.fromtimestamp(0, UTC) + timedelta(microseconds=round(number * 1000)))


def found(visits: list[ResultPage]) -> list[tuple[datetime, str]]:
    return [(search.time, search.query) for search in find_searches(visits, ZoneInfo("UTC"), SECRET)]


@given(VISITS, VISITS, VISITS, st.sampled_from([milliseconds, as_number]))
def test_visits_in_both_count_once(
    both: list[ResultPage], read: list[ResultPage], handed: list[ResultPage], seen: Callable[[ResultPage], ResultPage]
) -> None:
    """Visits in both count as if only in the file; visits in only one count as well."""
    alone = merged([*both, *read], [seen(visit) for visit in handed])
    together = merged([*both, *read], [seen(visit) for visit in (*both, *handed)])
    assert found(together) == found(alone)
    assert together[: len(both) + len(read)] == [*both, *read]


@given(VISITS)
def test_chromium_gives_the_microsecond(visits: list[ResultPage]) -> None:
    """The milliseconds that Chromium's extensions get are exact to the microsecond of its file."""
    assert [as_number(visit).time for visit in visits] == [visit.time for visit in visits]
