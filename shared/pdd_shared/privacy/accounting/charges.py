"""The privacy cost of publishing one day of a campaign, and the neighbours for which it is stated."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from math import exp
from typing import Literal

from pdd_shared.privacy.accounting.parts.contributions import parts_of
from pdd_shared.privacy.accounting.parts.release import Part
from pdd_shared.privacy.noise.donor_shares import DISTANCE
from pdd_shared.privacy.sensitivity import l1_sensitivity, squared_l2_sensitivity
from pdd_shared.protocol.limits import MOST_UPLOADS
from pdd_shared.protocol.terms import CohortTerms, Terms

_LARGEST_EXPONENT = 300
"""The largest exponent of e that is computed. The square of the result still fits a float, and exceeds any delta."""


class Neighbours(StrEnum):
    """The relation of neighbours: two courses of a campaign that epsilon and delta make hard to tell apart.

    In one of them one donor's part is zeros. Everything else is the same: which donors are there, in which list or
    group, and which of them count.
    """

    ONE_DAY = "one-donor-one-day"
    """They differ in the donor's vector of one data day, `joined` included. Charges are stated for this relation."""
    ONE_DONOR = "one-donor-all-days"
    """They differ in all the donor's vectors. Budgets and privacy accounts are stated for it, by composition."""


@dataclass(frozen=True)
class Charge:
    """The noise mechanism of one day whose numbers all have the same noise.

    Attributes:
        law: The distribution of the noise.
        scale: Its scale, in counts.
        sensitivity: How far one donor can move a vector: the L1 distance for `discrete-laplace`, the squared L2
            distance for `discrete-gaussian`.
        delta: The delta that sampling from finite tables adds, 0 for the server's noise.
    """

    law: Literal["discrete-laplace", "discrete-gaussian"]
    scale: Decimal
    sensitivity: int
    delta: float = 0.0

    @classmethod
    def of_terms(cls, terms: Terms) -> "Charge":
        """Return the charge of a day of a campaign under these terms.

        Raises:
            ValueError: The kinds of numbers have noise of their own (`PartsCharge`).
        """
        if isinstance(terms, CohortTerms):
            return cls._of_cohort(terms)
        noise = terms.noise
        if noise.law == "discrete-gaussian":
            return cls(noise.law, noise.scale, squared_l2_sensitivity(terms))
        return cls(noise.law, noise.scale, l1_sensitivity(terms))

    @classmethod
    def _of_cohort(cls, terms: CohortTerms) -> "Charge":
        if not terms.has_one_laplace:
            raise ValueError("noise of its own for each kind of number is charged by parts")
        sensitivity = l1_sensitivity(terms)
        delta = _tables_delta(sensitivity, terms.scale)
        return cls("discrete-laplace", terms.scale, sensitivity, delta)

    @property
    def epsilon(self) -> float:
        """Return the pure epsilon of a day of discrete Laplace noise, sensitivity / scale.

        Raises:
            ValueError: The law is Gaussian, which has no pure epsilon.
        """
        if self.law != "discrete-laplace":
            raise ValueError("discrete Gaussian noise has no pure epsilon")
        return self.sensitivity / float(self.scale)

    @property
    def rho(self) -> float:
        """Return the zero-concentrated cost of one day: squared L2 / (2 scale^2), or epsilon^2 / 2.

        Source: Bun and Steinke (TCC '16).
        """
        if self.law == "discrete-laplace":
            return self.epsilon**2 / 2
        return self.sensitivity / (2 * float(self.scale) ** 2)


@dataclass(frozen=True)
class CampaignCap:
    """The cap on what one donor adds to a campaign's counts in all its days together.

    Attributes:
        campaign: The campaign's id. Campaigns with equal noise are charged apart, since each has a cap of its own.
        hits: The most that all counts grow by together: `max_campaign_hits`, and one more for `full`.
    """

    campaign: str
    hits: int


@dataclass(frozen=True)
class PartsCharge:
    """The noise mechanism of one day on which each kind of number has noise of its own.

    Attributes:
        joined: The noise on the numbers of donors.
        searches: The noise on the numbers of searches.
        counts: The noise on the counts of the vocabulary's entries, and on `full` where there is one.
        cap: The cap on the counts of all days together; None if each day is charged by itself.
    """

    joined: Part
    searches: Part
    counts: Part
    cap: CampaignCap | None = None

    @classmethod
    def of_terms(cls, terms: CohortTerms, campaign: str) -> "PartsCharge":
        """Return the charge of a day of a campaign under these terms.

        It does not depend on the length of the vocabulary, so a campaign may add keywords: no donor moves more counts
        than it has hits.
        """
        most = terms.caps.hits + terms.caps.has_full
        caps = parts_of(replace(terms.caps, hits=most), keywords=most)
        joined, searches, counts = (
            Part(noise.law, noise.charged_scale, of, noise.unit)
            for noise, of in zip(terms.noise.kinds, caps.values(), strict=True)
        )
        in_all = terms.caps.campaign_hits
        return cls(joined, searches, counts, None if in_all is None else CampaignCap(campaign, in_all + 1))

    @property
    def parts(self) -> tuple[Part, Part, Part]:
        """Return the noise on each kind of number, in a vector's order."""
        return self.joined, self.searches, self.counts


DayCharge = Charge | PartsCharge
"""The noise mechanism of one day."""
Charges = Mapping[Charge, int] | Mapping[PartsCharge, int] | Mapping[DayCharge, int]
"""How many days were charged with each mechanism. Type checkers take the mappings for different types."""


def charge_of_terms(terms: Terms, campaign: str) -> DayCharge:
    """Return the charge of a day of the campaign with this id under these terms."""
    if isinstance(terms, CohortTerms) and not terms.has_one_laplace:
        return PartsCharge.of_terms(terms, campaign)
    return Charge.of_terms(terms)


def _tables_delta(sensitivity: int, scale: Decimal) -> float:
    """Return the delta of finite tables: e^eps (1 + e^eps) times the distance from ideal noise, at most 1.

    The distance adds up over the two draws of each share, over up to MOST_UPLOADS shares of a cohort's noise, and over
    each number that can differ. A delta of 1 promises nothing. docs/reference/privacy.md, section 5.
    """
    factor = exp(min(sensitivity / float(scale), _LARGEST_EXPONENT))
    return min(1.0, factor * (1 + factor) * 2 * MOST_UPLOADS * sensitivity * DISTANCE)
