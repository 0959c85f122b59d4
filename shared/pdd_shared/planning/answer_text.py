"""The answer to a campaign's question in words: the same in the server's commands and pages, and in the simulator."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from pdd_shared.planning.measured import overlap_of
from pdd_shared.planning.used_up import MOST_LOST
from pdd_shared.protocol.terms import Caps

VERDICTS = {
    "can answer": "This campaign can answer its question with a single keyword.",
    "can answer only as an index": "This campaign can answer its question only as an index, not with a single keyword.",
    "cannot": "This campaign can't answer its question.",
    "too short": "This campaign is too short for its question. A change from week to week takes two whole weeks.",
}
"""The sentence for each verdict."""
TAX = "the error with noise, as a multiple of the error of sampling alone"
"""What the privacy tax is."""
_NAMED = 3
"""How many entries a sentence names."""


def answer_rows(answer: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the answer that `planning.answer.answer` computed, as headings and texts."""
    asked, index = answer["question"], answer["index"]
    span, change = "week", "from one week to the next"
    if asked["days"] != 7:
        span, change = f"{asked['days']} days", f"from {asked['days']} days to the next {asked['days']}"
    rows = [
        ("question", f"do the totals show a rise of {share(asked['effect'])} {change}?"),
        ("assumed", f"{asked['donors']:,} donors there on a day, {asked['searches']:g} searches of each"),
        *_rows_of("keyword", answer, span),
    ]
    if index:
        rows += _rows_of("index", index, span)
    return [*rows, *_cap_rows(answer), ("verdict", VERDICTS[answer["verdict"]])]


def _cap_rows(answer: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what a cap on all periods leaves out and gains; nothing if the campaign has none that anybody reaches."""
    lost = answer["lost"]
    if not any(lost["periods"]):
        return
    quarters_from_last = np.array_split(lost["periods"][::-1], 4)  # so the last one is not the shorter
    parts = [part for part in reversed(quarters_from_last) if len(part)]
    quarters = ", ".join(share(float(part.mean())) for part in parts)
    yield "cap", f"caps leave out of the hits, from the first quarter to the last: {quarters}"
    if lost["enough_hits"] and lost["last_quarter"] > MOST_LOST:
        yield "", f"max_campaign_hits = {lost['enough_hits']:,} would leave out {MOST_LOST:.0%} of the last at most"
    if answer["privacy_tax"]:
        yield "privacy tax", f"{answer['privacy_tax']:.2f}: {TAX}"


def overlap_sentences(overlap: dict[str, Any], *, may_change: bool = True) -> list[str]:
    """Return what is wrong if a search matches more entries than its hits can count for; nothing if it doesn't.

    Args:
        overlap: The overlap of `planning.measured.overlap_of`, as JSON data.
        may_change: Whether the campaign is not launched yet, so that its order and caps can change.
    """
    hits, cap, never = overlap["hits"], overlap["cap"], overlap["never_counted"]
    if never:
        named = ", ".join(f"`{label}`" for label in never[:_NAMED]) + (", …" if len(never) > _NAMED else "")
        remedy = f" Raise {cap}, or move it up. Indexes always come first." if may_change else ""
        return [f"Nothing is ever counted for {named}: earlier entries use up the hits.{remedy}"]
    if overlap["most"] > hits:
        return [f"`{overlap['query']}` matches {overlap['most']} entries, {cap} is {hits:,}: the last lose searches."]
    return []


def launched_overlap(vocabulary: Sequence[str], caps: Caps) -> list[str]:
    """Return the sentences of `overlap_sentences` for a campaign that is launched."""
    return overlap_sentences(asdict(overlap_of(vocabulary, caps)), may_change=False)


def _rows_of(heading: str, measured: dict[str, Any], span: str) -> list[tuple[str, str]]:
    name = f"{measured['name']} that {share(measured['rate'])} of the searches match"
    error, seen = measured["relative_error"], f"a chance of {measured['power']:.0%} to see the rise"
    none = "no totals: too few donors" if measured["searches_each"] else "nothing is counted for it"
    found = f"{measured['expected']:,.1f} searches a {span} ±{measured['half_width_95']:,} (95%)"
    return [
        (heading, name),
        ("", f"{found}, typical error {share(error)}; {seen}" if error is not None else none),
        ("", f"donors it takes: {_needed(measured)}"),
    ]


def _needed(measured: dict[str, Any]) -> str:
    first, second = measured["donors_needed"].items()
    wanted = {
        f"for an error of {float(first[0]):.0%}": first[1],
        f"for {float(second[0]):.0%}": second[1],
        "to see the rise (80%)": measured["donors_to_see"],
    }
    return ", ".join(f"{'no number' if donors is None else f'{donors:,}'} {what}" for what, donors in wanted.items())


def share(number: float) -> str:
    """Return a share in percent: whole from 10% on, else with two digits that count, as in 0.0052%."""
    percent = 100 * number
    return f"{percent:,.0f}%" if percent >= 10 else f"{float(f'{percent:.2g}'):.10f}".rstrip("0").rstrip(".") + "%"
