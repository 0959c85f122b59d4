"""Group visits into searches: decide which result pages belong to one search."""

import hashlib
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from pdd_client.core.visits import ResultPage, Visit
from pdd_shared.counting.search_urls import parse_search_url
from pdd_shared.counting.tokenizer import words
from pdd_shared.protocol.days import day_of
from pdd_shared.protocol.encoding import length_prefixed

SAME_SEARCH = timedelta(minutes=30)
"""Result pages of one query that follow each other within this time are one search.

Reloads, further pages of results and going back must not count again.
"""
AFTER_RELOAD = timedelta(seconds=10)
"""A result page that comes within this time after a reload begins no search.

Search engines' scripts change the address of a page that was loaded, which adds a visit to the history.
"""
STILL_TYPING = timedelta(seconds=5)
"""A result page begins no search if the next one of its engine comes within this time, and one text begins the other.

Some engines show results at each letter, and each letter is a visit.
"""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True)
class Search:
    """One search of a data day.

    Attributes:
        id: names the search, as a hex digest that is keyed with a secret of this installation. Without the secret it
            tells nothing.
        mark: names the engine and the query, keyed in the same way.
        day: the data day.
        time: the first visit (aware, UTC), which is no reload.
        last: the last visit (aware, UTC).
        engine: the search engine's name.
        query: the text as typed at the first visit. It never leaves this computer.
        browser: the browser of the first visit.
        visits: the number of visits.

    """

    id: str
    mark: bytes = field(repr=False)
    day: date
    time: datetime
    last: datetime
    engine: str
    query: str = field(repr=False)
    browser: str
    visits: int


def result_pages(visits: Iterable[Visit]) -> list[ResultPage]:
    """Return those of the visits that are to a search engine's result page, in the same order."""
    found = ((visit, parse_search_url(visit.url)) for visit in visits)
    return [
        ResultPage(page.engine, page.query, visit.time, visit.browser, visit.reload) for visit, page in found if page
    ]


def find_searches(visited: Iterable[ResultPage], zone: ZoneInfo, secret: bytes) -> tuple[Search, ...]:
    """Return the searches that these result pages belong to, the oldest first.

    A search is a run of result pages of one engine for one query on one data day, in any browser. Each page follows
    the one before it within 30 minutes. The first is no reload and does not come within 10 seconds after one: reloads
    keep a search going, and begin none. A browser that opens its tabs again reloads them. Nor do pages of a text that
    was still typed begin any.

    Args:
        visited: the result pages, in any order.
        zone: the zone in which data days begin and end.
        secret: the installation's key for the searches' ids and marks, up to 64 bytes.

    """
    ordered = sorted(visited, key=lambda page: (page.time, not page.reload, page.query, page.browser))
    placed = [((day_of(page.time, zone), page.engine, normalised(page.query)), page) for page in ordered]
    typing = _still_typed(placed)
    pages: dict[_Group, list[tuple[ResultPage, bool]]] = {}
    for number, (group, page) in enumerate(placed):
        pages.setdefault(group, []).append((page, number in typing))
    searches = [_search(*key, run, secret) for key, seen in pages.items() for run in _runs(seen)]
    # Not by the id: it depends on the secret, and the order decides which searches a cap leaves out.
    return tuple(sorted(searches, key=lambda search: (search.time, search.engine, search.query)))


def normalised(query: str) -> str:
    """Return a query's words, by which two queries are the same; without any word, its lower-case text in NFKC."""
    return " ".join(words(query)) or unicodedata.normalize("NFKC", query).lower()


_Group = tuple[date, str, str]
"""A data day, an engine, and a query as `normalised` has it."""


def _still_typed(pages: Sequence[tuple[_Group, ResultPage]]) -> set[int]:
    """Return the numbers of the pages of a text that was still typed, of pages in order of time, reloads first."""
    found: set[int] = set()
    reloaded: dict[_Group, datetime] = {}
    newest: dict[tuple[date, str], list[int]] = {}  # of each day and engine: the last text's pages
    for number, (group, page) in enumerate(pages):
        if page.reload:
            reloaded[group] = page.time
        # A page that a script made of one that was loaded again was not typed.
        if group in reloaded and page.time - reloaded[group] <= AFTER_RELOAD:
            continue
        before = newest.setdefault(group[:2], [])
        if before and pages[before[-1]][0] != group:
            # Syllables of Hangul grow letter by letter, and so do accents, only if they are taken apart.
            one, other = (unicodedata.normalize("NFD", text) for text in (pages[before[-1]][0][2], group[2]))
            if one.startswith(other) or other.startswith(one):
                found.update(earlier for earlier in before if page.time - pages[earlier][1].time <= STILL_TYPING)
            before.clear()
        before.append(number)
    return found


def _runs(pages: Iterable[tuple[ResultPage, bool]]) -> list[list[ResultPage]]:
    """Return the searches among the pages of one query and day.

    Args:
        pages: the pages in order of time, a reload before others, each with whether its text was still typed.

    """
    runs: list[list[ResultPage]] = []
    reloaded: datetime | None = None
    for page, typing in pages:
        if page.reload:
            reloaded = page.time
        if runs and page.time - runs[-1][-1].time <= SAME_SEARCH:
            runs[-1].append(page)
        elif not typing and (reloaded is None or page.time - reloaded > AFTER_RELOAD):
            runs.append([page])
    return runs


def _search(day: date, engine: str, query: str, run: Sequence[ResultPage], secret: bytes) -> Search:
    first = run[0]
    moment = str((first.time - _EPOCH) // _MICROSECOND)
    return Search(
        id=_keyed(secret, "search", day.isoformat(), engine, query, moment, size=6).hex(),
        mark=_keyed(secret, "query", engine, query, size=16),
        day=day,
        time=first.time,
        last=run[-1].time,
        engine=engine,
        query=first.query,
        browser=first.browser,
        visits=len(run),
    )


def _keyed(secret: bytes, *items: str, size: int) -> bytes:
    """Return the keyed BLAKE2b (RFC 7693) of the items, `size` bytes.

    An unkeyed digest would let anybody who reads it test guessed queries.
    """
    # URLs may carry lone surrogates, which plain UTF-8 refuses.
    data = length_prefixed(item.encode("utf-8", "surrogatepass") for item in items)
    return hashlib.blake2b(data, key=secret, digest_size=size).digest()
