"""Keyword lists as files: what is read, and what is refused in a sentence."""

import csv
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_server.errors import Rejected
from pdd_server.services.campaigns.drafts.keyword_files import LARGEST, entries_of

CELLS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\n"), min_size=1, max_size=10)


@given(
    st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=5), st.sampled_from([(1, "Entry "), (0, "entry"), (0, "")])
)
def test_a_column_is_read_as_it_was_written(rows: list[tuple[str, str]], heading: tuple[int, str]) -> None:
    """The column `entry`, or the first column, comes back line by line, whatever its cells contain."""
    place, name = heading
    table = StringIO()
    writer = csv.writer(table)
    if name:
        writer.writerow(["other", name] if place else [name, "other"])
    writer.writerows(rows)
    if not name and "entry" in {cell.strip().lower() for cell in rows[0]}:
        return
    assert entries_of("words.csv", table.getvalue().encode()) == "\n".join(row[place] for row in rows)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("words.txt", b"x" * (LARGEST + 1), "larger than 1 MB"),
        ("words.txt", b"\xff\xfe", "not UTF-8"),
        ("words.txt", b"a\0b", "not text"),
        ("words.csv", b'"flu', "not CSV"),
    ],
)
def test_a_file_that_can_not_be_read_is_refused(name: str, content: bytes, says: str) -> None:
    """A file that cannot be read is refused with a sentence that says what to do."""
    with pytest.raises(Rejected, match=says):
        entries_of(name, content)


def test_the_largest_file_is_read() -> None:
    """A file of exactly one megabyte is read."""
    assert len(entries_of("words.txt", b"x" * LARGEST)) == LARGEST
