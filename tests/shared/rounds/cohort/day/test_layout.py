"""The vector of a cohort's day: its laws, bounds and noise, and the range that a sum needs."""

from datetime import date
from decimal import Decimal
from math import ceil, exp, expm1, isqrt, lgamma, log, log1p, sinh

import numpy as np
import pytest
from scipy import stats

from pdd_shared.counting.vocabulary import Vocabulary
from pdd_shared.privacy.noise.donor_shares import draw_shares
from pdd_shared.privacy.noise.skellam import draw_skellam_shares
from pdd_shared.protocol.keys import RandomBytes
from pdd_shared.protocol.limits import DECOYS_A_LAW
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import NumberNoise, PartNoise, Terms
from pdd_shared.rounds.cohort.day.layout import (
    CohortLayout,
    cohort_layout,
    cohort_part_of,
    count_laws,
    count_numbers,
    fits,
    largest_range,
    noise_reach,
)
from pdd_shared.rounds.cohort.messages import CohortDay, CohortPart
from pdd_shared.rounds.cohort.parameters import RANGE, TreeSize
from pdd_shared.rounds.layout import Counts
from tests.support.cohort.memory_cohort import MemoryCohort, law, part, random_from
from tests.support.terms import cohort_terms, terms

LARGE = TreeSize(8192)


def layout(*parts: CohortPart, floor: int = 3000) -> CohortLayout:
    return cohort_layout(parts, LARGE, CohortDay(floor=floor, sub_cohorts=1))


def test_each_block_has_its_laws_and_then_come_the_decoys() -> None:
    """Joined, searches and counts of each stratum have laws of their own; a law that occurs twice adds no more
    decoys.
    """
    found = layout(part("flu", 2, ("a", "b")), part("ski", 1, colluders=5))
    assert found.law_of.tolist() == [0, 1, 2, 2] * 2 + [3, 4, 5] + [kind for kind in range(6) for _ in range(64)]
    assert [each.makers for each in found.laws] == [3000 - 820] * 3 + [3000 - 410] * 3
    assert [str(each.noise.scale) for each in found.laws] == ["2", "20", "8"] * 2
    assert found.entries == count_numbers(found.parts) == 11 + 6 * 64
    assert count_laws(found.parts) == 6
    assert found.decoys_of(5) == slice(11 + 320, 11 + 384)


@pytest.mark.parametrize("sub_cohorts", [1, 2, 4])
def test_noise_is_made_by_the_honest_of_a_sub_cohort(sub_cohorts: int) -> None:
    """The number of noise makers of a sub-cohort follows the formula for its colluders in docs/reference/cohort.md."""
    size = TreeSize(2000)
    dealt = 200 // sub_cohorts
    colluders = 200 if sub_cohorts == 1 else dealt + isqrt(128 * dealt) + 1
    found = cohort_layout((part(),), size, CohortDay(floor=500, sub_cohorts=sub_cohorts))
    assert [each.makers for each in found.laws] == [500 - max(94, colluders)] * 3


def test_a_donor_of_a_sub_cohort_makes_the_noise_of_its_part() -> None:
    """A donor's noise follows from the plan's sub-cohorts, not from the whole cohort."""
    whole, halves = MemoryCohort(2000), MemoryCohort(2000, sub_cohorts=2)
    for cohort, number in ((whole, 1), (halves, 2)):
        makers = {each.makers for each in cohort.donor_day(0).layout.laws}
        assert makers == {cohort.tree_size.noise_makers(cohort.least_floor, 10, number)}


def test_one_law_of_all_kinds_has_one_lot_of_decoys() -> None:
    """Numbers share decoys if law, scale, unit and honest donors are the same, across campaigns too."""
    noise = PartNoise(joined=law("4"), searches=law("4"), counts=law("4"))
    found = layout(part("flu", 2, noise=noise), part("ski", 2, noise=noise))
    assert found.entries == 8 + 64


def test_what_one_donor_adds_at_most() -> None:
    """One donor adds at most one to joined, the cap to searches and counts, and nothing to decoys and closed
    campaigns.
    """
    found = layout(part("flu", 2, max_searches=30), part("ski", 1, min_cohort=3001), floor=3000)
    assert found.closed == {"ski"}
    assert found.most.tolist() == [1, 30, 30, 30, 0, 0, 0] + [0] * (found.entries - 7)
    assert layout(part("ski", 1, min_cohort=3000), floor=3000).closed == frozenset()


def test_counts_go_to_their_block() -> None:
    """A donor's counts go to its stratum's block; for a closed campaign it sends noise alone."""
    found = layout(part("flu", 2, ("a", "b")), part("ski", 1, min_cohort=3001))
    vector = found.fill({("flu", "b"): Counts(7, (5, 6)), ("ski", None): Counts(3, (3,))})
    assert vector[:11].tolist() == [0, 0, 0, 0, 1, 7, 5, 6, 0, 0, 0]
    assert not vector[11:].any()


@pytest.mark.parametrize("given", [{("flu", None): Counts(51, ())}, {("flu", None): Counts(1, (51,))}])
def test_counts_above_a_cap_are_not_sent(given: dict[tuple[str, str | None], Counts]) -> None:
    """Counts above a cap are not sent, because the noise hides no more than the cap."""
    with pytest.raises(ValueError, match="cap"):
        layout(part()).fill(given)


@pytest.mark.parametrize("number", [-1, 1.7, 2**32, 2**32 + 1, "1"])
def test_numbers_that_are_no_counts_are_not_sent(number: int) -> None:
    """A number that is not whole or not between 0 and the cap is refused, also where noise alone is sent."""
    for found in (layout(part()), layout(part(min_cohort=3001))):
        for counts in (Counts(number, ()), Counts(1, (0, number))):
            with pytest.raises(ValueError, match="whole number"):
                found.fill({("flu", None): counts})


def test_matches_are_capped_together() -> None:
    """More than max_searches times max_matches counts together are refused, because the noise hides no more."""
    found = layout(part("flu", 12, max_searches=10, max_matches=2))
    assert found.fill({("flu", None): Counts(10, (10, 10))}).sum() == 31
    with pytest.raises(ValueError, match="caps"):
        found.fill({("flu", None): Counts(10, (10, 10, 1))})


@pytest.mark.parametrize("counts", [(1, (2, 0, 0)), (1, (1, 1, 1)), (4, (1, 0, 0)), (-1, ()), (1, (1.0, 0, 0))])
def test_counts_beyond_the_caps_on_hits_are_not_masked(counts: tuple[int, tuple[int, ...]]) -> None:
    """A vector beyond the caps on hits is refused, because the noise hides no more."""
    found = layout(part("flu", 3, max_searches=3, max_matches=None, max_hits=2, max_hits_per_keyword=1))
    assert found.most.tolist()[:5] == [1, 3, 1, 1, 1]
    assert found.fill({("flu", None): Counts(3, (1, 0, 1))}).sum() == 6
    with pytest.raises(ValueError, match="caps"):
        found.fill({("flu", None): Counts(*counts)})


def test_a_donor_counts_in_one_stratum() -> None:
    """A donor in two strata of one campaign is refused: it would count twice, and the noise hides one."""
    found = layout(part("flu", 2, ("a", "b")), part("ski", 2))
    found.fill({("flu", "a"): Counts(1, ()), ("ski", None): Counts(1, ())})
    with pytest.raises(ValueError, match="one stratum"):
        found.fill({("flu", "a"): Counts(1, ()), ("flu", "b"): Counts(1, ())})


@pytest.mark.parametrize("name", [("ski", None), ("flu", "a")])
def test_counts_without_a_place_are_an_error(name: tuple[str, str | None]) -> None:
    """Counts for a campaign or stratum that the plan does not have are an error."""
    with pytest.raises(ValueError, match="campaign or stratum"):
        layout(part()).fill({name: Counts(1, ())})


def test_the_noise_takes_32_bytes_a_number_in_order() -> None:
    """Each number's noise comes from its own 32 bytes, in order, so that other languages draw the same."""
    found = layout(part("flu", 40), floor=822)
    drawn = found.draw_noise(random_from(5))
    random = random_from(5)(32 * found.entries)
    for place in (0, 1, 2, 30, 42, 200):
        own = found.laws[found.law_of[place]]
        only: RandomBytes = lambda _size, place=place: random[32 * place : 32 * place + 32]  # noqa: E731
        assert drawn[place] == draw_shares(own.noise.scale, own.makers, 1, only)[0]


def test_the_shares_of_the_honest_make_one_draw() -> None:
    """The honest donors' shares together have the variance of one draw of the law."""
    found = layout(part("flu", 2000, noise=PartNoise(joined=law("5"), searches=law("5"), counts=law("5"))), floor=830)
    makers, random = found.laws[0].makers, random_from(9)
    assert makers == 10
    total = np.sum([found.draw_noise(random) for _ in range(makers)], axis=0)
    a = np.exp(-1 / 5)
    assert abs(total.var() / (2 * a / (1 - a) ** 2) - 1) < 0.25


def skellam(scale: str) -> NumberNoise:
    return NumberNoise(law="skellam", scale=Decimal(scale), unit=1)


def test_each_kind_of_number_is_drawn_from_its_own_law() -> None:
    """Skellam shares come from their own table, discrete Laplace shares from theirs, whichever kinds have them."""
    noise = PartNoise(joined=law("5"), searches=skellam("40"), counts=skellam("3"))
    found = layout(part("flu", 2, max_searches=10, noise=noise), floor=822)
    drawn, random = found.draw_noise(random_from(5)), random_from(5)(32 * found.entries)
    for place in range(found.entries):
        own = found.laws[found.law_of[place]]
        draw = draw_skellam_shares if own.noise.law == "skellam" else draw_shares
        only: RandomBytes = lambda _size, place=place: random[32 * place : 32 * place + 32]  # noqa: E731
        assert drawn[place] == draw(own.noise.scale, own.makers, 1, only)[0]
    assert [each.noise for each in found.laws] == list(noise.kinds)
    assert count_laws(found.parts) == 3


def test_the_honest_shares_of_skellam_noise_make_its_variance() -> None:
    """The honest donors' shares together have the square of the scale as their variance."""
    noise = PartNoise(joined=skellam("5"), searches=skellam("5"), counts=skellam("5"))
    found, random = layout(part("flu", 2000, max_searches=10, noise=noise), floor=830), random_from(9)
    total = np.sum([found.draw_noise(random) for _ in range(found.laws[0].makers)], axis=0)
    assert abs(total.var() / 25 - 1) < 0.2


@pytest.mark.parametrize("uploads", [10, 3000, 8192])
@pytest.mark.parametrize("scale", ["0.3", "3.4", "357"])
def test_the_reach_of_skellam_noise_is_passed_rarely_and_is_not_wasteful(scale: str, uploads: int) -> None:
    """All numbers keep to the reach, except with probability 2^-40, and a reach a third smaller is too little."""
    noise = PartNoise(joined=skellam(scale), searches=skellam(scale), counts=skellam(scale))
    found = layout(part("flu", 1000, max_searches=10, noise=noise))
    reach, variance = noise_reach(found, uploads), float(scale) ** 2 * uploads / found.laws[0].makers
    beyond = stats.skellam.sf([reach - 1, reach * 2 // 3 - 1], variance / 2, variance / 2)
    assert 2 * beyond[0] < 2**-40 / found.entries
    assert 2 * beyond[1] > 2**-40 / found.entries


@pytest.mark.parametrize(("scale", "uploads"), [("0.001", 2), ("0.3", 10), ("3.4", 3000), ("9999", 8192)])
def test_the_reach_of_skellam_noise_is_the_best_of_chernoffs_bounds(scale: str, uploads: int) -> None:
    """No t gives a bound below the reach by more than a thousandth, however narrow or wide the noise is."""
    noise = PartNoise(joined=skellam(scale), searches=skellam(scale), counts=skellam(scale))
    found = layout(part("flu", 1000, max_searches=10, noise=noise))
    variance = float(scale) ** 2 * uploads / found.laws[0].makers

    def bound(t: float) -> float:
        return (variance * 2 * sinh(t / 2) ** 2 + log(2 * found.entries * 2**40)) / t

    best = min(bound(10 ** (step / 500)) for step in range(-3000, 800))
    assert best * 0.999 <= noise_reach(found, uploads) <= ceil(best * 1.001)


def test_the_widest_noise_decides_the_reach() -> None:
    """The reach holds for numbers of every law: it is that of the widest law, in a vector of the same length."""
    mixed = PartNoise(joined=law("5"), searches=skellam("400"), counts=skellam("3"))
    wide = PartNoise(joined=skellam("400"), searches=skellam("400"), counts=skellam("400"))
    of_three = layout(part("flu", 10, max_searches=10, noise=mixed))
    of_one = layout(part("flu", 10 + 2 * DECOYS_A_LAW, max_searches=10, noise=wide))
    assert of_three.entries == of_one.entries
    assert noise_reach(of_three, 8192) == noise_reach(of_one, 8192)


@pytest.mark.parametrize("uploads", [10, 3000, 8192])
@pytest.mark.parametrize("scale", ["0.3", "8", "40"])
def test_the_reach_is_passed_rarely_and_is_not_wasteful(scale: str, uploads: int) -> None:
    """The reach is exceeded with probability below 2^-40 over all numbers, and a reach a third smaller is not
    enough.
    """
    found = layout(part("flu", 1000, noise=PartNoise(joined=law(scale), searches=law(scale), counts=law(scale))))
    reach = noise_reach(found, uploads)
    assert 2 * _tail(float(scale), uploads / found.laws[0].makers, reach) < 2**-40 / found.entries
    assert 2 * _tail(float(scale), uploads / found.laws[0].makers, reach * 2 // 3) > 2**-40 / found.entries


@pytest.mark.parametrize(("scale", "uploads"), [("0.3", 10), ("8", 3000), ("40", 8192)])
def test_the_reach_is_chernoffs_bound_at_the_best_point(scale: str, uploads: int) -> None:
    """The reach is Chernoff's bound at its best point, computed here point by point.

    A smaller reach would spoil sums, and a larger one would make cohorts smaller.
    """
    found = layout(part("flu", 1000, noise=PartNoise(joined=law(scale), searches=law(scale), counts=law(scale))))
    b, draws = float(scale), uploads / found.laws[0].makers

    def log_moment(t: float) -> float:
        return log(expm1(-1 / b) ** 2 / (expm1(t - 1 / b) * expm1(-t - 1 / b)))

    points = [step / 1000 / b for step in range(1, 1000)]
    bounds = [(draws * log_moment(t) + log(2 * found.entries * 2**40)) / t for t in points]
    assert noise_reach(found, uploads) == ceil(min(bounds))


def _tail(scale: float, parts: float, start: int) -> float:
    """Return P(X >= start) for the difference of two NB(parts) draws, a = exp(-1 / scale), term by term."""
    number = np.arange(4 * start + 40)
    falling = np.array([lgamma(k + parts) - lgamma(k + 1) - lgamma(parts) for k in number])
    weights = np.exp(falling - number / scale + parts * log1p(-exp(-1 / scale)))
    differences = np.convolve(weights, weights[::-1])
    return float(differences[len(number) - 1 + start :].sum())


def test_the_largest_range_fits_and_one_more_does_not() -> None:
    """The planner's capacity is the largest whose counts and noise fit the range, and an ordinary day of a full
    cohort fits.
    """
    usual = largest_range(layout(part()))
    assert usual.capacity == 8192
    heavy = layout(part(max_searches=1000))
    found = largest_range(heavy)
    assert fits(found.capacity, 1000, found.reach)
    assert not fits(found.capacity + 1, 1000, noise_reach(heavy, found.capacity + 1))
    assert 1000 < found.capacity < 1048


def test_counts_beyond_the_range_do_not_fit() -> None:
    """Counts and noise that together exceed the range, or a cohort above its largest size, do not fit."""
    assert fits(1000, 1000, (RANGE - 1_000_000) // 2 - 1)
    assert not fits(1000, 1000, (RANGE - 1_000_000) // 2)
    assert fits(8192, 1, 0)
    assert not fits(8193, 1, 0)
    assert not fits(0, 1, 0)


def test_the_widest_noise_leaves_a_smaller_capacity() -> None:
    """With the widest noise and a floor with few honest donors, fewer uploads fit the range."""
    noise = PartNoise(joined=law("10000"), searches=law("10000"), counts=law("10000"))
    assert largest_range(layout(part(noise=noise), floor=822)).capacity < 100


def test_layouts_are_compared_by_identity() -> None:
    """Layouts, which hold arrays, are compared by identity without an error."""
    assert layout(part()) != layout(part())
    assert len({layout(part()), layout(part())}) == 2


def campaign(offered: Terms) -> Campaign:
    """A campaign of two keywords and two strata under these terms."""
    texts = {"title": "Flu", "purpose": "Research", "contact": "a@example.org", "consent": {"en": "Yes"}}
    days = {"start": date(2026, 11, 16), "end": date(2026, 12, 16)}
    return Campaign(id="flu", vocabulary=("cough", "fever"), strata=("a", "b"), terms=offered, **texts, **days)


def test_a_plans_part_states_what_the_campaign_says() -> None:
    """Donors consented to the signed campaign, so the plan's part has its terms, strata and keywords."""
    found = cohort_part_of(campaign(cohort_terms()))
    assert (found.campaign, found.entries, found.strata, found.terms) == ("flu", 2, ("a", "b"), cohort_terms())
    assert found.vocabulary == Vocabulary.parse(["cough", "fever"]).digest().hex()
    with pytest.raises(ValueError, match="another protocol"):
        cohort_part_of(campaign(terms()))
