"""The tables of a donor's home, one migration after the other; none of them ever holds the text of a search."""

from sqlite_utils import Database, Migrations

from pdd_client.gateways.damage import OutdatedHome

migrations = Migrations("donor")


@migrations()
def m0001_first(database: Database) -> None:
    """Facts of the installation, consents, exclusions, the journal of what was blinded, the log of what left."""
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
    database.table("campaigns").create({"id": str, "payload": str, "signature": str}, pk="id")
    database.table("blocked").create({"label": str}, pk="label")
    database.table("skips").create({"mark": bytes, "time": str}, pk=("mark", "time"))
    database.table("pauses").create({"start": str, "end": str}, pk="start")
    database.table("journal").create(
        {"day": str, "context": bytes, "data": bytes, "sent": int},
        pk="day",
        not_null={"context", "sent"},
    )
    database.table("log").create(
        {"id": int, "time": str, "what": str, "round": str, "bytes": int, "given": str, "reason": str, "detail": str},
        pk="id",
        not_null={"time", "what"},
    )


@migrations()
def m0002_recoverable(database: Database) -> None:
    """What is kept of each `recoverable` round, and the keys of others as first seen."""
    database.table("rounds").create(
        {
            "day": str,
            "digest": bytes,
            "last_day": str,
            "group_plan": str,
            "roster": str,
            "prepared": str,
            "ephemeral": bytes,
            "self_mask": bytes,
            "preparation": bytes,
            "survivors": bytes,
            "reveal": bytes,
        },
        pk="day",
        not_null={"digest", "last_day"},
    )
    database.table("pins").create({"identity": str, "exchange": str}, pk="identity", not_null={"exchange"})


@migrations()
def m0003_charges(database: Database) -> None:
    """What each day cost that was given to a campaign; OutdatedHome if something else than a budget was agreed to."""
    old = "SELECT 1 FROM consents WHERE json_extract(payload, '$.terms.epsilon_per_day') IS NOT NULL"
    if database.execute(old).fetchone():
        raise OutdatedHome
    database.table("charges").create(
        {"day": str, "campaign": str, "law": str, "scale": str, "sensitivity": int, "delta": float},
        pk=("day", "campaign"),
        not_null={"law", "scale", "sensitivity", "delta"},
    )


@migrations()
def m0004_app(database: Database) -> None:
    """What the donor decided about its days, and what the campaigns publish; their list is to be loaded whole again."""
    database.table("decisions").create(
        {"day": str, "approved": int, "time": str, "seen": str}, pk="day", not_null={"approved", "time", "seen"}
    )
    database.table("results").create(
        {"campaign": str, "text": str, "tag": str, "listed": int}, pk="campaign", not_null={"listed"}
    )
    database.execute("DELETE FROM facts WHERE name = 'campaigns_tag'")


@migrations()
def m0005_extensions(database: Database) -> None:
    """Where extensions are asked for searches, and the days that they gave by themselves before the app took over."""
    database.table("extensions").create({"address": str, "browser": str}, pk="address", not_null={"browser"})
    database.table("elsewhere").create({"day": str}, pk="day")


@migrations()
def m0006_refused_campaigns(database: Database) -> None:
    """The campaign that a refusal is about, which earlier versions named in a sentence alone."""
    database.table("log").add_column("campaign", str)
    sentence = "zeros were sent for "
    of_campaign = "what = 'refusal' AND substr(detail, 1, ?) = ?"
    database.execute(
        f"UPDATE log SET campaign = substr(detail, ?), detail = NULL WHERE {of_campaign}",
        [len(sentence) + 1, len(sentence), sentence],
    )


@migrations()
def m0007_unlisted(database: Database) -> None:
    """Since which data day the server lists a campaign no more."""
    database.table("results").add_column("unlisted", str)


@migrations()
def m0008_protocol(database: Database) -> None:
    """OutdatedHome if terms without a protocol were agreed to; what the server offered without one is loaded again."""
    if database.execute("SELECT 1 FROM consents WHERE json_extract(payload, '$.terms.protocol') IS NULL").fetchone():
        raise OutdatedHome
    database.execute("DELETE FROM campaigns WHERE json_extract(payload, '$.terms.protocol') IS NULL")
    database.execute("UPDATE results SET listed = 0 WHERE campaign NOT IN (SELECT id FROM campaigns)")
    database.execute("DELETE FROM facts WHERE name = 'campaigns_tag'")


@migrations()
def m0009_cohort(database: Database) -> None:
    """What a home keeps of `cohort`: its journal, epochs, tickets, resets; lists, agreements and leaves of the week.

    `said` is the journal, `cohort_plans` are those of days that wait, or wait for their receipt. `evidence` are pairs
    of signed texts that convict the server. OutdatedHome if the home has joined a server without an identity key.
    """
    old = "SELECT 1 FROM facts WHERE name = 'server' AND json_extract(value, '$.online') IS NULL"
    if database.execute(old).fetchone():
        raise OutdatedHome
    said = {"kind": str, "day": str, "cohort": int, "sub_cohort": int, "value": bytes}
    database.table("said").create(said, pk=("kind", "day", "cohort", "sub_cohort"), not_null={"value"})
    texts = {"payload": str, "signature": str}
    database.table("epochs").create(
        {"number": int, **texts, "place": bytes, "serves": int, "published": int},
        pk="number",
        not_null={*texts, "published"},
    )
    secrets = {"exchange_secret": bytes, "signing_seed": bytes}
    database.table("tickets").create(
        {"epoch": int, "made": str, **secrets, "receipt": str}, pk="epoch", not_null={"made", *secrets}
    )
    database.table("resets").create({"number": int, **texts}, pk="number", not_null=set(texts))
    database.table("epoch_leaves").create(
        {"epoch": int, "cohort": int, "what": str, "shown": bytes}, pk=("epoch", "cohort", "what"), not_null={"shown"}
    )
    database.table("agreements").create(
        {"epoch": int, "exchange": bytes, "shared": bytes}, pk=("epoch", "exchange"), not_null={"shared"}
    )
    database.table("lists").create(
        {"day": str, "cohort": int, "sub_cohort": int, "epoch": int, "certified": str, "data": bytes, "answered": int},
        pk=("day", "cohort", "sub_cohort"),
        not_null={"epoch", "certified", "data", "answered"},
    )
    plan = {"epoch": int, "goes_out": str, **texts}
    database.table("cohort_plans").create({"day": str, **plan}, pk="day", not_null=set(plan))
    database.table("evidence").create(
        {"id": int, "time": str, "reason": str, "first": str, "second": str},
        pk="id",
        not_null={"time", "reason", "first", "second"},
    )
