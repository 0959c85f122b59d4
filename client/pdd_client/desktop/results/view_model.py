"""The view models of the Results page: each campaign's keywords and the lines of their totals. No Qt."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from pdd_client.core.published_totals import PublishedDay, over_regions
from pdd_client.desktop.widgets.chart.plot import Point, Series

if TYPE_CHECKING:
    from pdd_client.donor.campaigns.results import CampaignResults

RANKED_DAYS = 60
"""The number of last days whose totals decide which keywords rank first."""


@dataclass(frozen=True)
class ResultsViewModel:
    """A campaign's published totals.

    Attributes:
        found: the results as they were fetched.
        ranking: all keywords, those with the largest totals of the last RANKED_DAYS days first.
        own: the person's own region; None if they have none in this campaign.

    """

    found: "CampaignResults"
    ranking: tuple[str, ...]
    own: str | None = None

    @cached_property
    def regions(self) -> tuple[str, ...]:
        """The regions that have totals, the person's own first."""
        found = {part.stratum for part in self.found.days if part.stratum is not None}
        return tuple(sorted(found, key=lambda region: (region != self.own, region)))

    def of(self, region: str | None) -> "ResultsViewModel":
        """Return the totals of one region; None stands for all regions together."""
        if region is None:
            return self
        days = tuple(part for part in self.found.days if part.stratum == region)
        return replace(self, found=replace(self.found, days=days))

    @cached_property
    def by_day(self) -> dict[date, tuple[PublishedDay, ...]]:
        """The published regions of each day, the earliest day first. A campaign without regions has one part a day."""
        days: dict[date, list[PublishedDay]] = defaultdict(list)
        for part in self.found.days:
            days[part.day].append(part)
        return {day: tuple(days[day]) for day in sorted(days)}

    @cached_property
    def open_days(self) -> frozenset[date]:
        """The days that are not final: more sums may be added to their totals."""
        return frozenset(day for day, parts in self.by_day.items() if not all(part.final for part in parts))

    @property
    def step(self) -> timedelta:
        """The time from one published day to the next: a day, or a week."""
        return timedelta(weeks=1) if self.found.period == "week" else timedelta(days=1)

    def series(self, entry: str) -> Series:
        """Return a keyword's totals over all regions, with their 95% bands; without the days that have no total."""
        points = (point_of(day, parts, entry) for day, parts in self.by_day.items())
        return Series(entry, tuple(point for point in points if point is not None))


def point_of(day: date, parts: Sequence[PublishedDay], entry: str) -> Point | None:
    """Return a day's total over its regions, with its 95% band; None if a region did not publish the keyword."""
    total = over_regions(parts, entry)
    return total and Point(day, total.value, total.value - total.half_width, total.value + total.half_width)


def results_view_models(
    found: "Iterable[CampaignResults]", own: Mapping[str, str | None] = MappingProxyType({})
) -> tuple[ResultsViewModel, ...]:
    """Return the view models of campaigns, those that are joined first, then by title.

    Args:
        found: the campaigns' results.
        own: the person's own regions, by campaign id.

    """
    campaigns = sorted(found, key=lambda one: (not one.joined, one.title))
    return tuple(ResultsViewModel(one, _ranking(one), own.get(one.id)) for one in campaigns)


def _ranking(found: "CampaignResults") -> tuple[str, ...]:
    """Return all keywords of a campaign, those with the largest totals of the last RANKED_DAYS days first."""
    recent = sorted({part.day for part in found.days})[-RANKED_DAYS:]
    sums: Counter[str] = Counter()
    for part in found.days:
        for entry in part.totals:
            sums[entry] += part.totals[entry] if part.day in recent else 0
    return tuple(sorted(sums, key=lambda entry: (-sums[entry], entry)))
