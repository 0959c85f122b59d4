"""Reading a log on Spark: the same columns, faults and rows as `log.py` reads on one machine."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

import polars as pl
from pyspark.errors import PySparkException  # type: ignore[import-not-found,unused-ignore]
from pyspark.sql import DataFrame, SparkSession, Window  # type: ignore[import-not-found,unused-ignore]
from pyspark.sql import functions as F  # noqa: N812

from pdd_research.errors import LogError, ParameterError
from pdd_research.log_release.logs.lines import LINE, header_in
from pdd_research.log_release.logs.log import Faults, faults_of_rows, of_lines, typed, usable
from pdd_research.log_release.logs.spark_activity import OnSpark, in_polars

_SCHEMA = "user string, time timestamp_ntz, query string, url string, rank int"
_COUNTED = "rows long, without_user long, without_time long, without_query long, long_queries long, bad_urls long, "
_COUNTED += "undecodable long"
_BATCH = 100_000
"""The number of rows that are handed to polars at a time."""


@dataclass(frozen=True)
class SparkLog:
    """A log on Spark: its activity, the number of users, and what was wrong with the file."""

    written: OnSpark
    users: int
    faults: Faults


def read_log_on_spark(file: Path) -> SparkLog:
    """Read a search log from a file or folder that Spark can read.

    Raises:
        LogError: if there is no such file, or it can't be read as a log.
        ParameterError: if Spark doesn't start.
    """
    spark = _session()
    try:
        whole = _read(spark, file)
        kept = whole.mapInArrow(in_polars(usable), _SCHEMA)
        faults, users = _faults(whole, kept)
    except PySparkException as error:
        raise LogError(f"{file}: {str(error).splitlines()[0]}; give Parquet, CSV or AOL's text") from None
    if not faults.rows:
        raise LogError(f"{file}: holds no rows; give a log with searches in it")
    return SparkLog(OnSpark(kept), users, faults)


def _session() -> SparkSession:
    """Return the Spark session that Spark's own settings ask for: on this machine, unless they name a cluster."""
    # Workers must run a Python that has this package: this one, unless a cluster's settings name another.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("pdd-research").config("spark.sql.session.timeZone", "UTC")
    try:
        session = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", _BATCH).getOrCreate()
    except (PySparkException, OSError) as error:
        reason = str(error).splitlines()[0]
        raise ParameterError(f"--engine spark: does not start ({reason}); Spark needs Java 17 or later") from None
    session.sparkContext.setLogLevel("ERROR")
    return session


def _read(spark: SparkSession, file: Path) -> DataFrame:
    if not file.exists():
        raise LogError(f"{file}: No such file or directory; give the path of a search log")
    path = file.absolute().as_uri()
    if file.suffix == ".parquet":
        return spark.read.parquet(path).mapInArrow(in_polars(lambda rows: typed(rows, file)), _SCHEMA)
    text = spark.read.text(path, lineSep="\n").select(F.make_valid_utf8("value").alias(LINE))
    header = header_in(pl.DataFrame({LINE: [row[LINE] for row in text.filter(F.col(LINE) != "").take(1)]}))
    return text.mapInArrow(in_polars(lambda lines: typed(of_lines(lines, header, file), file)), _SCHEMA)


def _faults(rows: DataFrame, kept: DataFrame) -> tuple[Faults, int]:
    """Return the rows' faults, and the number of users in the rows that are kept."""
    counts = rows.mapInArrow(in_polars(_count), _COUNTED)
    sums = _only(counts.agg(*(F.sum(name).alias(name) for name in counts.columns)))
    # Within one file, Spark's row numbers rise with the rows' places, though not by 1 each.
    placed = kept.withColumn("place", F.monotonically_increasing_id())
    compared = placed.withColumn("before", F.lag("time").over(Window.partitionBy("user").orderBy("place")))
    disorder = F.count_if(F.col("time") < F.col("before")).alias("out_of_order")
    found = _only(compared.agg(disorder, F.count_distinct("user").alias("users")))
    return Faults(**sums, out_of_order=found["out_of_order"]), found["users"]


def _only(rows: DataFrame) -> dict[str, int]:
    """Return the only row, with 0 in place of null."""
    return {name: count or 0 for name, count in rows.collect()[0].asDict().items()}


def _count(rows: pl.LazyFrame) -> pl.LazyFrame:
    return rows.select(**faults_of_rows()).cast(pl.Int64)
