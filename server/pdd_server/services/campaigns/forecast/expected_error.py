"""The error to expect of a campaign's totals; where it is large, a launch has to say that it is accepted."""

from dataclasses import dataclass

from pdd_server.config import Config
from pdd_server.services.campaigns.forecast.expected_totals import WEEK, Assumed, week_of
from pdd_server.services.numbers import short
from pdd_shared.protocol.messages import Campaign

MOST = 0.5
"""The largest mean relative error that nobody has to accept."""


@dataclass(frozen=True)
class ExpectedError:
    """The mean error of the noise on one keyword's total of a week, as a share of its searches.

    `days` is 7, or fewer for a shorter campaign. `relative` is None where no total is to be expected: without a group,
    without searches, or without `assumed`.
    """

    assumed: Assumed | None
    days: int
    relative: float | None

    @property
    def too_large(self) -> bool:
        """Whether a launch has to say that the error is accepted."""
        return self.relative is None or self.relative > MOST

    @property
    def sentence(self) -> str:
        """Two sentences: under which assumptions, and how large the error is."""
        if self.assumed is None:
            return "The error to expect is unknown: the forecast's assumptions are missing or wrong."
        rate, share = short(self.assumed.rate, 6), short(100 * self.assumed.share, 6)
        given = (
            f"Assumed: {self.assumed.donors:,} donors a day, {rate} searches each, {share}% of them for one keyword."
        )
        if self.relative is None:
            return f"{given} No totals are to be expected."
        size = f"{self.relative:.0%} of" if self.relative < 2 else f"{short(self.relative, 2)} times"
        hidden = " Noise hides the result." if self.relative > 1 else ""
        return f"{given} The typical error of that total over {self.days} days is {size} the true count.{hidden}"


def expected_error(config: Config, campaign: Campaign, assumed: Assumed | None) -> ExpectedError:
    """Return the error to expect of a campaign on a server with these settings."""
    days = min(WEEK, (campaign.end - campaign.start).days + 1)
    found = week_of(campaign, config, assumed) if assumed else None
    return ExpectedError(assumed, days, found.relative_error if found else None)
