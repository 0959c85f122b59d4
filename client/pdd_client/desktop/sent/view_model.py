"""The view models of the Sent page, computed from what the donor knows. No Qt."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from pdd_shared.protocol.days import last_day

if TYPE_CHECKING:
    from pdd_client.core.published_totals import PublishedDay
    from pdd_client.donor.campaigns.results import CampaignResults
    from pdd_client.donor.days.calendar import SentDay
    from pdd_client.gateways.home_store.log_store import Logged


@dataclass(frozen=True)
class GivenCount:
    """One line of the counts that a campaign got on a day.

    Attributes:
        label: the keyword; None for the number of all searches.
        count: the donor's count before locking.
        published: the published total; None if the server has published none for this count.
        half_width: half the 95% interval of the published total.
        final: whether that stays so: the day's totals won't change any more, or none will be published.

    """

    label: str | None
    count: int
    published: int | None
    half_width: float
    final: bool


@dataclass(frozen=True)
class GivenCampaign:
    """What the donor gave to one campaign on a day, beside what was published."""

    title: str
    counts: tuple[GivenCount, ...]
    missing: str | None
    """The server's word for why nothing is published of the day; None if something is, or it is not known yet."""
    week: date | None = None
    """The last day of the week that the counts are of; None if they are of the day."""


@dataclass(frozen=True)
class SentViewModel:
    """What the Sent page shows.

    Attributes:
        today: the data day now.
        days: what became of each day since joining, the oldest first.
        refusals: every refusal, the newest first.
        titles: the titles of the campaigns joined, by id.
        results: what campaigns have published, by id; empty if none was ever joined.
        in_cohort: whether the server runs `cohort`.
        weekly: the ids of the campaigns that count by week.

    """

    today: date
    days: "tuple[SentDay, ...]"
    refusals: "tuple[Logged, ...]"
    titles: Mapping[str, str]
    results: "Mapping[str, CampaignResults]"
    in_cohort: bool = False
    weekly: frozenset[str] = frozenset()

    def day(self, day: date) -> "SentDay | None":
        """Return what became of a day; None for one before joining, after today, or within a week alone."""
        return next((one for one in self.days if one.day == day), None)

    def week_of(self, day: date) -> date | None:
        """Return the last day of the week with which an unlisted day goes out; None if it is not known."""
        last = last_day("week", day)
        between = bool(self.days) and self.days[0].day <= day <= self.today
        return last if self.day(day) is None and (between or self.day(last)) else None

    def is_told(self, day: "SentDay") -> bool:
        """Return whether the outcome of the day's sums is known: totals are published, or why there are none."""
        return bool(self.published(day)) or any(one.missing for one in self.given(day))

    def published(self, day: "SentDay") -> "tuple[PublishedDay, ...]":
        """Return the day's published totals, of every region, in the campaigns that got counts."""
        found = (self.results.get(given["campaign"]) for given in day.campaigns)
        days = {day.day, *(_day_of(given, day.day) for given in day.campaigns)}
        return tuple(one for results in found if results for one in results.days if one.day in days)

    def given(self, day: "SentDay") -> tuple[GivenCampaign, ...]:
        """Return the day's counts before locking, by campaign, each beside what was published."""
        return tuple(self._campaign(day.day, given) for given in day.campaigns)

    def _campaign(self, day: date, given: Mapping[str, Any]) -> GivenCampaign:
        name, stratum, day = given["campaign"], given["stratum"], _day_of(given, day)
        results = self.results.get(name)
        days = results.days if results else ()
        published = next((one for one in days if (one.day, one.stratum) == (day, stratum)), None)
        missing = next((one.reason for one in results.missing if one.day == day), None) if results else None
        final = missing is not None or (published is not None and published.final)
        week = day if name in self.weekly else None
        return GivenCampaign(self.titles.get(name, name), tuple(_counts(given, published, final)), missing, week)


def _day_of(given: Mapping[str, Any], day: date) -> date:
    """Return the day under which a campaign's counts are published: an earlier one for a week asked for once more."""
    return date.fromisoformat(given["repeats"]) if "repeats" in given else day


def _counts(given: Mapping[str, Any], published: "PublishedDay | None", final: bool) -> Iterable[GivenCount]:
    half = published.half_width if published else 0.0
    for label, count in given["counts"].items():
        yield GivenCount(label, count, published.totals.get(label) if published else None, half, final)
    yield GivenCount(None, given["searches"], published.searches if published else None, half, final)
