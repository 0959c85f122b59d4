"""What of a user's activity counts: the first searches and the first clicks (WWW '09, Algorithm 1, step 2).

Which come first depends on the user's own rows alone: rows are in the order that a `Log` has them in, a user's next to
one another by time, and those of one time by their query. Clicks of one search come by their URL.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

import numpy as np
import polars as pl
import polars.selectors as cs
from numpy.typing import NDArray

from pdd_research.log_release.logs.log import normalised

UNIT = 512
"""Weights are whole numbers of 1 / UNIT, rounded down: sums are exact, and few of them differ."""
QUERY, PAIR = ("query",), ("query", "url")
"""The columns that name what is searched, and what is clicked."""


class Contributions(Protocol):
    """What users' first searches, or first clicks, are of: items, named by a query, or by a query and a URL."""

    @property
    def items(self) -> pl.DataFrame:
        """Each item's name and its count over all users, in an order that stays as it is."""

    def weights(self, emphasis: NDArray[np.int64]) -> NDArray[np.int64]:
        """The sum of what users give to each item, in UNITs.

        A user's weights have L2 norm 1 at most, and their squares are in proportion to its items' emphasis, 0 or more.
        """


class Activity(Protocol):
    """A log by what counts of it: in polars here, or on an engine of its own (`spark.py`)."""

    def searches(self, most: int) -> Contributions:
        """The first `most` searches of each user."""

    def clicks(self, most: int, queries: pl.Series | None = None) -> Contributions:
        """The first `most` clicks of each user; only those on these queries, if they are given."""


@dataclass(frozen=True)
class Local:
    """The activity of rows in polars."""

    rows: pl.LazyFrame

    def searches(self, most: int) -> Contributions:
        """The first `most` searches of each user. Rows of one user, time and query are clicks of one search."""
        return Capped(_first(_searches(self.rows), most, pl.col("query")), QUERY)

    def clicks(self, most: int, queries: pl.Series | None = None) -> Contributions:
        """The first `most` clicks of each user; only those on these queries, if they are given."""
        rows = self.rows.filter(pl.col("url").is_not_null())
        if queries is not None:
            rows = rows.filter(normalised(pl.col("query")).is_in(queries.implode()))
        return Capped(_first(rows, most, pl.col(*PAIR).sort_by("time", *PAIR)), PAIR)


def activity_of(log: pl.LazyFrame | Activity) -> Activity:
    """The activity of a log that is given by its rows, or as what it is."""
    return Local(log) if isinstance(log, pl.LazyFrame) else log


def first_searches(rows: pl.LazyFrame, most: int) -> pl.LazyFrame:
    """The first `most` searches of each user: user, query.

    Queries are normalised once they are this few, which may make two of a user's alike; one that is then empty is gone.
    """
    return of_normal_queries(_first(_searches(rows), most, pl.col("query")))


@dataclass(frozen=True)
class Capped:
    """Contributions of rows with a user and the columns that name an item, queries as they were written."""

    written: pl.LazyFrame
    names: Sequence[str]

    @cached_property
    def items(self) -> pl.DataFrame:
        """Items and their counts: counted as written first, so that few queries are left to be normalised."""
        counted = of_normal_queries(self.written.group_by(self.names).len("count"))
        together = counted.group_by(self.names).agg(pl.col("count").sum().cast(pl.Int64))
        return together.collect(engine="streaming")

    def weights(self, emphasis: NDArray[np.int64]) -> NDArray[np.int64]:
        """The sum of what users give to each item."""
        kept = emphasis[self._owned.items] > 0
        return weighed(self._owned.users[kept], self._owned.items[kept], emphasis)

    @cached_property
    def _owned(self) -> "_Owned":
        pairs = of_normal_queries(self.written).unique()
        numbered = pairs.join(self.items.lazy().with_row_index("number"), on=self.names)
        found = numbered.select("number", user=pl.col("user").rank("dense") - 1).collect(engine="streaming")
        return _Owned(found["user"].to_numpy(), found["number"].to_numpy())


@dataclass(frozen=True)
class _Owned:
    """Who contributes what, each pair once: users and items by number."""

    users: NDArray[np.uint32] = field(repr=False)
    items: NDArray[np.uint32] = field(repr=False)


def weighed(users: NDArray[np.uint32], items: NDArray[np.uint32], emphasis: NDArray[np.int64]) -> NDArray[np.int64]:
    """The weights of items of which each user owns those paired with it."""
    own = emphasis[items]
    # Sums and quotients of whole numbers below 2^53 are exact in floats, and the root's whole part is then right.
    total = np.bincount(users, own)[users].astype(np.int64)
    shares = np.floor(np.sqrt(UNIT**2 * own // total))
    return np.bincount(items, shares, len(emphasis)).astype(np.int64)


def of_normal_queries(rows: pl.LazyFrame) -> pl.LazyFrame:
    """Rows with their queries normalised, without those that are then empty."""
    return rows.with_columns(query=normalised(pl.col("query"))).filter(pl.col("query") != "")


def _searches(rows: pl.LazyFrame) -> pl.LazyFrame:
    keys = ("user", "time", "query")
    another = pl.any_horizontal(pl.col(key).ne_missing(pl.col(key).shift()) for key in keys)
    return rows.select(keys).filter(another)


def _first(rows: pl.LazyFrame, most: int, of_user: pl.Expr) -> pl.LazyFrame:
    """Of what each user has the first so many; groups keep the order of their rows."""
    firsts = rows.group_by("user").agg(of_user.head(most))
    return firsts.explode(cs.exclude("user"))
