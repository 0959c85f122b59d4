"""Theorem 1 of Korolova et al. (WWW '09): what Algorithm 1's parameters cost, and the best ones for a cost.

The theorem is for continuous noise. What is drawn is discrete, and its own bound, `tight`, allows a lower threshold.
"""

from bisect import bisect_left
from dataclasses import dataclass
from math import ceil, exp, expm1, inf, log, log1p

from pdd_research.errors import ParameterError


@dataclass(frozen=True)
class Parameters:
    """Those of Algorithm 1, with scales that are None where their step is left out.

    At most `d` searches and `d_c` clicks of a user count; `b`, `b_q` and `b_c` are the scales of the noise in
    selection, query counts and click counts, and `K` is the selection's threshold. If `tight`, delta is that of the
    discrete noise that is drawn, not the theorem's bound for continuous noise.
    """

    d: int
    K: float
    b: float
    b_q: float | None = None
    d_c: int = 0
    b_c: float | None = None
    tight: bool = False

    def __post_init__(self) -> None:
        """ParameterError names what cannot be."""
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

        So discrete noise passes it no likelier than the theorem's continuous noise passes K, which lemma 5 uses:
        q^(K + 1 - m) / (1 + q) <= q^(K - m) / 2 for integer K, m <= K and q <= 1.
        """
        return ceil(self.K)


@dataclass(frozen=True)
class Guarantee:
    """(epsilon, delta)-differential privacy for logs that differ in one user's searches."""

    epsilon: float
    delta: float
    selection: float
    query_counts: float
    click_counts: float


def guarantee(parameters: Parameters) -> Guarantee:
    """Theorem 1: epsilon = d ln(alpha) + d / b_q + d_c / b_c, delta = d / 2 exp((d - K) / b); or the `tight` delta.

    Selection is followed by mechanisms without a delta, whose epsilons add to its own by adaptive composition (Dwork
    and Roth '14, theorem 3.16 and appendix B), which is the proof of the paper's lemma 4 that it leaves out.
    """
    d, b = parameters.d, parameters.b
    selection = d * log_alpha(parameters.K, b)
    query_counts = d / parameters.b_q if parameters.b_q is not None else 0.0
    click_counts = parameters.d_c / parameters.b_c if parameters.b_c is not None else 0.0
    delta = tight_delta(parameters.threshold, d, b) if parameters.tight else d / 2 * exp((d - parameters.K) / b)
    return Guarantee(selection + query_counts + click_counts, delta, selection, query_counts, click_counts)


def log_alpha(threshold: float, scale: float) -> float:
    """Ln max(e^(1/b), 1 + 1 / (2 e^((K-1)/b) - 1)): what one search more or less costs (lemma 5)."""
    power = (threshold - 1) / scale
    second = log1p(1 / (2 * exp(power) - 1)) if power < 700 else 0.0
    return max(1 / scale, second)


def tight_delta(threshold: int, d: int, scale: float) -> float:
    """Return the probability that a query which only one user searched is released, by discrete noise, at most.

    A query of m <= threshold searches is released with p(m) = q^(threshold + 1 - m) / (1 + q), q = e^(-1 / scale). A
    user has d searches in all, m_1 + m_2 + ... = d, and -ln(1 - p(m)) is convex in m: so for any number of queries the
    most uneven split is worst, and of those either all d searches are of one query, or each is of another.
    """
    own = exp(-(threshold + 1 - d) / scale) / (1 + exp(-1 / scale))
    each = exp(-threshold / scale) / (1 + exp(-1 / scale))
    return max(own, -expm1(d * log1p(-each)))


def optimal(epsilon: float, delta: float, d: int, tight: bool = False) -> tuple[float, float]:
    """The smallest threshold K and noise b for a selection of this cost (section 6): b = d / epsilon.

    K is the larger of d (1 - ln(2 delta / d) / epsilon) and of what keeps alpha at e^(1/b), which the paper takes for
    granted in its footnote 4 and which can bind where delta is large. If `tight`, it is the smallest whole number that
    keeps alpha and whose `tight_delta` is at most delta.
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
    """ParameterError unless epsilon is above 0 and delta between 0 and 1."""
    if not 0 < epsilon < inf:
        raise ParameterError(f"epsilon is {epsilon}; it must be above 0")
    if not 0 < delta < 1:
        raise ParameterError(f"delta is {delta}; it must be between 0 and 1, and far below one in the number of users")
