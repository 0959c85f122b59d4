"""The totals in tidy form, one row a day, stratum and entry: the columns, and the two CSV files."""

import json
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from pdd_server.services.results.results import noise_of
from pdd_server.store.results.publications import Publication
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
_AFTER = ("donors", "searches", "confidence", "noise_scale", "cohorts", "cohorts_planned", "final")
_END = "\r\n"
_SHORTEST_POSITIONAL = 1e-5

Stored = tuple[Publication, str]
"""A day and stratum, and its totals as a JSON list."""
Published = Callable[[], Iterable[Stored]]
"""What was published, from the first day at each call."""


def write_csv(file: Path, published: Published, campaign: Campaign) -> None:
    """Write all days as CSV (RFC 4180), with one day and stratum in memory at a time."""
    labels = [_cell(label) for label in campaign.vocabulary]
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
    names = ("day", "stratum", "donors", "searches", "confidence", "cohorts", "cohorts_planned")
    same = {name: getattr(one, name) for name in names}
    return {**same, "final": int(one.final), "half_width_95": noise["half_width_95"], "noise_scale": noise["scale"]}


def _lines(one: Publication, totals: list[int | None], labels: list[str], budget: Budget) -> str:
    """Return the lines of a day and stratum; its entries are the vocabulary's first, but for those without a total."""
    same = about(one, budget)
    half = same["half_width_95"]
    before = f"{same['day']},{_cell(same['stratum'])},"
    after = ",".join(_cell(same[name]) for name in _AFTER) + _END
    # Many entries share a total: the end of a line is written once for all of them, in half the time.
    ends = {
        total: f",{total},{half},{total - half},{total + half},{after}" for total in set(totals) if total is not None
    }
    # An entry that was added later has no total on the days before.
    pairs = zip(labels, totals, strict=False)
    return "".join([f"{before}{label}{ends[total]}" for label, total in pairs if total is not None])


def _cell(value: object) -> str:
    """Return a value as a cell: nothing for None, text in quotes where it has to be."""
    if value is None:
        return ""
    if isinstance(value, float):
        return _number(value)
    text = str(value)
    if text and not any(special in text for special in ',"\r\n'):
        return text
    return '"' + text.replace('"', '""') + '"'


def _number(value: float) -> str:
    """Return the shortest digits of a number; with an exponent, which has no leading 0, only below 0.00001."""
    text = repr(value)
    if _SHORTEST_POSITIONAL <= value < 1e-4:
        return format(Decimal(text), "f")
    return text.replace("e-0", "e-")
