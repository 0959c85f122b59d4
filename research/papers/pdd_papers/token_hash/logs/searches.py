"""Logs as an attack reads them: terms by white space, and which of them are in which query.

An attack needs the queries alone. Users and times make sessions of them, where a log has both.
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
    """The searches in a file, normalised: `rows` of user, time and query, or of query alone, where there is no more.

    `left_out` says of how many rows each fault is for which they are none.
    """

    file: Path
    rows: pl.LazyFrame
    left_out: dict[str, int]


@dataclass(frozen=True)
class Terms:
    """A log's terms in the order of their codes, and its most frequent ones' statistics."""

    names: pl.Series
    statistics: Statistics

    @property
    def frequent(self) -> pl.Series:
        """The names of the statistics' terms, in their order."""
        return self.names.gather(self.statistics.terms)


def read_searches(file: Path) -> Searches:
    """A log's searches: user, time and query; or query alone, where the log lacks a user or a time.

    Rows of one user, time and query are clicks of one search; of queries alone each row is one. Besides the formats of
    `read_log` it takes a .tsv or .txt of a query a line, with or without `query` on the first; in a .txt a tab is white
    space. LogError as there, and where a line has more fields than the first.
    """
    if alone := _queries_alone(file):
        return alone
    log = read_log(file)
    faults = asdict(log.faults)
    rows = log.rows.select(KEYS).unique(KEYS, maintain_order=True)
    return Searches(file, rows, {fault: faults[fault] for fault in LEFT_OUT})


def _queries_alone(file: Path) -> Searches | None:
    """The queries of a log that has nothing else; None for any other file, also one that cannot be read."""
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
    """All columns that are asked for: where not all of a line are, a field too many in it would go unnoticed."""
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
    """The most frequent terms of a log; LogError where no two occur together.

    Codes are in the order of the names, so ties tell nothing of a hashed log.
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
    """The queries with each word put into its other one; null for a query with a word that has none."""
    split = rows.select(pl.col("query").str.split(" ")).with_row_index("search").explode("query")
    put = split.with_columns(other=pl.col("query").replace_strict(words, others, default=None))
    joined = put.group_by("search", maintain_order=True).agg(
        pl.when(pl.col("other").is_not_null().all()).then(pl.col("other").str.join(" "))
    )
    return joined["other"]


def scripts(names: pl.Series) -> dict[str, float]:
    """Which part of the names is in which script (LATIN, CYRILLIC and so on), by each name's first letter."""
    first = (next((letter for letter in name if letter.isalpha()), "") for name in names.to_list())
    found = Counter(unicodedata.name(letter, "OTHER").split()[0] if letter else "NONE" for letter in first)
    return {script: count / len(names) for script, count in found.most_common()}
