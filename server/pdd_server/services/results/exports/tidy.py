"""The totals in tidy form, one row for each day, stratum and keyword, and the published CSV files."""

import json
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from pdd_server.services.results.results import noise_of
from pdd_server.store.results.publications import Publication
from pdd_shared.counting.entry_texts import label_of
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import Budget

SCHEMA = {
    "day": "date",
    "stratum": "string",
    "entry": "string",
    "total": "integer",
    "half_width_95": "integer",
    "low_95": "integer",
    "high_95": "integer",
    "donors": "integer",
    "searches": "integer",
    "confidence": "number",
    "noise_scale": "number",
    "cohorts": "integer",
    "cohorts_planned": "integer",
    "final": "integer",
    "donors_half_width_95": "integer",
    "searches_half_width_95": "integer",
    "counting_rules": "integer",
    "noise_sd": "number",
    "full": "integer",
}
"""The columns of the tidy form, in order, with their types as a Frictionless table schema calls them."""
MISSING = {"day": "date", "reason": "string", "active": "integer", "needed": "integer", "confidence": "number"}
"""The columns of the days without totals."""
DECOYS = {
    "day": "date",
    "law": "string",
    "scale": "number",
    "shares": "integer",
    "of": "integer",
    "number": "integer",
}
"""The columns of the decoys, one row a number."""
_AFTER = (
    *("donors", "searches", "confidence", "noise_scale", "cohorts", "cohorts_planned", "final"),
    *("donors_half_width_95", "searches_half_width_95", "counting_rules", "noise_sd", "full"),
)
"""The columns after `high_95`, which are the same for all keywords of a day and stratum."""
_END = "\r\n"
_SHORTEST_POSITIONAL = 1e-5

PublishedTotals = tuple[Publication, str]
"""A day and stratum, and its totals as a JSON list in the vocabulary's order, null for totals that are not listed."""
Published = Callable[[], Iterable[PublishedTotals]]
"""Returns the published days and strata, from the first one at each call."""


def write_csv(file: Path, published: Published, campaign: Campaign) -> None:
    """Write all days as CSV (RFC 4180), with one day and stratum in memory at a time."""
    labels = [_cell(label_of(text)) for text in campaign.vocabulary]
    with file.open("w", encoding="utf-8", newline="") as target:
        target.write(",".join(SCHEMA) + _END)
        for one, totals in published():
            target.write(_lines(one, json.loads(totals), labels, campaign.terms.budget))


def write_missing(file: Path, days: Iterable[Mapping[str, Any]]) -> None:
    """Write the days without totals as CSV."""
    with file.open("w", encoding="utf-8", newline="") as target:
        for cells in (MISSING, *([_cell(day[name]) for name in MISSING] for day in days)):
            target.write(",".join(cells) + _END)


def write_decoys(file: Path, found: Iterable[Mapping[str, Any]]) -> None:
    """Write the decoys as CSV, one law of one cohort in memory at a time."""
    with file.open("w", encoding="utf-8", newline="") as target:
        target.write(",".join(DECOYS) + _END)
        for one in found:
            before = "".join(f"{_cell(one[name])}," for name in DECOYS if name != "number")
            target.write("".join(f"{before}{number}{_END}" for number in one["numbers"]))


def about(one: Publication, budget: Budget) -> dict[str, Any]:
    """Return the columns that are the same for all entries of a day and stratum, by name."""
    noise = noise_of(one, budget)
    names = ("day", "stratum", "donors", "searches", "full", "confidence", "cohorts", "cohorts_planned")
    same = {name: getattr(one, name) for name in (*names, "counting_rules")}
    halves = {f"{kind}_half_width_95": noise.get(kind, noise)["half_width_95"] for kind in ("donors", "searches")}
    its = {"half_width_95": noise["half_width_95"], "noise_scale": noise["scale"], "noise_sd": noise["sd"]}
    return {**same, "final": int(one.final), **its, **halves}


def _lines(one: Publication, totals: list[int | None], labels: list[str], budget: Budget) -> str:
    """Return the CSV lines of a day and stratum.

    Args:
        one: The day and stratum.
        totals: The totals of the first keywords of the vocabulary; None for those that are not listed.
        labels: What the counts of the vocabulary are called, as CSV cells.
        budget: The campaign's budget.
    """
    same = about(one, budget)
    half = same["half_width_95"]
    before = f"{same['day']},{_cell(same['stratum'])},"
    after = ",".join(_cell(same[name]) for name in _AFTER) + _END
    # Many keywords share a total. Formatting the end of their lines only once takes half the time.
    ends = {
        total: f",{total},{half},{total - half},{total + half},{after}" for total in set(totals) if total is not None
    }
    # A keyword that was appended later has no total on earlier days.
    pairs = zip(labels, totals, strict=False)
    return "".join([f"{before}{label}{ends[total]}" for label, total in pairs if total is not None])


def _cell(value: object) -> str:
    """Return a value as a CSV cell: nothing for None; in quotes if it is empty or has a character that needs them."""
    if value is None:
        return ""
    if isinstance(value, float):
        return _number(value)
    text = str(value)
    if text and not any(special in text for special in ',"\r\n'):
        return text
    return '"' + text.replace('"', '""') + '"'


def _number(value: float) -> str:
    """Return the shortest digits of a number: with an exponent only below 0.00001, and that without a leading zero."""
    text = repr(value)
    if _SHORTEST_POSITIONAL <= value < 1e-4:
        return format(Decimal(text), "f")
    return text.replace("e-0", "e-")
