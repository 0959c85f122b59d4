"""Contribution limits: of each user only the first searches and the first clicks count (WWW '09, Algorithm 1, step 2).

Which ones come first must depend on the user's own rows alone, or one user's rows could change what counts of another.
So rows have the order of a `Log`: by user, then time, then query; clicks of one search by their URL.
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
"""Weights are multiples of 1 / UNIT, rounded down, so that sums are exact and take few different values."""
QUERY, PAIR = ("query",), ("query", "url")
"""The columns that name what is searched, and what is clicked."""


class Contributions(Protocol):
    """The items that users' first searches or clicks contribute to. An item is a query, or a query with a URL."""

    @property
    def items(self) -> pl.DataFrame:
        """Return each item's name and its count over all users, in a fixed order."""

    def weights(self, emphasis: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return each item's total weight, in UNITs.

        Args:
            emphasis: for each item a number of 0 or more. The squares of a user's weights are in proportion to it, and
                a user's weights together have an L2 norm of at most 1.
        """


class Activity(Protocol):
    """A log with its users' contributions limited: in polars, or on another engine (`spark_activity.py`)."""

    def searches(self, most: int) -> Contributions:
        """Return the contributions of each user's first `most` searches."""

    def clicks(self, most: int, queries: pl.Series | None = None) -> Contributions:
        """Return the contributions of each user's first `most` clicks; only clicks on these queries, if given."""


@dataclass(frozen=True)
class Local:
    """The activity of a log whose rows are a polars frame."""

    rows: pl.LazyFrame

    def searches(self, most: int) -> Contributions:
        """Return the contributions of each user's first `most` searches.

        Rows of one user, time and query are clicks of one search.
        """
        return Capped(_first(_searches(self.rows), most, pl.col("query")), QUERY)

    def clicks(self, most: int, queries: pl.Series | None = None) -> Contributions:
        """Return the contributions of each user's first `most` clicks; only clicks on these queries, if given."""
        rows = self.rows.filter(pl.col("url").is_not_null())
        if queries is not None:
            rows = rows.filter(normalised(pl.col("query")).is_in(queries.implode()))
        return Capped(_first(rows, most, pl.col(*PAIR).sort_by("time", *PAIR)), PAIR)


def activity_of(log: pl.LazyFrame | Activity) -> Activity:
    """Return the activity of a log that is given as rows or as an activity already."""
    return Local(log) if isinstance(log, pl.LazyFrame) else log


def first_searches(rows: pl.LazyFrame, most: int) -> pl.LazyFrame:
    """Return the first `most` searches of each user: columns user and query.

    Queries are normalised after the cut, when they are few. Two of a user's queries may become one, and an empty one is
    removed.
    """
    return of_normal_queries(_first(_searches(rows), most, pl.col("query")))


@dataclass(frozen=True)
class Capped:
    """Contributions from rows with a user and the columns that name an item; queries are as written."""

    written: pl.LazyFrame
    names: Sequence[str]

    @cached_property
    def items(self) -> pl.DataFrame:
        """Return items and their counts. Queries are counted as written first, so that fewer need to be normalised."""
        counted = of_normal_queries(self.written.group_by(self.names).len("count"))
        together = counted.group_by(self.names).agg(pl.col("count").sum().cast(pl.Int64))
        return together.collect(engine="streaming")

    def weights(self, emphasis: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return each item's total weight."""
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
    """The pairs of a user and an item that the user contributes to, each pair once; both by number."""

    users: NDArray[np.uint32] = field(repr=False)
    items: NDArray[np.uint32] = field(repr=False)


def weighed(users: NDArray[np.uint32], items: NDArray[np.uint32], emphasis: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return each item's total weight.

    Args:
        users: for each pair the user's number.
        items: for each pair the item's number; each pair occurs once.
        emphasis: see `Contributions.weights`.
    """
    own = emphasis[items]
    # Whole numbers below 2^53 are exact in floats, so the sums are exact and the whole part of the root is right.
    total = np.bincount(users, own)[users].astype(np.int64)
    shares = np.floor(np.sqrt(UNIT**2 * own // total))
    return np.bincount(items, shares, len(emphasis)).astype(np.int64)


def of_normal_queries(rows: pl.LazyFrame) -> pl.LazyFrame:
    """Return rows with normalised queries, without those whose query is then empty."""
    return rows.with_columns(query=normalised(pl.col("query"))).filter(pl.col("query") != "")


def _searches(rows: pl.LazyFrame) -> pl.LazyFrame:
    """Return one row for each search: consecutive rows of the same user, time and query are clicks of one search."""
    keys = ("user", "time", "query")
    another = pl.any_horizontal(pl.col(key).ne_missing(pl.col(key).shift()) for key in keys)
    return rows.select(keys).filter(another)


def _first(rows: pl.LazyFrame, most: int, of_user: pl.Expr) -> pl.LazyFrame:
    """Return the first rows of each user; groups keep the order of their rows."""
    firsts = rows.group_by("user").agg(of_user.head(most))
    return firsts.explode(cs.exclude("user"))
