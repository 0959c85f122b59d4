"""What the Results page shows of a campaign: its keywords, the largest totals first, and their lines. No Qt."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from math import sqrt
from types import MappingProxyType
from typing import TYPE_CHECKING

from pdd_client.desktop.widgets.chart.plot import Point, Series

if TYPE_CHECKING:
    from pdd_client.donor.campaigns.results import CampaignResults, PublishedDay

RANKED_DAYS = 60
"""How many of the last days decide which keywords are shown first."""


@dataclass(frozen=True)
class ResultsViewModel:
    """A campaign's published totals; `ranking` are all its keywords, those with the largest totals first.

    `own` is the person's region, None where they have none there.
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
        """The totals of one region; of all of them together where it is None."""
        if region is None:
            return self
        days = tuple(part for part in self.found.days if part.stratum == region)
        return replace(self, found=replace(self.found, days=days))

    @cached_property
    def by_day(self) -> "dict[date, tuple[PublishedDay, ...]]":
        """The regions of each day, the earliest day first."""
        days: dict[date, list[PublishedDay]] = defaultdict(list)
        for part in self.found.days:
            days[part.day].append(part)
        return {day: tuple(days[day]) for day in sorted(days)}

    @cached_property
    def open_days(self) -> frozenset[date]:
        """The days to whose totals more sums may still be added."""
        return frozenset(day for day, parts in self.by_day.items() if not all(part.final for part in parts))

    def series(self, entry: str) -> Series:
        """An entry's totals over all regions, with their bands."""
        points = (point_of(day, parts, entry) for day, parts in self.by_day.items())
        return Series(entry, tuple(point for point in points if point is not None))


def point_of(day: date, parts: "Sequence[PublishedDay]", entry: str) -> Point | None:
    """A day's total over its regions; None where a region did not publish the entry.

    The noise of the regions is independent, so their half widths add up as squares: a little wide for Laplace noise.
    """
    if not all(entry in part.totals for part in parts):
        return None
    total = sum(part.totals[entry] for part in parts)
    half = sqrt(sum(part.half_width**2 for part in parts))
    return Point(day, total, total - half, total + half)


def results_view_models(
    found: "Iterable[CampaignResults]", own: Mapping[str, str | None] = MappingProxyType({})
) -> tuple[ResultsViewModel, ...]:
    """What is shown of each campaign, those joined first; `own` are the person's regions, by campaign."""
    campaigns = sorted(found, key=lambda one: (not one.joined, one.title))
    return tuple(ResultsViewModel(one, _ranking(one), own.get(one.id)) for one in campaigns)


def _ranking(found: "CampaignResults") -> tuple[str, ...]:
    recent = sorted({part.day for part in found.days})[-RANKED_DAYS:]
    sums: Counter[str] = Counter()
    for part in found.days:
        for entry in part.totals:
            sums[entry] += part.totals[entry] if part.day in recent else 0
    return tuple(sorted(sums, key=lambda entry: (-sums[entry], entry)))
