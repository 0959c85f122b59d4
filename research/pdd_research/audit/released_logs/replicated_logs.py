"""Many copies of a small log as one log, so that one run of the release's own code is many trials.

The copy's number stands before each user and each word of a query, so copies share no user and no query. Algorithms
that draw for each query by itself, as ours do, therefore release the copies independently.
"""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pdd_research.log_release.logs.activity import Activity, Contributions

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Copies:
    """The activity of many copies of a log, counted once by the release's own code."""

    log: Activity
    number: int

    def searches(self, most: int) -> Contributions:
        """Return the contributions of the first `most` searches of each user of each copy."""
        return _Copied(self.log.searches(most), self.number)

    def clicks(self, most: int, queries: pl.Series | None = None) -> Contributions:
        """Return the contributions of the first `most` clicks of each user of each copy; on these queries, if given.

        The clicks are capped before the queries are filtered, unlike in a release. For a user whose clicks are all on
        one query, as a canary's are, the first clicks are the same either way.
        """
        return _Copied(self.log.clicks(most), self.number, queries)


@dataclass(frozen=True)
class _Copied:
    """Contributions of all copies: the first copy's items, then the second's, without those on other queries."""

    one: Contributions
    number: int
    queries: pl.Series | None = field(default=None, repr=False)

    @cached_property
    def items(self) -> pl.DataFrame:
        """Return each item of each copy with its count."""
        return self._all.filter(pl.Series(self._kept, dtype=pl.Boolean))

    def weights(self, emphasis: Integers) -> Integers:
        """Return each item's total weight.

        Copies with the same emphasis have the same weights, so they are computed once for each pattern of emphasis.
        """
        whole = np.zeros(len(self._all), np.int64)
        whole[self._kept] = emphasis
        each = whole.reshape(self.number, -1)
        patterns, which = np.unique(each, axis=0, return_inverse=True)
        found = np.array([self.one.weights(pattern) for pattern in patterns], np.int64)
        return found[which.ravel()].ravel()[self._kept]

    @cached_property
    def _all(self) -> pl.DataFrame:
        return copied(self.one.items, self.number)

    @cached_property
    def _kept(self) -> NDArray[np.bool_]:
        if self.queries is None:
            return np.ones(len(self._all), np.bool_)
        return self._all["query"].is_in(self.queries.implode()).to_numpy()


def copied(rows: pl.DataFrame, number: int) -> pl.DataFrame:
    """Return the rows so many times, with the copy's number before each word of a query, and before users if any."""
    copy = pl.Series(np.repeat(np.arange(number), len(rows))).cast(pl.String)
    repeated = rows[np.tile(np.arange(len(rows)), number)]
    named = [name for name in ("user", "query") if name in rows.columns]
    # Before each word: terms are selected too, and those of two copies must not be the same.
    numbered = pl.concat_str(copy, pl.lit("-${0}"))
    return repeated.with_columns(pl.col(name).str.replace_all(r"\S+", numbered) for name in named)


def places(queries: pl.Series, of_one: list[str]) -> tuple[Integers, Integers]:
    """Return for each query its copy's number, and its place in `of_one`, the queries of one copy; -1 for others."""
    parts = pl.DataFrame({"query": queries}).select(
        copy=pl.col("query").str.extract(r"^(\d+)-").cast(pl.Int64),
        name=pl.col("query").str.replace_all(r"(^| )\d+-", "${1}"),
    )
    place = {name: number for number, name in enumerate(of_one)}
    numbered = parts["name"].replace_strict(place, default=-1, return_dtype=pl.Int64)
    return parts["copy"].to_numpy(), numbered.to_numpy()
