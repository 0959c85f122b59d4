"""Which visits make up one search."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_client.core.searches import AFTER_RELOAD, SAME_SEARCH, find_searches, normalised, result_pages
from pdd_client.core.visits import Visit
from pdd_shared.protocol.days import day_bounds, day_of

SECRET = b"k" * 32
LONDON = ZoneInfo("Europe/London")
START = datetime(2026, 11, 20, 9, tzinfo=UTC)

GOOGLE, IMAGES, BING = (
    "https://www.google.com/search?q={}",
    "https://www.google.com/search?q={}&tbm=isch&start=20",
    "https://www.bing.com/search?q={}",
)


def visit(query: str, minutes: float, page: str = GOOGLE, browser: str = "firefox", reload: bool = False) -> Visit:
    return Visit(page.format(query), START + timedelta(minutes=minutes), browser, reload)


def found(*visits: Visit, zone: ZoneInfo = LONDON) -> list[tuple[str, int]]:
    return [(search.query, search.visits) for search in find_searches(result_pages(visits), zone, SECRET)]


def test_reloads_pages_tabs_and_other_browsers_are_one_search() -> None:
    """Result pages of one engine and query within 30 minutes of each other, also reloaded or in other browsers, are
    one search.
    """
    pages = [visit("flu", 0), visit("flu", 25, IMAGES), visit("FLU", 50, GOOGLE, "chrome"), visit("flu+", 79)]
    (search,) = find_searches(result_pages(pages), LONDON, SECRET)
    assert (search.visits, search.browser, search.time, search.last) == (4, "firefox", pages[0].time, pages[3].time)


def test_another_engine_or_query_or_time_is_another_search() -> None:
    """The same query at another engine, or more than 30 minutes after its last page, is another search."""
    assert found(visit("flu", 0), visit("flu", 1, BING), visit("flu+shot", 2), visit("flu", 30.1)) == [
        ("flu", 1),
        ("flu", 1),
        ("flu shot", 1),
        ("flu", 1),
    ]
    assert found(visit("flu", 0), visit("flu", 30)) == [("flu", 2)]


def test_queries_without_words_are_told_apart_by_their_text() -> None:
    """Queries without words are compared by their NFKC lower-case text, so that different ones do not merge."""
    assert found(visit("%F0%9F%98%80", 0), visit("%F0%9F%98%83", 1)) == [("😀", 1), ("😃", 1)]
    assert normalised("+ ＋") == "+ +"


def test_pages_that_are_no_result_pages_are_no_search() -> None:
    """A page with q= that is no search engine's result page is no search."""
    assert found(Visit("https://example.org/?q=flu", START, "firefox")) == []


@pytest.mark.parametrize(("day", "hours"), [("2026-03-29", 23), ("2026-10-25", 25), ("2026-11-20", 24)])
def test_days_of_23_and_25_hours(day: str, hours: int) -> None:
    """Each search falls on the day of its local midnights, and one across midnight is one search on each day."""
    chosen = datetime.fromisoformat(day).date()
    first, end = day_bounds(chosen, LONDON)
    assert end - first == timedelta(hours=hours)
    minute = timedelta(minutes=1)
    times = [first - minute, first, end - minute, end]
    visits = [Visit(GOOGLE.format("flu"), time, "firefox") for time in times]
    on_the_day = [search for search in find_searches(result_pages(visits), LONDON, SECRET) if search.day == chosen]
    assert [search.time for search in on_the_day] == [first, end - minute]


def test_ids_tell_nothing_without_the_secret_and_stay_the_same_with_it() -> None:
    """Ids and marks are the same for the same visits and secret, and differ under another secret."""
    visits = [visit("flu", 0), visit("cough", 3)]
    one, again, other = (find_searches(result_pages(visits), LONDON, key) for key in (SECRET, SECRET, b"o" * 32))
    assert one == again
    assert {s.id for s in one}.isdisjoint({s.id for s in other})
    assert {s.mark for s in one}.isdisjoint({s.mark for s in other})
    assert all(len(search.id) == 12 and "flu" not in repr(search) for search in one)


VISITS = st.lists(
    st.builds(
        visit,
        st.sampled_from(["flu", "Flu", "cough+syrup", "%21"]),  # none begins another: those may be still typed
        st.integers(0, 60 * 30) | st.integers(0, 30).map(lambda tenths: tenths / 10),
        st.sampled_from([GOOGLE, IMAGES, BING]),
        st.sampled_from(["firefox", "chrome"]),
        st.booleans(),
    ),
    max_size=40,
)


@given(visits=VISITS, shuffled=st.randoms(use_true_random=False))
def test_the_merging_rule(visits: list[Visit], shuffled: object) -> None:
    """Visits of a search are at most 30 minutes apart, searches of a query further; no other page could begin one."""
    searches = find_searches(result_pages(visits), LONDON, SECRET)
    shuffled.shuffle(visits)  # type: ignore[attr-defined]
    assert find_searches(result_pages(visits), LONDON, SECRET) == searches
    assert len({search.id for search in searches}) == len(searches)
    for mark in {search.mark for search in searches}:
        alike = [search for search in searches if search.mark == mark]
        for one, next_one in pairwise(alike):
            assert next_one.day > one.day or next_one.time - one.last > SAME_SEARCH
        for search in alike:
            within = sorted(v.time for v in visits if _belongs(v, search.engine, normalised(search.query)))
            within = [t for t in within if search.time <= t <= search.last and day_of(t, LONDON) == search.day]
            assert len(within) == search.visits
            assert all(later - earlier <= SAME_SEARCH for earlier, later in pairwise(within))
    for one in visits:
        alike = [
            s for s in searches if _belongs(one, s.engine, normalised(s.query)) and s.day == day_of(one.time, LONDON)
        ]
        in_one = any(search.time <= one.time <= search.last for search in alike)
        assert in_one or not _could_begin(one, visits)
        assert not any(search.time == one.time for search in alike) or _could_begin(one, visits)


def _could_begin(visit: Visit, visits: list[Visit]) -> bool:
    (page,) = result_pages([visit])
    return not any(
        other.reload
        and (other.engine, normalised(other.query)) == (page.engine, normalised(page.query))
        and day_of(other.time, LONDON) == day_of(page.time, LONDON)
        and timedelta(0) <= page.time - other.time <= AFTER_RELOAD
        for other in result_pages(visits)
    )


def _belongs(visit: Visit, engine: str, query: str) -> bool:
    typed = {"cough+syrup": "cough syrup", "%21": "!"}.get(visit.url.split("q=")[1].split("&")[0], "flu")
    return engine in visit.url and typed == query
