"""What a donor says of itself (desktop client and extension) in one form that can be compared."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from pdd_client.core.donation.ledger import GivenDay
from pdd_client.core.donation.prepare_donation import prepare_donation
from pdd_client.core.visits import HistoryFile
from pdd_client.donor.days.donor_state import donor_state
from pdd_client.donor.days.read_searches import read_searches
from pdd_client.donor.donor import Donor
from pdd_client.gateways.home_store.log_store import Logged
from pdd_shared.privacy.accounting.charge_texts import text_of
from pdd_shared.protocol.days import days_of, last_day
from pdd_shared.protocol.decimals import as_text
from pdd_shared.protocol.limits import LAST_CLOSE
from pdd_shared.protocol.messages import Plan
from pdd_shared.rounds.cohort.messages import CohortPlan
from tests.extension.donors import Donors

AnyPlan = Plan | CohortPlan
Statement = dict[str, Any]


@dataclass(frozen=True)
class PythonHome:
    """A donor of the desktop client, and the history files that it reads at present."""

    donor: Donor
    files: Sequence[Path]

    def statement(self, plans: Sequence[AnyPlan]) -> Statement:
        """Return everything that the donor says now, of itself and of these plans' days."""
        donor, state = self.donor, self.donor.status()
        return {
            "campaigns": [
                (
                    *(one.id, one.stratum, one.left is not None, one.entries, one.waiting_entries, one.changed),
                    *(one.state, str(one.last), one.ending),
                )
                for one in state.campaigns
            ],
            "next": state.next,
            "paused": (_millis(state.paused_since), _millis(state.paused_until)),
            "ceiling": state.ceiling and as_text(state.ceiling),
            "last check-in": _millis(state.last_check_in),
            "clock ahead": None if state.clock_ahead is None else state.clock_ahead.total_seconds(),
            "sending": donor.installation.sending(),
            "blocked": donor.exclusions.blocked(),
            "days": [(str(day.day), day.state, day.until and str(day.until)) for day in donor.days.to_review()],
            "sent": [
                (str(day.day), day.state, list(map(dict, day.campaigns)), [one.reason for one in day.refusals])
                for day in donor.days.sent()
            ],
            "log": [_line(line) for line in donor.log()],
            "offers": [(one.campaign.id, one.joined, list(one.new_entries)) for one in donor.campaigns.on_offer()],
            "ledger": [_given(one) for one in donor.installation.store.charges.given()],
            "kept": _open_days(_kept_rows(donor), plans),
            "check-in at": _millis(donor.next_check_in()),
            **{name: said for plan in plans for name, said in self._of_day(plan).items()},
        }

    def _of_day(self, plan: AnyPlan) -> Statement:
        searches = self._searches(plan.day)
        return {
            f"searches of {plan.day}": list(searches.values()),
            f"review of {plan.day}": self._review(plan.day, searches),
            f"would be sent of {plan.day}": self._prepared(plan),
        }

    def _of_week(self, day: date) -> dict[str, Any]:
        week = [self._searches(each) for each in days_of("week", last_day("week", day))]
        return {name: search for each in week for name, search in each.items()}

    def _searches(self, day: date) -> dict[str, Any]:
        found = self.donor.days.searches(day, self.files).searches
        return {one.id: (_millis(one.time), one.engine, one.query, one.visits, why) for one, why in found}

    def _review(self, day: date, named: Mapping[str, Any]) -> Any:
        found = self.donor.days.review(day, self.files)
        if any(one.period == "week" for one in found.campaigns):
            named = self._of_week(day)
        return found.locked, found.withheld, [_campaign(one, named) for one in found.campaigns]

    def _prepared(self, plan: AnyPlan) -> Any:
        """Return what would be sent for the plan's day, before noise and mask: in `cohort`, the blocks of the
        vector.
        """
        installation, day = self.donor.installation, plan.day
        state = donor_state(installation, installation.membership(), day)
        secret = bytes.fromhex(installation.store.fact("secret") or "")
        files = [HistoryFile(file) for file in self.files]
        week = days_of("week", last_day("week", day))
        found = read_searches(files, lambda _since, _until: None, (week[0], day), installation.zone, secret)
        prepared = prepare_donation(plan, state, lambda: found.searches if found.readable else None)
        donation = prepared.donation
        blocks = [one.described() for one in donation.given]
        return {
            "vector": donation.vector().tolist() if isinstance(plan, Plan) else blocks,
            "objections": dict(donation.objections),
            "paused": donation.paused,
            "canWait": prepared.can_wait,
            "charges": [_given(one) for one in donation.charges()],
        }


def _campaign(one: Any, named: Mapping[str, Any]) -> Any:
    """Return one campaign's part of a review, with searches instead of their ids."""
    return (
        *(one.id, one.period, one.searches, one.why),
        [(row.entry, row.count, [_search(name, named) for name in row.searches]) for row in one.entries],
        [_search(name, named) for name in one.counted],
        [(named[left.search], left.why, list(left.entries)) for left in one.left_out],
        [(str(day.day), day.why, day.kept, day.searches, list(day.entries)) for day in one.days],
    )


def _search(name: str, named: Mapping[str, Any]) -> Any:
    """Return the search of an id, or the id of a search that is not known any more, as its day was kept."""
    return name if "#" in name else named[name]


def _kept_rows(donor: Donor) -> list[dict[str, Any]]:
    kept = donor.installation.store.kept.every()
    return [asdict(one) | {"day": str(one.day)} for days in kept.values() for one in days.values()]


def _open_days(kept: Iterable[dict[str, Any]], plans: Iterable[AnyPlan]) -> list[dict[str, Any]]:
    """Return the days kept for weeks that can still be sent; when the others go depends on the last reading."""
    first = max(plan.day for plan in plans) - LAST_CLOSE
    return [one for one in kept if last_day("week", date.fromisoformat(one["day"])) >= first]


def _line(line: Logged) -> Any:
    given = None if line.given is None else list(line.given)
    return line.what, _millis(line.time), _day(line.round), line.bytes, given, line.reason, line.campaign


def _given(one: GivenDay) -> Any:
    """Return a day of the ledger with its charge as the extension keeps it."""
    charge = json.loads(text_of(one.charge).replace("per_number", "perNumber"))
    hits = {"hits": one.hits} if one.hits else {}
    return _rounded({"day": str(one.day), "campaign": one.campaign, "charge": charge, **hits})


def _rounded(given: dict[str, Any]) -> dict[str, Any]:
    """Return a day of the ledger, rounded: powers of e differ in their last digit between the languages."""
    charge = given["charge"]
    return given | {"charge": charge | {"delta": f"{charge['delta']:.12g}"}} if "delta" in charge else given


def _day(day: date | None) -> str | None:
    return None if day is None else str(day)


def _millis(time: datetime | None) -> float | None:
    """Return milliseconds since 1970, rounded where a floating-point number can't tell microseconds apart."""
    return None if time is None else round(time.timestamp() * 1000, 1)


@dataclass(frozen=True)
class JavaScriptHome:
    """A donor of the extension, in its process."""

    process: Donors
    name: str

    def call(self, method: str, *given: Any) -> Any:
        """Call a method of its donor and return the result."""
        return self.process.call(self.name, method, *given)

    def statement(self, plans: Sequence[AnyPlan]) -> Statement:
        """Return the same as `PythonHome.statement`."""
        state = self.call("status")
        return {
            "campaigns": [
                (
                    *(one["id"], one["stratum"], one["left"] is not None),
                    *(one[name] for name in ("entries", "waitingEntries", "changed")),
                    *(one[name] for name in ("state", "last", "ending")),
                )
                for one in state["campaigns"]
            ],
            "next": state["next"],
            "paused": (state["pausedSince"], state["pausedUntil"]),
            "ceiling": state["ceiling"],
            "last check-in": state["lastCheckIn"],
            "clock ahead": state["clockAhead"],
            "sending": self.call("settings.sending"),
            "blocked": self.call("exclusions.blocked"),
            "days": [(day["day"], day["state"], day["until"]) for day in self.call("days.toReview")],
            "sent": [
                (day["day"], day["state"], day["campaigns"], [one["reason"] for one in day["refusals"]])
                for day in self.call("days.sent")
            ],
            "log": [
                tuple(line[name] for name in ("what", "time", "round", "bytes", "given", "reason", "campaign"))
                for line in self.call("log")
            ],
            "offers": [
                (one["campaign"]["id"], one["joined"], one["newEntries"]) for one in self.call("campaigns.onOffer")
            ],
            "ledger": [_rounded(one) for one in self.process.ask(kept=self.name, table="charges")],
            "kept": _open_days(self.process.ask(kept=self.name, table="keptDays"), plans),
            "check-in at": round(self.call("nextCheckIn"), 1),
            **{name: said for plan in plans for name, said in self._of_day(plan).items()},
        }

    def _of_day(self, plan: AnyPlan) -> Statement:
        searches = self._searches(plan.day)
        return {
            f"searches of {plan.day}": list(searches.values()),
            f"review of {plan.day}": self._review(plan.day, searches),
            f"would be sent of {plan.day}": self._prepared(plan),
        }

    def _of_week(self, day: date) -> dict[str, Any]:
        week = [self._searches(each) for each in days_of("week", last_day("week", day))]
        return {name: search for each in week for name, search in each.items()}

    def _searches(self, day: date) -> dict[str, Any]:
        found = self.call("days.searches", str(day))["searches"]
        return {one["id"]: tuple(one[name] for name in ("time", "engine", "query", "visits", "why")) for one in found}

    def _review(self, day: date, named: Mapping[str, Any]) -> Any:
        found = self.call("days.review", str(day))
        if any(one["period"] == "week" for one in found["campaigns"]):
            named = self._of_week(day)
        campaigns = [
            (
                *(one["id"], one["period"], one["searches"], one["why"]),
                [
                    (row["entry"], row["count"], [_search(name, named) for name in row["searches"]])
                    for row in one["entries"]
                ],
                [_search(name, named) for name in one["counted"]],
                [(named[left["search"]], left["why"], left["entries"]) for left in one["leftOut"]],
                [
                    (
                        *(day[name] for name in ("day", "why", "kept", "searches")),
                        [(row["entry"], row["count"]) for row in day["entries"]],
                    )
                    for day in one["days"]
                ],
            )
            for one in found["campaigns"]
        ]
        return found["locked"], found["withheld"], campaigns

    def _prepared(self, plan: AnyPlan) -> Any:
        found = self.process.ask(prepared=self.name, plan=plan.model_dump_json())
        return found | {"charges": [_rounded(one) for one in found["charges"]]}
