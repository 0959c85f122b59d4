"""Logs as an attack reads them: terms by white space, and which of them are in which query.

An attack needs the queries alone. Users and times make sessions of them, where a log has both.
"""

import unicodedata
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from pdd_research.audit.tokens.statistics import Statistics, statistics
from pdd_research.log_release.errors import LogError
from pdd_research.log_release.log import LONGEST_QUERY, NAMES, normalised, read_log

KEYS = ("user", "time", "query")


@dataclass(frozen=True)
class Terms:
    """A log's terms in the order of their codes, and its most frequent ones' statistics."""

    names: pl.Series
    statistics: Statistics

    @property
    def frequent(self) -> pl.Series:
        """The names of the statistics' terms, in their order."""
        return self.names.gather(self.statistics.terms)


def read_searches(file: Path) -> pl.LazyFrame:
    """A log's searches, normalised: user, time and query; or query alone, where the log lacks a user or a time.

    Rows of one user, time and query are clicks of one search; of queries alone each row is one. Besides the formats of
    `read_log` it takes a .tsv or .txt of a query a line, with or without `query` on the first. LogError as there.
    """
    alone = _queries_alone(file)
    return read_log(file).rows.select(KEYS).unique(KEYS, maintain_order=True) if alone is None else alone


def _queries_alone(file: Path) -> pl.LazyFrame | None:
    """The queries of a log that has nothing else; None for any other file, also one that cannot be read."""
    try:
        scanned = _scan(file)
        names = scanned.collect_schema().names()
    except (OSError, pl.exceptions.PolarsError):
        return None
    columns = {NAMES.get(name, name): name for name in names}
    if "query" not in columns or {"user", "time"} <= columns.keys():
        return None
    written = pl.col(columns["query"]).cast(pl.String)
    return scanned.select(query=normalised(written)).filter(
        pl.col("query") != "", pl.col("query").str.len_chars() <= LONGEST_QUERY
    )


def _scan(file: Path) -> pl.LazyFrame:
    if file.suffix == ".parquet":
        return pl.scan_parquet(file)
    lossy: Any = {"encoding": "utf8-lossy", "infer_schema": False}
    if file.suffix not in {".tsv", ".txt"}:
        return pl.scan_csv(file, **lossy)
    lines: Any = {"separator": "\t", "quote_char": None, **lossy}
    first, *others = pl.scan_csv(file, **lines).collect_schema().names()
    if others or first in {"query", "Query"}:
        return pl.scan_csv(file, **lines)
    return pl.scan_csv(file, has_header=False, new_columns=["query"], **lines)


def read_terms(file: Path, vocabulary: int) -> Terms:
    """The most frequent terms of the log in a file; LogError where no two occur together."""
    found = terms_of(read_searches(file), vocabulary)
    if not found.statistics.cooccurrence.nnz:
        raise LogError(
            f"{file}: has no search with two of its words, so nothing can be told from what occurs together; "
            "words are what white space is between: split texts in a script without it first"
        )
    return found


def terms_of(rows: pl.LazyFrame, vocabulary: int) -> Terms:
    """The most frequent terms of queries. Codes are in the order of the names, so ties tell nothing of a hashed log."""
    terms = rows.select(term=pl.col("query").str.split(" ")).with_row_index("search").explode("term").collect()
    names = terms["term"].unique().sort()
    codes = terms["term"].cast(pl.Enum(names)).to_physical()
    return Terms(names, statistics(terms["search"].to_numpy().astype(int), codes.to_numpy().astype(int), vocabulary))


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
