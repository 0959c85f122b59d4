"""The two files that are read, as far as they are used: `datapackage.json` and `totals.json`."""

from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, PositiveInt

from pdd_shared.protocol.days import Period

Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]


class _Document(BaseModel):
    """A part of a file. Other keys are ignored, so that a later release may add some."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Resource(_Document):
    """A file of the package, with its size in bytes and its digest."""

    path: str
    bytes: NonNegativeInt
    hash: Annotated[str, Field(pattern="^sha256:[0-9a-f]{64}$")]


class Named(_Document):
    """A licence or a contributor, by its name or title."""

    name: str = ""
    title: str = ""


class Budget(_Document):
    """The most that all days may cost a donor."""

    epsilon: float
    delta: float


class Terms(_Document):
    """The privacy terms that readers show."""

    period: Period
    threshold: int | None
    max_campaign_hits: PositiveInt | None = None
    budget: Budget


class DataPackage(_Document):
    """`datapackage.json`."""

    name: str
    title: str
    description: str
    version: str
    contributors: tuple[Named, ...]
    licenses: tuple[Named, ...] = ()
    privacy: Terms
    start: date
    end: date
    strata: tuple[str, ...]
    entries: tuple[str, ...]
    indexes: dict[str, tuple[str, ...]]
    resources: tuple[Resource, ...]


class NoiseOfKind(_Document):
    """The law of the noise on one kind of number."""

    law: Literal["discrete-laplace", "discrete-gaussian", "skellam"]
    scale: Positive
    unit: PositiveInt


class Noise(NoiseOfKind):
    """The law of the noise on a day's numbers."""

    half_width_95: NonNegativeInt
    shares: tuple[tuple[PositiveInt, PositiveInt], ...] | None = None
    donors: NoiseOfKind | None = None
    searches: NoiseOfKind | None = None


class PublishedDay(_Document):
    """A published day and stratum with its totals."""

    day: date
    stratum: str | None
    donors: int
    searches: int
    full: int | None = None
    confidence: Annotated[float, Field(ge=0, le=1)]
    cohorts: int
    cohorts_planned: int
    final: bool
    noise: Noise
    totals: dict[str, int]


class Missing(_Document):
    """A day without totals."""

    day: date
    reason: str


class Totals(_Document):
    """`totals.json`."""

    campaign: str
    days: tuple[PublishedDay, ...]
    missing: tuple[Missing, ...]
