"""What the Sent page shows, put together from what the donor knows. No Qt."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pdd_client.donor.campaigns.results import CampaignResults, PublishedDay
    from pdd_client.donor.days.calendar import SentDay
    from pdd_client.gateways.home_store.rows import Logged


@dataclass(frozen=True)
class GivenCount:
    """A line of a day's counts; `label` None: all searches. The published total is None where there is none."""

    label: str | None
    count: int
    published: int | None
    half_width: float


@dataclass(frozen=True)
class GivenCampaign:
    """What one campaign was given on a day, and `others`, how many keywords counted zero, where that is known."""

    title: str
    counts: tuple[GivenCount, ...]
    missing: str | None
    """Why nothing is published of the day; None if something is, or it is not known yet."""


@dataclass(frozen=True)
class SentViewModel:
    """All days since joining, the refusals, newest first, and what is published of the campaigns joined.

    `in_cohort` says whether the server runs `cohort`.
    """

    today: date
    days: "tuple[SentDay, ...]"
    refusals: "tuple[Logged, ...]"
    titles: Mapping[str, str]
    results: "Mapping[str, CampaignResults]"
    in_cohort: bool = False

    def day(self, day: date) -> "SentDay | None":
        """What became of a day; None before joining."""
        return next((one for one in self.days if one.day == day), None)

    def is_told(self, day: "SentDay") -> bool:
        """Whether it is known what became of the day's sums: totals are published, or why there are none."""
        return bool(self.published(day)) or any(one.missing for one in self.given(day))

    def published(self, day: "SentDay") -> "tuple[PublishedDay, ...]":
        """The day's totals in the campaigns that were given something, of every region."""
        found = (self.results.get(given["campaign"]) for given in day.campaigns)
        return tuple(one for results in found if results for one in results.days if one.day == day.day)

    def given(self, day: "SentDay") -> tuple[GivenCampaign, ...]:
        """The day's counts before locking, each beside what was published."""
        return tuple(self._campaign(day.day, given) for given in day.campaigns)

    def _campaign(self, day: date, given: Mapping[str, Any]) -> GivenCampaign:
        name, stratum = given["campaign"], given["stratum"]
        results = self.results.get(name)
        days = results.days if results else ()
        published = next((one for one in days if (one.day, one.stratum) == (day, stratum)), None)
        missing = next((one.reason for one in results.missing if one.day == day), None) if results else None
        return GivenCampaign(self.titles.get(name, name), tuple(_counts(given, published)), missing)


def _counts(given: Mapping[str, Any], published: "PublishedDay | None") -> Iterable[GivenCount]:
    half = published.half_width if published else 0.0
    for label, count in given["counts"].items():
        yield GivenCount(label, count, published.totals.get(label) if published else None, half)
    yield GivenCount(None, given["searches"], published.searches if published else None, half)
