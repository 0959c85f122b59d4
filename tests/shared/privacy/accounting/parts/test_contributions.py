"""What caps allow, compared with every vector that a donor can make."""

from collections import Counter
from itertools import product

import pytest

from pdd_shared.privacy.accounting.parts.contributions import Caps

ALL = [Caps(h, k, n) for h in range(1, 7) for k in range(1, 7) for n in range(1, 5)]


def vectors(caps: Caps) -> list[tuple[int, ...]]:
    """Return every vector of counts within the caps."""
    each = range(min(caps.per_number, caps.hits) + 1)
    return [vector for vector in product(each, repeat=caps.numbers) if sum(vector) <= caps.hits]


@pytest.mark.parametrize("caps", ALL, ids=str)
def test_norms_are_reached_and_never_passed(caps: Caps) -> None:
    """Over all vectors, L1, squared L2, and its bound by k H are reached and never exceeded."""
    assert caps.l1 == max(sum(vector) for vector in vectors(caps))
    assert caps.squared_l2 == max(sum(x * x for x in vector) for vector in vectors(caps))
    assert caps.squared_l2 <= caps.per_number * caps.hits


@pytest.mark.parametrize("caps", ALL, ids=str)
def test_the_worst_vector_is_within_the_caps(caps: Caps) -> None:
    """The worst vector is within the caps, and has the most hits."""
    worst = Counter(dict(caps.worst))
    vector = tuple(worst.elements())
    assert len(vector) <= caps.numbers
    assert sum(vector) == caps.l1
    assert max(vector) <= caps.per_number
    assert list(vector) == sorted(vector, reverse=True)


@pytest.mark.parametrize("caps", ALL, ids=str)
def test_exchanges_lead_to_the_worst_vector(caps: Caps) -> None:
    """From any vector, adding hits and then moving them to numbers with as many or more leads to the worst, in as
    few steps as stated.
    """
    worst = sorted(Counter(dict(caps.worst)).elements())
    for begun in vectors(caps):
        vector, steps = list(begun), 0
        while sum(vector) < caps.l1:
            vector[next(i for i, x in enumerate(vector) if x < caps.per_number)] += 1
        while sum(0 < x < caps.per_number for x in vector) > 1:
            vector.sort(reverse=True)
            to = next(i for i, x in enumerate(vector) if x < caps.per_number)
            give = max(i for i, x in enumerate(vector) if x)
            assert vector[to] >= vector[give]
            vector[to], vector[give], steps = vector[to] + 1, vector[give] - 1, steps + 1
        assert sorted(x for x in vector if x) == worst
        assert steps <= caps.exchanges


@pytest.mark.parametrize("wrong", [(0, 1, 1), (1, 0, 1), (1, 1, 0), (-1, 1, 1)])
def test_caps_below_one_are_refused(wrong: tuple[int, int, int]) -> None:
    """Caps below one, which leave nothing to count, are refused."""
    with pytest.raises(ValueError, match="caps below 1"):
        Caps(*wrong)
