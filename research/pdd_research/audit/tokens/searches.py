"""Logs as an attack reads them: terms by white space, and which of them are in which query."""

import unicodedata
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from pdd_research.audit.tokens.statistics import Statistics, statistics
from pdd_research.log_release.errors import LogError
from pdd_research.log_release.log import Log, read_log

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


def searches(log: Log) -> pl.LazyFrame:
    """A log's searches, normalised: user, time, query. Rows of one user, time and query are clicks of one search."""
    return log.rows.select(KEYS).unique(KEYS, maintain_order=True)


def read_terms(file: Path, vocabulary: int) -> Terms:
    """The most frequent terms of the log in a file; LogError where no two occur together."""
    found = terms_of(searches(read_log(file)), vocabulary)
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
