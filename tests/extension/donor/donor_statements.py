"""What a donor says of itself (desktop client and extension) in one form that can be compared."""

from collections.abc import Callable, Iterable
from datetime import date, datetime
from pathlib import Path
from typing import Any

from pdd_client.donor.days.review import Review
from pdd_client.donor.donor import Donor


def in_python(donor: Donor, file: Path, days: Iterable[date]) -> dict[str, Any]:
    """Return what the desktop client says of itself and these days."""
    status = donor.status()
    return {
        "campaigns": [
            (one.id, one.left is not None, one.entries, one.waiting_entries, one.changed) for one in status.campaigns
        ],
        "next": status.next,
        "paused": (_millis(status.paused_since), _millis(status.paused_until)),
        "limit": status.ceiling and str(status.ceiling),
        "blocked": donor.exclusions.blocked(),
        "days": [(str(day.day), day.state, day.until and str(day.until)) for day in donor.days.to_review()],
        "sent": [
            (
                str(day.day),
                day.state,
                [dict(given) for given in day.campaigns],
                [one.reason for one in day.refusals],
            )
            for day in donor.days.sent()
        ],
        "log": [
            (
                line.what,
                line.round and str(line.round),
                line.bytes,
                None if line.given is None else list(line.given),
                line.reason,
                line.campaign,
            )
            for line in donor.log()
        ],
        "offers": [(one.campaign.id, one.joined, list(one.new_entries)) for one in donor.campaigns.on_offer()],
        "reviews": [_review_in_python(donor.days.review(day, [file])) for day in days],
    }


def _review_in_python(found: Review) -> Any:
    campaigns = [
        (
            one.id,
            one.searches,
            [(row.entry, row.count) for row in one.entries],
            one.why,
            len(one.counted),
            [(left.why, list(left.entries)) for left in one.left_out],
        )
        for one in found.campaigns
    ]
    return found.locked, found.withheld, campaigns


def in_javascript(call: Callable[..., Any], days: Iterable[date]) -> dict[str, Any]:
    """Return what the extension says of the same; `call` calls its methods by name."""
    state = call("status")
    named = ("id", "left", "entries", "waitingEntries", "changed")
    return {
        "campaigns": [
            tuple(one[name] if name != "left" else one[name] is not None for name in named)
            for one in state["campaigns"]
        ],
        "next": state["next"],
        "paused": (state["pausedSince"], state["pausedUntil"]),
        "limit": state["ceiling"],
        "blocked": call("exclusions.blocked"),
        "days": [(day["day"], day["state"], day["until"]) for day in call("days.toReview")],
        "sent": [
            (day["day"], day["state"], day["campaigns"], [one["reason"] for one in day["refusals"]])
            for day in call("days.sent")
        ],
        "log": [
            tuple(line[name] for name in ("what", "round", "bytes", "given", "reason", "campaign"))
            for line in call("log")
        ],
        "offers": [(one["campaign"]["id"], one["joined"], one["newEntries"]) for one in call("campaigns.onOffer")],
        "reviews": [_review_in_javascript(call("days.review", str(day))) for day in days],
    }


def _review_in_javascript(found: Any) -> Any:
    campaigns = [
        (
            one["id"],
            one["searches"],
            [(row["entry"], row["count"]) for row in one["entries"]],
            one["why"],
            len(one["counted"]),
            [(left["why"], left["entries"]) for left in one["leftOut"]],
        )
        for one in found["campaigns"]
    ]
    return found["locked"], found["withheld"], campaigns


def _millis(time: datetime | None) -> float | None:
    return None if time is None else time.timestamp() * 1000
