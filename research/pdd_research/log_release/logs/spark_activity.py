"""A log's activity on Spark, for logs that outgrow one machine: contributions are limited and counted there.

Rows are read, and counts are selected and noised, by the same code as on one machine: batches of rows are handed to
polars, and selection and noise see counts only.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
import pyarrow as pa  # type: ignore[import-untyped]
from numpy.typing import NDArray
from pyspark.sql import DataFrame, Window  # type: ignore[import-not-found,unused-ignore]
from pyspark.sql import functions as F  # noqa: N812
from pyspark.sql.types import StringType, StructField, StructType  # type: ignore[import-not-found,unused-ignore]

from pdd_research.log_release.logs.activity import PAIR, QUERY, UNIT, Contributions, of_normal_queries
from pdd_research.log_release.logs.log import normalised

Batches = Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]


def in_polars(change: Callable[[pl.LazyFrame], pl.LazyFrame]) -> Batches:
    """Return a function for Spark's `mapInArrow` that changes rows in polars, batch by batch."""

    def changed(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            frame = pl.from_arrow(batch)
            assert isinstance(frame, pl.DataFrame)  # noqa: S101 - it is one of a batch of records
            yield from change(frame.lazy()).collect().to_arrow(compat_level=pl.CompatLevel.oldest()).to_batches()

    return changed


@dataclass(frozen=True)
class OnSpark:
    """The activity of a log's rows on Spark. They have no order, since any order would depend on other users' rows."""

    rows: DataFrame

    def searches(self, most: int) -> Contributions:
        """Return the contributions of each user's first `most` searches.

        Rows of one user, time and query are clicks of one search.
        """
        return SparkCapped(_first(self.rows.select("user", "time", "query").distinct(), most, QUERY), QUERY)

    def clicks(self, most: int, queries: pl.Series | None = None) -> Contributions:
        """Return the contributions of each user's first `most` clicks; only clicks on these queries, if given."""
        rows = self.rows.filter("url is not null")
        if queries is not None:
            asked = _to_spark(rows, pl.DataFrame({"normal": queries}))
            rows = _with_normal(rows).join(asked, "normal", "left_semi")
        return SparkCapped(_first(rows, most, PAIR), PAIR)


@dataclass(frozen=True)
class SparkCapped:
    """Contributions from rows with a user and the columns that name an item; queries are as written."""

    written: DataFrame
    names: Sequence[str]

    @cached_property
    def items(self) -> pl.DataFrame:
        """Return items and their counts."""
        counted = self.written.groupBy(*self.names).agg(F.count("*").alias("count"))
        together = _normal_queries(counted).groupBy(*self.names).agg(F.sum("count").alias("count"))
        return _from_spark(together)

    def weights(self, emphasis: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return each item's total weight.

        Floating-point roots have the right whole part, because their squares are below 2^53.
        """
        numbered = self.items.select(self.names).with_row_index("number")
        numbered = numbered.with_columns(pl.col("number").cast(pl.Int64), own=emphasis)
        open_items = _to_spark(self.written, numbered.filter(pl.col("own") > 0))
        owned = self._owned.join(open_items, list(self.names))
        total = F.sum("own").over(Window.partitionBy("user"))
        share = F.floor(F.sqrt(F.floor(F.lit(UNIT**2) * F.col("own") / total))).cast("long")
        summed = _from_spark(owned.select("number", share.alias("share")).groupBy("number").agg(F.sum("share")))
        weights = np.zeros(len(emphasis), np.int64)
        weights[summed["number"].to_numpy()] = summed["sum(share)"].to_numpy()
        return weights

    @cached_property
    def _owned(self) -> DataFrame:
        return _normal_queries(self.written).distinct().persist()


def _first(rows: DataFrame, most: int, columns: Sequence[str]) -> DataFrame:
    """Return the first rows of each user; rows of one time are ordered by their text."""
    order = Window.partitionBy("user").orderBy("time", *columns)
    return rows.withColumn("nth", F.row_number().over(order)).filter(F.col("nth") <= most).select("user", *columns)


def _normal_queries(rows: DataFrame) -> DataFrame:
    return rows.mapInArrow(in_polars(of_normal_queries), rows.schema)


def _with_normal(rows: DataFrame) -> DataFrame:
    """Return rows with the normalised query in a column of its own; rows are ordered by the query as written."""
    named = StructType([*rows.schema, StructField("normal", StringType())])
    return rows.mapInArrow(in_polars(lambda found: found.with_columns(normal=normalised(pl.col("query")))), named)


def _from_spark(rows: DataFrame) -> pl.DataFrame:
    found = pl.from_arrow(rows.toArrow())
    assert isinstance(found, pl.DataFrame)  # noqa: S101 - it is one of a table
    return found


def _to_spark(beside: DataFrame, table: pl.DataFrame) -> DataFrame:
    """Return a polars table as a Spark table, in the Spark session of the rows `beside`."""
    return beside.sparkSession.createDataFrame(table.to_arrow(compat_level=pl.CompatLevel.oldest()))
