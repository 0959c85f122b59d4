"""From visits to searches: which result pages are one search."""

import hashlib
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from pdd_client.core.visits import Visit
from pdd_shared.counting.search_urls import parse_search_url
from pdd_shared.counting.tokenizer import words
from pdd_shared.protocol.days import day_of
from pdd_shared.protocol.encoding import length_prefixed

SAME_SEARCH = timedelta(minutes=30)
"""Result pages of one query this close to the one before are one search: reloads, further pages, going back."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True)
class Search:
    """One search of a data day: its first and last visit (aware, UTC), how many visits, the first one's browser.

    `id` names it, `mark` names its engine and query; both are keyed with a secret of this installation and tell
    nothing without it. The query is as typed at the first visit and never leaves this process.
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


def find_searches(visits: Iterable[Visit], zone: ZoneInfo, secret: bytes) -> tuple[Search, ...]:
    """The searches among these visits, in the order they were made; the order of the visits makes no difference.

    A search is the result pages of one engine for one query, on one data day of `zone`, in whichever browser, each
    within 30 minutes of the one before. `secret` is the installation's, up to 64 bytes.
    """
    pages: dict[tuple[date, str, str], list[tuple[Visit, str]]] = {}
    for visit in sorted(visits, key=lambda visit: (visit.time, visit.browser, visit.url)):
        if found := parse_search_url(visit.url):
            key = (day_of(visit.time, zone), found.engine, normalised(found.query))
            pages.setdefault(key, []).append((visit, found.query))
    searches = [_search(*key, run, secret) for key, seen in pages.items() for run in _runs(seen)]
    return tuple(sorted(searches, key=lambda search: (search.time, search.id)))


def normalised(query: str) -> str:
    """What makes two queries the same: their words; where there is no word, the lower-case text in NFKC."""
    return " ".join(words(query)) or unicodedata.normalize("NFKC", query).lower()


def _runs(pages: Sequence[tuple[Visit, str]]) -> list[Sequence[tuple[Visit, str]]]:
    """The pages of one query and day, in order of time, cut where more than 30 minutes lie between two."""
    later = [page[0].time for page in pages]
    cuts = [i for i, (one, other) in enumerate(pairwise(later), start=1) if other - one > SAME_SEARCH]
    return [pages[start:end] for start, end in pairwise([0, *cuts, len(pages)])]


def _search(day: date, engine: str, query: str, run: Sequence[tuple[Visit, str]], secret: bytes) -> Search:
    first, typed = run[0]
    moment = str((first.time - _EPOCH) // _MICROSECOND)
    return Search(
        id=_keyed(secret, "search", day.isoformat(), engine, query, moment, size=6).hex(),
        mark=_keyed(secret, "query", engine, query, size=16),
        day=day,
        time=first.time,
        last=run[-1][0].time,
        engine=engine,
        query=typed,
        browser=first.browser,
        visits=len(run),
    )


def _keyed(secret: bytes, *items: str, size: int) -> bytes:
    """BLAKE2b (RFC 7693) of the items, keyed: without the secret nobody can try queries against it."""
    # URLs may carry lone surrogates, which plain UTF-8 refuses.
    data = length_prefixed(item.encode("utf-8", "surrogatepass") for item in items)
    return hashlib.blake2b(data, key=secret, digest_size=size).digest()
