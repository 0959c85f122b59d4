"""Models of the responses that views write as JSON themselves. They serve the OpenAPI document only."""

from datetime import date, datetime
from typing import Any

from pydantic import BaseModel, ConfigDict

Numbers = dict[str, Any]
"""JSON data whose keys docs/reference/results.md explains."""


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


class CompletionShown(_Answer):
    """A campaign's completion code, and the days after which donors are told it."""

    code: str
    days: int


class EntryShown(_Answer):
    """An entry's sum over all days, its interval, and its share of all searches."""

    entry: str
    total: int
    half_width_95: int
    listed: int
    days: int
    searches: int
    share: float | None
    share_low_95: float
    share_high_95: float


class Entries(_Answer):
    """A page of entries."""

    entries: list[EntryShown]


class RoundWatched(_Answer):
    """A round; `lost` counts its groups that are in no sum, `confidence` is null until it is published."""

    day: date
    protocol: str
    state: str
    groups: int
    members: int
    counted: int | None
    active: int
    confidence: float | None
    lost: int


class VersionsShown(_Answer):
    """Donors of a day by version of their program."""

    day: date
    known: dict[str, int]
    others: int


class Monitoring(_Answer):
    """The server's donors and rounds; `active` counts donors by day."""

    registered: int
    active: dict[str, int]
    wanted: int
    rounds: list[RoundWatched]
    versions: VersionsShown


class RoundStatus(_Answer):
    """A round as the operator sees it."""

    day: date
    protocol: str
    state: str
    active: int
    groups: int
    members: int
    submitted: int
    confidence: float | None


class WaitingShown(_Answer):
    """The day on which a campaign waited for donors."""

    day: date
    active: int
    needed: int


class CampaignStatus(_Answer):
    """A campaign as the operator sees it; `period` is day or week."""

    id: str
    period: str
    state: str
    waiting: WaitingShown | None
    privacy: Numbers


class Status(_Answer):
    """The server's state, as `pdd-server status --json` prints it."""

    now: datetime
    today: date
    protocol: str
    donors: int
    active_yesterday: int
    group_size: int
    min_group: int
    rounds: list[RoundStatus]
    campaigns: list[CampaignStatus]
    last_night: date | None
    online_key_ends: date
    warnings: list[str]
