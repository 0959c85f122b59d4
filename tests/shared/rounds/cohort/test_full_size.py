"""A day of one of two cohorts of a server of 10,000 donors, with the real masks, exact to the last unit.

The simulator plays hundreds of such days without masks (tests/research/simulator/test_cohort.py). Key agreements are
hashes here: 1.3 million X25519 agreements a week would take most of the time, and prove nothing more.
"""

from dataclasses import replace
from hashlib import blake2b

import numpy as np
import pytest

from pdd_shared.rounds.cohort.day import server
from pdd_shared.rounds.cohort.day.layout import Given, Integers
from tests.support.cohort import memory_cohort as memory
from tests.support.cohort.memory_cohort import CLOSED, MemoryCohort, leaf_of, part, random_from

LIARS, AWAY = range(20, 220, 40), range(1, 257, 6)
"""Places whose members answer wrongly, and places of those who don't come."""


class Reviewed(MemoryCohort):
    """Half of the donors review their days and approve six of ten; the others send noise alone."""

    def given(self, home: int) -> Given:
        return {} if home % 2 and home % 20 > 11 else super().given(home)


def hashed(home: int, public: bytes) -> bytes:
    """Return a stand-in for two homes' key agreement, the same on both sides."""
    first, second = sorted((leaf_of(home).exchange, public))
    return blake2b(first + second, digest_size=32).digest()


def sum_of(cohort: MemoryCohort, homes: list[int], seed: int) -> Integers:
    total = np.zeros(cohort.donor_day(0).layout.entries, dtype=np.int64)
    for home in homes:
        total += cohort.vector(home, seed + home)
    return total


@pytest.mark.slow
def test_a_full_cohorts_day_is_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sum is exact, to the last unit.

    About 4,400 uploads of 2,700 numbers, 43 members away and five that lie: the sum is the counts of those who approved
    and the noise of all who sent, every lie is located, and a reviewer who did not approve is on the list like others.
    """
    monkeypatch.setattr(memory, "_agreed", hashed)
    cohort = Reviewed(10_000, parts=(part(entries=2_500),))
    random = np.random.default_rng(97)  # noqa: TID251 - a simulation in a test
    homes = [home for home in cohort.homes if random.random() < 0.87]
    seed = 980_000_000
    state = server.Collecting.start(cohort.frame)
    for home in homes:
        upload = cohort.upload(home, cohort.submission(home, seed=seed + home).upload)
        state, taken = server.receive(state, [upload])
        assert taken
    closed = server.close(state, CLOSED, 0)
    assert isinstance(closed, server.Certifying)
    serving = [place for place in range(1, 257) if place not in AWAY]
    opening = cohort.answered(cohort.opening(closed, serving), serving)
    answers = {place: answer ^ np.uint64(place in LIARS) for place, answer in opening.answers.items()}
    opened = server.open_sum(replace(opening, answers=answers), CLOSED, random_from(1))
    assert isinstance(opened, server.Opened)
    assert opened.wrong == set(LIARS) - set(AWAY)
    assert opened.uploads == len(homes) >= cohort.least_floor
    assert np.array_equal(opened.numbers, sum_of(cohort, homes, seed))
