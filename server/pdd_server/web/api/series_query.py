"""The part of a results' query that asks for a series: by, rate, mean, minus and change."""

from datetime import date
from typing import cast

from flask import request

from pdd_server.errors import Rejected, Rejection
from pdd_shared.series.grouping import BYS, LONGEST_MEAN, MOST_CHANGE, PER, RATES, Asked, By, Grouping, Rate

NAMES = frozenset(("by", "rate", "mean", "minus", "change"))
"""The parameters that make a query one for a series."""
PARAMETERS = (
    {
        "name": "by",
        "in": "query",
        "schema": {"enum": list(BYS)},
        "description": "A series by day, week (Monday to Sunday) or calendar month, all strata asked for added up.",
    },
    {
        "name": "rate",
        "in": "query",
        "schema": {"enum": list(RATES)},
        "description": f"A series per {PER:,} searches, or per {PER:,} donors and day.",
    },
    {
        "name": "mean",
        "in": "query",
        "schema": {"type": "integer", "minimum": 2, "maximum": LONGEST_MEAN},
        "description": "A series of means of so many days.",
    },
    {
        "name": "minus",
        "in": "query",
        "schema": {"type": "string", "maxLength": 64},
        "description": "A series of differences: less the numbers of this stratum.",
    },
    {
        "name": "change",
        "in": "query",
        "schema": {"type": "integer", "minimum": 1, "maximum": MOST_CHANGE},
        "description": "A series of differences: less the numbers of so many days, weeks or months before.",
    },
)
"""The parameters for the OpenAPI document."""


def is_series() -> bool:
    """Return whether the request's query asks for a series."""
    return not NAMES.isdisjoint(request.args)


def asked(first: date | None, last: date | None, entries: tuple[str, ...]) -> Asked:
    """Return the series that the request's query asks for.

    Args:
        first: The query's first day.
        last: The query's last day.
        entries: The query's keywords.

    Raises:
        Rejected: INVALID.
    """
    given = request.args
    for name in ("limit", "after"):
        if name in given:
            raise _wrong(f"{name} is for rows; a series comes as a whole, so leave it out.")
    if "minus" in given and "change" in given:
        raise _wrong("minus compares strata and change compares periods; leave out one of them.")
    by, rate = _one_of("by", BYS), _one_of("rate", RATES)
    grouping = Grouping(cast(By | None, by), cast(Rate | None, rate), _number("mean", 2, LONGEST_MEAN) or 1)
    strata = tuple(dict.fromkeys(given.getlist("stratum")))
    return Asked(first, last, strata, entries, grouping, given.get("minus"), _number("change", 1, MOST_CHANGE) or 0)


def _one_of(name: str, known: tuple[str, ...]) -> str | None:
    text = request.args.get(name)
    if text is None or text in known:
        return text
    raise _wrong(f"{name} is {', '.join(known[:-1])} or {known[-1]}.")


def _number(name: str, least: int, most: int) -> int | None:
    text = request.args.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 5 and least <= int(text) <= most):
        raise _wrong(f"{name} is a whole number from {least} to {most}.")
    return int(text)


def _wrong(sentence: str) -> Rejected:
    return Rejected(Rejection.INVALID, sentence)
