"""Theorem 1 of Korolova et al. (WWW '09): what Algorithm 1's parameters cost, and the best ones for a cost.

The theorem is for continuous noise. What is drawn is discrete, and its own bound, `tight`, allows a lower threshold.
"""

from bisect import bisect_left
from dataclasses import dataclass
from math import ceil, exp, expm1, inf, log, log1p

from pdd_research.errors import ParameterError


@dataclass(frozen=True)
class Parameters:
    """The parameters of Algorithm 1. A scale is None if its step is left out.

    Attributes:
        d: the most searches of one user that count.
        K: the threshold of selection.
        b: the scale of the noise in selection.
        b_q: the scale of the noise on query counts.
        d_c: the most clicks of one user that count.
        b_c: the scale of the noise on click counts.
        tight: compute delta for the discrete noise that is drawn, not by the theorem's bound for continuous noise.

    Raises:
        ParameterError: if a value is out of its range; the message names it.
    """

    d: int
    K: float
    b: float
    b_q: float | None = None
    d_c: int = 0
    b_c: float | None = None
    tight: bool = False

    def __post_init__(self) -> None:
        """Raise ParameterError, which names the value, if one is out of its range."""
        if self.d < 1:
            raise ParameterError(f"d is {self.d}; a user must be let count at least 1 search")
        if self.d_c < 0:
            raise ParameterError(f"d_c is {self.d_c}; it must be 0 or more")
        for name in ("b", "b_q", "b_c"):
            scale = getattr(self, name)
            if scale is not None and not 0 < scale < inf:
                raise ParameterError(f"{name} is {scale}; a scale must be above 0")
        if not self.d <= self.K < inf:
            raise ParameterError(f"K is {self.K}; the theorem holds for K >= d, which is {self.d}")

    @property
    def threshold(self) -> int:
        """The integer that noisy counts must exceed: K, rounded up.

        Discrete noise then passes it with at most the probability with which the theorem's continuous noise passes K.
        Lemma 5 needs that: q^(K + 1 - m) / (1 + q) <= q^(K - m) / 2 for integer K, m <= K and q <= 1.
        """
        return ceil(self.K)


@dataclass(frozen=True)
class Guarantee:
    """(epsilon, delta)-differential privacy for logs that differ in one user's activity, with each step's epsilon."""

    epsilon: float
    delta: float
    selection: float
    query_counts: float
    click_counts: float


def guarantee(parameters: Parameters) -> Guarantee:
    """Return the guarantee of a release with these parameters (Theorem 1).

    epsilon = d ln(alpha) + d / b_q + d_c / b_c; delta = d / 2 exp((d - K) / b), or `tight_delta`.

    The steps after selection have no delta, and their epsilons add to its own by adaptive composition (Dwork and Roth
    '14, theorem 3.16 and appendix B). The paper's lemma 4 uses this without proof.
    """
    d, b = parameters.d, parameters.b
    selection = d * log_alpha(parameters.K, b)
    query_counts = d / parameters.b_q if parameters.b_q is not None else 0.0
    click_counts = parameters.d_c / parameters.b_c if parameters.b_c is not None else 0.0
    delta = tight_delta(parameters.threshold, d, b) if parameters.tight else d / 2 * exp((d - parameters.K) / b)
    return Guarantee(selection + query_counts + click_counts, delta, selection, query_counts, click_counts)


def log_alpha(threshold: float, scale: float) -> float:
    """Return ln max(e^(1/b), 1 + 1 / (2 e^((K-1)/b) - 1)): the epsilon of selection for each search (lemma 5)."""
    power = (threshold - 1) / scale
    second = log1p(1 / (2 * exp(power) - 1)) if power < 700 else 0.0
    return max(1 / scale, second)


def tight_delta(threshold: int, d: int, scale: float) -> float:
    """Return the largest probability that discrete noise releases a query which only one user searched.

    A query of m <= threshold searches is released with p(m) = q^(threshold + 1 - m) / (1 + q), q = e^(-1 / scale). A
    user has d searches in all, m_1 + m_2 + ... = d, and -ln(1 - p(m)) is convex in m. So for any number of queries the
    most uneven split is worst, and among those the worst is either one query with all d searches, or d queries with one
    search each.
    """
    own = exp(-(threshold + 1 - d) / scale) / (1 + exp(-1 / scale))
    each = exp(-threshold / scale) / (1 + exp(-1 / scale))
    return max(own, -expm1(d * log1p(-each)))


def optimal(epsilon: float, delta: float, d: int, tight: bool = False) -> tuple[float, float]:
    """Return the smallest threshold K and noise scale b for a selection of a given cost (section 6): b = d / epsilon.

    K is the larger of d (1 - ln(2 delta / d) / epsilon) and the K that keeps alpha at e^(1/b). The paper assumes the
    latter in its footnote 4, and it can bind if delta is large.

    Args:
        epsilon: the cost of selection.
        delta: the probability of failure of selection, between 0 and 1.
        d: the most searches of one user that count.
        tight: return the smallest integer that keeps alpha and whose `tight_delta` is at most delta.

    Returns:
        K and b.

    Raises:
        ParameterError: if epsilon, delta or d is out of its range.
    """
    check_cost(epsilon, delta)
    if d < 1:
        raise ParameterError(f"d is {d}; a user must be let count at least 1 search")
    scale = d / epsilon
    for_delta = d * (1 - log(2 * delta / d) / epsilon)
    # 1 + scale ln((1 + 1 / (e^(1/scale) - 1)) / 2), without the power that overflows where epsilon / d passes 709.
    for_alpha = 1 - scale * log(-2 * expm1(-1 / scale))
    if not tight:
        return max(for_delta, for_alpha, float(d)), scale
    # The paper's threshold is enough, so the smallest one is between what alpha needs and that.
    candidates = range(ceil(max(for_alpha, d)), ceil(max(for_delta, for_alpha, d)) + 1)
    least = bisect_left(candidates, True, key=lambda threshold: tight_delta(threshold, d, scale) <= delta)
    return float(candidates[least]), scale


def check_cost(epsilon: float, delta: float) -> None:
    """Raise ParameterError unless epsilon is above 0 and delta between 0 and 1."""
    if not 0 < epsilon < inf:
        raise ParameterError(f"epsilon is {epsilon}; it must be above 0")
    if not 0 < delta < 1:
        raise ParameterError(f"delta is {delta}; it must be between 0 and 1, and far below one in the number of users")
