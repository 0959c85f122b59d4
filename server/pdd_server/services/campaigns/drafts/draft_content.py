"""The content of a draft as it was typed, valid or not: the fields of its form, each declared once.

`Asked` says of a field where it stands in a campaign file, how its text is read, and what the form says of it. The
form, the list of errors, the page of two versions, and the conversion to and from campaign files take it from here.
Where a field stands on the page is in the form's template.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, create_model

from pdd_shared.protocol.informing_lines import LINES

# The bounds are in characters.
Short = Annotated[str, Field(max_length=2_000)]
Long = Annotated[str, Field(max_length=4_000_000)]

PARTS = ("joined", "searches", "keywords")
"""The keys of the table `privacy.parts`, in the order in which the form has their shares."""
USUAL_PARTS = "5, 5, 90"
"""The shares with which a new draft of `cohort` begins. Keywords have far less noise so than with one for all."""
_NUMBER = re.compile(r"[+-]?\d{1,40}(\.\d{1,40})?([eE][+-]?\d{1,3})?", re.ASCII)
_WHOLE = re.compile(r"[+-]?\d{1,40}", re.ASCII)


# --- How a field's text is read. Malformed numbers and dates stay text, so that the validation reports them.


def number_of(text: str) -> Decimal | str | None:
    """Return the number; None for an empty text."""
    stripped = text.strip()
    return Decimal(stripped) if _NUMBER.fullmatch(stripped) else stripped or None


def _as_typed(text: str) -> str | None:
    return text or None


def _word(text: str) -> str | None:
    return text.strip() or None


def _whole(text: str) -> int | str | None:
    stripped = text.strip()
    return int(stripped) if _WHOLE.fullmatch(stripped) else stripped or None


def _day(text: str) -> date | str | None:
    stripped = text.strip()
    try:
        return date.fromisoformat(stripped) if len(stripped) == len("2026-11-20") else stripped or None
    except ValueError:
        return stripped


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split("\n") if name.strip()]


def _entries(text: str) -> list[str]:
    return [entry for entry in text.split("\n") if entry.strip()]


def _parts(text: str) -> dict[str, Any] | str | None:
    """Return the shares of a budget for a text such as "5, 5, 90"; the text itself if it has not three numbers."""
    numbers = [number_of(part) for part in text.split(",")]
    shares = [number / 100 for number in numbers if isinstance(number, Decimal)]
    is_whole = len(shares) == len(numbers) == len(PARTS)
    return dict(zip(PARTS, shares, strict=True)) if is_whole else text if text.strip() else None


@dataclass(frozen=True)
class Asked:
    """How the form asks for a field. In `unit` and `hint` EACH stands for day or week, as the campaign counts.

    Attributes:
        label: What the pages call the field.
        key: Where it stands in a campaign file; empty for a field that is in none, or under several keys.
        read: Makes the value of a campaign file from what was typed; None leaves the key out.
        unit: What the form adds to the label.
        hint: What helps to fill it in.
        is_optional: Whether it may be empty.
        is_long: Whether it has several lines; the others are cut to a bound.
        by_protocol: Whether the form shows it for one protocol only, so that a request may lack it.
    """

    label: str
    key: tuple[str, ...] = ()
    read: Callable[[str], Any] = _word
    unit: str = ""
    hint: str = ""
    is_optional: bool = False
    is_long: bool = False
    by_protocol: bool = False


class ConsentText(BaseModel):
    """The text a donor reads and accepts, in one language."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: Short = ""
    text: Long = ""


class _Heading(BaseModel):
    title: Annotated[Short, Asked("Title", ("title",), _as_typed)] = ""
    id: Annotated[Short, Asked("Short name", ("id",), hint="For addresses and files. It never changes.")] = ""
    purpose: Annotated[
        Long,
        Asked("The question", ("purpose",), _as_typed, hint="In words that a donor understands.", is_long=True),
    ] = ""
    contact: Annotated[
        Short,
        Asked("Responsible researcher", ("contact",), _as_typed, hint="A name, and an e-mail or https address."),
    ] = ""


_LINES: dict[str, Any] = {
    name: (
        Annotated[Short, Asked(told.asked, (name,), _as_typed, hint=told.hint, is_optional=told.kind != "licence")],
        "",
    )
    for name, told in LINES.items()
}
_InformingLines: Any = create_model("_InformingLines", **_LINES)


class DraftContent(_InformingLines, _Heading):
    """The fields of the form, in its order; lists are texts with an entry a line.

    `donors`, `rate`, `share` and `effect` are assumptions of a forecast, and no part of the campaign.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    consent: Annotated[tuple[ConsentText, ...], Field(max_length=50), Asked("What a donor agrees to")] = (
        ConsentText(language="en"),
    )
    vocabulary: Annotated[
        Long,
        Asked(
            "Keywords",
            ("vocabulary",),
            _entries,
            hint="flu: searches with this word. fever + child: with both words. "
            '"flu or cold": exactly this search. flu index: any of flu, influenza: counted as one.',
            is_long=True,
        ),
    ] = ""
    threshold: Annotated[
        Short,
        Asked(
            "Smallest total published",
            ("publication", "threshold"),
            _whole,
            unit=" per EACH",
            hint="A keyword whose number of a EACH, noise included, is below this is not published for that EACH.",
            is_optional=True,
        ),
    ] = ""
    strata: Annotated[
        Long,
        Asked(
            "Regions or groups",
            ("strata",),
            _names,
            unit=", one a line",
            hint="Each donor picks one, and the server is not told which. Add unstated for donors who would rather not "
            "say: it gets numbers of its own. Each has its own numbers, with their own noise. Where the server adds "
            "the noise, it can read the counts of a donor who is alone in a region of its group.",
            is_optional=True,
            is_long=True,
        ),
    ] = ""
    max_searches: Annotated[
        Short,
        Asked(
            "Most searches counted per donor",
            ("caps", "max_searches"),
            _whole,
            unit=" per EACH",
            hint="A donor's first searches of the EACH count, matching or not. Fewer searches need less noise.",
        ),
    ] = "10"
    max_campaign_hits: Annotated[
        Short,
        Asked(
            "Most hits counted per donor in the whole campaign",
            ("caps", "max_campaign_hits"),
            _whole,
            hint="In all EACHs together. A donor who has used them up adds no more hits. Noise then hides so many hits "
            "once, not the most of every EACH.",
            is_optional=True,
            by_protocol=True,
        ),
    ] = ""
    max_hits: Annotated[
        Short,
        Asked(
            "Most hits counted per donor",
            ("caps", "max_hits"),
            _whole,
            unit=" per EACH",
            hint="A search is a hit for each keyword that it matches. The first hits count. "
            "Fewer hits need less noise. Empty it if you cap the hits in the whole campaign.",
            is_optional=True,
        ),
    ] = "2"
    max_hits_per_keyword: Annotated[
        Short,
        Asked(
            "Most hits counted per keyword and donor",
            ("caps", "max_hits_per_keyword"),
            _whole,
            unit=" per EACH",
            hint="With 1, a keyword's total says how many donors searched for it that EACH.",
        ),
    ] = "1"
    public: Annotated[bool, Asked("Public page")] = True
    start: Annotated[Short, Asked("First day", ("start",), _day)] = ""
    end: Annotated[Short, Asked("Last day", ("end",), _day)] = ""
    period: Annotated[
        Short,
        Asked(
            "Count by",
            ("period",),
            _as_typed,
            hint="By week, noise is added once for seven days, so fewer donors are enough.",
            by_protocol=True,
        ),
    ] = "day"
    way: Annotated[Short, Asked("Privacy budget set by")] = "epsilon"
    amount: Annotated[Short, Asked("Value")] = ""
    delta: Annotated[
        Short,
        Asked(
            "Delta",
            ("privacy", "delta"),
            number_of,
            hint="The probability with which the guarantee may fail. It should be far below 1 divided by the number of "
            "donors. Without it, the epsilons of all EACHs add up.",
            is_optional=True,
        ),
    ] = "0.000001"
    noise: Annotated[Short, Asked("Noise distribution", ("privacy", "noise"))] = ""
    parts: Annotated[
        Short,
        Asked(
            "Shares of the budget",
            ("privacy", "parts"),
            _parts,
            unit=" for donors, searches and keywords, in percent",
            hint="They need a total budget and a delta. Keywords then have far less noise than with one noise on all "
            f"numbers. With a total budget, empty means {USUAL_PARTS}, unless you choose discrete Laplace above.",
            is_optional=True,
            by_protocol=True,
        ),
    ] = ""
    colluders: Annotated[
        Short,
        Asked("Donors assumed dishonest", ("privacy", "colluders"), _whole, unit=", per 100", by_protocol=True),
    ] = ""
    min_cohort: Annotated[
        Short,
        Asked(
            "Fewest donors in a sum",
            ("privacy", "min_cohort"),
            _whole,
            hint="Donors agree to this number. On a day with fewer, nothing of this campaign is published or charged.",
            is_optional=True,
            by_protocol=True,
        ),
    ] = ""
    donors: Annotated[Short, Asked("Active donors per day")] = "1000"
    rate: Annotated[Short, Asked("Searches per donor per day")] = "5"
    share: Annotated[Short, Asked("Share of searches matching one keyword", unit=", in percent")] = "0.0052"
    effect: Annotated[Short, Asked("Rise to be seen", unit=" from week to week, in percent")] = "20"

    @property
    def entries(self) -> list[tuple[int, str]]:
        """The keywords, each with its line from 1; blank lines are left out."""
        lines = enumerate(self.vocabulary.split("\n"), start=1)
        return [(line, text) for line, text in lines if text.strip()]


FIELDS: Mapping[str, Asked] = {
    name: next(one for one in field.metadata if isinstance(one, Asked))
    for name, field in DraftContent.model_fields.items()
}
"""How the form asks for each field, by its name, in the form's order."""
