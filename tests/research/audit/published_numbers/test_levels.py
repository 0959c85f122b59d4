"""The tests of the noise are exact: right numbers look odd as rarely as they say, however few there are."""

import numpy as np
import pytest

from pdd_research.audit.published_numbers.laws import BelowZero, DecoySize, Sample, SizeLaw
from pdd_research.audit.published_numbers.noise_tests import LAST_DIGITS, SHAPE, SIZE, chances_of, noise_verdicts
from pdd_research.seeded_randomness import seeded

SAMPLES = 200
LAWS = [
    (DecoySize("discrete-laplace", 20.0, 4_000, 3_150), DecoySize("discrete-laplace", 20.0, 3_200, 3_150)),
    (DecoySize("skellam", 7.5, 4_000, 3_150),),
    (DecoySize("discrete-laplace", 0.4, 10, 10),),
    (DecoySize("discrete-laplace", 9_000.0, 4_000, 3_150),),
    (BelowZero(13.0),),
    (BelowZero(0.5),),
]


def drawn(laws: tuple[SizeLaw, ...], count: int, seed: int, part: float = 1.0) -> Sample:
    """Return so many numbers of these laws, in turn, with this part of the noise."""
    rng = seeded(1_000 + seed)
    which = np.arange(count) % len(laws)
    sizes = np.zeros(count, np.int64)
    for index, law in enumerate(laws):
        sizes[which == index] = law.scaled(part).sizes(1 - rng.random(int((which == index).sum())))
    signed = isinstance(laws[0], DecoySize)
    signs = rng.integers(0, 2, count) * 2 - 1 if signed else -1
    return Sample("numbers", sizes * signs, laws, which, signed)


@pytest.mark.parametrize("laws", LAWS, ids=lambda laws: f"{type(laws[0]).__name__}-{laws[0].scale:g}")
@pytest.mark.parametrize("count", [7, 640])
def test_right_numbers_look_odd_as_rarely_as_they_should(laws: tuple[SizeLaw, ...], count: int) -> None:
    """Of 200 right samples, chances of 5% or less come at most 5% of the time, with room of four deviations."""
    chances = [chances_of(drawn(laws, count, seed)) for seed in range(SAMPLES)]
    # A law that is computed in steps is drawn in steps, so its last digits are not those of the law.
    tests = (SIZE, SHAPE) if laws[0].scale > 1_000 else (SIZE, SHAPE, LAST_DIGITS)
    for test in tests:
        assert np.mean([one[test] <= 0.05 for one in chances]) <= 0.05 + 4 * (0.05 * 0.95 / SAMPLES) ** 0.5


@pytest.mark.parametrize("laws", LAWS[:3] + LAWS[4:], ids=lambda laws: f"{type(laws[0]).__name__}-{laws[0].scale:g}")
def test_stated_power_is_what_samples_show(laws: tuple[SizeLaw, ...]) -> None:
    """A lack of noise that a report says would be seen with 99% is seen in nearly all of 200 samples."""
    (size, *_) = noise_verdicts(drawn(laws, 640, 0), tests=10)
    part = int(size.power.partition("%")[0]) / 100
    seen = [chances_of(drawn(laws, 640, seed, part))[SIZE] <= 0.001 / 10 for seed in range(200)]
    assert np.mean(seen) >= 0.96
