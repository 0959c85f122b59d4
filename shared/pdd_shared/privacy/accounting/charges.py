"""What publishing costs: the charge of one day, and the relation that it is stated for."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from math import exp
from typing import Literal

from pdd_shared.privacy.noise.donor_shares import DISTANCE
from pdd_shared.privacy.sensitivity import l1_sensitivity, squared_l2_sensitivity
from pdd_shared.protocol.limits import MOST_UPLOADS
from pdd_shared.protocol.terms import CohortTerms, Terms

_LARGEST_EXPONENT = 300
"""Of e: its square is still a floating-point number, and far above any delta."""


class Neighbours(StrEnum):
    """Which two courses of a campaign nobody can tell apart by more than epsilon and delta.

    One donor's part is zeros in one of them. Who is there, in which list or group, and which of them count is the same.
    """

    ONE_DAY = "one-donor-one-day"
    """The donor's vector of one data day, `joined` included: what a charge is stated for."""
    ONE_DONOR = "one-donor-all-days"
    """All the donor's vectors, by composition: what budgets and ledgers are stated for."""


@dataclass(frozen=True)
class Charge:
    """One day's mechanism, apart from its accounting: a law, its scale, and how far a donor can move a vector.

    `sensitivity` is the L1 distance for `discrete-laplace`, the squared L2 distance for `discrete-gaussian`. `delta` is
    what sampling from finite tables adds, zero for noise of the server.
    """

    law: Literal["discrete-laplace", "discrete-gaussian"]
    scale: Decimal
    sensitivity: int
    delta: float = 0.0

    @classmethod
    def of_terms(cls, terms: Terms) -> "Charge":
        """What a day of a campaign under these terms costs; ValueError where kinds of numbers have their own noise."""
        if isinstance(terms, CohortTerms):
            return cls._of_cohort(terms)
        noise = terms.noise
        if noise.law == "discrete-gaussian":
            return cls(noise.law, noise.scale, squared_l2_sensitivity(terms))
        return cls(noise.law, noise.scale, l1_sensitivity(terms))

    @classmethod
    def _of_cohort(cls, terms: CohortTerms) -> "Charge":
        if not terms.has_one_noise:
            raise ValueError("noise that differs by the kind of number has no charge")
        sensitivity = l1_sensitivity(terms)
        delta = _tables_delta(sensitivity, terms.scale)
        return cls("discrete-laplace", terms.scale, sensitivity, delta)

    @property
    def epsilon(self) -> float:
        """Pure epsilon of a day of discrete Laplace, sensitivity / scale; ValueError for a Gaussian, which has none."""
        if self.law != "discrete-laplace":
            raise ValueError("discrete Gaussian noise has no pure epsilon")
        return self.sensitivity / float(self.scale)

    @property
    def rho(self) -> float:
        """Zero-concentrated cost of one day: squared L2 / (2 scale^2), or epsilon^2 / 2 (Bun, Steinke, TCC '16)."""
        if self.law == "discrete-laplace":
            return self.epsilon**2 / 2
        return self.sensitivity / (2 * float(self.scale) ** 2)


Charges = Mapping[Charge, int]
"""How many days were charged with each mechanism."""


def _tables_delta(sensitivity: int, scale: Decimal) -> float:
    """e^eps (1 + e^eps) times the distance from ideal noise: two draws of each share, on each number that can differ.

    MOST_UPLOADS shares at most make a cohort's noise. At most 1, which promises nothing. docs/reference/privacy.md,
    section 5.
    """
    factor = exp(min(sensitivity / float(scale), _LARGEST_EXPONENT))
    return min(1.0, factor * (1 + factor) * 2 * MOST_UPLOADS * sensitivity * DISTANCE)
