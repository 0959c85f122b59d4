"""Tests of numbers against the exact law of their noise: its size, its shape, and last digits.

The probability integral transform turns each number into a uniform one, whatever its law. Numbers are whole, so it is
randomised between the two tails that a number lies between, with fixed randomness: the same file gives the same report.
Then the null law of each statistic is known exactly, for any number of numbers, and no false alarm comes from an
approximation.

Sources: Rosenblatt '52 for the transform; Fisher's sum of logarithms, which is the likelihood ratio statistic of the
scale for discrete Laplace noise; Marsaglia, Tsang and Wang '03 for Kolmogorov's exact law; Hoeffding '63 for digits.
"""

from bisect import bisect_left
from dataclasses import dataclass, field
from math import exp, log, sqrt

import numpy as np
from scipy.stats import gamma, kstest, norm

from pdd_research.audit.published_numbers.laws import DIGITS, Integers, Reals, Sample, SizeLaw
from pdd_research.audit.published_numbers.verdicts import LEVEL, Verdict
from pdd_research.seeded_randomness import seeded

SIZE, SHAPE, LAST_DIGITS = "size of the noise", "shape of the noise", "last digits"
SURE = 0.99
"""The power that reports state: they say what would have been seen with this probability."""
_LEAST = 1e-12
"""Tails below this are not computed."""
_DRAWS = 20_000
_LESS, _MORE = [part / 100 for part in range(2, 100)], [part / 100 for part in range(300, 100, -1)]
"""The parts of the stated noise among which the power is looked for, from those that are seen best."""


@dataclass(frozen=True)
class Transformed:
    """A sample's numbers as uniform ones.

    Attributes:
        tails: how far out each number is: the randomised probability of a larger size.
        places: where it lies in its law, from far below 0 to far above; the same as `tails` if signs tell nothing.
    """

    tails: Reals = field(repr=False)
    places: Reals = field(repr=False)


def noise_verdicts(sample: Sample, tests: int) -> list[Verdict]:
    """Return the verdicts on the size, the shape and the last digits of a sample's numbers.

    Args:
        sample: the numbers with their laws.
        tests: how many tests the audit makes, among which it divides its level.
    """
    if not len(sample.numbers):
        return []
    count, own_level = len(sample.numbers), LEVEL / tests
    share = f"a share of {_far_off(count, own_level):.2g} in the wrong place"
    powers = {SIZE: _visible(sample, own_level), SHAPE: share, LAST_DIGITS: _rounded(sample, own_level)}
    found = {SIZE: f"{-np.log(transformed(sample).tails).mean():.1%}; as stated is 100%"}
    chances = chances_of(sample)
    return [Verdict(test, sample.name, count, chances[test], found.get(test, ""), powers[test]) for test in powers]


def chances_of(sample: Sample) -> dict[str, float]:
    """Return for each test the probability that numbers with the stated laws look at least as odd."""
    seen = transformed(sample)
    shape = float(kstest(seen.places, "uniform").pvalue)
    return {SIZE: _of_size(seen.tails), SHAPE: shape, LAST_DIGITS: _of_digits(sample)}


def transformed(sample: Sample) -> Transformed:
    """Return a sample's numbers as uniform numbers, if they have the stated law."""
    rng = seeded(0)
    sizes, between = np.abs(sample.numbers), rng.random(len(sample.numbers))
    low, high = np.zeros(len(sizes)), np.zeros(len(sizes))
    for index, law in enumerate(sample.laws):
        of_law = sample.which == index
        low[of_law], high[of_law] = law.beyond(sizes[of_law]), law.beyond(sizes[of_law] - 1)
    tails = np.clip(low + between * (high - low), _LEAST, 1.0)
    if not sample.signed:
        return Transformed(tails, tails)
    below = np.where(sample.numbers == 0, rng.random(len(sizes)) < 0.5, sample.numbers < 0)
    return Transformed(tails, np.where(below, tails / 2, 1 - tails / 2))


def _of_size(tails: Reals) -> float:
    """Return the two-sided probability of the sum of -ln(tail), which has a gamma law."""
    total, count = float(-np.log(tails).sum()), len(tails)
    return min(1.0, 2 * float(min(gamma.cdf(total, count), gamma.sf(total, count))))


def _visible(sample: Sample, level: float) -> str:
    """Say between which parts of the stated noise nothing might have been seen, at this level.

    The law that most of the numbers have stands for all. The sum of many logarithms is nearly normal.
    """
    count, law = len(sample.numbers), sample.laws[int(np.bincount(sample.which).argmax())]
    low, high = (float(gamma.ppf(chance, count)) for chance in (level / 2, 1 - level / 2))
    far = float(norm.ppf(SURE)) * count**0.5

    def is_missed(part: float) -> bool:
        mean, deviation = _logarithms(law, part)
        return bool(low <= count * mean + far * deviation if part < 1 else count * mean - far * deviation <= high)

    less, more = (bisect_left(parts, True, key=is_missed) - 1 for parts in (_LESS, _MORE))
    if less < 0:
        return "no lack of noise: too few numbers"
    return f"{_LESS[less]:.0%} of the noise or less" + (f", {_MORE[more]:.0%} or more" if more >= 0 else "")


def _logarithms(law: SizeLaw, part: float) -> tuple[float, float]:
    """Return mean and deviation of -ln(tail) if the noise has only this part of its scale."""
    rng = seeded(1)
    sizes = law.scaled(part).sizes(1 - rng.random(_DRAWS))
    low, high = law.beyond(sizes), law.beyond(sizes - 1)
    logs = -np.log(np.clip(low + rng.random(_DRAWS) * (high - low), _LEAST, 1.0))
    return float(logs.mean()), float(logs.std())


def _far_off(count: int, level: float) -> float:
    """Return how far a law must be off somewhere to be seen: by the inequality of Dvoretzky, Kiefer and Wolfowitz."""
    return min(1.0, 2 * sqrt(log(2 / level) / (2 * count)))


def _of_digits(sample: Sample) -> float:
    """Return a bound on the probability that some last digit is as rare or as frequent as it is."""
    stated, seen = _stated_digits(sample), _digits(sample.numbers)
    return min(1.0, 2 * DIGITS * min(map(_bound, seen / seen.sum(), stated, [len(sample.numbers)] * DIGITS)))


def _rounded(sample: Sample, level: float) -> str:
    """Say whether numbers that were rounded to tens would have been seen."""
    bound = 2 * DIGITS * _bound(1.0, float(_stated_digits(sample)[0]), len(sample.numbers))
    return "numbers rounded to tens" if bound < level else "nothing: too few numbers"


def _stated_digits(sample: Sample) -> Reals:
    """Return the mean probabilities of the last digits."""
    counts = np.bincount(sample.which, minlength=len(sample.laws))
    pairs = zip(counts, sample.laws, strict=True)
    together: Reals = np.sum([count * law.digits for count, law in pairs], axis=0) / counts.sum()
    return together


def _digits(numbers: Integers) -> Integers:
    return np.bincount(np.abs(numbers) % DIGITS, minlength=DIGITS)


def _bound(seen: float, stated: float, count: int) -> float:
    """Return Hoeffding's bound on a share of independent events: exp(-count KL(seen, stated)).

    It holds for events of different probabilities, too, of which `stated` is the mean.
    """
    pairs = ((seen, stated), (1 - seen, 1 - stated))
    apart = sum(a * log(a / b) if b > 0 else np.inf for a, b in pairs if a > 0)
    return exp(-min(count * apart, 700.0))
