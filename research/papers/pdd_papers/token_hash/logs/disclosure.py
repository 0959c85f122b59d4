"""The kinds of words that inverted queries disclose: persons, places, companies and others (WWW '07, section 5).

A query is inverted if the word of each of its hashes is found. A kind is a list of words and phrases; the paper's rules
find more queries of some kinds (`named_entities.py`).
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, groupby
from math import inf
from operator import itemgetter
from pathlib import Path

import polars as pl

from pdd_papers.token_hash.logs.named_entities import (
    DICTIONARY,
    FIRST_NAMES,
    HELPERS,
    PLACES,
    STATES,
    SURNAMES,
    TRUE_NAMES,
    Lists,
    Phrase,
    by_rule,
    persons,
    phrases,
)
from pdd_papers.token_hash.logs.searches import translated
from pdd_research.errors import LogError

RARE = 10
"""A person who is searched for at least this often is taken for a celebrity, others for non-star persons."""
SESSION = pl.duration(minutes=30)
"""The longest time between two searches of one session."""
PERSON, NON_STAR = "person", "non-star person"
_EXAMPLES = 5
_NAME = re.compile(r"(?P<name>[^\d,]+?)(?:[,\s]\s*(?P<percent>\d*\.\d+)(\s+\d*\.\d+\s+\d+)?)?")
"""The census's files have three numbers after a name: its percentage, the cumulative percentage, and the rank."""


def read_lists(named: Iterable[tuple[str, Path]]) -> Lists:
    """Return for each kind the phrases of all its files; see `read_list`."""
    files = sorted(named, key=itemgetter(0))
    return {kind: read_list(kind, *(file for _, file in of)) for kind, of in groupby(files, itemgetter(0))}


def read_list(kind: str, *files: Path) -> dict[Phrase, float]:
    """Return the phrases of files with one a line, in lower case, each with its frequency.

    A first name or surname may be followed by the percentage of people who have it, after a comma or as in the census's
    files of 1990. From a dictionary only entries in lower case are taken: a capital marks a name.

    Raises:
        LogError: if a file can't be read or is empty.
    """
    lines = [(line, file) for file in files for line in _lines(file)]
    if kind in {FIRST_NAMES, SURNAMES}:
        # Of a name that is there twice, as a man's and as a woman's, the greater percentage counts.
        return dict(sorted(_name(line, file) for line, file in lines))
    names = {line.lower() for line, _ in lines if line != line.lower()} if kind == DICTIONARY else set()
    return dict.fromkeys((_phrase(line) for line, _ in lines if line.lower() not in names), inf)


def _lines(file: Path) -> list[str]:
    try:
        lines = [line.strip() for line in file.read_text("utf-8").splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise LogError(f"{file}: {getattr(error, 'strerror', None) or 'is no UTF-8'}; give a word a line") from None
    if not lines:
        raise LogError(f"{file}: has no words; give a word or a phrase a line")
    return lines


def _name(line: str, file: Path) -> tuple[Phrase, float]:
    if found := _NAME.fullmatch(line):
        return _phrase(found["name"]), float(found["percent"] or inf)
    raise LogError(f"{file}: {line[:40]!r} is no name; give a name a line, or with its percentage, as in smith,1.006")


def _phrase(text: str) -> Phrase:
    return tuple(text.lower().split())


def inverted(rows: pl.LazyFrame, answers: pl.DataFrame) -> tuple[pl.DataFrame, int]:
    """Return the searches whose every hash has an answer, in words, and how many searches there are in all.

    Args:
        rows: the hashed log.
        answers: hash and token, those that are right or confident enough.
    """
    found = _in_sessions(rows).collect()
    read = found.with_columns(query=translated(found, answers["hash"], answers["token"]))
    return read.drop_nulls("query"), len(read)


def _in_sessions(rows: pl.LazyFrame) -> pl.LazyFrame:
    if "user" not in rows.collect_schema():
        return rows
    fresh = pl.col("time").diff().over("user").fill_null(SESSION) > SESSION
    numbered = rows.sort("user", "time").with_columns(session=fresh.cum_sum().over("user"))
    return numbered.select("user", "session", "query")


def uncovered(readable: pl.DataFrame, lists: Lists) -> pl.DataFrame:
    """Count the searches and sessions in which each kind, and each pair of kinds, occurs.

    Two kinds in one session need not be in one search.

    Args:
        readable: the inverted searches, as `inverted` returns them.
        lists: the phrases of each kind.

    Returns:
        The columns kind, searches and sessions; sessions are null if the log has no users.
    """
    kinds = _kinds_of_queries(readable, lists)
    names = sorted(kinds["kind"].unique())
    in_search = kinds.group_by("query").agg(pl.col("kind").unique()).join(readable, on="query")
    in_session = None
    if "session" in readable.columns:
        in_session = readable.join(kinds, on="query").group_by("user", "session").agg(pl.col("kind").unique())
    found = []
    pairs = [pair for pair in combinations(names, 2) if set(pair) != {PERSON, NON_STAR}]
    for which in [*((name,) for name in sorted({*names, *_looked_for(lists)})), *pairs]:
        has = pl.all_horizontal(pl.col("kind").list.contains(name) for name in which)
        sessions = None if in_session is None else in_session.filter(has).height
        found.append((" and ".join(which), in_search.filter(has).height, sessions))
    return pl.DataFrame(found, schema={"kind": pl.String, "searches": pl.Int64, "sessions": pl.Int64}, orient="row")


def examples(readable: pl.DataFrame, lists: Lists) -> dict[str, list[str]]:
    """Return a few queries of each kind, the most frequent first."""
    frequent = readable.group_by("query").len().join(_kinds_of_queries(readable, lists), on="query")
    ordered = frequent.sort("len", "query", descending=[True, False])
    grouped = ordered.group_by("kind").agg(pl.col("query").head(_EXAMPLES)).sort("kind")
    return dict(grouped.iter_rows())


def _looked_for(lists: Lists) -> Iterator[str]:
    """Yield the kinds that can be found with these lists, so that a kind without any search is reported as well."""
    yield from lists.keys() - HELPERS
    if STATES in lists:
        yield PLACES
    if TRUE_NAMES in lists or {FIRST_NAMES, SURNAMES} <= lists.keys():
        yield from (PERSON, NON_STAR)


def _kinds_of_queries(readable: pl.DataFrame, lists: Lists) -> pl.DataFrame:
    """Return which kinds each distinct query has: query, kind."""
    counted = readable.group_by("query").len().sort("query")
    kinds = [kind for kind in lists if kind not in HELPERS]
    length = max((len(phrase) for kind in kinds for phrase in lists[kind]), default=1)
    found: set[tuple[str, str]] = set()
    queries_of: dict[tuple[str, str], set[str]] = {}
    times: Counter[tuple[str, str]] = Counter()
    for query, count in counted.iter_rows():
        words = tuple(query.split(" "))
        parts = set(phrases(words, length))
        found |= {(query, kind) for kind in kinds if not parts.isdisjoint(lists[kind])}
        found |= {(query, kind) for kind in by_rule(words, lists)}
        for person in persons(words, lists):
            queries_of.setdefault(person, set()).add(query)
            times[person] += count
    for person, queries in queries_of.items():
        found |= {(query, PERSON) for query in queries}
        if times[person] < RARE:
            found |= {(query, NON_STAR) for query in queries}
    return pl.DataFrame(sorted(found), schema={"query": pl.String, "kind": pl.String}, orient="row")
