"""The law of the noise on published numbers: described here, drawn on the server (OpenDP), never in floating point."""

from dataclasses import dataclass
from math import ceil, exp, log, sqrt

from pdd_shared.messages import Terms
from pdd_shared.privacy.sensitivity import l1_sensitivity


@dataclass(frozen=True)
class DiscreteLaplace:
    """P(k) proportional to exp(-|k| / scale) over the integers (Ghosh, Roughgarden, Sundararajan, STOC '09)."""

    scale: float

    @classmethod
    def for_terms(cls, terms: Terms) -> "DiscreteLaplace":
        """The noise that makes one day's vector epsilon-differentially private under these terms."""
        return cls(l1_sensitivity(terms) / terms.epsilon_per_day)

    @property
    def standard_deviation(self) -> float:
        """In counts."""
        a = exp(-1 / self.scale)
        return sqrt(2 * a) / (1 - a)

    def half_width(self, confidence: float = 0.95) -> int:
        """The smallest h for which a draw lies in [-h, h] with at least this probability.

        P(|X| > h) = 2 a^(h + 1) / (1 + a), with a = exp(-1 / scale).
        """
        a = exp(-1 / self.scale)
        return max(0, ceil(log((1 - confidence) * (1 + a) / 2) / log(a) - 1))
