"""Uploaded lists of keywords: a text with one keyword a line, or CSV, of which one column is read."""

import csv
from io import StringIO

from pdd_server.errors import Rejected, Rejection

LARGEST = 1 << 20
"""The most bytes of an uploaded file, enough for 10,000 keywords of 100 characters."""


def entries_of(name: str, content: bytes) -> str:
    """Return the keywords of an uploaded file, one a line, for the form's field.

    Args:
        name: The file's name; a file whose name ends in .csv is read as CSV.
        content: The file's bytes.

    Raises:
        Rejected: INVALID if the file is larger than 1 MB, is not UTF-8 text, or is malformed CSV.
    """
    if len(content) > LARGEST:
        raise Rejected(Rejection.INVALID, "The file is larger than 1 MB. Send a smaller one, or launch two campaigns.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Rejected(Rejection.INVALID, "The file is not UTF-8 text. Save it as UTF-8, then send it again.") from None
    if "\0" in text:
        raise Rejected(Rejection.INVALID, "The file is not text. Send a text file, or a table saved as CSV.")
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "\n".join(_column(lines)) if name.lower().endswith(".csv") else lines


def _column(text: str) -> list[str]:
    """Return the column headed `entry` of a CSV text; if no column is, all rows of the first column."""
    try:
        rows = [row for row in csv.reader(StringIO(text), strict=True) if row]
    except csv.Error as error:
        raise Rejected(
            Rejection.INVALID,
            f"The file is not CSV ({error}). Put a field with quotes in it into quotes, and double them.",
        ) from None
    heading = [cell.strip().lower() for cell in rows[0]] if rows else []
    if "entry" not in heading:
        return [row[0] for row in rows]
    place = heading.index("entry")
    return [row[place] for row in rows[1:] if len(row) > place]
