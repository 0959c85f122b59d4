"""A `plain` server's published folder: its numbers below 0 tell the noise, whatever the true counts are."""

from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
from numpy.random import default_rng  # noqa: TID251 - a simulation in a test

from pdd_research.audit.published_numbers.laws import BelowZero, Sample
from pdd_research.audit.published_numbers.noise_tests import SIZE, noise_verdicts
from pdd_research.audit.published_numbers.repetition import REPEATED
from pdd_server.services.rounds.plain.noise import AddNoise
from pdd_shared.privacy.noise.sampling import add_noise as noised
from pdd_shared.protocol.terms import Noise
from tests.research.audit.published_numbers.campaigns import page_of, plain_server, refuted, with_scale
from tests.support.terms import AMPLE_FOR_GAUSSIAN, terms


def test_right_noise_passes_and_half_of_it_is_caught(tmp_path: Path) -> None:
    """About 4,000 numbers below 0 of a real server pass; with half of the noise they are caught."""
    with plain_server(tmp_path / "right") as right:
        page = page_of(right.folder.published)
    assert refuted(page) == []
    assert 4_000 <= len(page.evidence[0].samples[0].numbers) <= 6_000
    with plain_server(tmp_path / "half", noise=with_scale(Decimal("0.5"))) as broken:
        assert SIZE in refuted(page_of(broken.folder.published))


def test_true_counts_make_no_difference() -> None:
    """Numbers below 0 have the same law whatever the counts are: mixed counts pass, and 4,000 halved are caught."""
    counts = default_rng(2).integers(0, 12, 40_000).tolist()
    for scale, passes in ((10, True), (5, False)):
        numbers = np.array(noised(counts, Noise(law="discrete-laplace", scale=Decimal(scale)), default_rng(4).bytes))
        below = numbers[numbers < 0][:4_000]
        assert len(below) == 4_000
        sample = Sample("", below, (BelowZero(10.0),), np.zeros(4_000, np.int64), signed=False)
        assert all(verdict.chance > 1e-4 for verdict in noise_verdicts(sample, 1)) is passes


def once(seed: int) -> AddNoise:
    """Return noise that is the same each time: one vector, drawn once."""

    def add(numbers: list[int], noise: Noise) -> list[int]:
        return noised(numbers, noise, default_rng(seed).bytes)

    return add


def test_noise_that_is_used_for_two_days_is_caught(tmp_path: Path) -> None:
    """A server that adds the same vector of the right law each day is caught by the pairs of days."""
    with plain_server(tmp_path, days=2, noise=once(7)) as server:
        assert REPEATED in refuted(page_of(server.folder.published))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"terms": terms(noise=Noise(law="discrete-gaussian", scale=Decimal(40)), budget=AMPLE_FOR_GAUSSIAN)},
            "discrete Gaussian noise of a server",
        ),
        ({"threshold": 10}, "totals, because those below the campaign's threshold are left out"),
    ],
)
def test_what_cannot_be_tested_is_said(tmp_path: Path, changes: dict[str, object], said: str) -> None:
    """Noise that no number tells is named as not tested, and no test looks at such numbers."""
    with plain_server(tmp_path, days=1, **changes) as server:
        page = page_of(server.folder.published)
    assert said in page.words()
    # At most the numbers of donors and of searches are left.
    assert sum(len(sample.numbers) for sample in page.evidence[0].samples) <= 2
