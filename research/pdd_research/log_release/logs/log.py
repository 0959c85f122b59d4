"""Search logs: who searched what when, and what was clicked; and what is wrong with a file of them.

A file is Parquet, CSV with a header, or tab-separated text like AOL's log of 2006. Nothing is dropped silently:
`Faults` counts it. How a user's rows are read depends on those rows alone, wherever they stand in the file, because a
release's privacy claim compares files that differ in one user's rows (docs/reference/privacy.md).
"""

from dataclasses import dataclass
from pathlib import Path

import polars as pl

from pdd_research.errors import LogError
from pdd_research.log_release.logs.lines import header_in, rows_of, scan_lines

COLUMNS: dict[str, pl.DataType] = {
    "user": pl.String(),
    "time": pl.Datetime("us"),
    "query": pl.String(),
    "url": pl.String(),
    "rank": pl.Int32(),
}
"""A log's columns; `url` and `rank` are those of a click, null where there was none."""
NAMES = {"AnonID": "user", "Query": "query", "QueryTime": "time", "ItemRank": "rank", "ClickURL": "url"}
"""AOL's names of the columns."""
CLOCKS = ("%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%d %H:%M", "%Y-%m-%d")
"""The formats of times as text, tried on each time separately; T may replace the space, and Z may follow."""
LONGEST_QUERY = 2_000
"""In characters; longer texts are no searches."""
ORDER = ("user", "time", "query")
"""The columns that rows are sorted by. Rows with equal values in all of them are clicks of one search."""
_URL = r"^(https?://)?[^\s/?#]+\.[^\s/?#]+([/?#]\S*)?$"
_NEEDED = ("user", "time", "query")
_TEXT = (pl.String, pl.Null, pl.Categorical, pl.Enum)
_TYPES = {"time": (pl.String, pl.Datetime, pl.Date), "rank": (pl.String, pl.Null)}
"""Parquet types in which one value never affects how, or whether, another is read; numbers are among them as well."""


@dataclass(frozen=True)
class Faults:
    """How many rows of a file have which fault.

    Rows without a user, a time or a query are left out, and so are rows whose query is longer than LONGEST_QUERY
    characters. A row with a malformed URL stays, as a search without a click. Rows of one user that are out of order
    are sorted. Undecodable bytes become U+FFFD.
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
        """The number of rows that aren't in the log; a row with two faults counts for each."""
        return self.without_user + self.without_time + self.without_query + self.long_queries


@dataclass(frozen=True)
class Log:
    """A search log as a lazy frame of COLUMNS.

    Attributes:
        written: the rows, queries as written. A user's rows are together, by time, then by query.
        users: the number of users.
        faults: what was wrong with the file.
    """

    written: pl.LazyFrame
    users: int
    faults: Faults

    @property
    def rows(self) -> pl.LazyFrame:
        """The rows with normalised queries, without those whose query is then empty."""
        return self.written.with_columns(query=normalised(pl.col("query"))).filter(pl.col("query") != "")


def read_log(file: Path) -> Log:
    """Read a search log from a .parquet or .csv file, or from AOL's .tsv or .txt.

    Raises:
        LogError: if the file can't be read as a log; the message names it.
    """
    try:
        scanned = _scan(file)
        raw = typed(scanned, file)
        kept, clicked = usable(raw), not {"url", "ClickURL"}.isdisjoint(scanned.collect_schema())
        counted = raw.select(**faults_of_rows()), kept.select(out_of_order=_earlier().sum()), _runs(kept, clicked)
        faults, disorder, runs = pl.collect_all(counted, engine="streaming")
    except OSError as error:
        raise LogError(f"{file}: {error.strerror or error}; give the path of a search log") from None
    except pl.exceptions.PolarsError as error:
        raise LogError(f"{file}: {str(error).splitlines()[0]}; give Parquet, CSV or AOL's tab-separated text") from None
    found = Faults(**faults.row(0, named=True), **disorder.row(0, named=True))
    if not found.rows:
        raise LogError(f"{file}: holds no rows; give a log with searches in it")
    # A log is read several times. If it has no faults, looking for them each time would be wasted.
    rows = kept if found.left_out or found.bad_urls else typed(scanned, file, blanks=False)
    return Log(_sorted(rows, runs), len(runs), found)


def in_order(rows: pl.LazyFrame) -> pl.LazyFrame:
    """Return rows by user, time and query: an order that follows from each user's rows alone."""
    return rows.sort(ORDER, maintain_order=True)


def _sorted(rows: pl.LazyFrame, runs: pl.DataFrame) -> pl.LazyFrame:
    """Sort each user's rows. Those of users with a single run, see `_runs`, are sorted already and stay as they are."""
    scattered = runs.filter(pl.col("runs") > 1)["user"]
    if not len(scattered):
        return rows
    if 2 * len(scattered) > len(runs):
        return in_order(rows)
    those = pl.col("user").is_in(scattered.implode())
    return pl.concat([rows.filter(~those), in_order(rows.filter(those))])


def _runs(rows: pl.LazyFrame, clicked: bool) -> pl.LazyFrame:
    """Return for each user its number of runs: consecutive rows of the user that are in ORDER.

    A user with a single run needs no sorting. In a log without clicks, each row at the time of the row before begins a
    run, whatever its query: comparing queries takes longer than everything else, and few searches are at one time.
    """
    user, time, query = map(pl.col, ORDER)
    later = time > time.shift()
    if clicked:
        later |= (time == time.shift()) & (query >= query.shift())
    begins = ~((user == user.shift()) & later).fill_null(value=False)
    return rows.filter(begins).group_by("user").agg(runs=pl.len())


def _scan(file: Path) -> pl.LazyFrame:
    if file.suffix == ".parquet":
        return pl.scan_parquet(file)
    lines = scan_lines(file)
    return of_lines(lines, header_in(lines.drop_nulls().head(1).collect()), file)


def of_lines(lines: pl.LazyFrame, header: str, file: Path) -> pl.LazyFrame:
    """Return a log's columns, as text, from the file's lines."""
    return rows_of(lines, header, file.suffix in {".tsv", ".txt"}, {*COLUMNS, *NAMES})


def typed(scanned: pl.LazyFrame, file: Path, *, blanks: bool = True) -> pl.LazyFrame:
    """Return the file's columns under our names and types. A value that is blank or not of its type becomes null.

    Args:
        scanned: the columns as they are in the file.
        file: named in errors.
        blanks: whether a user, time or query may be blank; if not, looking for blanks is skipped.

    Raises:
        LogError: if a column is missing.
    """
    schema = scanned.collect_schema()
    renamed = scanned.rename({name: NAMES[name] for name in schema.names() if name in NAMES})
    present = renamed.collect_schema()
    if missing := [name for name in _NEEDED if name not in present]:
        raise LogError(f"{file}: has no column {missing[0]}; a log has user, time and query, and perhaps url and rank")
    if wrong := [name for name in COLUMNS if name in present and not _is_read(name, present[name])]:
        raise LogError(f"{file}: its column {wrong[0]} is {present[wrong[0]]}; give text, or for times a timestamp")
    columns = [
        _as(name, kind, present[name], blanks or name not in _NEEDED)
        if name in present
        else pl.lit(None, kind).alias(name)
        for name, kind in COLUMNS.items()
    ]
    return renamed.select(columns)


def _is_read(name: str, present: pl.DataType) -> bool:
    """Whether a column of this type can be read without one value affecting how another is read."""
    return present in _TYPES.get(name, _TEXT) or (present.is_numeric() and name != "time")


def _as(name: str, kind: pl.DataType, present: pl.DataType, blanks: bool) -> pl.Expr:
    column = pl.col(name)
    if isinstance(kind, pl.Datetime):
        if present == pl.String:
            spaced = column.str.strip_suffix("Z").str.replace("T", " ", literal=True)
            return pl.coalesce(spaced.str.to_datetime(form, time_unit="us", strict=False) for form in CLOCKS)
        return column.cast(kind, strict=False)
    if kind == pl.String():
        text = column.cast(pl.String, strict=False)
        return pl.when(text.str.strip_chars() != "").then(text) if blanks else text
    return column.cast(kind, strict=False)


def faults_of_rows() -> dict[str, pl.Expr]:
    """Return an expression for each fault that doesn't depend on the rows' order, by its name in `Faults`."""
    query = pl.col("query")
    beyond_ascii = query.filter(query.str.len_bytes() != query.str.len_chars())
    return {
        "rows": pl.len(),
        "without_user": pl.col("user").is_null().sum(),
        "without_time": pl.col("time").is_null().sum(),
        "without_query": pl.col("query").is_null().sum(),
        "long_queries": (pl.col("query").str.len_chars() > LONGEST_QUERY).sum(),
        "bad_urls": (~pl.col("url").str.contains(_URL)).sum(),
        "undecodable": beyond_ascii.str.contains("\ufffd", literal=True).sum(),
    }


def _earlier() -> pl.Expr:
    """Return an expression: whether a row is earlier than the row before it, if both are the same user's."""
    user, time = pl.col("user"), pl.col("time")
    return (user == user.shift()) & (time < time.shift())


def usable(raw: pl.LazyFrame) -> pl.LazyFrame:
    """Return the rows that are searches; a malformed URL becomes null."""
    kept = raw.drop_nulls(_NEEDED).filter(pl.col("query").str.len_chars() <= LONGEST_QUERY)
    clicked = pl.when(pl.col("url").str.contains(_URL)).then(pl.col("url"))
    return kept.with_columns(url=clicked)


def normalised(query: pl.Expr) -> pl.Expr:
    """Return queries without differences in case, in white space, and in quotes around them (WWW '09, section 7).

    The pattern leaves single spaces alone. Replacing each by a space would change nothing and be slow, because most
    queries have no other white space.
    """
    return query.str.to_lowercase().str.replace_all(r"\s{2,}|[^\S ]", " ").str.strip_chars(" \"'")
