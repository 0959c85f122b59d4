"""The expected error of a campaign's totals. If it is large, a launch has to say that it is accepted."""

from dataclasses import dataclass

from pdd_server.config import Config
from pdd_server.services.campaigns.forecast.expected_totals import Assumed, week_of
from pdd_server.services.numbers import short
from pdd_shared.planning.answer import WEEK
from pdd_shared.protocol.messages import Campaign

MOST = 0.5
"""The largest mean relative error with which a campaign can be launched without accepting the error."""


@dataclass(frozen=True)
class ExpectedError:
    """The mean error that noise adds to one keyword's total of a week.

    Attributes:
        assumed: The forecast's assumptions; None if they are malformed.
        days: The days of the total: 7, or all days of a shorter campaign.
        relative: The error as a share of the searches that are expected. None if none are: too few donors for a
            group, no searches, or no valid assumptions.
    """

    assumed: Assumed | None
    days: int
    relative: float | None

    @property
    def too_large(self) -> bool:
        """Whether a launch has to say that the error is accepted; an unknown error counts as too large."""
        return self.relative is None or self.relative > MOST

    @property
    def sentence(self) -> str:
        """The assumptions and the size of the error, in words."""
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
    """Return the expected error of a campaign on a server with these settings."""
    days = min(WEEK, (campaign.end - campaign.start).days + 1)
    found = week_of(campaign, config, assumed) if assumed else None
    return ExpectedError(assumed, days, found.relative_error if found else None)
