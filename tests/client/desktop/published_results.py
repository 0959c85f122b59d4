"""A campaign's published results, stored in a home as if it had fetched them."""

import json
from datetime import date, timedelta
from typing import Any

from pdd_client.desktop.jobs.worker import OpenDonor


def published_day(day: date, totals: dict[str, int], stratum: str | None = None, half: float = 10) -> dict[str, Any]:
    return {
        "day": day.isoformat(),
        "stratum": stratum,
        "donors": 40,
        "searches": 400,
        "confidence": 0.9,
        "noise": {"law": "discrete-laplace", "scale": "3", "half_width_95": half},
        "totals": totals,
    }


def publish(
    open_home: OpenDonor, campaign: str, *days: dict[str, Any], missing: tuple[tuple[date, str], ...] = ()
) -> None:
    """Store these days as the campaign's results; a check-in must have listed it."""
    text = {
        "campaign": campaign,
        "days": list(days),
        "missing": [{"day": day.isoformat(), "reason": reason} for day, reason in missing],
    }
    with open_home() as donor, donor.installation.store.transaction():
        donor.installation.store.results.keep(campaign, json.dumps(text))


def two_weeks(first: date) -> tuple[dict[str, Any], ...]:
    """Return fourteen days of three keywords, of which flu has the most."""
    return tuple(
        published_day(first + timedelta(days=number), {"flu": 100 + number, "fever + child": 20, "cough": 5})
        for number in range(14)
    )
