"""The published file `totals.json`, read without trusting it: keys have types and ranges, and lists an end."""

from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pdd_research.errors import AuditError
from pdd_shared.protocol.fields import Identifier, Line

Number = Annotated[int, Field(gt=-(2**53), lt=2**53)]
Size = Annotated[float, Field(ge=0, le=1e12, allow_inf_nan=False)]
Scale = Annotated[float, Field(ge=1e-3, le=1e9, allow_inf_nan=False)]
Shares = Annotated[int, Field(ge=1, le=10**9)]
Law = Literal["discrete-laplace", "discrete-gaussian", "skellam"]


class _Read(BaseModel):
    """A part of the file. Keys that no test needs are left out, so that newer files can be read too."""

    model_config = ConfigDict(strict=True, frozen=True)


class NumberNoise(_Read):
    """The noise on one kind of number: its law, its scale in counts, and how many counts are one unit of it."""

    law: Law
    scale: Scale
    unit: Annotated[int, Field(ge=1, le=2**20)] = 1


class DayNoise(NumberNoise):
    """The noise on a day's totals; and on its donors and searches, if theirs is another."""

    added_by: Literal["server", "donors"]
    shares: Annotated[list[tuple[Shares, Shares]], Field(max_length=1_000)] = []
    donors: NumberNoise | None = None
    searches: NumberNoise | None = None

    def by_kind(self) -> dict[str, NumberNoise]:
        """Return the noise on donors, searches and totals, each under its name."""
        return {"donors": self.donors or self, "searches": self.searches or self, "totals": self}


class PublishedDay(_Read):
    """The numbers of one day (or week) and stratum."""

    day: date
    stratum: Line | None
    donors: Number
    searches: Number
    confidence: Size
    noise: DayNoise
    totals: dict[str, Number]

    @property
    def uploads(self) -> int:
        """How many donors' uploads are in the numbers, where donors add the noise; else 0."""
        return sum(shares for shares, _ in self.noise.shares)


class DecoySet(_Read):
    """The decoys of one law in one cohort's sum: numbers that are noise alone, in units of the noise."""

    day: date
    law: Law
    scale: Scale
    shares: Shares
    of: Shares
    numbers: Annotated[list[Number], Field(max_length=4_096)]


class Missing(_Read):
    """A day without totals."""

    day: date


class Spent(_Read):
    """What the campaign has cost a donor so far."""

    days: Annotated[int, Field(ge=0, le=10**6)]
    epsilon: Size


class Budget(_Read):
    """What all days together may cost a donor."""

    epsilon: Size


class Privacy(_Read):
    """The campaign's budget, what is spent of it, and the least total that is listed."""

    budget: Budget
    spent: Spent
    threshold: Number | None


class Totals(_Read):
    """What a server has published of one campaign."""

    campaign: Identifier
    period: Literal["day", "week"]
    privacy: Privacy
    days: Annotated[list[PublishedDay], Field(max_length=100_000)]
    decoys: Annotated[list[DecoySet], Field(max_length=1_000_000)]
    missing: Annotated[list[Missing], Field(max_length=100_000)]


def read_totals(name: str, text: bytes) -> Totals:
    """Return the content of a file `totals.json`.

    Args:
        name: where it is from, for the message.
        text: its bytes.

    Raises:
        AuditError: if it is malformed; the message names the first key that is wrong.
    """
    try:
        return Totals.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        key = ".".join(str(part)[:40] for part in first["loc"]) or "the file"
        said = printable(f"{key}: {first['msg']}")
        raise AuditError(f"{name}: {said}; this is no totals.json of a server, or it is damaged") from None


def printable(text: str) -> str:
    """Return a stranger's text without control characters, which a terminal would obey."""
    return "".join(one if one.isprintable() else "?" for one in text)
