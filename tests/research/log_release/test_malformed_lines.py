"""Files that differ in one user's rows, wherever these are: everybody else is read and counted the same."""

from collections.abc import Callable, Sequence
from datetime import datetime, time
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pdd_research.errors import LogError
from pdd_research.log_release.algorithms.pool import followed
from pdd_research.log_release.logs.activity import Local, of_normal_queries
from pdd_research.log_release.logs.log import read_log

COLUMNS = ["user", "time", "query", "url"]
Row = tuple[str, str, str, str]
"""What a line says in these columns, as it is written there; nothing is null in Parquet."""
ONE = "3"
"""The user who is in one of two files alone."""
QUERIES = ["flu", "Flu", "cold", '"rain', '"a, ""b"""', "dry\tcough", "caf\udce9", "x" * 2_001, ""]
ONES_TIMES = ["2006-03-01 10:00:00", "2006-03-01T10:00:00", "2006-03-01 09:59:59.5", "noon", ""]
OTHER_TIMES = ["01/03/2006 10:00", "2006-03-01T10:00Z", "2006-03-01", '"2006-03-01', "2106-03-01", *ONES_TIMES]
PUBLIC = pl.Series([f"{user}: {query}" for user in "123" for query in ("cold", "flu")])
Writing = Callable[[Path, list[Row]], Path]


def in_csv(folder: Path, rows: list[Row], columns: int = len(COLUMNS)) -> Path:
    """Write CSV with the first so many columns."""
    return _written(folder / "log.csv", [",".join(row[:columns]) for row in [COLUMNS, *rows]])


def in_tsv(folder: Path, rows: list[Row]) -> Path:
    """Write a table in the form of AOL's log."""
    lines = ["\t".join((user, query, time, "1", url)) for user, time, query, url in rows]
    return _written(folder / "log.tsv", ["AnonID\tQuery\tQueryTime\tItemRank\tClickURL", *lines])


def _written(file: Path, lines: list[str]) -> Path:
    file.write_text("\n".join(lines) + "\n", "utf-8", "surrogateescape")  # \udce9 is a byte that is no UTF-8
    return file


def in_parquet(folder: Path, rows: list[Row], user: pl.DataType, moment: pl.DataType, group: int = 2) -> Path:
    """Write Parquet with users and times of these types, null where they have no such value, and so many rows in a
    group.
    """
    texts = [[text.replace("\udce9", "\ufffd") or None for text in row] for row in rows]
    frame = pl.DataFrame(texts, COLUMNS, orient="row").cast(dict.fromkeys(COLUMNS, pl.String())).cast({"user": user})
    if moment != pl.String:
        frame = frame.with_columns(time=pl.Series([_moment(row[1]) for row in rows], dtype=pl.Datetime()).cast(moment))
    frame.write_parquet(folder / "log.parquet", row_group_size=group)
    return folder / "log.parquet"


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text).replace(tzinfo=None)
    except ValueError:
        return None


FORMS: dict[str, Writing] = {
    "CSV": in_csv,
    "CSV without clicks": partial(in_csv, columns=3),
    "TSV": in_tsv,
    "Parquet of text": partial(in_parquet, user=pl.String(), moment=pl.String()),
    "Parquet of numbers and times": partial(in_parquet, user=pl.Int64(), moment=pl.Datetime("ms"), group=1),
    "Parquet of categories and zones": partial(in_parquet, user=pl.Categorical(), moment=pl.Datetime("ns", "UTC")),
}
Found = tuple[list[tuple[object, ...]], list[dict[tuple[str, ...], int]]]


def rows(users: Sequence[str], times: Sequence[str]) -> st.SearchStrategy[list[Row]]:
    """Draw rows of these users in any order."""
    drawn = st.tuples(*map(st.sampled_from, (users, times, QUERIES, ["x.example", "no url", ""])))
    return st.lists(drawn, min_size=1, max_size=12)


def of_others(writing: Writing, made: list[Row]) -> Found:
    """Return what is read of all but ONE in a file of these rows, and what counts as searches, clicks and
    transitions.
    """
    with TemporaryDirectory() as folder:
        log = read_log(writing(Path(folder), made)).written
        others = log.filter(pl.col("user") != ONE).collect().sort("user", maintain_order=True)
        # Users' own items: the name goes with the query, so that what is ONE's can be told from the rest.
        named = log.with_columns(query=pl.col("user") + ": " + pl.col("query"))
        local = Local(named)
        counted = [local.searches(2).items, local.clicks(2).items, local.clicks(1, PUBLIC).items]
        counted.append(followed(of_normal_queries(named), 2, PUBLIC))
    items = [{row[:-1]: row[-1] for row in one.rows() if not row[0].startswith(f"{ONE}: ")} for one in counted]
    return others.rows(), items


@pytest.mark.parametrize("writing", FORMS.values(), ids=list(FORMS))
@settings(max_examples=15, deadline=None)
@given(
    ones=rows("12", ONES_TIMES),
    more=rows(ONE, OTHER_TIMES),
    places=st.lists(st.integers(0, 12), min_size=12, max_size=12),
)
@example(ones=[("1", "2006-03-01 10:00:00", "flu", "")], more=[(ONE, "01/03/2006 10:00", "flu", "")], places=[0])
@example(ones=[("1", "2006-03-01 10:00:00", "flu", "")] * 2, more=[(ONE, "2006-03-01", "flu", "")], places=[1])
@example(ones=[("1", "2006-03-01 10:00:00", "flu", "")] * 3, more=[(ONE, "2006-03-01", '"rain', "")], places=[0])
@example(
    ones=[("1", "2006-03-01 10:00:00", "flu", ""), ("1", "", "flu", ""), ("1", "2006-03-01 09:59:59.5", "cold", "")],
    more=[],
    places=[],
)
def test_others_are_read_and_count_the_same(
    writing: Writing, ones: list[Row], more: list[Row], places: list[int]
) -> None:
    """Others are read and counted the same wherever ONE's rows are, with other or no times, or open quotes."""
    mixed = list(ones)
    for place, row in zip(places, more, strict=False):
        mixed.insert(place, row)
    assert of_others(writing, mixed) == of_others(writing, ones)


@pytest.mark.parametrize(
    ("column", "kind", "one"),
    [
        ("query", pl.Binary, b"\xff"),
        ("user", pl.List(pl.String), ["a"]),
        ("time", pl.Time, time(1)),
        ("rank", pl.Time, time(1)),
    ],
)
def test_types_that_cannot_be_read_row_by_row_are_refused(
    column: str, kind: pl.DataType, one: object, tmp_path: Path
) -> None:
    """A type that can't be read row by row is refused by the type alone, so one user's bytes refuse nobody's log."""
    texts = pl.DataFrame({"user": ["a", "u"], "time": ["2006-03-01"] * 2, "query": ["flu", "cold"]})
    for values in ([None, None], [None, one]):
        texts.with_columns(pl.Series(column, values, kind)).write_parquet(tmp_path / "log.parquet")
        with pytest.raises(LogError, match=f"column {column} is"):
            read_log(tmp_path / "log.parquet")
