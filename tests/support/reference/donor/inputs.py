"""The building blocks of the donor's vectors: moments, charges and messages, read into the client's types."""

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from pdd_client.core.donation.consent import AnyPart, AnyPlan, Consent
from pdd_client.core.donation.expected_plan import expected_plan
from pdd_client.core.donation.ledger import GivenDay, Ledger
from pdd_client.core.donation.period_days import KeptDay
from pdd_client.core.searches import Search, find_searches, result_pages
from pdd_client.core.visits import Visit
from pdd_shared.privacy.accounting.charge_texts import charge_in, text_of
from pdd_shared.privacy.accounting.charges import DayCharge
from pdd_shared.protocol.fields import Message
from pdd_shared.protocol.messages import Campaign, Part, Plan, ServerInfo, Signed
from pdd_shared.protocol.terms import Budget, CohortTerms, PlainTerms, Protocol, Terms
from pdd_shared.rounds.cohort.day.layout import cohort_part_of
from pdd_shared.rounds.cohort.messages import CohortPart, CohortPlan
from pdd_shared.rounds.layout import part_of
from tests.support.terms import cohort_terms, terms

Case = dict[str, Any]
Kind = TypeVar("Kind", bound=Message)

SECRET = b"k" * 32
"""The secret of the installation by which searches are named, `6b` in hex 32 times."""
_SIGNED = Signed(payload="{}", signature="00" * 64)
PLAIN = terms(5, 2).model_dump(mode="json")
COHORT = cohort_terms(16, max_searches=5, max_matches=2).model_dump(mode="json")


def of_kinds(joined: Case, searches: Case, counts: Case) -> Case:
    """Return `cohort` terms with caps on hits, and noise of its own for each kind of number."""
    noise = {"joined": joined, "searches": searches, "counts": counts}
    caps = {"max_searches": 35, "max_matches": None}
    budget = {"epsilon": "10", "delta": "0.000001"}
    return with_hits(COHORT | caps, 2, 1) | {"noise": noise, "budget": budget}


def number_noise(scale: str, law: str = "skellam") -> Case:
    """Return the noise on one kind of number."""
    return {"law": law, "scale": scale, "unit": 1}


def with_hits(own: Case, hits: int, hits_per_keyword: int) -> Case:
    """Return terms with the caps on hits in place of `max_matches`."""
    rest = {name: value for name, value in own.items() if name != "max_matches"}
    return rest | {"max_hits": hits, "max_hits_per_keyword": hits_per_keyword}


def with_cap(own: Case, most: int, hits_per_keyword: int, hits: int | None = None) -> Case:
    """Return terms that cap the hits of all periods together, and perhaps those of each."""
    of_period = {"max_hits": hits, "max_hits_per_keyword": hits_per_keyword}
    capped = with_hits(own, 1, 1) | of_period | {"max_campaign_hits": most}
    return {name: value for name, value in capped.items() if value is not None}


_CAMPAIGN: Case = {
    "id": "flu",
    "title": "Winter flu",
    "purpose": "To see the flu come.",
    "contact": "flu@example.org",
    "ethics": None,
    "consent": {"en": "I agree.", "de": "Ich stimme zu."},
    "vocabulary": ["flu", "fever + child", "cough"],
    "strata": [],
    "start": "2026-11-01",
    "end": "2026-12-31",
    "terms": PLAIN,
    "threshold": None,
}
_INFO: Case = {
    "name": "Example",
    "key": "5e" * 32,
    "online": _SIGNED.model_dump(mode="json"),
    "zone": "Europe/London",
    "protocol": "plain",
    "group_size": 100,
    "min_group": 3,
    "delay": 2,
    "oldest_client": "0.1.0",
    "invitation_required": False,
}


def read(kind: type[Kind], fields: Mapping[str, Any]) -> Kind:
    """Return the message with these fields."""
    return kind.model_validate_json(json.dumps(fields))


def part_of_text(text: Campaign) -> Case:
    """Return a campaign's part of an honest plan as JSON."""
    made = cohort_part_of(text) if isinstance(text.terms, CohortTerms) else part_of(text)
    return made.model_dump(mode="json")


def _base(protocol: Protocol) -> Case:
    """Return a campaign, a server's description, a plan and its part, all of one protocol."""
    text = _CAMPAIGN | {"terms": COHORT if protocol == "cohort" else PLAIN}
    server = _INFO | {"protocol": protocol}
    made = part_of_text(read(Campaign, text))
    whole = expected_plan(read(ServerInfo, server), date(2026, 11, 20), [part(made)])
    return {"campaign": text, "info": server, "part": made, "plan": whole.model_dump(mode="json")}


def campaign(changes: Mapping[str, Any], protocol: str = "plain") -> Campaign:
    """Return the base campaign of a protocol with these fields replaced."""
    return read(Campaign, BASE[protocol]["campaign"] | changes)


def info(case: Case) -> ServerInfo:
    """Return the base server's description with the fields of the case replaced."""
    return read(ServerInfo, BASE[case["protocol"]]["info"] | case["info"])


def terms_of(fields: Mapping[str, Any]) -> Terms:
    """Return the terms with these fields, of the protocol that they name."""
    return read(CohortTerms if fields["protocol"] == "cohort" else PlainTerms, fields)


def part(fields: Mapping[str, Any]) -> AnyPart:
    """Return a plan's part, of the protocol that its terms name."""
    return read(CohortPart if fields["terms"]["protocol"] == "cohort" else Part, fields)


def plan(fields: Mapping[str, Any]) -> AnyPlan:
    """Return the plan with these fields, of the protocol that it names."""
    return read(CohortPlan if fields["protocol"] == "cohort" else Plan, fields)


def consent(row: Mapping[str, Any], protocol: str) -> Consent:
    """Return the consent to a campaign, given at a time, for a stratum."""
    return Consent(_SIGNED, campaign(row["campaign"], protocol), "en", instant(row["time"]), row["stratum"])


def consents(case: Case) -> dict[str, list[Consent]]:
    """Return all consents of a case by campaign, the oldest first."""
    return {name: [consent(row, case["protocol"]) for row in rows] for name, rows in case["consents"].items()}


def newest(case: Case) -> dict[str, Campaign]:
    """Return the campaigns of a case as the server signed them last."""
    return {name: campaign(changes, case["protocol"]) for name, changes in case["newest"].items()}


def budget(fields: Mapping[str, Any]) -> Budget:
    """Return the budget with these fields."""
    return read(Budget, fields)


def instant(text: str) -> datetime:
    """Return the moment that ISO text with an offset names."""
    return datetime.fromisoformat(text).astimezone(UTC)


def instant_or_none(text: str | None) -> datetime | None:
    """Return the moment that the text names; None for None."""
    return None if text is None else instant(text)


def as_instant(moment: datetime) -> str:
    """Return a moment as ISO text in UTC, with microseconds."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def charge(row: Mapping[str, Any]) -> DayCharge:
    """Return the charge that a row tells."""
    return charge_in(json.dumps(row))


def as_charge(found: DayCharge) -> Case:
    """Return a charge as JSON."""
    row: Case = json.loads(text_of(found))
    return row


def ledger(case: Case) -> Ledger:
    """Return the ledger of a case: `given` has runs of days with one charge each, `ceiling` is text or None.

    `hits` are those that each day of a run used, `hits_elsewhere` those of other programs by campaign, `hits_unknown`
    the day on which nobody could say which were used.
    """
    days = tuple(
        GivenDay(
            date.fromisoformat(run["first"]) + timedelta(days=day),
            run["campaign"],
            charge(run["charge"]),
            date.fromisoformat(run["repeats"]) if "repeats" in run else None,
            run.get("hits", 0),
        )
        for run in case["given"]
        for day in range(run["days"])
    )
    ceiling = None if case["ceiling"] is None else Decimal(case["ceiling"])
    unknown = date.fromisoformat(case["hits_unknown"]) if "hits_unknown" in case else None
    return Ledger(days, ceiling, case.get("hits_elsewhere", {}), unknown)


def kept(case: Case) -> dict[str, dict[date, KeptDay]]:
    """Return the kept days of a case, by campaign and day."""
    found: dict[str, dict[date, KeptDay]] = {}
    for row in case["kept"]:
        day = date.fromisoformat(row["day"])
        hits = tuple((search, entry) for search, entry in row["hits"])
        found.setdefault(row["campaign"], {})[day] = KeptDay(row["campaign"], day, row["searches"], hits, row["seen"])
    return found


def as_kept(one: KeptDay) -> Case:
    """Return a kept day as JSON."""
    row = {"campaign": one.campaign, "day": one.day.isoformat(), "searches": one.searches}
    return row | {"hits": list(map(list, one.hits)), "seen": one.seen}


def searches(visits: list[Case], zone: str) -> tuple[Search, ...]:
    """Return the searches among some visits."""
    return find_searches(
        result_pages(
            [Visit(visit["url"], instant(visit["time"]), "browser", visit.get("reload", False)) for visit in visits]
        ),
        ZoneInfo(zone),
        SECRET,
    )


def visits(*queries: tuple[str, str], engine: str = "https://www.google.com/search?q=") -> list[Case]:
    """Return visits to result pages, each of a query at a time."""
    return [{"url": engine + query.replace(" ", "+"), "time": time} for query, time in queries]


BASE = {"plain": _base("plain"), "cohort": _base("cohort")}
"""The messages in which a case replaces fields."""
AGREED: Case = {"campaign": {}, "time": "2026-11-10T08:00:00Z", "stratum": None}
"""A consent to the base campaign."""
