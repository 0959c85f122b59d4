"""What a page's query asks for, read leniently: what means nothing is said beside the form, and left out."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import get_args
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

from pdd_server.services.results.period_report import LINES, Asked
from pdd_server.services.results.published_file import Order, Period
from pdd_shared.protocol.messages import Campaign

_LAST_PAGE = 100_000
_LONGEST = 200


@dataclass(frozen=True)
class Query:
    """What is asked for, what was typed, and what is wrong with it by the name of its field."""

    asked: Asked
    typed: Mapping[str, str]
    faults: Mapping[str, str]

    def address(self, **changes: object) -> str:
        """The query of a link that changes only this; a change to None leaves a field out."""
        items: list[tuple[str, str]] = []
        for name in ("from", "to", "stratum", "q", "sort", "page"):
            value = changes.get(name, self.typed.get(name))
            if value not in (None, ""):
                items.append((name, str(value)))
        return "?" + urlencode([*items, *(("entry", one) for one in self.asked.entries)])


def query_of(args: MultiDict[str, str], campaign: Campaign) -> Query:
    """The query of a page of this campaign."""
    faults: dict[str, str] = {}
    first, last = (_day(args, name, faults) for name in ("from", "to"))
    if first and last and last < first:
        faults["to"] = "The last day is before the first; change one of them."
        last = None
    stratum = args.get("stratum") or None
    if stratum not in (None, *campaign.strata):
        strata = f"its strata are {', '.join(campaign.strata)}" if campaign.strata else "it has none"
        faults["stratum"] = f"The campaign has no such stratum: {strata}. All of them are shown."
        stratum = None
    order: Order = next((one for one in get_args(Order) if one == args.get("sort")), "-total")
    page = args.get("page", "1")
    number = int(page) if page.isascii() and page.isdigit() and len(page) < 7 else 1
    asked = tuple(dict.fromkeys(args.getlist("entry")))
    known = frozenset(campaign.vocabulary) if asked else frozenset()
    entries = tuple(entry for entry in asked if entry in known)
    if len(entries) < len(asked):
        faults["entry"] = "The campaign has no such keyword; keywords it does not have are left out."
    elif len(entries) > LINES:
        faults["entry"] = f"At most {LINES} entries can be compared; these are the first {LINES} of {len(entries)}."
    wanted = Asked(
        Period(first, last, stratum),
        args.get("q", "")[:_LONGEST].strip(),
        order,
        min(max(1, number), _LAST_PAGE),
        entries[:LINES],
    )
    return Query(wanted, {name: args.get(name, "") for name in ("from", "to", "stratum", "q", "sort", "page")}, faults)


def _day(args: MultiDict[str, str], name: str, faults: dict[str, str]) -> date | None:
    text = args.get(name, "")
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        faults[name] = f"“{text[:20]}” is no day; write one such as 2026-11-20."
        return None
