"""Logs as an attack reads them: terms separated by white space, and which terms are in which query.

An attack needs only the queries. If a log has users and times, queries form sessions.
"""

import unicodedata
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import polars as pl

from pdd_papers.token_hash.methods.term_statistics import Statistics, statistics
from pdd_research.errors import LogError
from pdd_research.log_release.logs.log import LONGEST_QUERY, NAMES, normalised, read_log

KEYS = ("user", "time", "query")
LEFT_OUT = ("without_user", "without_time", "without_query", "long_queries")
"""Those of `Faults` by which a row is no search."""


@dataclass(frozen=True)
class Searches:
    """The normalised searches of a file.

    Attributes:
        file: where they are from.
        rows: user, time and query, or query alone if there is no more.
        left_out: for each fault the number of rows that are no searches because of it.
    """

    file: Path
    rows: pl.LazyFrame
    left_out: dict[str, int]


@dataclass(frozen=True)
class Terms:
    """A log's terms by code, and the statistics of the most frequent ones."""

    names: pl.Series
    statistics: Statistics

    @property
    def frequent(self) -> pl.Series:
        """Return the names of the terms of the statistics, in their order."""
        return self.names.gather(self.statistics.terms)


def read_searches(file: Path) -> Searches:
    """Read a log's searches: user, time and query; or query alone if the log lacks users or times.

    Rows of one user, time and query are clicks of one search; in a log of queries alone each row is a search. Besides
    the formats of `read_log`, a .tsv or .txt may have one query a line, with or without the header `query`. In a .txt a
    tab is white space.

    Raises:
        LogError: if the file can't be read, or a line has more fields than the first.
    """
    if alone := _queries_alone(file):
        return alone
    log = read_log(file)
    faults = asdict(log.faults)
    rows = log.rows.select(KEYS).unique(KEYS, maintain_order=True)
    return Searches(file, rows, {fault: faults[fault] for fault in LEFT_OUT})


def _queries_alone(file: Path) -> Searches | None:
    """Return the queries of a log that has nothing else; None for any other file, also if it can't be read."""
    try:
        scanned = _scan(file)
        names = scanned.collect_schema().names()
    except (OSError, pl.exceptions.PolarsError):
        return None
    columns = {NAMES.get(name, name): name for name in names}
    if "query" not in columns or {"user", "time"} <= columns.keys():
        return None
    query = columns["query"]
    read = _collected(scanned.select(query) if file.suffix == ".parquet" else scanned, file)
    queries = read.select(query=normalised(pl.col(query).cast(pl.String)).fill_null(""))
    blank, long = queries["query"] == "", queries["query"].str.len_chars() > LONGEST_QUERY
    left_out = {"without_query": int(blank.sum()), "long_queries": int(long.sum())}
    return Searches(file, queries.filter(~blank, ~long).lazy(), left_out)


def _collected(scanned: pl.LazyFrame, file: Path) -> pl.DataFrame:
    """Collect all columns. If only some were read, a line with too many fields would go unnoticed."""
    try:
        return scanned.collect()
    except pl.exceptions.PolarsError:
        raise LogError(
            f"{file}: a line has more fields than the first, or a quote is open, or the file is damaged; "
            "put queries with a comma or a quote in quotes, or give a .txt of a query a line"
        ) from None


def _scan(file: Path) -> pl.LazyFrame:
    if file.suffix == ".parquet":
        return pl.scan_parquet(file)
    lossy: Any = {"encoding": "utf8-lossy", "infer_schema": False}
    if file.suffix not in {".tsv", ".txt"}:
        return pl.scan_csv(file, **lossy)
    lines: Any = {"separator": "\t", "quote_char": None, **lossy}
    first, *others = pl.scan_csv(file, **lines).collect_schema().names()
    if others and (file.suffix == ".tsv" or not {*KEYS, *NAMES}.isdisjoint({first, *others})):
        return pl.scan_csv(file, **lines)
    if file.suffix == ".txt":
        lines["separator"] = "\x01"  # No query has it.
    if first in {"query", "Query"}:
        return pl.scan_csv(file, **lines)
    return pl.scan_csv(file, has_header=False, new_columns=["query"], **lines)


def terms_of(searches: Searches, vocabulary: int) -> Terms:
    """Return the most frequent terms of a log.

    Codes are in the order of the names, so that ties reveal nothing about a hashed log.

    Raises:
        LogError: if no two terms occur together.
    """
    split = searches.rows.select(term=pl.col("query").str.split(" "))
    terms = split.with_row_index("search").explode("term").collect()
    names = terms["term"].unique().sort()
    codes = terms["term"].cast(pl.Enum(names)).to_physical()
    found = statistics(terms["search"].to_numpy().astype(int), codes.to_numpy().astype(int), vocabulary)
    if not found.cooccurrence.nnz:
        raise LogError(
            f"{searches.file}: has no search with two of its words, so nothing can be told from what occurs together; "
            "words are what white space is between: split texts in a script without it first"
        )
    return Terms(names, found)


def translated(rows: pl.DataFrame, words: pl.Series, others: pl.Series) -> pl.Series:
    """Return the queries with each word replaced; null for a query with a word that has no replacement."""
    split = rows.select(pl.col("query").str.split(" ")).with_row_index("search").explode("query")
    put = split.with_columns(other=pl.col("query").replace_strict(words, others, default=None))
    joined = put.group_by("search", maintain_order=True).agg(
        pl.when(pl.col("other").is_not_null().all()).then(pl.col("other").str.join(" "))
    )
    return joined["other"]


def scripts(names: pl.Series) -> dict[str, float]:
    """Return the share of the names in each script (LATIN, CYRILLIC and so on), by each name's first letter."""
    first = (next((letter for letter in name if letter.isalpha()), "") for name in names.to_list())
    found = Counter(unicodedata.name(letter, "OTHER").split()[0] if letter else "NONE" for letter in first)
    return {script: count / len(names) for script, count in found.most_common()}
