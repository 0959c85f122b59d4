"""What the pages show, worked out from what is published. Pure functions."""

from dataclasses import dataclass
from datetime import date
from math import cos, pi, sin
from typing import Any

from pdd_server.services.status import state_of
from pdd_server.store.campaigns import Stored
from pdd_server.store.publications import Missing
from pdd_shared.messages import Campaign

RING = tuple((round(12 + 9 * sin(pi * dot / 6), 2), round(12 - 9 * cos(pi * dot / 6), 2)) for dot in range(12))
"""The sign: centres of its twelve equal dots in a square of 24."""
SHOWN_ENTRIES = 20
"""How many entries the page's table has; the downloads have all."""


@dataclass(frozen=True)
class Summary:
    """A campaign in the list of them, with its state in words."""

    campaign: Campaign
    words: str


@dataclass(frozen=True)
class Row:
    """An entry and its totals, one a stratum; None where it is below the threshold."""

    entry: str
    totals: tuple[int | None, ...]


@dataclass(frozen=True)
class Latest:
    """The newest day with totals: its strata side by side, the entries with the largest totals first."""

    day: date
    strata: tuple[str | None, ...]
    donors: tuple[int, ...]
    searches: tuple[int, ...]
    rows: tuple[Row, ...]
    hidden: int
    half_width: int
    confidence: float


def long_date(day: date) -> str:
    """A date as a person writes it: 20 November 2026."""
    return f"{day.day} {day:%B} {day.year}"


def state_in_words(stored: Stored, today: date, held: Missing | None) -> str:
    """Where a campaign stands, in a sentence or two."""
    campaign = stored.campaign
    if held is not None and held.reason == "budget":
        return "Its privacy budget is spent, or kept for days whose totals are still to come. No new day is counted."
    if held is not None:
        there = "there was 1" if held.active == 1 else f"there were {held.active}"
        return (
            f"Waiting for more donors: {there} for {long_date(held.day)}; a group needs at least "
            f"{held.needed}. Until then nothing is added up."
        )
    if stored.closed is not None:
        return f"Closed on {long_date(stored.closed)}. No new day is counted."
    return {
        "not-started": f"Starts on {long_date(campaign.start)}.",
        "running": f"Running until {long_date(campaign.end)}.",
        "ended": f"Ended on {long_date(campaign.end)}.",
    }[state_of(stored, today)]


def latest_day(found: dict[str, Any]) -> Latest | None:
    """The newest day of a campaign's results, if any is published."""
    if not found["days"]:
        return None
    newest = max(day["day"] for day in found["days"])
    parts = [day for day in found["days"] if day["day"] == newest]
    entries = dict.fromkeys(entry for part in parts for entry in part["totals"])
    rows = [Row(entry, tuple(part["totals"].get(entry) for part in parts)) for entry in entries]
    rows.sort(key=lambda row: -sum(total or 0 for total in row.totals))
    return Latest(
        day=date.fromisoformat(newest),
        strata=tuple(part["stratum"] for part in parts),
        donors=tuple(part["donors"] for part in parts),
        searches=tuple(part["searches"] for part in parts),
        rows=tuple(rows[:SHOWN_ENTRIES]),
        hidden=max(0, len(rows) - SHOWN_ENTRIES),
        half_width=parts[0]["noise"]["half_width_95"],
        confidence=parts[0]["confidence"],
    )
