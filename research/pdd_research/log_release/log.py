"""Search logs: who searched what when, and what was clicked; and what of a file is no such thing.

A file is Parquet, CSV with a header, or tab-separated as AOL's log of 2006. Nothing is dropped silently: `Faults`
counts it.
"""

from dataclasses import dataclass
from pathlib import Path

import polars as pl

from pdd_research.log_release.errors import LogError

COLUMNS: dict[str, pl.DataType] = {
    "user": pl.String(),
    "time": pl.Datetime("us"),
    "query": pl.String(),
    "url": pl.String(),
    "rank": pl.Int32(),
}
"""A log's columns; `url` and `rank` are those of a click, null where there was none."""
NAMES = {"AnonID": "user", "Query": "query", "QueryTime": "time", "ItemRank": "rank", "ClickURL": "url"}
"""AOL's names for them."""
LONGEST_QUERY = 2_000
"""Characters; what is longer was no search."""
_URL = r"^(https?://)?[^\s/?#]+\.[^\s/?#]+([/?#]\S*)?$"
_NEEDED = ("user", "time", "query")


@dataclass(frozen=True)
class Faults:
    """Rows that are not as they should be, by what is wrong with them.

    Rows without a user, a time or a query, and those with a query of over LONGEST_QUERY characters, are left out. A row
    whose URL is none stays a search without a click. Rows out of order are sorted; undecodable bytes become U+FFFD.
    """

    rows: int
    without_user: int
    without_time: int
    without_query: int
    long_queries: int
    bad_urls: int
    out_of_order: int
    undecodable: int

    @property
    def left_out(self) -> int:
        """Rows that are not in the log; one with two faults is counted for each."""
        return self.without_user + self.without_time + self.without_query + self.long_queries


@dataclass(frozen=True)
class Log:
    """A log as a lazy frame of COLUMNS, in order of user and time, with queries as they were written.

    `users` is how many there are, `faults` what was wrong with the file.
    """

    written: pl.LazyFrame
    users: int
    faults: Faults

    @property
    def rows(self) -> pl.LazyFrame:
        """The log with its queries normalised, and without those that are then empty."""
        return self.written.with_columns(query=normalised(pl.col("query"))).filter(pl.col("query") != "")


def read_log(file: Path) -> Log:
    """The log in a .parquet, .csv, or AOL's .tsv or .txt file; LogError names what cannot be read."""
    try:
        raw = typed(_scan(file), file)
        found = raw.select(**faults_of_rows(), **_order()).collect(engine="streaming").row(0, named=True)
    except OSError as error:
        raise LogError(f"{file}: {error.strerror or error}; give the path of a search log") from None
    except pl.exceptions.PolarsError as error:
        raise LogError(f"{file}: {str(error).splitlines()[0]}; give Parquet, CSV or AOL's tab-separated text") from None
    users, runs = found.pop("users"), found.pop("runs")
    faults = Faults(**found)
    if not faults.rows:
        raise LogError(f"{file}: holds no rows; give a log with searches in it")
    kept = usable(raw)
    return Log(kept if runs <= users and not faults.out_of_order else in_order(kept), users, faults)


def in_order(rows: pl.LazyFrame) -> pl.LazyFrame:
    """A log's rows by user and time; those of one time keep their order."""
    return rows.sort("user", "time", maintain_order=True)


def _scan(file: Path) -> pl.LazyFrame:
    if file.suffix == ".parquet":
        return pl.scan_parquet(file)
    aol = file.suffix in {".tsv", ".txt"}
    return pl.scan_csv(
        file,
        separator="\t" if aol else ",",
        quote_char=None if aol else '"',
        encoding="utf8-lossy",
        infer_schema=False,
        truncate_ragged_lines=True,
    )


def typed(scanned: pl.LazyFrame, file: Path) -> pl.LazyFrame:
    """The file's columns under our names and types; what is not of its type becomes null."""
    schema = scanned.collect_schema()
    renamed = scanned.rename({name: NAMES[name] for name in schema.names() if name in NAMES})
    present = renamed.collect_schema()
    if missing := [name for name in _NEEDED if name not in present]:
        raise LogError(f"{file}: has no column {missing[0]}; a log has user, time and query, and perhaps url and rank")
    columns = [
        _as(name, kind, present[name]) if name in present else pl.lit(None, kind).alias(name)
        for name, kind in COLUMNS.items()
    ]
    return renamed.select(columns)


def _as(name: str, kind: pl.DataType, present: pl.DataType) -> pl.Expr:
    column = pl.col(name)
    if isinstance(kind, pl.Datetime):
        if present == pl.String:
            return column.str.to_datetime(time_unit="us", strict=False)
        return column.cast(kind, strict=False)
    if kind == pl.String():
        text = column.cast(pl.String)
        return pl.when(text.str.strip_chars() != "").then(text)
    return column.cast(kind, strict=False)


def faults_of_rows() -> dict[str, pl.Expr]:
    """What is counted of a log's rows whatever their order, by the names of `Faults`."""
    return {
        "rows": pl.len(),
        "without_user": pl.col("user").is_null().sum(),
        "without_time": pl.col("time").is_null().sum(),
        "without_query": pl.col("query").is_null().sum(),
        "long_queries": (pl.col("query").str.len_chars() > LONGEST_QUERY).sum(),
        "bad_urls": (~pl.col("url").str.contains(_URL)).sum(),
        "undecodable": pl.col("query").str.contains("\ufffd", literal=True).sum(),
    }


def _order() -> dict[str, pl.Expr]:
    """Disorder, how many users there are, and how many runs of one user's rows: a log in order has as many."""
    user, time = pl.col("user"), pl.col("time")
    return {
        "out_of_order": ((user == user.shift()) & (time < time.shift())).sum(),
        "users": user.drop_nulls().n_unique(),
        "runs": (user.ne_missing(user.shift()) & user.is_not_null()).sum(),
    }


def usable(raw: pl.LazyFrame) -> pl.LazyFrame:
    """The rows that are searches; a URL that is none becomes null."""
    kept = raw.drop_nulls(_NEEDED).filter(pl.col("query").str.len_chars() <= LONGEST_QUERY)
    clicked = pl.when(pl.col("url").str.contains(_URL)).then(pl.col("url"))
    return kept.with_columns(url=clicked)


def normalised(query: pl.Expr) -> pl.Expr:
    """Queries that differ in case, in white space or in quotes around them are one (WWW '09, section 7)."""
    return query.str.to_lowercase().str.replace_all(r"\s+", " ").str.strip_chars(" \"'")
