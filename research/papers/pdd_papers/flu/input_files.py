"""The study's two input files: how often queries were searched each week, and the flu rates to estimate.

A week is Sunday to Saturday, as the CDC counts weeks, and is named by its Saturday. In a file any of its days names it.
"""

import csv
from datetime import date, timedelta
from pathlib import Path

import polars as pl

from pdd_papers.flu.errors import StudyError

RATE = "% WEIGHTED ILI"
"""The CDC's column that is estimated: the percentage of visits to a doctor that were for influenza-like illness."""
WEEK, TARGET = " week", " rate"
"""The names of the week and rate columns. No query has such a name, since spaces around queries are removed."""
_SATURDAY = 6
_YEARS = (1900, 2100)
_LEAST, _MOST = 1e-12, 1e12
"""The range of volumes above 0: of any unit, but nothing computed from them may overflow."""


def read_queries(file: Path) -> pl.DataFrame:
    """Return the weeks, with a column for each query of how often it was searched; null where the file has no number.

    The first column of the file is a date and the others are queries: what Google Trends gives, or frequencies of any
    unit.

    Raises:
        StudyError: if the file can't be used.
    """
    table = _read(file, WEEK)
    if table.width < 2:
        raise StudyError(f"{file}: has no queries; the first column is the week, each other one a query")
    return _once_a_week(table.select(_dated(WEEK), *(_number(query) for query in table.columns[1:])), file)


def read_target(file: Path) -> pl.DataFrame:
    """Return the weeks and their rates; null where the file has no number.

    The file is the CDC's ILINet file of one region (YEAR, WEEK, % WEIGHTED ILI, possibly below a title), or has dates
    and rates.

    Raises:
        StudyError: if the file can't be used.
    """
    table = _read(file)
    if not {"YEAR", "WEEK", RATE} <= set(table.columns):
        if table.width != 2:
            raise StudyError(f"{file}: has neither YEAR, WEEK and {RATE}, nor two columns: a week's date and its rate")
        dated, rate = table.columns
        return _once_a_week(table.select(_dated(dated), _number(rate).alias(TARGET)), file)
    if "REGION" in table.columns and table["REGION"].n_unique() > 1:
        raise StudyError(f"{file}: REGION: holds several; keep the rows of one")
    first = pl.date(_whole("YEAR", *_YEARS), 1, 4)
    week = _saturday(first) + pl.duration(days=7 * (_whole("WEEK", 1, 53) - 1))
    return _once_a_week(table.select(week, _number(RATE).alias(TARGET)), file)


def week_end(year: int, week: int) -> date:
    """Return the Saturday of a CDC week; the first week of a year is the one that holds 4 January."""
    first = date(year, 1, 4)
    return first + timedelta(days=(_SATURDAY - first.isoweekday()) % 7 + 7 * (week - 1))


def _read(file: Path, first: str | None = None) -> pl.DataFrame:
    """Return a file's cells as text.

    Args:
        file: the CSV file.
        first: a name for the first column in place of its own, so that a query may have that name.

    Raises:
        StudyError: if the file can't be read, or two columns have one name.
    """
    try:
        header, titled = _header(file)
        table = pl.read_csv(file, skip_rows=int(titled), infer_schema=False, encoding="utf8-lossy")
        names = [" ".join(name.split()) for name in header]
        names[:1] = [first] if first else names[:1]
        if twice := [name for name in names if names.count(name) > 1]:
            name = twice[0] or "nothing"
            raise StudyError(f"{file}: {name}: is the name of two columns; keep one, or name them apart")
        table.columns = names
    except OSError as error:
        raise StudyError(f"{file}: {error.strerror or error}; give the path of a CSV file") from None
    except (pl.exceptions.PolarsError, csv.Error) as error:
        raise StudyError(f"{file}: {str(error).splitlines()[0]}; give a CSV file with a header") from None
    return table


def _header(file: Path) -> tuple[list[str], bool]:
    """Return the columns' names as in the file, and whether a title is above them; polars renames repeated names."""
    with file.open(encoding="utf-8-sig", errors="replace", newline="") as lines:
        rows = csv.reader(lines)
        header = next(rows, [])
        titled = len(header) < 2
        return (next(rows, []) if titled else header), titled


def _number(column: str) -> pl.Expr:
    """Return a column's texts as numbers. Google Trends writes `<1` for less than 1; it is read as 1."""
    return pl.col(column).str.strip_chars(" <").cast(pl.Float64, strict=False)


def _whole(column: str, least: int, most: int) -> pl.Expr:
    """Return the whole part of a number in a range, else null, because no date can be made of other numbers."""
    number = _number(column)
    return pl.when(number.is_between(least, most)).then(number).cast(pl.Int32)


def _dated(column: str) -> pl.Expr:
    day = pl.col(column).str.to_date("%Y-%m-%d", strict=False)
    return _saturday(pl.when(day.dt.year().is_between(*_YEARS)).then(day))


def _saturday(day: pl.Expr) -> pl.Expr:
    ahead = (_SATURDAY - day.dt.weekday().cast(pl.Int64)) % 7
    return (day + pl.duration(days=ahead)).alias(WEEK)


def _once_a_week(table: pl.DataFrame, file: Path) -> pl.DataFrame:
    """Return the table in order of weeks; StudyError if a week is missing or repeated, or a volume is negative."""
    if table.is_empty():
        raise StudyError(f"{file}: has no rows; give a row for each week")
    if table[WEEK].null_count():
        row = table[WEEK].is_null().arg_max()
        raise StudyError(f"{file}: row {(row or 0) + 1}: has no week; write it as 2015-11-07, or as YEAR and WEEK")
    if twice := table.filter(pl.col(WEEK).is_duplicated())[WEEK].head(1).to_list():
        raise StudyError(f"{file}: the week that ends on {twice[0]} is there twice; keep one row of it")
    for column in table.columns[1:]:
        values = table[column]
        for value in values.filter((values != 0) & ~values.is_between(_LEAST, _MOST)).head(1):
            raise StudyError(
                f"{file}: {column.strip()}: holds {value:g}; a number must be 0, or from {_LEAST:g} to {_MOST:g}; "
                f"correct it there"
            )
    return table.sort(WEEK)
