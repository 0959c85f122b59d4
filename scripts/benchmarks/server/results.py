"""A year's results of 10,000 entries: pages and answers compared with bare queries, files with polars' own writing.

The bare query of a page or an answer is the SQL that fetches just the numbers it shows, from the same published file,
on a connection of its own. Pages and answers are asked for in this process, without a network. Answers whose query
takes a millisecond are compared twice: with the query alone, and with a bare Flask that answers with it as CSV.
"""

import filecmp
import secrets
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date, timedelta
from decimal import Decimal
from functools import partial
from pathlib import Path

import polars as pl
from flask import Flask, Response

from pdd_server.config import Config
from pdd_server.services.campaigns import campaigns
from pdd_server.services.operations.data_folder import Deployment, Folder, create, open_folder
from pdd_server.services.results import table_slices
from pdd_server.services.results.exports import exports, parquet, tidy
from pdd_server.store.results import charges, publications
from pdd_server.store.results.publications import Publication
from pdd_server.web.api import published_results
from pdd_server.web.application import create_app
from pdd_server.web.results import campaign_report
from pdd_shared.privacy.accounting.charges import Charge
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import Budget, Noise, PlainTerms
from scripts.benchmarks.figures import Figure, alternate, at_most, faster_than
from scripts.benchmarks.server.nightly_run import Noons

ENTRIES, DAYS, ROUNDS, MANY_ROUNDS = 10_000, 365, 5, 51
FIRST = date(2026, 1, 1)
QUICK, HALF, QUARTER = 3, 0.5, 0.25
ROWS = f"SELECT {', '.join(tidy.SCHEMA)} FROM totals"


def campaign() -> Campaign:
    noise = Noise(law="discrete-laplace", scale=Decimal(81))
    budget = Budget(epsilon=Decimal(300), delta=Decimal(0))
    return Campaign(
        id="flu",
        title="Flu",
        purpose="A year's results.",
        contact="flu@example.org",
        consent={"en": "You give counts."},
        vocabulary=tuple(f"word{index}" for index in range(ENTRIES)),
        strata=(),
        start=FIRST,
        end=FIRST + timedelta(days=DAYS),
        terms=PlainTerms(protocol="plain", max_searches=20, max_matches=3, noise=noise, budget=budget, min_group=50),
    )


def make(path: Path) -> Deployment:
    """Make a server with a year's results of random numbers."""
    folder, made = Folder(path / "data"), campaign()
    create(folder, Config(protocol="plain"), secrets.token_bytes)
    server = open_folder(folder, Noons(FIRST + timedelta(days=DAYS)))
    charge = Charge.of_terms(made.terms)
    with server.store.write() as connection:
        campaigns.create(connection, server.config, made)
        for ahead in range(DAYS):
            say(f"making results: day {ahead + 1} of {DAYS}")
            day = FIRST + timedelta(days=ahead)
            charges.add(connection, made.id, day, charge)
            totals = tuple(secrets.randbelow(3000) - 100 for _ in range(ENTRIES))
            publications.add(connection, [Publication("flu", None, day, 400, 8000, 0.96, totals, charge)])
    return server


def say(words: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{words}\033[K", end="", file=sys.stderr, flush=True)


def asked(get: Callable[[str], object], address: str) -> None:
    answer = get(address)
    assert answer.status_code == 200, address  # type: ignore[attr-defined]
    answer.get_data()  # type: ignore[attr-defined]


def bare(file: Path, *queries: str) -> None:
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
        for query in queries:
            connection.execute(query).fetchall()


DAY_ROWS = "SELECT * FROM days"
LARGEST = "SELECT id, entry, total, listed, searches FROM entries ORDER BY total DESC, entry LIMIT 25"
LINES = f"SELECT entry_id, day_id, total FROM numbers WHERE entry_id IN (SELECT id FROM ({LARGEST}) LIMIT 5)"
TRENDS = (
    f"SELECT sum(total) FROM numbers WHERE entry_id IN (SELECT id FROM ({LARGEST})) GROUP BY entry_id, (day_id - 1) / 8"
)
NEWEST = (
    "SELECT entry, numbers.total FROM numbers JOIN entries ON entry_id = id WHERE day_id = 365 ORDER BY 2 DESC LIMIT 20"
)
SUMS = (
    "SELECT entry_id, sum(numbers.total) AS total, count(*), sum(searches) FROM numbers JOIN days ON days.id = day_id "
    "WHERE day BETWEEN '2026-03-01' AND '2026-09-30' GROUP BY entry_id ORDER BY total DESC LIMIT 25"
)
PAGE = ("/campaigns/flu", (DAY_ROWS, LARGEST, LINES, TRENDS, NEWEST))
ANSWERS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("the campaign's page, all days", *PAGE),
    (
        "the campaign's page, a period",
        "/campaigns/flu?from=2026-03-01&to=2026-09-30",
        (DAY_ROWS, SUMS, LINES, TRENDS, NEWEST),
    ),
    (
        "20 entries' year as CSV, 7,300 rows",
        "/v1/campaigns/flu/results.csv?" + "&".join(f"entry=word{number}" for number in range(20)),
        (f"{ROWS} WHERE entry IN ({', '.join(repr(f'word{number}') for number in range(20))})",),
    ),
    (
        "a month as CSV, 310,000 rows",
        "/v1/campaigns/flu/results.csv?from=2026-05-01&to=2026-05-31",
        (f"{ROWS} WHERE day BETWEEN '2026-05-01' AND '2026-05-31'",),
    ),
    (
        "a day as JSON, 10,000 rows",
        "/v1/campaigns/flu/results.json?from=2026-05-01&to=2026-05-01",
        (f"{ROWS} WHERE day = '2026-05-01'",),
    ),
    (
        "a page of 10,000 rows as JSON",
        "/v1/campaigns/flu/results.json?limit=10000&after=2026-04-11..0",
        (f"{ROWS} WHERE day = '2026-04-11' LIMIT 10000",),
    ),
)
SMALL: tuple[tuple[str, str, str], ...] = (
    (
        "an entry's year as CSV, 365 rows",
        "/v1/campaigns/flu/results.csv?entry=word7",
        f"{ROWS} WHERE entry = 'word7'",
    ),
    (
        "the first 100 rows as CSV",
        "/v1/campaigns/flu/results.csv?limit=100",
        f"{ROWS} LIMIT 100",
    ),
)


def figures() -> Iterator[Figure]:
    """Compare each page and answer with its query, then the files of all rows with polars' writing."""
    with tempfile.TemporaryDirectory() as folder:
        server = make(Path(folder))
        say("writing the files")
        start = time.perf_counter()
        exports.write_all(server.store, server.folder.published)
        say(f"all files: {time.perf_counter() - start:.1f} s\n")
        file = server.folder.published.absolute() / "flu" / "totals.sqlite"
        get = create_app(server).test_client().get
        for name, address, queries in ANSWERS:
            say(name)
            ways = (partial(first_asked, get, address), partial(asked, get, address), partial(bare, file, *queries))
            first, again, reference = alternate(ROUNDS, *ways)
            yield at_most(f"results: {name}, asked for first, beside the bare query", first, reference, QUICK)
            yield at_most(f"results: {name}, asked for again, beside the bare query", again, reference, QUICK)
        yield from _small(get, file)
        yield from _files(server, Path(folder))
        server.store.dispose()


def first_asked(get: Callable[[str], object], address: str) -> None:
    """Ask with empty caches, as the first reader after a nightly run does."""
    campaign_report.forget()
    published_results.forget()
    asked(get, address)


def _small(get: Callable[[str], object], file: Path) -> Iterator[Figure]:
    for name, address, query in SMALL:
        say(name)
        plain = plain_flask(file, query).test_client().get
        ways = (partial(first_asked, get, address), partial(asked, get, address))
        peers = (partial(bare, file, query), partial(asked, plain, "/"))
        first, again, alone, served = alternate(MANY_ROUNDS, *ways, *peers)
        yield at_most(f"results: {name}, asked for again, beside the bare query", again, alone, QUICK)
        yield at_most(f"results: {name}, asked for first, beside the bare query", first, alone, QUICK)
        name = f"{name}, asked for first, beside Flask alone answering with the bare query"
        yield at_most(f"results: {name}", first, served, QUICK)


def plain_flask(file: Path, query: str) -> Flask:
    """Return a Flask application with one page: the query's rows as CSV."""
    app = Flask("plain")

    @app.get("/")
    def rows() -> Response:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
            found = connection.execute(query).fetchall()
        return Response(b"".join(table_slices.as_csv([found])), content_type="text/csv")

    return app


def _files(server: Deployment, folder: Path) -> Iterator[Figure]:
    with server.store.read() as connection:
        published, mine, theirs = partial(publications.stored, connection, "flu"), folder / "ours", folder / "polars"
        parquet.write(mine, published, campaign())
        whole = pl.read_parquet(mine)
        assert len(whole) == ENTRIES * DAYS
        write_csv = partial(whole.write_csv, theirs, line_terminator="\r\n")
        write_parquet = partial(whole.write_parquet, theirs)
        # Parquet has a lower bound: it is optional, and the nightly run writes it, so nobody waits for it.
        forms = (("CSV", tidy.write_csv, write_csv, HALF), ("Parquet", parquet.write, write_parquet, QUARTER))
        for form, write, reference_write, bound in forms:
            say(f"all rows as {form}")
            ours, reference = alternate(ROUNDS, partial(write, mine, published, campaign()), reference_write)
            assert form != "CSV" or filecmp.cmp(mine, theirs, shallow=False)
            name = f"3.65 million rows as {form}, read from the database, beside polars writing them from memory"
            yield faster_than(f"results: {name}", ours, reference, bound)
