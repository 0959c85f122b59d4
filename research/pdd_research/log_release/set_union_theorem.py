"""What private set union costs: Gaussian noise on weights, in one round or in two, and thresholds.

Each user shares a weight of L2 norm 1 among its queries. One round is the weighted Gaussian of Gopi et al. (ICML '20);
two are in the line of DP-SIPS (Swanberg et al. '23) and MAD2R (Chen et al. '25). docs/privacy.md has the proof.
"""

from dataclasses import dataclass, replace
from math import exp, expm1, log1p, sqrt

from scipy.special import log_ndtr, ndtri

from pdd_research.log_release.errors import ParameterError
from pdd_research.log_release.korolova_theorem import check_cost

FIRST_SHARE = 0.3
"""Of the Gaussian budget 1 / sigma^2, what the first of two rounds takes."""
FIRST_DELTA = 0.05
"""Of the delta for thresholds, what the first of two rounds takes: it only has to release what is very frequent."""
HOPELESS = 1.5
"""In standard deviations of the first round's noise: below that, a query's noisy weight makes it hopeless."""


@dataclass(frozen=True)
class Round:
    """One round: noise of this deviation, the threshold of release, and below what a query is dropped as hopeless."""

    sigma: float
    threshold: float
    hopeless: float | None = None


@dataclass(frozen=True)
class Union:
    """What is fixed before the data are seen: at most `d` queries of a user, the rounds, what they cost together."""

    d: int
    rounds: tuple[Round, ...]
    epsilon: float
    delta: float


def plan(epsilon: float, delta: float, d: int, rounds: int = 2) -> Union:
    """The noise and thresholds for an (epsilon, delta) over all rounds; ParameterError where there can be none.

    Half of delta is for the noise, half for what the thresholds let through of a user's own queries.
    """
    check_cost(epsilon, delta)
    if d < 1:
        raise ParameterError(f"d is {d}; a user must be let count at least 1 search")
    if rounds not in (1, 2):
        raise ParameterError(f"rounds is {rounds}; there are 1 or 2")
    let_through = [delta / 2] if rounds == 1 else [delta / 2 * FIRST_DELTA, delta / 2 * (1 - FIRST_DELTA)]
    # What passes a threshold of a user's own queries also makes the log without that user a little likelier to be seen.
    left = epsilon + sum(log1p(-part) for part in let_through)
    if left <= 0:
        raise ParameterError(f"epsilon is {epsilon}; beside a delta of {delta} it must be above {epsilon - left:.3g}")
    sigma = sigma_for(left, delta / 2)
    sigmas = [sigma] if rounds == 1 else [sigma / sqrt(FIRST_SHARE), sigma / sqrt(1 - FIRST_SHARE)]
    made = [Round(s, threshold_for(s, part, d)) for s, part in zip(sigmas, let_through, strict=True)]
    if rounds == 2:
        made[0] = replace(made[0], hopeless=HOPELESS * made[0].sigma)
    return Union(d, tuple(made), epsilon, delta)


def delta_of(sigma: float, epsilon: float) -> float:
    """The least delta of Gaussian noise of this deviation, for L2 sensitivity 1 (Balle and Wang '18, theorem 8)."""
    upper = exp(log_ndtr(1 / (2 * sigma) - epsilon * sigma))
    lower = exp(epsilon + log_ndtr(-1 / (2 * sigma) - epsilon * sigma))
    return max(0.0, upper - lower)


def sigma_for(epsilon: float, delta: float) -> float:
    """The least deviation for this epsilon and delta, and a billionth more, so that it never is too small."""
    low, high = 1e-3, 1.0
    while delta_of(high, epsilon) > delta:
        low, high = high, high * 2
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if delta_of(middle, epsilon) > delta else (low, middle)
    return high * (1 + 1e-9)


def threshold_for(sigma: float, delta: float, d: int) -> float:
    """The threshold that lets any of one user's own queries pass with probability delta at most.

    The largest, over their number t up to d, of 1 / sqrt(t) + sigma z, where t independent draws all stay below z with
    probability 1 - delta (Gopi et al. '20, section 5).
    """
    tails = ((t, -expm1(log1p(-delta) / t)) for t in range(1, d + 1))
    return max(1 / sqrt(t) - sigma * float(ndtri(tail)) for t, tail in tails) * (1 + 1e-9)


def together(sigmas: tuple[float, ...]) -> float:
    """The deviation of the one Gaussian that rounds of these deviations amount to, each chosen after those before.

    Gaussian differential privacy composes adaptively by adding 1 / sigma^2 (Dong, Roth and Su '22, corollary 3.3).
    """
    return 1 / sqrt(sum(1 / sigma**2 for sigma in sigmas))
