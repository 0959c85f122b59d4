"""Uploaded lists of keywords: text with one keyword a line, or a table of which one column is read.

The first row of a table decides how it is read, because Excel's delimiter depends on the regional settings: a comma in
English, a semicolon in German, Dutch and French, a tab in "Unicode Text". The column is the one headed `entry`, and the
delimiter is what divides that heading from the others. A table of a single column needs no heading.

A table of several columns without that heading is refused. In a semicolon country Excel need not quote a comma, so one
column with `flu index: any of flu, influenza` looks like two columns, and reading the first would cut the index short.
"""

import csv
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from io import StringIO

from pdd_server.errors import Rejected, Rejection

LARGEST = 1 << 20
"""The most bytes of an uploaded file, enough for 10,000 keywords of 100 characters."""

_HEADING = "entry"
_DELIMITERS = "\t;,"
"""What may divide cells. The tab comes first: it is also the delimiter of a single column, as no keyword has one."""
_STATED = re.compile(r"sep=([\t;,|])\n", re.IGNORECASE)
"""A first line that states the delimiter. Excel obeys it, and shows the table without it."""


def entries_of(name: str, content: bytes) -> str:
    """Return the keywords of an uploaded file, one a line, for the form's field.

    Args:
        name: The file's name. A file whose name ends in .csv is a table. So is a file that begins with `sep=`, is
            UTF-16, or has the heading `entry` beside others between tabs or semicolons.
        content: The file's bytes.

    Raises:
        Rejected: INVALID if the file is larger than 1 MB, is neither UTF-8 text nor UTF-16 text with a byte order mark,
            or is a malformed table or one whose column of keywords is not known.
    """
    if len(content) > LARGEST:
        raise Rejected(Rejection.INVALID, "The file is larger than 1 MB. Send a smaller one, or launch two campaigns.")
    is_utf16 = content.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    text = _decoded(content, is_utf16).replace("\r\n", "\n").replace("\r", "\n")
    stated = _STATED.match(text)
    table = text[stated.end() :] if stated else text
    firsts = {delimiter: _first_row(table, delimiter) for delimiter in (stated[1] if stated else _DELIMITERS)}
    headed = next((delimiter for delimiter, row in firsts.items() if _HEADING in row), None)
    is_table = name.lower().endswith(".csv") or stated is not None
    if headed and (is_table or is_utf16 or (headed != "," and len(firsts[headed]) > 1)):
        return "\n".join(_column(table, headed, firsts[headed].index(_HEADING))[1:])
    if is_table:
        divided = next((delimiter for delimiter, row in firsts.items() if len(row) > 1), next(iter(firsts)))
        return "\n".join(_column(table, divided, None))
    if is_utf16:
        # An editor's `"flu symptoms"` is an exact query. Excel's is two words, because Excel puts cells into quotes.
        raise _no_heading("The file is UTF-16 text without a column “entry”, so its quotes can be read in two ways.")
    return text


def _decoded(content: bytes, is_utf16: bool) -> str:
    """Return the file's text. The bytes of other encodings are refused, because their letters would be guesses."""
    try:
        text = content.decode("utf-16" if is_utf16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Rejected(
            Rejection.INVALID,
            f"The file is not UTF-8 text: line {line} has other bytes. "
            "Save it as UTF-8 (in Excel: “CSV UTF-8”), then send it again.",
        ) from None
    if "\0" in text:
        raise Rejected(Rejection.INVALID, "The file is not text. Send a text file, or a table saved as “CSV UTF-8”.")
    return text


def _first_row(text: str, delimiter: str) -> list[str]:
    """Return the first row that is not empty, as headings: without spaces around them, in lower case."""
    # Not strict: text in quotes is malformed under the wrong delimiters, which are tried as well.
    rows = csv.reader(StringIO(text), delimiter=delimiter)
    try:
        return [cell.strip().lower() for cell in next((row for row in rows if any(row)), [])]
    except csv.Error:
        return []


def _column(text: str, delimiter: str, place: int | None) -> list[str]:
    """Return a column of a table, cell by cell without empty rows.

    Args:
        text: The table.
        delimiter: What divides its cells.
        place: The column, from 0, if the first row is the heading; None for the first column, without a heading.

    Raises:
        Rejected: INVALID if the table is malformed, a row has more cells than the heading, or a table without a heading
            has a second column.
    """
    reader = csv.reader(StringIO(text), delimiter=delimiter, strict=True)
    cells: list[str] = []
    width = 0
    try:
        for row in reader:
            if not any(row):
                continue
            width = width or len(row)
            if place is None and any(row[1:]):
                raise _no_heading(f"“{row[0][:100]}” has a second column beside it, and no column is headed “entry”.")
            if any(row[width:]):
                raise Rejected(
                    Rejection.INVALID,
                    f"“{row[0][:100]}” has more cells than the first row. Put a keyword with commas into quotes.",
                )
            cells.append(row[place or 0] if len(row) > (place or 0) else "")
    except csv.Error as error:
        raise Rejected(
            Rejection.INVALID,
            f"The file is not CSV ({error}). Put a field with quotes in it into quotes, and double them.",
        ) from None
    return cells


def _no_heading(reason: str) -> Rejected:
    """Return the refusal of a table whose column of keywords is not known, with the repair."""
    return Rejected(
        Rejection.INVALID, f"{reason} Write “entry” into a cell above the keywords, save the file, and send it again."
    )
