"""Lines of separated text as rows. What one line holds never changes how another line is read.

CSV readers let a quoted field run over several lines, so a stray quote in one user's row swallows the rows of other
users after it. That would break the privacy claim, which is about one user's rows. Here every line is a row, whatever
is quoted in it, on one machine and on Spark alike.
"""

import csv
from collections.abc import Collection
from pathlib import Path

import polars as pl

LINE = "line"
_NEVER = "\x01"
"""A separator that no search has, so that polars reads each line as one field. Text after it in a line is not read."""
_FIELD = '(?:"((?:[^"]|"")*)"|([^,]*))'
"""Matches a quoted field, in which quotes are doubled, or an unquoted one; also a field whose quotes are not closed."""


def scan_lines(file: Path) -> pl.LazyFrame:
    """Return the lines of a text file, or of all files in a folder; bytes that aren't UTF-8 become U+FFFD."""
    return pl.scan_csv(
        file,
        separator=_NEVER,
        quote_char=None,
        has_header=False,
        new_columns=[LINE],
        encoding="utf8-lossy",
        infer_schema=False,
        truncate_ragged_lines=True,
    )


def header_in(lines: pl.DataFrame) -> str:
    """Return the first of these lines, or an empty text if there are none."""
    return str(lines[LINE][0]) if len(lines) else ""


def rows_of(lines: pl.LazyFrame, header: str, tabs: bool, wanted: Collection[str]) -> pl.LazyFrame:
    """Return the wanted columns of lines under a header, as text.

    A column that a line is too short for is null; fields beyond the header are ignored. Empty lines and repeated
    headers are skipped, because in a folder each file has a header.

    Args:
        lines: the file's lines.
        header: the line with the columns' names.
        tabs: fields are separated by tabs and never quoted; otherwise by commas.
        wanted: the names of the columns to return.
    """
    names = _names(header, tabs)
    places = [place for place, name in enumerate(names) if name in wanted]
    fields = max(places, default=0) + 1
    kept = lines.select(pl.col(LINE).str.strip_suffix("\r")).filter(~pl.col(LINE).is_in(["", header.rstrip("\r")]))
    line = pl.col(LINE)
    split = kept.select(line, plain=line.str.split_exact("\t" if tabs else ",", fields))
    if tabs:
        return split.select(_plain(place).alias(names[place]) for place in places)
    quoted = pl.when(line.str.contains('"', literal=True)).then(line)
    both = split.with_columns(quoted=quoted.str.extract_groups(_pattern(fields)))
    return both.select(
        pl.when(line.str.contains('"', literal=True)).then(_quoted(place)).otherwise(_plain(place)).alias(names[place])
        for place in places
    )


def _names(header: str, tabs: bool) -> list[str]:
    line = header.removeprefix("\ufeff").rstrip("\r")
    return line.split("\t") if tabs else next(csv.reader([line]), [])


def _pattern(fields: int) -> str:
    """Return a pattern that matches a whole line with any number of fields and captures the first `fields` of them."""
    return f"^{_FIELD}" + f"(?:,{_FIELD}" * (fields - 1) + ")?" * (fields - 1) + "(?:,.*)?$"


def _plain(place: int) -> pl.Expr:
    """Return the field at a place of a line without quotes."""
    return pl.col("plain").struct.field(f"field_{place}")


def _quoted(place: int) -> pl.Expr:
    """Return the field at a place of a line with quotes, without its own quotes and with doubled ones single."""
    inside, bare = (pl.col("quoted").struct.field(str(2 * place + side)) for side in (1, 2))
    return pl.coalesce(inside.str.replace_all('""', '"', literal=True), bare)
