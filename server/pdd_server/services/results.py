"""A campaign's results as data: what was published, what is missing, and what each number means."""

import csv
import io
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection

from pdd_server.services.campaigns import get
from pdd_server.store import publications
from pdd_server.store.publications import Missing, Publication
from pdd_shared.privacy.noise import DiscreteLaplace

MEANING = {
    "days": "One item for each data day and stratum with totals. A data day is midnight to midnight in its zone.",
    "stratum": "The region or other part of the donors that the totals are of; null where the campaign has none.",
    "donors": "Donors that gave their counts to this campaign and stratum that day, with noise.",
    "searches": "All their searches that day, under the cap a donor, whether or not an entry matched; with noise.",
    "confidence": "Share of the donors active that day whose vectors are in the sums.",
    "totals": "Searches that matched each entry, with noise. May be below zero, which keeps averages right.",
    "noise": "Each number has its own draw of this law added; scale is the law's, epsilon what the day costs a donor.",
    "half_width_95": "With 95% probability a number is off its true sum by at most this. Absent donors come on top.",
    "missing": "Days without totals. waiting: fewer donors than a group needs. lost: too few sent what a sum takes. "
    "down: the server was not running when the day began.",
    "active": "Of a missing day: donors that could have been grouped.",
    "needed": "Of a missing day: the fewest donors that make a group.",
}
CSV_TYPES: dict[str, type] = {
    "day": str,
    "stratum": str,
    "entry": str,
    "total": int,
    "half_width_95": int,
    "donors": int,
    "searches": int,
    "confidence": float,
    "noise_scale": float,
}
"""The columns of the tidy form, in order."""


def results(connection: Connection, campaign: str) -> dict[str, Any]:
    """All that is published of a campaign, as JSON can hold it; Rejected NO_SUCH_CAMPAIGN."""
    labels = get(connection, campaign).campaign.vocabulary
    return {
        "campaign": campaign,
        "days": [_day(one, labels) for one in publications.of_campaign(connection, campaign)],
        "missing": [_missing(day) for day in publications.missing_of(connection, campaign)],
        "meaning": MEANING,
    }


def rows(found: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The totals of `results` in tidy form: one row a day, stratum and entry, with the columns CSV_TYPES."""
    for day in found["days"]:
        for entry, total in day["totals"].items():
            yield {
                **{key: day[key] for key in ("day", "stratum", "donors", "searches", "confidence")},
                "entry": entry,
                "total": total,
                "half_width_95": day["noise"]["half_width_95"],
                "noise_scale": day["noise"]["scale"],
            }


def as_csv(found: dict[str, Any]) -> str:
    """The rows as CSV (RFC 4180) with a header."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, tuple(CSV_TYPES))
    writer.writeheader()
    writer.writerows(rows(found))
    return text.getvalue()


def _day(one: Publication, labels: tuple[str, ...]) -> dict[str, Any]:
    return {
        "day": one.day.isoformat(),
        "stratum": one.stratum,
        "donors": one.donors,
        "searches": one.searches,
        "confidence": one.confidence,
        "noise": {
            "law": "discrete-laplace",
            "scale": one.scale,
            "half_width_95": DiscreteLaplace(one.scale).half_width(),
            "epsilon": one.epsilon,
        },
        # The vocabulary only ever grows at its end, so the first labels are those of the day.
        "totals": dict(zip(labels, one.totals, strict=False)),
    }


def _missing(day: Missing) -> dict[str, Any]:
    return {
        "day": day.day.isoformat(),
        "reason": day.reason,
        "active": day.active,
        "needed": day.needed,
        "confidence": 0.0,
    }
