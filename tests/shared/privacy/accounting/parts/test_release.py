"""The joint cost of parts and periods: against enumeration, dp-accounting, a paper's bound, and itself inverted."""

from decimal import Decimal
from fractions import Fraction
from math import exp, inf

import mpmath
import numpy as np
import pytest
from dp_accounting.pld import privacy_loss_distribution as pld
from scipy.stats import skellam

from pdd_shared.privacy.accounting.charges import Charge
from pdd_shared.privacy.accounting.composition import epsilon as composed
from pdd_shared.privacy.accounting.parts.contributions import PartCaps
from pdd_shared.privacy.accounting.parts.gaussian import gaussian_delta
from pdd_shared.privacy.accounting.parts.ratios import LawName
from pdd_shared.privacy.accounting.parts.release import Part, Release, delta, epsilon, joint_law
from pdd_shared.privacy.noise.donor_shares import DISTANCE
from pdd_shared.protocol.limits import MOST_UPLOADS
from tests.support.statistics.hockey_stick import Pair, together
from tests.support.statistics.renyi import renyi_epsilon, skellam_renyi
from tests.support.statistics.shifted_noise import divergences, pair, probabilities

EPSILONS = [0.0, 0.05, 0.3, 1.0, 2.5, 6.0]
ONE = PartCaps(1, 1, 1)


def part(law: LawName, scale: str, caps: PartCaps) -> Part:
    return Part(law, Decimal(scale), caps)


def e_to(exponent: float) -> Fraction:
    """e^exponent, rounded down by less than 2^-150."""
    with mpmath.workprec(300):
        return Fraction(int(mpmath.floor(mpmath.exp(mpmath.mpf(exponent)) * 2**150)), 2**150)


SMALL: list[tuple[Release, list[Pair]]] = [
    ({part("skellam", "0.8", ONE): 1}, [pair("skellam", "0.8", 1)]),
    ({part("skellam", "0.8", PartCaps(2, 1, 9)): 1}, [pair("skellam", "0.8", 1, 20)] * 2),
    ({part("skellam", "1.5", PartCaps(3, 2, 9)): 1}, [pair("skellam", "1.5", 2, 22), pair("skellam", "1.5", 1, 22)]),
    (
        {
            part("discrete-laplace", "1.2", ONE): 1,
            part("skellam", "1.5", ONE): 1,
            part("discrete-laplace", "9", PartCaps(4, 4, 1)): 1,
        },
        [pair("discrete-laplace", "1.2", 1), pair("skellam", "1.5", 1, 22), pair("discrete-laplace", "9", 4)],
    ),
    ({part("discrete-gaussian", "1.1", ONE): 2}, [pair("discrete-gaussian", "1.1", 1, 12)] * 2),
]


@pytest.mark.parametrize(("release", "pairs"), SMALL)
def test_delta_is_never_below_the_exact_one_and_close(release: Release, pairs: list[Pair]) -> None:
    """Every outcome of small releases, in fractions of 240 bits; laws, parts and shifts mixed."""
    true = divergences(together(pairs), [e_to(epsilon) for epsilon in EPSILONS])
    for each, exact in zip(EPSILONS, true, strict=True):
        assert exact <= Fraction(delta(release, each)) <= exact * Fraction(103, 100) + Fraction(1, 10**9)


def loss_of(sd: float, cell: float, pessimistic: bool) -> pld.PrivacyLossDistribution:
    """dp-accounting's loss of a shift by one, from two mass functions."""
    numbers = np.arange(-int(14 * sd) - 30, int(14 * sd) + 31)
    masses = skellam.logpmf(numbers, sd**2 / 2, sd**2 / 2).tolist()
    return pld.from_two_probability_mass_functions(
        dict(zip(numbers.tolist(), masses, strict=True)),
        dict(zip((numbers + 1).tolist(), masses, strict=True)),
        value_discretization_interval=cell,
        pessimistic_estimate=pessimistic,
    )


@pytest.mark.parametrize(("sd", "hits", "periods"), [(3.538, 2, 18), (1.0, 1, 4), (9.2, 2, 129), (60, 3, 30)])
def test_dp_accounting_brackets_epsilon(sd: float, hits: int, periods: int) -> None:
    """Its optimistic estimate is below ours, and its pessimistic one, whose grid is finer, hardly is."""
    release = {part("skellam", str(sd), PartCaps(hits, 1, 100)): periods}
    cell = 4e-3 / (hits * periods)
    low, high = (loss_of(sd, cell, way).self_compose(hits * periods) for way in (False, True))
    for small in (1e-4, 1e-6, 1e-8):
        ours = epsilon(release, small)
        assert low.get_epsilon_for_delta(small) <= ours
        assert ours <= high.get_epsilon_for_delta(small) * 1.001


def exact_renyi(order: int, shift: int, scale: str) -> float:
    """The Renyi divergence of shifted Skellam noise from its definition."""
    with mpmath.workprec(400):
        p = probabilities("skellam", scale, 160 + shift)
        ways = range(-150, 151)
        return float(mpmath.log(sum(p[abs(x - shift)] ** order * p[abs(x)] ** (1 - order) for x in ways)) / (order - 1))


@pytest.mark.parametrize("scale", ["2", "5", "9"])
@pytest.mark.parametrize("shift", [1, 2, 4])
@pytest.mark.parametrize("order", [2, 3, 8])
def test_the_papers_bound_is_one(scale: str, shift: int, order: int) -> None:
    """Agarwal, Kairouz and Liu, corollary 3.6, as we read it: never below the divergence, near it for wide noise."""
    bound, exact = skellam_renyi(order, shift**2, shift, float(scale) ** 2), exact_renyi(order, shift, scale)
    assert exact <= bound
    assert bound <= 1.2 * exact or scale != "9"


@pytest.mark.parametrize(
    ("sd", "caps", "periods"),
    [("3.538", PartCaps(2, 1, 9), 18), ("9", PartCaps(5, 2, 9), 20), ("30", PartCaps(7, 7, 1), 129)],
)
def test_our_epsilon_is_below_the_papers_bound(sd: str, caps: PartCaps, periods: int) -> None:
    """What is composed exactly costs less than the composed Renyi bound, by up to a tenth."""

    def renyi(order: int) -> float:
        return periods * skellam_renyi(order, caps.squared_l2, caps.l1, float(sd) ** 2)

    ours, theirs = epsilon({part("skellam", sd, caps): periods}, 1e-6), renyi_epsilon(renyi, 1e-6)
    assert 0.85 * theirs <= ours <= theirs


@pytest.mark.parametrize(("scale", "most", "periods"), [("10", 1, 30), ("81", 81, 7), ("40", 5, 129)])
def test_discrete_laplace_costs_what_the_other_composition_says(scale: str, most: int, periods: int) -> None:
    """`composition.epsilon` convolves the same days by Fourier transforms."""
    other = composed({Charge("discrete-laplace", Decimal(scale), most): periods}, 1e-6)
    ours = epsilon({part("discrete-laplace", scale, PartCaps(most, most, 1)): periods}, 1e-6)
    assert ours == pytest.approx(other, rel=1e-3)


RELEASES: list[Release] = [
    {
        part("skellam", "3.404", PartCaps(2, 1, 100)): 18,
        part("skellam", "10.211", ONE): 18,
        part("skellam", "357.351", PartCaps(35, 35, 1)): 18,
    },
    {part("skellam", "9", PartCaps(7, 3, 100)): 20, part("discrete-laplace", "12", ONE): 129},
    {part("discrete-gaussian", "60", PartCaps(4, 4, 1)): 365},
]


@pytest.mark.parametrize("release", RELEASES, ids=["flu", "mixed", "server"])
def test_epsilon_and_delta_are_inverse(release: Release) -> None:
    """Delta at the epsilon of a delta is that delta again."""
    for small in (1e-3, 1e-6, 1e-9):
        assert delta(release, epsilon(release, small)) == pytest.approx(small, rel=1e-6)


def test_the_order_of_parts_changes_no_bit() -> None:
    """Donor and server may list parts in any order, and still agree on whether a budget is kept."""
    listed = list(RELEASES[0].items())
    first = delta(dict(listed), 10)
    joint_law.cache_clear()
    assert delta(dict(reversed(listed)), 10) == first


@pytest.mark.parametrize("release", RELEASES, ids=["flu", "mixed", "server"])
def test_more_costs_more(release: Release) -> None:
    """A period more, a hit more, and less noise raise epsilon; each part alone costs less than all."""
    whole = epsilon(release, 1e-6)
    first, *_ = release
    longer = {**release, first: release[first] + 1}
    rest = {each: periods for each, periods in release.items() if each != first}
    further = {
        **rest,
        Part(first.law, first.scale, PartCaps(first.caps.hits + 1, first.caps.per_number + 1, 100)): release[first],
    }
    noisier = {**rest, Part(first.law, first.scale * 2, first.caps): release[first]}
    assert epsilon(longer, 1e-6) > whole
    assert epsilon(further, 1e-6) > whole
    assert epsilon(noisier, 1e-6) < whole
    assert epsilon(rest, 1e-6) < whole


def test_parts_together_cost_less_than_their_sum() -> None:
    """The joint composition of the flu study's three parts, against the epsilons of each at a share of delta."""
    release = RELEASES[0]
    alone = sum(epsilon({each: periods}, 1e-6 / 3) for each, periods in release.items())
    assert epsilon(release, 1e-6) == pytest.approx(10, rel=1e-3)
    assert alone > 13.5


def test_finite_tables_are_charged() -> None:
    """Where the noise alone gives no delta, what is left is (1 + e^epsilon) times the distance of all draws."""
    release = {part("discrete-laplace", "1", PartCaps(3, 3, 1)): 4}
    distance = 4 * 3 * 2 * MOST_UPLOADS * DISTANCE
    tables = delta(release, 14) - delta({part("discrete-laplace", "1", PartCaps(3, 3, 1)): 0}, 14)
    assert 0.99 * (1 + exp(14)) * distance < tables < 1e-15
    assert delta(release, 14) < 1e-15
    # Epsilon is 12 with delta 0, but the draws' tables need 10^-21 of delta at least.
    assert epsilon(release, 1e-15) == pytest.approx(12)
    assert epsilon(release, distance) == inf


def test_what_an_exchange_may_add_goes_to_delta(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the check of the worst vector finds a thousandth, each exchange of each period is charged with it."""
    release = {part("skellam", "6.123", PartCaps(5, 2, 9)): 3}
    monkeypatch.setattr("pdd_shared.privacy.accounting.parts.release.excess", lambda *_: 0.0)
    without = delta(release, 4)
    joint_law.cache_clear()
    monkeypatch.setattr("pdd_shared.privacy.accounting.parts.release.excess", lambda *_: 1e-3)
    assert delta(release, 4) == pytest.approx(without + 3 * 2 * 1e-3, rel=1e-3)
    joint_law.cache_clear()


def test_what_cannot_be_kept_is_infinite_or_one() -> None:
    """Noise that hides nothing, and a delta of zero."""
    naked = {part("skellam", "0.001", PartCaps(30, 1, 100)): 10}
    assert epsilon(naked, 1e-6) == inf
    assert delta(naked, 1) > 1e-6
    assert epsilon(RELEASES[0], 0.0) == inf
    assert delta({part("discrete-laplace", "0.001", ONE): 1}, 5) == 1


def test_an_epsilon_of_millions_is_a_number_too() -> None:
    """Very little discrete Laplace noise over years costs more than decimal numbers raise e to, and is refused none."""
    naked = {part("discrete-laplace", "0.001", PartCaps(35, 35, 1)): 129}
    assert delta(naked, 3e6) == 1
    assert epsilon(naked, 1e-6) == inf


def test_a_part_without_noise_is_refused() -> None:
    """A scale of zero or below is no noise."""
    for scale in ("0", "-1", "NaN"):
        with pytest.raises(ValueError, match="no noise"):
            part("skellam", scale, ONE)


def test_nothing_published_costs_nothing() -> None:
    """No part, or none in any period."""
    assert epsilon({}, 1e-6) == 0
    assert epsilon({part("skellam", "3", ONE): 0}, 1e-6) == 0
    assert delta({}, 0.5) < 1e-15


def test_one_hit_of_pure_laplace_costs_its_epsilon() -> None:
    """A single discrete Laplace number: 1 / scale at a tiny delta, never more; and less at a large one."""
    assert epsilon({part("discrete-laplace", "2", ONE): 1}, 1e-12) == pytest.approx(0.5)
    assert epsilon({part("discrete-laplace", "81", PartCaps(81, 81, 1)): 7}, 1e-15) == pytest.approx(7)
    assert epsilon({part("discrete-laplace", "2", ONE): 1}, 0.01) < 0.49


HOSTILE: list[Release] = [
    {part("skellam", "10000", PartCaps(100_000, 1, 100_000)): 100},
    {part("skellam", "300", PartCaps(100_000, 10, 100_000)): 100},
    {part("discrete-laplace", "5.5", PartCaps(100_000, 999, 100_000)): 10_000},
    {part("discrete-laplace", "9999", PartCaps(100_000, 1_000, 100_000)): 10_000},
    {part("discrete-laplace", "0.01", PartCaps(1_000, 1_000, 1)): 10_000},
]


@pytest.mark.parametrize("release", HOSTILE)
def test_terms_that_a_hostile_server_may_name_are_composed_on_few_places(release: Release) -> None:
    """The largest caps and many days need a bounded grid: without the bound they take hours and all memory."""
    joint = joint_law(frozenset(release.items()), 0)
    assert max(len(joint.left.masses), len(joint.right.masses)) <= 2**16


def test_a_bounded_grid_stays_close_in_ten_years() -> None:
    """With ten hits a day for ten years the epsilon is that of Gaussian noise of the same variance, to 1%."""
    found = epsilon({part("skellam", "100", PartCaps(10, 1, 10)): 3_650}, 1e-6)
    mu = (10 * 3_650 / 100**2) ** 0.5
    assert gaussian_delta(mu, found) <= 1e-6 <= gaussian_delta(mu, found * 0.99)
