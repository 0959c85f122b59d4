"""The figures of a setting: errors, how often intervals hold, and what the caps take away."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf

import numpy as np

from pdd_server.config import Config
from pdd_shared.planning.answer import plan_of
from pdd_shared.planning.expected_hits import Kind
from pdd_shared.planning.left_out import left_out
from pdd_shared.planning.measured import Measured
from pdd_shared.planning.used_up import counted_shares
from scripts.studies.caps.campaign import campaign_of
from scripts.studies.caps.collection import Collected, Integers
from scripts.studies.caps.setting import Setting

DAYS = 7


@dataclass(frozen=True)
class Figures:
    """What a setting gave, over all weeks and entries.

    Errors are mean absolute errors of an entry's number of a week, as a share of the mean number.

    Attributes:
        setting: the setting.
        weeks: how many weeks were published.
        number: the mean of an entry's true number of a week: searches of the donors in the sums, under the caps.
        noise: the error that noise makes.
        forecast: the same, as a server forecasts it (`campaign plan`) for as many searches. It knows nothing of bursts.
        population: the error as an estimate of what so many donors search on average, caps left aside; it includes
            that few donors are a small sample.
        half_width: the mean of half the width of an entry's interval.
        coverage: the share of entries' intervals that hold the true number.
        chance: the mean probability of that by the exact law of the noise.
        coverage_of_donors: the share of intervals that hold, of the numbers of donors.
        coverage_of_searches: the same of the numbers of searches.
        lost_to_caps: the share of the hits of the donors in the sums that caps leave out.
        lost_at_last: the same in the last quarter of the weeks.
        forecast_at_last: the same, as a plan reckons it for such people; 0 without a cap on all weeks.
        off_at_last: by how much the hits of the last quarter are off once they are corrected by `full`, as a share of
            those without caps. The size of bursts is taken as known. The mean over the campaigns of its absolute value.
        searches_lost_to_caps: the share of their searches that the cap on searches leaves out.
        lost_to_absence: the share of all donors' hits whose donors did not come in time.
    """

    setting: Setting
    weeks: int
    number: float
    noise: float
    forecast: float
    population: float
    half_width: float
    coverage: float
    chance: float
    coverage_of_donors: float
    coverage_of_searches: float
    lost_to_caps: float
    lost_at_last: float
    forecast_at_last: float
    off_at_last: float
    searches_lost_to_caps: float
    lost_to_absence: float

    @classmethod
    def of(cls, setting: Setting, weeks: Sequence[Collected]) -> "Figures":
        """Return the figures of a setting from its published weeks."""
        published, widths, counted, given, searched = (
            np.array([getattr(week, name) for week in weeks])
            for name in ("published", "half_widths", "counted", "given", "searched")
        )
        held = np.abs(published - counted) <= widths
        hits, mean = counted[:, 2:], counted[:, 2:].mean()
        late = np.arange(len(weeks)) % setting.weeks >= setting.weeks - ceil(setting.weeks / 4)
        return cls(
            setting=setting,
            weeks=len(weeks),
            number=float(mean),
            noise=_error(published[:, 2:], hits, mean),
            forecast=forecast(setting, float(searched[:, 1].mean()) / setting.donors / DAYS),
            population=_error(published[:, 2:], mean, mean),
            half_width=float(widths[:, 2:].mean()),
            coverage=float(held[:, 2:].mean()),
            chance=float(np.mean([week.chance for week in weeks])),
            coverage_of_donors=float(held[:, 0].mean()),
            coverage_of_searches=float(held[:, 1].mean()),
            lost_to_caps=_lost(hits, given[:, 2:]),
            lost_at_last=_lost(hits[late], given[late, 2:]),
            forecast_at_last=_forecast_at_last(setting, float(given[:, 2:].sum() / len(weeks) / setting.donors)),
            off_at_last=_off_at_last(setting, weeks),
            searches_lost_to_caps=_lost(counted[:, 1], given[:, 1]),
            lost_to_absence=_lost(given[:, 2:], searched[:, 2:]),
        )


def forecast(setting: Setting, searches: float) -> float:
    """Return the error by noise that a server forecasts, where a donor makes so many searches a day on average."""
    campaign = campaign_of(setting)
    entry = setting.rate * (setting.keywords if setting.is_index else 1)
    beside = Kind(setting.rate * setting.keywords - entry, own=False, after=1)
    measured = Measured("an entry", (Kind(entry, own=True), beside))
    plan = plan_of(campaign, Config(), searches)
    return plan.total(plan.each(measured), setting.donors).relative_error or 0.0


def _forecast_at_last(setting: Setting, hits: float) -> float:
    """Return what a plan reckons to be lost in the last quarter, where a donor makes so many hits a week on average."""
    if (cap := setting.max_campaign_hits) is None:
        return 0.0
    shares = counted_shares(hits, setting.weeks, cap, setting.burst, setting.shape or inf)
    return float(1 - shares[-ceil(setting.weeks / 4) :].mean())


def _off_at_last(setting: Setting, weeks: Sequence[Collected]) -> float:
    """Return `off_at_last`; 0 without a cap on all weeks, or if a campaign has a week missing."""
    if (cap := setting.max_campaign_hits) is None or len(weeks) % setting.weeks:
        return 0.0
    late, off = slice(-ceil(setting.weeks / 4), None), []
    for first in range(0, len(weeks), setting.weeks):
        ours = weeks[first : first + setting.weeks]
        hits, full = np.array([week.published[2:].sum() for week in ours]), [week.full for week in ours]
        donors = float(np.mean([week.published[0] for week in ours]))
        found = left_out(hits.tolist(), full, donors, cap, ours[0].variance, (setting.burst,))
        kept = 1 - (found.share[late] if found else np.zeros(len(hits[late])))
        off.append((hits[late] / kept).sum() / sum(int(week.given[2:].sum()) for week in ours[late]) - 1)
    return float(np.abs(off).mean())


COLUMNS = (
    *("setting", "donors", "weeks", "number", "error by noise", "forecast", "error with sampling"),
    *("± (95%)", "coverage", "by the law", "coverage of donors", "of searches"),
    *("hits lost to caps", "in the last quarter", "forecast", "off when corrected"),
    *("searches lost to the cap", "hits lost to absence"),
)
HEADER = f"| {' | '.join(COLUMNS)} |\n|{' --- |' * len(COLUMNS)}"
"""The head of the table of figures, in Markdown."""


def row(found: Figures) -> str:
    """Return a setting's figures as a row of a table in Markdown."""
    cells = [found.setting.name, f"{found.setting.donors:,}", str(found.weeks), f"{found.number:.1f}"]
    cells += [f"{share:.1%}" for share in (found.noise, found.forecast, found.population)]
    cells += [f"{found.half_width:.1f}", f"{found.coverage:.1%}", f"{found.chance:.1%}"]
    cells += [f"{share:.1%}" for share in (found.coverage_of_donors, found.coverage_of_searches)]
    lost = found.lost_to_caps, found.lost_at_last, found.forecast_at_last, found.off_at_last
    cells += [f"{share:.1%}" for share in (*lost, found.searches_lost_to_caps, found.lost_to_absence)]
    return f"| {' | '.join(cells)} |"


def _error(published: Integers, true: Integers | float, mean: float) -> float:
    return float(np.abs(published - true).mean() / mean)


def _lost(kept: Integers, of: Integers) -> float:
    return float(1 - kept.sum() / of.sum())
