"""The tables of a donor's home. None of them ever holds the text of a search.

`local_store` refuses a home of an earlier version before anything is written to it.
"""

import json

from sqlite_utils import Database, Migrations

migrations = Migrations("donor")


@migrations()
def m0001_tables(database: Database) -> None:
    """Create all tables."""
    _choices(database)
    _days(database)
    _published(database)
    _journal_of_cohorts(database)
    _epochs(database)


@migrations()
def m0002_charges_as_texts(database: Database) -> None:
    """Write the four columns of each charge into one text, so that a day may be charged by its parts."""
    charges = database.table("charges")
    rows = [
        {"day": row.pop("day"), "campaign": row.pop("campaign"), "charge": json.dumps(row, separators=(",", ":"))}
        for row in charges.rows
    ]
    charges.drop()
    charges.create({"day": str, "campaign": str, "charge": str}, pk=("day", "campaign"), not_null={"charge"})
    charges.insert_all(rows)


@migrations()
def m0003_kept_days(database: Database) -> None:
    """Create the table for the counts that are kept of the days of a week. `hits` is a list of pairs as JSON."""
    counts = {"searches": int, "hits": str, "seen": int}
    database.table("kept_days").create(
        {"campaign": str, "day": str, **counts}, pk=("campaign", "day"), not_null=set(counts)
    )


@migrations()
def m0004_repeated_weeks(database: Database) -> None:
    """Add the last day of a lost week to each charge of a week that was given once more."""
    database.table("charges").add_column("repeats", str)


@migrations()
def m0005_counts_without_reloads(database: Database) -> None:
    """Delete the kept counts of the rules by which reloads began searches: fewer would look like a cleared history."""
    database.table("kept_days").delete_where()


@migrations()
def m0006_counts_by_rules_3(database: Database) -> None:
    """Delete the kept counts of version 2 of the rules, by which more pages were searches, for the same reason."""
    database.table("kept_days").delete_where()


@migrations()
def m0007_ticked_profiles(database: Database) -> None:
    """Let a home that takes part go on with all profiles that it finds, until it has read them."""
    if database.table("consents").count:
        database.table("facts").insert({"name": "profiles_on", "value": "all"})


@migrations()
def m0008_hits_of_campaigns(database: Database) -> None:
    """Add the hits that a charge used of those of all periods, those that extensions say they used, and who gives."""
    database.table("charges").add_column("hits", int, not_null_default=0)
    database.table("hits_elsewhere").create(
        {"source": str, "campaign": str, "hits": int}, pk=("source", "campaign"), not_null={"hits"}
    )
    database.table("extensions_giving").create({"source": str}, pk="source")


def _choices(database: Database) -> None:
    """Create the tables for the donor's choices: facts, consents, exclusions, decisions, connected extensions."""
    database.table("facts").create({"name": str, "value": str}, pk="name", not_null={"value"})
    database.table("consents").create(
        {
            "id": int,
            "campaign": str,
            "payload": str,
            "signature": str,
            "language": str,
            "time": str,
            "stratum": str,
            "entries": int,
            "left": str,
        },
        pk="id",
        not_null={"campaign", "payload", "signature", "language", "time", "entries"},
    )
    database.table("blocked").create({"label": str}, pk="label")
    database.table("removed_searches").create({"mark": bytes, "time": str}, pk=("mark", "time"))
    database.table("pauses").create({"start": str, "end": str}, pk="start")
    database.table("decisions").create(
        {"day": str, "approved": int, "time": str, "seen": str}, pk="day", not_null={"approved", "time", "seen"}
    )
    database.table("extensions").create({"address": str, "browser": str}, pk="address", not_null={"browser"})


def _days(database: Database) -> None:
    """Create the tables for locked days, the log, privacy charges, and other donors' keys as first seen in `plain`.

    `elsewhere` holds the days that an extension gave by itself before the app took over.
    """
    database.table("journal").create(
        {"day": str, "context": bytes, "data": bytes, "sent": int},
        pk="day",
        not_null={"context", "sent"},
    )
    line = {"time": str, "what": str, "round": str, "bytes": int, "given": str}
    refusal = {"reason": str, "detail": str, "campaign": str}
    database.table("log").create({"id": int, **line, **refusal}, pk="id", not_null={"time", "what"})
    database.table("charges").create(
        {"day": str, "campaign": str, "law": str, "scale": str, "sensitivity": int, "delta": float},
        pk=("day", "campaign"),
        not_null={"law", "scale", "sensitivity", "delta"},
    )
    database.table("elsewhere").create({"day": str}, pk="day")
    database.table("pins").create({"identity": str, "exchange": str}, pk="identity", not_null={"exchange"})


def _published(database: Database) -> None:
    """Create the tables for campaigns and results.

    `unlisted` is the data day on which a campaign was first missing from the server's list.
    """
    database.table("campaigns").create({"id": str, "payload": str, "signature": str}, pk="id")
    database.table("results").create(
        {"campaign": str, "text": str, "listed": int, "unlisted": str}, pk="campaign", not_null={"listed"}
    )


def _journal_of_cohorts(database: Database) -> None:
    """Create the tables for the `cohort` journal, certified lists, and plans of days that have no receipt yet."""
    entry = {"kind": str, "day": str, "cohort": int, "sub_cohort": int, "value": bytes}
    database.table("cohort_journal").create(entry, pk=("kind", "day", "cohort", "sub_cohort"), not_null={"value"})
    database.table("lists").create(
        {"day": str, "cohort": int, "sub_cohort": int, "epoch": int, "certified": str, "data": bytes, "answered": int},
        pk=("day", "cohort", "sub_cohort"),
        not_null={"epoch", "certified", "data", "answered"},
    )
    plan = {"epoch": int, "goes_out": str, "payload": str, "signature": str}
    database.table("cohort_plans").create({"day": str, **plan}, pk="day", not_null=set(plan))


def _epochs(database: Database) -> None:
    """Create the tables for epochs, tickets, resets, data derived from tickets, and evidence against the server.

    `place` names the home's leaf and is erased; `placed` stays. `statement`, `receipt`, `first` and `second` hold a
    `ServerStatement` as JSON.
    """
    database.table("epochs").create(
        {"number": int, "statement": str, "placed": int, "place": bytes, "serves": int, "published": int},
        pk="number",
        not_null={"statement", "placed", "serves", "published"},
    )
    secrets = {"exchange_secret": bytes, "signing_seed": bytes}
    database.table("tickets").create(
        {"epoch": int, "made": str, **secrets, "receipt": str}, pk="epoch", not_null={"made", *secrets}
    )
    texts = {"payload": str, "signature": str}
    database.table("resets").create({"number": int, **texts}, pk="number", not_null=set(texts))
    database.table("epoch_leaves").create(
        {"epoch": int, "cohort": int, "what": str, "shown": bytes}, pk=("epoch", "cohort", "what"), not_null={"shown"}
    )
    database.table("agreements").create(
        {"epoch": int, "exchange": bytes, "shared": bytes}, pk=("epoch", "exchange"), not_null={"shared"}
    )
    database.table("evidence").create(
        {"id": int, "time": str, "reason": str, "first": str, "second": str},
        pk="id",
        not_null={"time", "reason", "first", "second"},
    )
