"""The published SQLite file: the totals by day and by keyword, keywords' sums over all days, and a tidy view."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import sqlite_utils

from pdd_server.services.results.exports.tidy import DECOYS, PublishedTotals
from pdd_server.services.results.results import noise_of
from pdd_server.store.results.publications import Publication
from pdd_shared.counting.entry_texts import label_of
from pdd_shared.protocol.informing_lines import LINES
from pdd_shared.protocol.messages import Campaign

ABOUT = ("id", "title", "purpose", "contact", *LINES, "start", "end", "strata", "threshold")
"""What the table `campaign` has of the signed campaign."""
_TABLES = """
CREATE TABLE days (
    id INTEGER PRIMARY KEY, day TEXT NOT NULL, stratum TEXT, donors INTEGER NOT NULL, searches INTEGER NOT NULL,
    confidence REAL NOT NULL, law TEXT NOT NULL, scale REAL NOT NULL, unit INTEGER NOT NULL, added_by TEXT NOT NULL,
    shares TEXT NOT NULL, cohorts INTEGER NOT NULL, cohorts_planned INTEGER NOT NULL, final INTEGER NOT NULL,
    counting_rules INTEGER NOT NULL, full INTEGER,
    epsilon REAL NOT NULL, delta REAL NOT NULL, half_width_95 INTEGER NOT NULL, sd REAL NOT NULL,
    donors_law TEXT NOT NULL, donors_scale REAL NOT NULL, donors_unit INTEGER NOT NULL,
    donors_half_width_95 INTEGER NOT NULL, donors_sd REAL NOT NULL,
    searches_law TEXT NOT NULL, searches_scale REAL NOT NULL, searches_unit INTEGER NOT NULL,
    searches_half_width_95 INTEGER NOT NULL, searches_sd REAL NOT NULL
);
CREATE TABLE entries (
    id INTEGER PRIMARY KEY, entry TEXT NOT NULL UNIQUE, total INTEGER NOT NULL DEFAULT 0,
    listed INTEGER NOT NULL DEFAULT 0, searches INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE indexes (entry TEXT NOT NULL REFERENCES entries (entry), keyword TEXT NOT NULL);
CREATE TABLE numbers (
    day_id INTEGER NOT NULL REFERENCES days (id), entry_id INTEGER NOT NULL REFERENCES entries (id),
    total INTEGER NOT NULL, PRIMARY KEY (day_id, entry_id)
) WITHOUT ROWID;
CREATE TABLE missing (day TEXT PRIMARY KEY, reason TEXT, active INTEGER, needed INTEGER, confidence REAL);
CREATE TABLE decoys (
    day TEXT NOT NULL, law TEXT NOT NULL, scale REAL NOT NULL, shares INTEGER NOT NULL, of INTEGER NOT NULL,
    number INTEGER NOT NULL
);
CREATE TABLE meaning (key TEXT PRIMARY KEY, meaning TEXT NOT NULL);
CREATE VIEW totals AS
SELECT day, stratum, entry, numbers.total AS total, half_width_95,
    numbers.total - half_width_95 AS low_95, numbers.total + half_width_95 AS high_95,
    donors, days.searches AS searches, confidence, scale AS noise_scale,
    cohorts, cohorts_planned, final, donors_half_width_95, searches_half_width_95, counting_rules,
    sd AS noise_sd, full
FROM numbers JOIN days ON days.id = day_id JOIN entries ON entries.id = entry_id;
"""
_INDEXES = """
CREATE INDEX numbers_by_entry ON numbers (entry_id, day_id, total);
CREATE INDEX days_by_day ON days (day);
UPDATE entries SET total = found.total, listed = found.listed, searches = found.searches
FROM (
    SELECT entry_id, sum(total) AS total, count(*) AS listed, sum(searches) AS searches
    FROM numbers JOIN days ON days.id = day_id GROUP BY entry_id
) AS found WHERE found.entry_id = entries.id;
CREATE INDEX entries_by_total ON entries (total);
ANALYZE;
"""
_NUMBERS = (
    *("stratum", "donors", "searches", "full", "confidence"),
    *("cohorts", "cohorts_planned", "final", "counting_rules"),
)
_NOISE = ("law", "scale", "unit", "added_by", "epsilon", "delta", "half_width_95", "sd")


def write(file: Path, campaign: Campaign, published: Iterable[PublishedTotals], frame: dict[str, Any]) -> None:
    """Write the file. If writing is cut off, the file is damaged, so it must not have its final name yet.

    The table `numbers` has the totals by day and, in its index, by keyword. The table `entries` has each keyword's sum
    over all days, how many days and strata list it (`listed`), and all searches of those (`searches`).

    Args:
        file: The file to write.
        campaign: The campaign.
        published: The days and strata, in order.
        frame: The results without their days, as of `results.about`, and with `decoys`.
    """
    database = sqlite_utils.Database(file)
    try:
        # The file is moved into place when it is whole, so it needs neither a journal nor a sync until then.
        database.execute("PRAGMA journal_mode = OFF")
        database.execute("PRAGMA synchronous = OFF")
        database.executescript(_TABLES)
        with database.atomic():
            _fill(database, campaign, published, frame)
        database.executescript(f"BEGIN; {_INDEXES} COMMIT;")
    finally:
        database.close()


def empty(database: sqlite_utils.Database) -> None:
    """Create the tables and indexes, without rows."""
    database.executescript(_TABLES + _INDEXES)


def _fill(
    database: sqlite_utils.Database, campaign: Campaign, published: Iterable[PublishedTotals], frame: dict[str, Any]
) -> None:
    told = campaign.model_dump(mode="json", include=set(ABOUT))
    described = {**dict.fromkeys(ABOUT), **told, "period": campaign.terms.period}
    database.table("campaign").insert(described, pk="id")
    database.table("meaning").insert_all({"key": key, "meaning": text} for key, text in frame["meaning"].items())
    database.table("missing").insert_all(frame["missing"])
    database.table("decoys").insert_all(
        {**{name: one[name] for name in DECOYS if name != "number"}, "number": number}
        for one in frame["decoys"]
        for number in one["numbers"]
    )
    database.table("entries").insert_all({"entry": label_of(text)} for text in campaign.vocabulary)
    database.table("indexes").insert_all(
        {"entry": name, "keyword": keyword} for name, keywords in frame["indexes"].items() for keyword in keywords
    )
    days = database.table("days")
    for number, (one, totals) in enumerate(published, start=1):
        days.insert(_day(number, one, campaign))
        # SQLite reads the JSON list itself. Making the rows in Python takes three times as long.
        database.execute(
            "INSERT INTO numbers SELECT ?, key + 1, value FROM json_each(?) WHERE value IS NOT NULL",
            (number, totals),
        )


def _day(number: int, one: Publication, campaign: Campaign) -> dict[str, Any]:
    noise = noise_of(one, campaign.terms.budget)
    return {
        "id": number,
        "day": one.day.isoformat(),
        **{name: getattr(one, name) for name in _NUMBERS},
        "shares": json.dumps(one.shares, separators=(",", ":")),
        **{name: noise[name] for name in _NOISE},
        **{
            f"{kind}_{name}": noise.get(kind, noise)[name]
            for kind in ("donors", "searches")
            for name in ("law", "scale", "unit", "half_width_95", "sd")
        },
    }


def columns() -> Iterator[tuple[str, str, str]]:
    """Yield table, column and meaning of the columns that the results' keys do not explain."""
    yield "indexes", "entry", "The name of an index, which counts several keywords as one entry."
    yield "indexes", "keyword", "One of its keywords: a search counts once if it matches any of them."
    yield "entries", "total", "The entry's totals of all days and strata added up."
    yield "entries", "listed", "Of how many days and strata the entry has a total."
    yield "entries", "searches", "The searches of those days and strata added up, for the entry's share of them."
