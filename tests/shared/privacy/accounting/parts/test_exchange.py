"""The worst vector within caps: exact enumeration of small cases, and the accounting's own check."""

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from pdd_shared.privacy.accounting.parts.contributions import PartCaps
from pdd_shared.privacy.accounting.parts.exchange import MOST_PER_NUMBER, above, excess
from pdd_shared.privacy.accounting.parts.ratio_grid import law_of_shift
from pdd_shared.privacy.accounting.parts.ratios import LawName
from pdd_shared.privacy.accounting.parts.release import Part, delta, epsilon
from tests.support.statistics.hockey_stick import Pair, shifted, together
from tests.support.statistics.shifted_noise import divergences, pair

NOISE: list[tuple[LawName, str]] = [
    ("skellam", "0.3"),
    ("skellam", "1"),
    ("skellam", "2.5"),
    ("discrete-laplace", "0.9"),
    ("discrete-gaussian", "1.2"),
]
KS = [Fraction(21, 20) ** power for power in range(-60, 161, 4)]
TAIL = Fraction(1, 10**9)


def moved(law: LawName, scale: str, *shifts: int) -> Pair:
    """Return the pair of numbers moved by these shifts, over all outcomes but 10^-9 of them."""
    reach = 7 if scale == "0.3" else 9 if law == "discrete-gaussian" else 26 if scale == "2.5" else 14
    return together([pair(law, scale, shift, reach) for shift in shifts if shift])


def dominates(one: Pair, other: Pair) -> bool:
    """Return whether one pair dominates the other, at ratios from e^-3 to e^8."""
    pairs = zip(divergences(one, KS), divergences(other, KS), strict=True)
    return all(larger + TAIL >= smaller for larger, smaller in pairs)


@pytest.mark.parametrize(("law", "scale"), NOISE)
def test_an_exchange_of_a_hit_tells_no_less(law: LawName, scale: str) -> None:
    """Shifts of s >= t are dominated by shifts of s + 1 and t - 1, exactly, up to 4."""
    for s, t in combinations_with_replacement(range(3, 0, -1), 2):
        assert dominates(moved(law, scale, s + 1, t - 1), moved(law, scale, s, t)), (s, t)


@pytest.mark.parametrize(("law", "scale"), NOISE)
def test_more_hits_tell_no_less(law: LawName, scale: str) -> None:
    """Moving one number further dominates, also beside another number that is moved."""
    for s in range(1, 4):
        assert dominates(moved(law, scale, s + 1), moved(law, scale, s))
        assert dominates(moved(law, scale, s, 1), moved(law, scale, s))


@pytest.mark.parametrize(("law", "scale"), [("skellam", "0.3"), ("discrete-laplace", "0.9")])
@pytest.mark.parametrize(("hits", "per_number"), [(3, 1), (3, 2), (3, 3), (4, 2)])
def test_no_vector_within_the_caps_tells_more_than_the_worst(
    law: LawName, scale: str, hits: int, per_number: int
) -> None:
    """Every way to distribute the hits over numbers is dominated by the one that is accounted for."""
    vectors = {tuple(part) for part in partitions(hits, per_number) if len(part) <= 3}
    caps = PartCaps(hits, per_number, 3)
    worst = moved(law, scale, *Counter(dict(caps.worst)).elements())
    assert all(dominates(worst, moved(law, scale, *vector)) for vector in vectors)


def partitions(hits: int, most: int) -> list[list[int]]:
    """Return every list of falling shifts up to `most` whose sum is at most so many hits."""
    found: list[list[int]] = [[]]
    for shift in range(min(hits, most), 0, -1):
        found += [[shift, *rest] for rest in partitions(hits - shift, shift)]
    return found


@pytest.mark.parametrize(("law", "scale"), NOISE)
def test_the_test_catches_a_vector_that_is_not_the_worst(law: LawName, scale: str) -> None:
    """Hits spread over many numbers are found not to be the worst, by the enumeration and by the accounting's check."""
    assert not dominates(moved(law, scale, 1, 1), moved(law, scale, 2))
    if law == "discrete-laplace":
        return  # for which the accounting makes no check
    one, two = (law_of_shift(law, Decimal(scale), shift, 7) for shift in (1, 2))
    assert above(two, one.times(one)) > 1e-4
    assert above(one.times(one), two) < 1e-10


@pytest.mark.parametrize(("scale", "bits"), [("0.1", 6), ("0.4", 6), ("1.7", 7), ("3.538", 7), ("90", 10), ("800", 14)])
def test_what_an_exchange_may_add_is_rounding_alone(scale: str, bits: int) -> None:
    """For Skellam noise of any scale and shifts up to 5, an exchange adds at most 10^-9, which goes to delta."""
    assert 0 < excess("skellam", Decimal(scale), 5, bits) < 1e-9


@pytest.mark.parametrize(("scale", "bits"), [("1.7", 7), ("12", 8), ("90", 10)])
def test_the_same_of_discrete_gaussian_noise(scale: str, bits: int) -> None:
    """The same holds for the server's discrete Gaussian noise from a scale of 1.7 on."""
    assert 0 < excess("discrete-gaussian", Decimal(scale), 5, bits) < 1e-9


@pytest.mark.parametrize("a", [Fraction(1, 2), Fraction(9, 10), Fraction(1, 7)], ids=str)
def test_the_proof_for_discrete_laplace(a: Fraction) -> None:
    """For discrete Laplace the divergences are as proved, exactly, and the worse pair's tails cross once, from
    below.
    """
    for p, q in combinations_with_replacement(range(2, 8), 2):
        one, other = together([shifted(a, p), shifted(a, q)]), together([shifted(a, p - 1), shifted(a, q + 1)])
        ks = sorted({*one, *other})
        assert all(x >= y for x, y in zip(divergences(other, ks), divergences(one, ks), strict=True))
        higher = [tail(other, a, p + q, y) - tail(one, a, p + q, y) for y in range(1, p + q + 1)]
        assert [(x > 0) - (x < 0) for x in higher] == [0] * (p - 1) + [-1] * (q - p + 1) + [1] + [0] * (p - 1)


def tail(pair: Pair, a: Fraction, whole: int, y: int) -> Fraction:
    """Return P(Y >= y) where the ratio is a^(whole - 2 Y)."""
    return sum((mass for ratio, mass in pair.items() if ratio >= a ** (whole - 2 * y)), Fraction(0))


def test_all_pairs_of_shifts_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check finds the largest difference among all 10 exchanges of shifts up to 5, wherever it is."""
    found = iter(range(10))
    monkeypatch.setattr("pdd_shared.privacy.accounting.parts.exchange.above", lambda *_: next(found))
    assert excess("skellam", Decimal("2.001"), 5, 7) == 9
    excess.cache_clear()


def test_one_hit_a_number_needs_no_exchange_and_too_many_are_refused() -> None:
    """With k = 1 the worst vector is proved without an exchange; too large a k is refused."""
    assert excess("skellam", Decimal(2), 1, 8) == 0
    assert excess("discrete-laplace", Decimal(2), 500, 8) == 0
    with pytest.raises(ValueError, match="at most 10 hits"):
        excess("skellam", Decimal(2), MOST_PER_NUMBER + 1, 8)


@pytest.mark.parametrize("scale", ["0.2", "0.25", "0.3", "0.4"])
def test_an_exchange_never_lowers_what_is_accounted(scale: str) -> None:
    """With little noise, rounding on the way made this negative, and delta smaller than the truth."""
    assert excess("discrete-gaussian", Decimal(scale), 2, 10) > 0


def test_little_noise_is_not_accounted_below_its_exact_cost() -> None:
    """At this scale nearly every outcome tells the worlds apart: the exact delta is 1 to ten digits."""
    release = {Part("discrete-gaussian", Decimal("0.2"), PartCaps(4, 2, 3)): 1}
    assert delta(release, 5) > 1 - 1e-9


def test_what_cannot_be_accounted_is_refused() -> None:
    """An epsilon or a number of periods below zero is an error, and no cost."""
    part = Part("skellam", Decimal(3), PartCaps(2, 1, 3))
    with pytest.raises(ValueError, match="at least 0"):
        delta({part: 1}, -3.0)
    for cost in (delta, epsilon):
        with pytest.raises(ValueError, match="no fewer than 0"):
            cost({part: -1}, 0.5)
