import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdd_client.core.visits import Visit
from pdd_client.gateways.browser_history.read_visits import read_visits
from scripts.rehearsal.history_writer import WRITERS, alter, searches, write_chrome

SEARCH = "https://www.google.com/search?q=flu"
OTHER = "https://example.org/news"
REAL = Path(__file__).parents[3].parent / "shared" / "data" / "browser"

every_kind = pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
ANSWERED = "INSERT INTO context_annotations (visit_id, context_annotation_flags, response_code)"
read = partial(read_visits, since=None, until=None, hints=("google.",))


def urls(visits: list[Visit]) -> list[str]:
    return [visit.url for visit in visits]


@every_kind
@settings(max_examples=20)
@given(
    rows=st.lists(
        st.tuples(
            st.sampled_from([SEARCH, SEARCH.upper(), "https://bing.com/a_b", "https://x.org/é?50%", OTHER]),
            st.datetimes(datetime(2005, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC)),
            st.just("title"),
        ),
        max_size=12,
    ),
    bounds=st.tuples(*[st.none() | st.integers(0, 11)] * 2),
    hints=st.lists(st.sampled_from(["google.", "bing.com", "a_b", "xorg", "50%", "5_%", "\\"]), max_size=3),
)
def test_visits_are_those_in_the_range_with_a_hint(write, tmp_path_factory, rows, bounds, hints):
    """For any history, schema, range and hints, the visits in [since, until) with a hint come, in order of time."""
    file = tmp_path_factory.mktemp("history") / "History"
    write(file, rows)
    since, until = (rows[i][1] if i is not None and i < len(rows) else None for i in bounds)
    expected = [
        (time, url)
        for url, time, _ in rows
        if (since is None or since <= time)
        and (until is None or time < until)
        and any(hint in url.lower() for hint in hints)
    ]
    visits = read_visits(file, since=since, until=until, hints=hints)
    assert sorted((visit.time, visit.url) for visit in visits) == sorted(expected)
    assert [visit.time for visit in visits] == sorted(visit.time for visit in visits)


@pytest.mark.parametrize(("name", "count"), [("chrome-01", 5), ("chrome-20", 13), ("chrome-60", 5)])
def test_real_histories_of_three_chromes(name, count):
    """Chrome's schemas of 2013, 2013 and 2017 give every visit to Google with a query at the end of its redirects."""
    file = REAL / name / "History"
    if not file.exists():
        pytest.skip("the shared data is not beside this checkout")
    assert sum("q=" in url for url in urls(read(file))) == count


@pytest.mark.parametrize(("name", "schema"), [("chrome-01", "16"), ("chrome-20", "22"), ("chrome-60", "36")])
def test_written_histories_have_the_schema_of_real_ones(name, schema, tmp_path):
    """Histories that tests write have exactly Chrome's columns in their order."""
    if not (REAL / name).exists():
        pytest.skip("the shared data is not beside this checkout")
    WRITERS[f"chrome-{schema}"](tmp_path / "History", searches(1))
    query = "SELECT t.name, c.name, c.type FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'"
    with closing(sqlite3.connect(f"file:{REAL / name}/History?immutable=1", uri=True)) as database:
        real = database.execute(query).fetchall()
    with closing(sqlite3.connect(tmp_path / "History")) as database:
        written = database.execute(query).fetchall()
    assert set(written) <= set(real)
    assert {column for column in real if column[0] in ("urls", "visits")} <= set(written)


@pytest.mark.parametrize(("kind", "name"), [("chrome", "chromium"), ("firefox", "firefox"), ("safari", "safari")])
def test_browser_is_the_given_one_or_the_family(kind, name, tmp_path):
    """A visit from a found file carries its browser's name, and one from a given file its family's."""
    WRITERS[kind](tmp_path / "h", searches(1))
    assert [visit.browser for visit in read(tmp_path / "h")] == [name]
    assert [visit.browser for visit in read(tmp_path / "h", browser="vivaldi")] == ["vivaldi"]


@pytest.mark.parametrize(
    ("kind", "statement"),
    [
        ("chrome-16", "UPDATE visits SET transition = 0x10000003 WHERE id = 2"),
        ("chrome-36", "UPDATE visits SET transition = 0x30000004 - 0x100000000 WHERE id = 2"),
        ("chrome-22", "INSERT INTO visit_source VALUES (2, 0)"),
        ("chrome", "UPDATE visits SET originator_cache_guid = 'phone' WHERE id = 2"),
        *(("chrome", f"UPDATE visits SET transition = {hop:#x} WHERE id = 2") for hop in (0x10000001, 0x80000000)),
        ("chrome", "UPDATE visits SET transition = 0x3000000a WHERE id = 2"),
        ("chrome", f"{ANSWERED} VALUES (2, 0, 404)"),
        *(("firefox", f"UPDATE moz_historyvisits SET visit_type = {n} WHERE id = 2") for n in (4, 8)),
        ("safari", "UPDATE history_visits SET origin = 1 WHERE id = 2"),
    ],
)
def test_what_the_browser_hides_and_other_devices_are_left_out(kind, statement, tmp_path):
    """Loads into frames, pages that led on by themselves, missing pages and other devices' visits are not read."""
    WRITERS[kind](tmp_path / "h", searches(3))
    alter(tmp_path / "h", statement)
    assert urls(read(tmp_path / "h")) == [f"{SEARCH}0", f"{SEARCH}2"]


@pytest.mark.parametrize(
    ("kind", "statement"),
    [
        *(("chrome", f"UPDATE visits SET transition = {last:#x}") for last in (0x60000000, 0xA0000000)),
        ("chrome", "UPDATE visits SET transition = 0xa0000001 - 0x100000000"),
        *(("chrome", f"{ANSWERED} SELECT id, 0, {code} FROM visits") for code in (0, 403, 429, 500, 503)),
        ("chrome", "UPDATE urls SET hidden = 1"),
        ("chrome", "UPDATE visits SET originator_cache_guid = NULL"),
        ("chrome-22", "INSERT INTO visit_source SELECT id, 2 + id FROM visits"),
        *(("firefox", f"UPDATE moz_historyvisits SET visit_type = {n}") for n in (1, 2, 3, 5, 6, 7, 9, "NULL")),
        ("firefox", "UPDATE moz_places SET hidden = 1"),
    ],
)
def test_what_an_extension_is_told_stays(kind, statement, tmp_path):
    """Ends of redirects, errors but 404, Firefox's downloads, imports and rows of unknown origin are read as visits."""
    WRITERS[kind](tmp_path / "h", searches(3))
    alter(tmp_path / "h", statement)
    assert len(read(tmp_path / "h")) == 3


@pytest.mark.parametrize(
    ("kind", "statement"),
    [
        ("chrome-16", "UPDATE visits SET transition = 0x10000008 WHERE id = 2"),
        ("chrome", "UPDATE visits SET transition = 0x30000008 - 0x100000000 WHERE id = 2"),
        ("chrome", "UPDATE visits SET transition = 0x30000006 WHERE id = 2"),
        ("firefox", "UPDATE moz_historyvisits SET visit_type = 9 WHERE id = 2"),
    ],
)
def test_reloads_are_told_apart(kind, statement, tmp_path):
    """A page loaded again, also one whose script led on, and a start page are read as reloads, and no other is."""
    WRITERS[kind](tmp_path / "h", searches(3))
    alter(tmp_path / "h", statement)
    assert [visit.reload for visit in read(tmp_path / "h")] == [False, True, False]


@pytest.mark.parametrize(
    "time", ["0", "-1", "9223372036854775807", "-9223372036854775808", "'soon'", "x'00'", "1e300", "50000000000000000"]
)
@pytest.mark.parametrize(
    ("kind", "column"),
    [
        ("chrome", "visits.visit_time"),
        ("firefox", "moz_historyvisits.visit_date"),
        ("safari", "history_visits.visit_time"),
    ],
)
@pytest.mark.parametrize("since", [None, datetime(1, 1, 1, tzinfo=UTC)])
def test_absurd_times_are_dropped(kind, column, time, since, tmp_path):
    """A visit with an impossible time is dropped, and the others are read."""
    WRITERS[kind](tmp_path / "h", searches(3))
    table, name = column.split(".")
    alter(tmp_path / "h", f"UPDATE {table} SET {name} = {time} WHERE id = 1")
    assert urls(read(tmp_path / "h", since=since)) == [f"{SEARCH}1", f"{SEARCH}2"]


def test_urls_that_are_no_text(tmp_path):
    """A NULL, missing or binary address is dropped, and invalid UTF-8 becomes U+FFFD."""
    write_chrome(tmp_path / "h", searches(5))
    broken = (SEARCH.encode() + b"\xff").hex()
    alter(
        tmp_path / "h",
        "UPDATE urls SET url = NULL WHERE id = 1",
        "DELETE FROM urls WHERE id = 2",
        f"UPDATE urls SET url = x'{SEARCH.encode().hex()}' WHERE id = 3",
        f"UPDATE urls SET url = CAST(x'{broken}' AS TEXT) WHERE id = 4",
    )
    assert urls(read(tmp_path / "h")) == [f"{SEARCH}\ufffd", f"{SEARCH}4"]


def test_a_utf16_database(tmp_path):
    """A database with UTF-16 text gives the same addresses."""
    with closing(sqlite3.connect(tmp_path / "h")) as database, database:
        database.execute("PRAGMA encoding = 'UTF-16le'")
        database.execute("CREATE TABLE urls (id INTEGER PRIMARY KEY, url TEXT)")
        database.execute("CREATE TABLE visits (id INTEGER PRIMARY KEY, url INTEGER, visit_time INTEGER)")
        database.execute("INSERT INTO urls VALUES (1, ?)", [f"{SEARCH}é"])
        database.execute("INSERT INTO visits VALUES (1, 1, 13400000000000000)")
    assert urls(read(tmp_path / "h")) == [f"{SEARCH}é"]


def test_no_repr_shows_an_address(tmp_path):
    """A visit's repr, which logs and tracebacks show, contains no address."""
    write_chrome(tmp_path / "h", searches(1))
    assert "google" not in repr(read(tmp_path / "h"))
