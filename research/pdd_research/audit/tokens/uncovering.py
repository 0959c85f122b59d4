"""What inverted queries give away: who, where, which company, what nobody should know (WWW '07, section 5).

Kinds are lists of words and phrases. Of the kind `first-names` and `surnames` persons are made, one of each side by
side, unless both are in `dictionary`; persons that are searched for fewer than RARE times are no stars.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Table
from itertools import combinations, pairwise
from pathlib import Path

import polars as pl

from pdd_research.audit.tokens.searches import translated
from pdd_research.log_release.errors import LogError

RARE = 10
SESSION = pl.duration(minutes=30)
"""The longest time between two searches of one session."""
FIRST_NAMES, SURNAMES, DICTIONARY = "first-names", "surnames", "dictionary"
PERSON, NON_STAR = "person", "non-star person"
_EXAMPLES = 5

Lists = Table[str, frozenset[tuple[str, ...]]]
"""Each kind's phrases, as words."""


def read_list(file: Path) -> frozenset[tuple[str, ...]]:
    """The phrases of a file, one a line, in lower case; LogError where it cannot be read or is empty."""
    try:
        lines = file.read_text("utf-8").lower().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise LogError(f"{file}: {getattr(error, 'strerror', None) or 'is no UTF-8'}; give a word a line") from None
    found = frozenset(tuple(line.split()) for line in lines if line.strip())
    if not found:
        raise LogError(f"{file}: has no words; give a word or a phrase a line")
    return found


def inverted(rows: pl.LazyFrame, answers: pl.DataFrame) -> pl.DataFrame:
    """The searches of a hashed log whose every hash has an answer, in words: user, session, query.

    `answers` has hash and token: those that are right, or sure enough.
    """
    fresh = pl.col("time").diff().over("user").fill_null(SESSION) > SESSION
    numbered = rows.sort("user", "time").with_columns(session=fresh.cum_sum().over("user"))
    found = numbered.collect()
    read = found.with_columns(query=translated(found, answers["hash"], answers["token"]))
    return read.drop_nulls("query").select("user", "session", "query")


def uncovered(readable: pl.DataFrame, lists: Lists) -> pl.DataFrame:
    """For each kind, and each two kinds, in how many searches and in how many sessions it is: kind, searches, sessions.

    Two kinds that are in one session need not be in one search.
    """
    kinds = _kinds_of_queries(readable, lists)
    rows = readable.join(kinds, on="query")
    names = sorted(kinds["kind"].unique())
    in_session = rows.group_by("user", "session").agg(pl.col("kind").unique())
    in_search = kinds.group_by("query").agg(pl.col("kind").unique()).join(readable, on="query")
    found = []
    pairs = [pair for pair in combinations(names, 2) if set(pair) != {PERSON, NON_STAR}]
    for which in [*((name,) for name in names), *pairs]:
        has = pl.all_horizontal(pl.col("kind").list.contains(name) for name in which)
        found.append((" and ".join(which), in_search.filter(has).height, in_session.filter(has).height))
    return pl.DataFrame(found, schema={"kind": pl.String, "searches": pl.Int64, "sessions": pl.Int64}, orient="row")


def examples(readable: pl.DataFrame, lists: Lists) -> dict[str, list[str]]:
    """A few queries of each kind, the most frequent first."""
    frequent = readable.group_by("query").len().join(_kinds_of_queries(readable, lists), on="query")
    ordered = frequent.sort("len", "query", descending=[True, False])
    grouped = ordered.group_by("kind").agg(pl.col("query").head(_EXAMPLES)).sort("kind")
    return dict(grouped.iter_rows())


def _kinds_of_queries(readable: pl.DataFrame, lists: Lists) -> pl.DataFrame:
    """Which kinds each distinct query has: query, kind."""
    counted = readable.group_by("query").len().sort("query")
    kinds = [kind for kind in lists if kind not in {FIRST_NAMES, SURNAMES, DICTIONARY}]
    length = max((len(phrase) for kind in kinds for phrase in lists[kind]), default=1)
    found: list[tuple[str, str]] = []
    persons: dict[tuple[str, ...], set[str]] = {}
    times: Counter[tuple[str, ...]] = Counter()
    for query, count in counted.iter_rows():
        words = tuple(query.split(" "))
        phrases = set(_phrases(words, length))
        found += [(query, kind) for kind in kinds if not phrases.isdisjoint(lists[kind])]
        for person in _persons(words, lists):
            persons.setdefault(person, set()).add(query)
            times[person] += count
    found += sorted({(query, PERSON) for queries in persons.values() for query in queries})
    rare = (queries for person, queries in persons.items() if times[person] < RARE)
    found += sorted({(query, NON_STAR) for queries in rare for query in queries})
    return pl.DataFrame(found, schema={"query": pl.String, "kind": pl.String}, orient="row")


def _phrases(words: tuple[str, ...], length: int) -> Iterator[tuple[str, ...]]:
    for start in range(len(words)):
        for end in range(start + 1, min(start + length, len(words)) + 1):
            yield words[start:end]


def _persons(words: tuple[str, ...], lists: Lists) -> Iterable[tuple[str, ...]]:
    first, last = lists.get(FIRST_NAMES, frozenset()), lists.get(SURNAMES, frozenset())
    dictionary = lists.get(DICTIONARY, frozenset())
    return {
        (one, other)
        for one, other in pairwise(words)
        if (one,) in first and (other,) in last and not {(one,), (other,)} <= dictionary
    }
