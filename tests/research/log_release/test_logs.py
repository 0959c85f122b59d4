"""Reading logs of every form, their faults, and what of a user's activity counts."""

from collections import Counter
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_research.errors import LogError
from pdd_research.log_release.logs.activity import Local, first_searches
from pdd_research.log_release.logs.log import COLUMNS, LONGEST_QUERY, in_order, read_log

NOON = datetime(2006, 3, 1, 12)
AOL = """AnonID\tQuery\tQueryTime\tItemRank\tClickURL
142\trentdirect.com\t2006-03-01 07:17:12\t\t
142\tFlu  "shot"\t2006-03-01 07:18:00\t1\thttp://www.cdc.gov
142\tFlu  "shot"\t2006-03-01 07:18:00\t3\thttp://www.flu.gov
217\tlottery\t2006-03-02 11:00:01\t2\tcalottery.com
"""


def frame(*rows: tuple[str | None, datetime | None, str | None, str | None]) -> pl.LazyFrame:
    """Return rows of user, time, query and URL as a log."""
    made = pl.DataFrame(rows, schema=["user", "time", "query", "url"], orient="row").with_columns(rank=None)
    return made.select(pl.col(name).cast(kind) for name, kind in COLUMNS.items()).lazy()


def test_aols_form(tmp_path: Path) -> None:
    """AOL's columns are read under our names, with normalised queries and quotes."""
    (file := tmp_path / "user-ct-test-collection-01.txt").write_text(AOL)
    log = read_log(file)
    rows = log.rows.collect()
    assert rows["query"].to_list() == ["rentdirect.com", 'flu "shot', 'flu "shot', "lottery"]
    assert rows["url"].to_list() == [None, "http://www.cdc.gov", "http://www.flu.gov", "calottery.com"]
    assert rows["rank"].to_list() == [None, 1, 3, 2]
    assert log.faults.rows == 4
    assert log.faults.left_out == 0


def test_the_same_log_in_three_forms(tmp_path: Path) -> None:
    """Parquet and CSV of a log are read as the same log."""
    (aol := tmp_path / "log.tsv").write_text(AOL)
    rows = read_log(aol).written.collect()
    rows.write_parquet(tmp_path / "log.parquet")
    rows.write_csv(tmp_path / "log.csv")
    assert read_log(tmp_path / "log.parquet").written.collect().equals(rows)
    assert read_log(tmp_path / "log.csv").written.collect().equals(rows)


def test_a_log_out_of_order_is_sorted(tmp_path: Path) -> None:
    """A log with scattered users and times running backwards is sorted without loss."""
    hours = [("b", 3), ("a", 2), ("b", 1), ("a", 2)]
    rows = frame(*((user, NOON + timedelta(hours=hour), f"q{n}", None) for n, (user, hour) in enumerate(hours)))
    rows.collect().write_parquet(tmp_path / "log.parquet")
    log = read_log(tmp_path / "log.parquet")
    assert log.users == 2
    assert log.written.collect()["query"].to_list() == ["q1", "q3", "q2", "q0"]


def test_times_that_are_text(tmp_path: Path) -> None:
    """Times as text are read one by one in any of the forms, and a text in none of them is no time."""
    good = ["2006-03-01", "2006-03-01 00:00", "2006-03-01T00:00Z", "2006-03-01 00:00:00", "2006-03-01T00:00:00.000Z"]
    bad = ["01/03/2006 00:00:00", "2006-03-01 00:00:00 or so", "1141171200", "2006-02-30", "T", "Z"]
    for times in (good + bad, bad + good):
        lines = ["user,time,query", *(f"a,{time},flu" for time in times)]
        (file := tmp_path / "log.csv").write_text("\n".join(lines))
        log = read_log(file)
        assert log.written.collect()["time"].to_list() == [datetime(2006, 3, 1)] * len(good)
        assert log.faults.without_time == len(bad)


def test_a_line_of_csv_is_a_row(tmp_path: Path) -> None:
    """In CSV quotes around commas and quotes are removed, and one that is not closed in its line is a character."""
    lines = [
        '\ufeff"user",other,time,query,url',
        'a,"x, y",2006-03-01,"flu, ""shot""",x.example,more,than,asked',
        'b,"x,2006-03-01,"cold,x.example',
        'c,x,2006-03-01,cold "and" flu,',
        '"d","","2006-03-01","flu"s',
        "e,x",
        "",
        "f,x,2006-03-01,rain,",
    ]
    (file := tmp_path / "log.csv").write_bytes("\r\n".join(lines).encode())
    log = read_log(file)
    found = log.written.select("user", "query", "url").collect().rows()
    assert found == [
        ("a", 'flu, "shot"', "x.example"),
        ("b", '"cold', "x.example"),
        ("c", 'cold "and" flu', None),
        ("d", '"flu"s', None),
        ("f", "rain", None),
    ]
    assert (log.faults.rows, log.faults.without_time) == (6, 1)


def test_every_fault_is_counted(tmp_path: Path) -> None:
    """Every fault is counted: missing fields, a query of ten million characters, no URLs, disorder, undecodable
    bytes.
    """
    lines = [
        b"user,time,query,url",
        b"a,2006-03-01 10:00:00,flu,",
        b",2006-03-01 10:00:00,flu,",
        b"a,,flu,",
        b"a,yesterday,flu,",
        b"a,2006-03-01 10:00:01,,",
        b"a,2006-03-01 09:00:00,caf\xe9,not a url",
        b"a,2006-03-01 11:00:00," + b"x" * 10_000_000 + b",http://x.example",
        b"b,2006-03-01 08:00:00,cold,javascript:alert(1)",
    ]
    (file := tmp_path / "log.csv").write_bytes(b"\n".join(lines))
    log = read_log(file)
    faults = log.faults
    assert (faults.rows, faults.without_user, faults.without_time, faults.without_query) == (8, 1, 2, 1)
    assert (faults.long_queries, faults.bad_urls, faults.out_of_order, faults.undecodable) == (1, 2, 1, 1)
    kept = log.rows.collect()
    found = kept.select("user", "query").sort("user", maintain_order=True).rows()
    assert found == [("a", "caf\ufffd"), ("a", "flu"), ("b", "cold")]
    assert kept["url"].null_count() == 3
    assert len(kept) == faults.rows - faults.left_out
    assert LONGEST_QUERY < 10_000_000


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("log.csv", "", "log.csv"),
        ("log.csv", "user,query\na,flu\n", "no column time"),
        ("log.csv", "user,time,query\n", "no rows"),
        ("log.parquet", "no parquet", "log.parquet"),
        ("nowhere.csv", None, "nowhere.csv"),
    ],
)
def test_a_file_that_is_no_log_is_named(name: str, content: str | None, said: str, tmp_path: Path) -> None:
    """A file that is no log is named, with what to give instead."""
    if content is not None:
        (tmp_path / name).write_text(content)
    with pytest.raises(LogError, match=said):
        read_log(tmp_path / name)


searches = st.lists(
    st.tuples(
        st.sampled_from("abc"),
        st.integers(0, 5),
        st.sampled_from(["flu", "cold", "rain"]),
        st.sampled_from([None, "x.example", "y.example"]),
    ),
    max_size=30,
)


@given(made=searches, most=st.integers(1, 4))
def test_the_first_searches_and_clicks_count(made: list[tuple[str, int, str, str | None]], most: int) -> None:
    """The first `most` searches and clicks of each user count; rows of one time and query are one search.

    Its clicks come by their URL, wherever they are among its rows.
    """
    rows = frame(*((user, NOON + timedelta(hours=hour), query, url) for user, hour, query, url in made))
    expected_searches, expected_clicks = [], []
    for user in "abc":
        own = sorted(((hour, query) for u, hour, query, _ in made if u == user))
        expected_searches += [(user, query) for (_, query), _ in list(groupby(own))[:most]]
        clicked = sorted((hour, query, url) for u, hour, query, url in made if u == user and url is not None)
        expected_clicks += [(user, query, url) for _, query, url in clicked[:most]]
    rows = in_order(rows)
    assert sorted(first_searches(rows, most).collect().rows()) == sorted(expected_searches)
    found = Local(rows)
    assert dict(found.searches(most).items.rows()) == Counter(query for _, query in expected_searches)
    clicks = Counter((query, url) for _, query, url in expected_clicks)
    assert {(query, url): count for query, url, count in found.clicks(most).items.rows()} == clicks
