"""How many donors a day's sums have, under the server's settings, and the noise that such sums carry."""

from dataclasses import dataclass
from fractions import Fraction

from pdd_server.config import Config
from pdd_server.services.group_sizes import group_sizes
from pdd_shared.privacy.forecast import cohort_confidence, plain_confidence
from pdd_shared.privacy.noise.distributions import LaplaceShares, Law, law_of
from pdd_shared.protocol.terms import CohortTerms, Terms
from pdd_shared.rounds.cohort.day.floors import server_floor
from pdd_shared.rounds.cohort.epoch.schedule import first_epoch_size
from pdd_shared.rounds.cohort.parameters import TreeSize


@dataclass(frozen=True)
class Crowd:
    """The donors there on a day: how many groups or cohorts they make, and the share expected in the sums."""

    donors: int
    groups: int
    confidence: float

    @property
    def counted(self) -> int:
        """The donors expected in the sums."""
        return round(self.donors * self.confidence)


def crowd(config: Config, donors: int, terms: Terms | None = None) -> Crowd:
    """So many donors there on a day, under these settings, with the activity of the PDD paper.

    `terms` are those of a campaign of the `cohort` protocol, which has a floor of its own.
    """
    if donors < least_donors(config, terms):
        return Crowd(donors, 0, 0.0)
    if config.protocol == "cohort":
        return Crowd(donors, TreeSize(donors).cohorts, cohort_confidence(config.delay))
    number, size, larger = group_sizes(donors, config.group_size)
    arriving = [plain_confidence([one], config.delay) for one in (size, size + 1)]
    in_smaller = size * (number - larger)
    return Crowd(donors, number, (in_smaller * arriving[0] + (donors - in_smaller) * arriving[1]) / donors)


def least_donors(config: Config, terms: Terms | None = None) -> int:
    """The fewest donors of which anything is added up."""
    if config.protocol == "cohort":
        return first_epoch_size([terms.smallest_sum if terms else config.min_group])
    return config.min_group


def expected_law(terms: Terms, there: Crowd | None) -> Law:
    """The law of the noise on a day's numbers with these donors, or with the fewest that a sum may have."""
    if isinstance(terms, CohortTerms):
        return _law_of_cohorts(terms, there)
    return law_of(terms)


def _law_of_cohorts(terms: CohortTerms, there: Crowd | None) -> LaplaceShares:
    """The noise of all cohorts together: each has the same floor, so their shares add up."""
    if there is None or not there.groups:
        size = TreeSize(first_epoch_size([terms.min_cohort]))
        floor = uploads = server_floor(size, (terms.colluders,), 1, ())
    else:
        size, uploads = TreeSize(there.donors), there.counted
        share = Fraction(there.confidence).limit_denominator(1_000)
        floor = server_floor(size, (terms.colluders,), 1, (share,))
    return LaplaceShares(float(terms.scale), uploads, size.noise_makers(floor, terms.colluders))
