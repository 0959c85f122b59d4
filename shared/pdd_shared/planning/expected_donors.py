"""The donors to expect in a day's sums, under the server's settings, and the noise that such sums carry."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from pdd_shared.privacy.forecast import cohort_confidence, plain_confidence
from pdd_shared.privacy.noise.distributions import Law, law_of
from pdd_shared.privacy.noise.donor_laws import DonorLaw, law_of_shares
from pdd_shared.protocol.days import Period
from pdd_shared.protocol.terms import CohortTerms, NumberNoise, Terms
from pdd_shared.rounds.cohort.day.floors import server_floor
from pdd_shared.rounds.cohort.epoch.schedule import first_epoch_size
from pdd_shared.rounds.cohort.parameters import TreeSize
from pdd_shared.rounds.plain.group_sizes import group_sizes


class ServerSettings(Protocol):
    """The settings of a server on which a forecast depends."""

    @property
    def protocol(self) -> str:
        """The server's protocol."""

    @property
    def group_size(self) -> int:
        """The donors in a group of `plain`."""

    @property
    def min_group(self) -> int:
        """The fewest donors in a sum, where terms don't say another number."""

    def delay_of(self, period: Period) -> int:
        """Return how many days later than the day after a period's last day its counts are still taken."""


@dataclass(frozen=True)
class Crowd:
    """The donors to expect on a day.

    Attributes:
        donors: The donors who are there.
        groups: How many groups or cohorts they make; 0 if they are too few.
        confidence: The share of them to expect in the sums, from 0 to 1.
    """

    donors: int
    groups: int
    confidence: float

    @property
    def counted(self) -> int:
        """The donors expected in the sums."""
        return round(self.donors * self.confidence)


def crowd(config: ServerSettings, donors: int, terms: Terms | None = None) -> Crowd:
    """Return what a number of donors on a day makes under these settings.

    Args:
        config: The settings.
        donors: The donors who are there on the day.
        terms: The terms of a campaign; in `cohort` its floor decides how few donors are too few. None for the server's.

    Source: Donors' activity is the fit of the PDD paper (WWW '19, section 4.1).
    """
    if donors < least_donors(config, terms):
        return Crowd(donors, 0, 0.0)
    delay = config.delay_of(terms.period if terms else "day")
    if config.protocol == "cohort":
        return Crowd(donors, TreeSize(donors).cohorts, cohort_confidence(delay))
    number, size, larger = group_sizes(donors, config.group_size)
    arriving = [plain_confidence([one], delay) for one in (size, size + 1)]
    in_smaller = size * (number - larger)
    return Crowd(donors, number, (in_smaller * arriving[0] + (donors - in_smaller) * arriving[1]) / donors)


def least_donors(config: ServerSettings, terms: Terms | None = None) -> int:
    """Return the fewest donors on a day of whom anything is added up; `terms` as in `crowd`."""
    if config.protocol == "cohort":
        return first_epoch_size([terms.smallest_sum if terms else config.min_group])
    return config.min_group


def expected_law(terms: Terms, there: Crowd | None) -> Law:
    """Return the law of the noise on each of a day's counts.

    Args:
        terms: The campaign's terms.
        there: The donors to expect; None, or too few for a group, for the smallest sum that may be published.
    """
    if isinstance(terms, CohortTerms):
        return expected_shares(terms, there).law(terms.noise.counts)
    return law_of(terms)


@dataclass(frozen=True)
class ExpectedShares:
    """The donors' shares of noise in each of a day's numbers: `shares` of them, of which `of` make a draw of a law."""

    shares: int
    of: int

    def law(self, noise: NumberNoise) -> DonorLaw:
        """Return the law of so many shares of this noise."""
        return law_of_shares(noise.law, float(noise.scale), self.shares, self.of, noise.unit, self.shares)


def expected_shares(terms: CohortTerms, there: Crowd | None) -> ExpectedShares:
    """Return the donors' shares in the sum of all cohorts; `there` as in `expected_law`.

    All cohorts have the same floor, so their donors' shares add up.
    """
    if there is None or not there.groups:
        size = TreeSize(first_epoch_size([terms.min_cohort]))
        floor = uploads = server_floor(size, (terms.colluders,), 1, ())
    else:
        size, uploads = TreeSize(there.donors), there.counted
        share = Fraction(there.confidence).limit_denominator(1_000)
        floor = server_floor(size, (terms.colluders,), 1, (share,))
    return ExpectedShares(uploads, size.noise_makers(floor, terms.colluders))
