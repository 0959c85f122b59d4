"""The two files of the study: how often queries were searched each week, and the rates they are to tell.

A week is Sunday to Saturday, as the CDC counts them, and is named by its Saturday; in a file any of its days names it.
"""

from datetime import date, timedelta
from pathlib import Path

import polars as pl

from pdd_research.studies.flu.errors import StudyError

RATE = "% WEIGHTED ILI"
"""The CDC's column that is estimated: the percentage of visits to a doctor that were for influenza-like illness."""
_SATURDAY = 6


def read_queries(file: Path) -> pl.DataFrame:
    """Weeks and, a column each, how often a query was searched; null where that is no number. StudyError.

    The first column is a date, the others are queries: what Google Trends gives, or frequencies of any unit.
    """
    table = _read(file)
    if table.width < 2:
        raise StudyError(f"{file}: has no queries; the first column is the week, each other one a query")
    week, *queries = table.columns
    numbers = (_number(query).alias(query) for query in queries)
    return _once_a_week(table.select(_saturday(pl.col(week).str.to_date("%Y-%m-%d", strict=False)), *numbers), file)


def read_target(file: Path) -> pl.DataFrame:
    """Weeks and their rate; null where that is no number. StudyError.

    Either the CDC's ILINet file of one region (YEAR, WEEK, % WEIGHTED ILI, perhaps under a title), or dates and rates.
    """
    table = _read(file)
    if not {"YEAR", "WEEK", RATE} <= set(table.columns):
        if table.width != 2:
            raise StudyError(f"{file}: has neither YEAR, WEEK and {RATE}, nor two columns: a week's date and its rate")
        week = pl.col(table.columns[0]).str.to_date("%Y-%m-%d", strict=False)
        return _once_a_week(table.select(_saturday(week), _number(table.columns[1]).alias("rate")), file)
    if "REGION" in table.columns and table["REGION"].n_unique() > 1:
        raise StudyError(f"{file}: REGION: holds several; keep the rows of one")
    first = pl.date(_number("YEAR").cast(pl.Int32), 1, 4)
    week = _saturday(first) + pl.duration(days=7 * (_number("WEEK").cast(pl.Int64) - 1))
    return _once_a_week(table.select(week, _number(RATE).alias("rate")), file)


def week_end(year: int, week: int) -> date:
    """The Saturday of a week of the CDC's: the first week of a year is the one with 4 January in it."""
    first = date(year, 1, 4)
    return first + timedelta(days=(_SATURDAY - first.isoweekday()) % 7 + 7 * (week - 1))


def _read(file: Path) -> pl.DataFrame:
    try:
        with file.open(encoding="utf-8", errors="replace") as lines:
            titled = "," not in lines.readline()
        table = pl.read_csv(file, skip_rows=int(titled), infer_schema=False, encoding="utf8-lossy")
    except OSError as error:
        raise StudyError(f"{file}: {error.strerror or error}; give the path of a CSV file") from None
    except pl.exceptions.PolarsError as error:
        raise StudyError(f"{file}: {str(error).splitlines()[0]}; give a CSV file with a header") from None
    names = [" ".join(name.split()) for name in table.columns]
    if twice := [name for name in names if names.count(name) > 1]:
        raise StudyError(f"{file}: {twice[0]}: is the name of two columns; keep one, or name them apart")
    return table.rename(dict(zip(table.columns, names, strict=True)))


def _number(column: str) -> pl.Expr:
    """What is written as a number; Google Trends writes `<1` where there was less than that."""
    return pl.col(column).str.strip_chars(" <").cast(pl.Float64, strict=False)


def _saturday(day: pl.Expr) -> pl.Expr:
    ahead = (_SATURDAY - day.dt.weekday().cast(pl.Int64)) % 7
    return (day + pl.duration(days=ahead)).alias("week")


def _once_a_week(table: pl.DataFrame, file: Path) -> pl.DataFrame:
    """In order of weeks. StudyError for a week that is none, that comes twice, or for numbers below 0."""
    table = table.rename({table.columns[0]: "week"})
    if table.is_empty():
        raise StudyError(f"{file}: has no rows; give a row for each week")
    if table["week"].null_count():
        row = table["week"].is_null().arg_max()
        raise StudyError(f"{file}: row {(row or 0) + 1}: has no week; write it as 2015-11-07, or as YEAR and WEEK")
    if twice := table.filter(pl.col("week").is_duplicated())["week"].head(1).to_list():
        raise StudyError(f"{file}: the week that ends on {twice[0]} is there twice; keep one row of it")
    for column in table.columns[1:]:
        values = table[column]
        if values.is_infinite().any() or values.is_nan().any() or (values < 0).any():
            raise StudyError(f"{file}: {column}: holds a number below 0, or none that is finite; correct it there")
    return table.sort("week")
