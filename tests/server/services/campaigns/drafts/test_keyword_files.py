"""Keyword lists as files: what is read, and what is refused in a sentence."""

import csv
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_server.errors import Rejected
from pdd_server.services.campaigns.drafts.keyword_files import LARGEST, entries_of

CELLS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\n"), min_size=1, max_size=10)


INDEX = "flu index: any of flu, influenza, fever + child"


def excel(text: str, encoding: str = "utf-8-sig") -> bytes:
    """Return the bytes of a file as Excel for Windows saves it."""
    return text.replace("\n", "\r\n").encode(encoding)


@given(st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=5), st.sampled_from("\t;,"), st.sampled_from([0, 1]))
def test_a_column_is_read_as_it_was_written(rows: list[tuple[str, str]], delimiter: str, place: int) -> None:
    """The column `entry` comes back line by line, whatever its cells contain and its delimiter is."""
    table = StringIO()
    writer = csv.writer(table, delimiter=delimiter)
    writer.writerow(["other", "Entry "] if place else ["entry", "other"])
    writer.writerows(rows)
    assert entries_of("words.csv", table.getvalue().encode()) == "\n".join(row[place] for row in rows)


@pytest.mark.parametrize(
    ("name", "content", "entries"),
    [
        # "CSV UTF-8" of a German, Dutch or French Excel, and of an English one
        ("a.csv", excel(f'entry;Notiz\nMüdigkeit;a\n"""flu symptoms""";"b;c"\n;;\n{INDEX};\n'), None),
        ("a.csv", excel(f'Notiz;"Entry"\na, b;Müdigkeit\nb;"""flu symptoms"""\n;{INDEX}\n'), None),
        ("a.csv", excel(f'entry,note; source\nMüdigkeit,a\n"""flu symptoms""",b\n,\n"{INDEX}",c\n'), None),
        # a first line that states the delimiter, with and without a heading
        ("a.csv", excel(f'sep=;\nentry;note\nMüdigkeit;a\n"""flu symptoms""";b\n{INDEX};c\n'), None),
        ("a.csv", excel(f'SEP=,\nMüdigkeit,\n"""flu symptoms""",\n"{INDEX}",\n'), None),
        ("a.txt", excel(f'sep=;\n{INDEX};\nMüdigkeit;\n"""flu symptoms""";\n'), [INDEX, "Müdigkeit", '"flu symptoms"']),
        # one column, of which a semicolon country's Excel quotes no commas; and empty cells behind it
        ("a.csv", excel(f'entry\nMüdigkeit\n"""flu symptoms"""\n{INDEX}\n'), None),
        ("a.csv", excel(f'Müdigkeit\n"""flu symptoms"""\n{INDEX}\n'), None),
        ("a.csv", excel(f'Müdigkeit\n"""flu symptoms"""\n"{INDEX}"\n'), None),
        ("a.csv", excel(f'Müdigkeit;;\n"""flu symptoms""";;\n;;\n{INDEX};;\n'), None),
        ("a.csv", excel('"""flu, or; flu"""\nflu\n'), ['"flu, or; flu"', "flu"]),
        # "Unicode Text", and "Text (tab delimited)", in which Excel quotes commas
        ("a.txt", excel(f'entry\tnote\nMüdigkeit\ta\n"""flu symptoms"""\t\n"{INDEX}"\tb\n', "utf-16"), None),
        ("a.txt", excel(f'entry\nMüdigkeit\n"""flu symptoms"""\n"{INDEX}"\n', "utf-16"), None),
        ("a.txt", excel('note\tentry\na\tflu\nb\t"""flu symptoms"""\n', "ascii"), ["flu", '"flu symptoms"']),
        # text with one a line, which is no table whatever its commas, semicolons and quotes
        ("a.txt", excel(f'Müdigkeit\n"flu symptoms"\n{INDEX}\n'), None),
        ("a.txt", excel(f'{INDEX}\n"flu symptoms"\n'), [INDEX, '"flu symptoms"']),
        ("a.txt", excel('entry\n"flu symptoms"\n'), ["entry", '"flu symptoms"']),
        ("a.txt", excel('exit, entry\nflu; fever\n"a, b"\n'), ["exit, entry", "flu; fever", '"a, b"']),
    ],
)
def test_files_that_excel_and_editors_write_are_read(name: str, content: bytes, entries: list[str] | None) -> None:
    """Each file gives its entries; None stands for a word, an exact query and an index."""
    wanted = ["Müdigkeit", '"flu symptoms"', INDEX] if entries is None else entries
    assert [line for line in entries_of(name, content).split("\n") if line] == wanted


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("words.txt", b"x" * (LARGEST + 1), "larger than 1 MB"),
        ("words.csv", excel("entry;Notiz\nflu;\nMüdigkeit;\n", "cp1252"), "line 3 has other bytes.*CSV UTF-8"),
        ("words.txt", "flu\nMüdigkeit".encode("mac-roman"), "line 2 has other bytes"),
        ("words.txt", b"\xff\xfea", "not UTF-8"),
        ("words.txt", '"flu symptoms"'.encode("utf-16"), "UTF-16 text without a column “entry”"),
        ("words.txt", b"a\0b", "not text"),
        ("words.csv", b'"flu', "not CSV"),
        # columns without the heading: which one has the keywords, or whether the comma is a delimiter, would be a guess
        ("words.csv", f"{INDEX}\nflu\n".encode(), "“flu index: any of flu” has a second column.*Write “entry”"),
        ("words.csv", b"keyword;note\nflu;a\n", "“keyword” has a second column"),
        ("words.csv", f"entry,note\n{INDEX},a\n".encode(), "“flu index: any of flu” has more cells"),
    ],
)
def test_a_file_that_can_not_be_read_is_refused(name: str, content: bytes, says: str) -> None:
    """A file that cannot be read is refused with a sentence that says what to do."""
    with pytest.raises(Rejected, match=says):
        entries_of(name, content)


def test_the_largest_file_is_read() -> None:
    """A file of exactly one megabyte is read."""
    assert len(entries_of("words.txt", b"x" * LARGEST)) == LARGEST
