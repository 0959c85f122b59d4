"""A published day and stratum: its numbers of donors and searches, and the laws of the noise on them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from pdd_shared.privacy.noise.distributions import DiscreteGaussian, DiscreteLaplace, Law
from pdd_shared.privacy.noise.donor_laws import law_of_shares


@dataclass(frozen=True)
class DayLaws:
    """The laws of the noise on each kind of a day's numbers: its donors, its searches, and its totals."""

    donors: Law
    searches: Law
    totals: Law


class Day(NamedTuple):
    """Published metadata of one day and stratum."""

    id: int
    """Its id in the file. Ids rise by day and stratum."""
    day: date
    """The data day."""
    stratum: str | None
    """The stratum; None if the campaign has none."""
    donors: int
    """Donors who gave their counts, with noise."""
    searches: int
    """All their searches, with noise."""
    confidence: float
    """The share of the day's active donors who are in the sums, from 0 to 1."""
    half_width: int
    """Half the width of the 95% interval of each total."""
    cohorts: int
    """Cohorts in the sums; 1 in `plain`."""
    cohorts_planned: int
    """Cohorts planned; 1 in `plain`."""
    final: int
    """1 if the numbers stay as they are, 0 if cohorts may still be added."""
    laws: DayLaws
    """The laws of the noise on its numbers."""
    full: int | None = None
    """Donors who used up their hits, with noise; None if the campaign does not cap those of all periods together."""


def of_kind(kind: Literal["donors", "searches", "totals"], laws: Mapping[DayLaws, int]) -> Counter[Law]:
    """Return how many draws of each law are in the sum of one kind of number, over days with these laws."""
    found = Counter[Law]()
    for law, days in laws.items():
        found[getattr(law, kind)] += days
    return found


def laws_in(noise: Mapping[str, Any]) -> DayLaws:
    """Return the laws of the noise on a day's numbers.

    Args:
        noise: The day's `noise` in the published JSON. If `donors` and `searches` are in it, those numbers have noise
            of their own, made of as many donors' shares as that on the totals.

    Raises:
        ValueError: As `law_in`.
    """
    donors, searches = (law_in({**noise, **noise.get(kind, {})}) for kind in ("donors", "searches"))
    return DayLaws(donors, searches, law_in(noise))


def law_in(noise: Mapping[str, Any]) -> Law:
    """Return the law of the noise on a published number.

    Args:
        noise: Its `law`, `scale` and `unit`, and the donors' `shares` if donors added the noise.

    Raises:
        ValueError: No such noise is published.
    """
    law, scale = noise["law"], noise["scale"]
    if noise.get("shares"):
        # Shares of one scale add up: `shares` of `of` shares are that fraction of a draw, and the fractions are summed.
        draws = sum((Fraction(shares, of) for shares, of in noise["shares"]), Fraction(0))
        unit, donors = noise["unit"], sum(shares for shares, _ in noise["shares"])
        return law_of_shares(law, scale / unit, draws.numerator, draws.denominator, unit, donors)
    if law == "discrete-laplace":
        return DiscreteLaplace(scale)
    if law == "discrete-gaussian":
        return DiscreteGaussian(scale)
    raise ValueError(f"a server adds no {law} noise")
