"""The smallest noise for a budget: what it meets, that less would not do, and which law is chosen."""

from decimal import Decimal
from math import exp, sqrt

import pytest
from dp_accounting.pld import privacy_loss_distribution as pld
from scipy.stats import norm

from pdd_shared.privacy.accounting.parts.contributions import PartCaps
from pdd_shared.privacy.accounting.parts.gaussian import gaussian_delta, gaussian_mu
from pdd_shared.privacy.accounting.parts.release import Part, epsilon
from pdd_shared.privacy.accounting.parts.scales import STEP, Limit, Wanted, deviation, skellam_parts, with_better_laws
from pdd_shared.privacy.noise.distributions import DiscreteLaplace

FLU = {
    "joined": Wanted(PartCaps(1, 1, 1), 0.05),
    "searches": Wanted(PartCaps(35, 35, 1), 0.05),
    "keywords": Wanted(PartCaps(2, 1, 100), 0.9),
}


def one(caps: PartCaps) -> dict[str, Wanted]:
    return {"keywords": Wanted(caps, 1.0)}


def released(parts: dict[str, Part], periods: int) -> dict[Part, int]:
    return dict.fromkeys(parts.values(), periods)


def test_the_figure_of_the_plan() -> None:
    """Keywords alone, 18 weeks, H = 2, k = 1, 90% of epsilon 10 and delta 1e-6: 3.538, where Gaussian needs 3.558."""
    limit = Limit(9, 0.9e-6, 18)
    found = skellam_parts(one(PartCaps(2, 1, 100)), limit)["keywords"]
    assert float(found.scale) == pytest.approx(3.538, abs=0.002)
    assert sqrt(36) / gaussian_mu(limit.epsilon, limit.delta) == pytest.approx(3.558, abs=0.001)


@pytest.mark.parametrize(
    ("hits", "k", "wanted_epsilon", "stated"),
    [(8, 1, 9, (1.63, 1.36)), (8, 4, 2.1, (12.22, 6.05)), (4, 1, 4, (2.51, 1.72))],
)
def test_the_table_of_a_cap_over_periods(hits: int, k: int, wanted_epsilon: float, stated: tuple[float, float]) -> None:
    """For C hits and `full` in all periods, Skellam and discrete Laplace need the noise that privacy.md states."""
    caps = one(PartCaps(hits + 1, k, hits + 1))
    for laplace, sd in zip(([], ["keywords"]), stated, strict=True):
        found = skellam_parts(caps, Limit(wanted_epsilon, 9e-7, 1), laplace)
        assert deviation(found["keywords"]) == pytest.approx(sd, abs=0.005)


def test_shares_of_rho_need_less_noise_than_shares_of_epsilon() -> None:
    """The flu study's three parts in one budget: the keywords' noise is 3.404, and each part has its share of rho."""
    limit = Limit(10, 1e-6, 18)
    parts = skellam_parts(FLU, limit)
    assert float(parts["keywords"].scale) == pytest.approx(3.404, abs=0.003)
    assert epsilon(released(parts, 18), 1e-6) <= 10
    rho = {name: part.caps.squared_l2 / (2 * float(part.scale) ** 2) for name, part in parts.items()}
    whole = sum(rho.values())
    assert all(rho[name] / whole == pytest.approx(FLU[name].share, rel=1e-3) for name in FLU)


@pytest.mark.parametrize(
    ("limit", "caps"),
    [
        (Limit(10, 1e-6, 18), PartCaps(2, 1, 9)),
        (Limit(1, 1e-6, 4), PartCaps(5, 2, 9)),
        (Limit(3, 1e-9, 30), PartCaps(20, 20, 1)),
    ],
)
def test_a_little_less_noise_is_too_little(limit: Limit, caps: PartCaps) -> None:
    """The found scale keeps to the limit; one a two-thousandth smaller does not."""
    found = skellam_parts(one(caps), limit)["keywords"]
    assert limit.holds({"keywords": found})
    less = found.scale * Decimal("0.9995") - STEP
    assert not limit.holds({"keywords": Part("skellam", less, caps)})


@pytest.mark.parametrize(
    ("limit", "caps", "law"),
    [
        (Limit(1, 1e-6, 1), PartCaps(1, 1, 9), "discrete-laplace"),
        (Limit(10, 1e-6, 1), PartCaps(2, 1, 9), "discrete-laplace"),
        (Limit(2, 1e-9, 2), PartCaps(1, 1, 1), "discrete-laplace"),
        (Limit(10, 1e-6, 18), PartCaps(2, 1, 9), "skellam"),
        (Limit(1, 1e-6, 129), PartCaps(1, 1, 9), "skellam"),
        (Limit(1, 1e-3, 5), PartCaps(5, 1, 9), "skellam"),
    ],
)
def test_the_law_with_less_noise_is_chosen(limit: Limit, caps: PartCaps, law: str) -> None:
    """Few hits: discrete Laplace; many: Skellam. What is chosen keeps to the limit, and has the smaller deviation."""
    first = skellam_parts(one(caps), limit)
    chosen = with_better_laws(first, limit)
    assert chosen["keywords"].law == law
    assert limit.holds(chosen)
    assert deviation(chosen["keywords"]) <= deviation(first["keywords"])
    if law == "discrete-laplace":
        part = chosen["keywords"]
        assert deviation(part) == pytest.approx(DiscreteLaplace(float(part.scale)).variance ** 0.5)
        assert not limit.holds({"keywords": Part(part.law, part.scale - 2 * STEP, caps)})


@pytest.mark.parametrize("wanted_epsilon", [0.1, 1, 10, 40])
@pytest.mark.parametrize("small", [1e-3, 1e-6, 1e-12])
def test_the_gaussian_mark_is_the_analytic_one(wanted_epsilon: float, small: float) -> None:
    """Balle and Wang's formula by scipy, its inverse, and T of them as dp-accounting composes them."""
    mu = gaussian_mu(wanted_epsilon, small)
    assert gaussian_delta(mu, wanted_epsilon) == pytest.approx(small, rel=1e-6)
    upper = norm.logcdf(mu / 2 - wanted_epsilon / mu)
    lower = wanted_epsilon + norm.logcdf(-mu / 2 - wanted_epsilon / mu)
    assert gaussian_delta(mu, wanted_epsilon) == pytest.approx(exp(upper) - exp(lower), rel=1e-5)


def test_many_gaussians_are_one() -> None:
    """dp-accounting composes 36 Gaussians of deviation 3.558: epsilon is that of one with mu = 6 / 3.558."""
    many = pld.from_gaussian_mechanism(3.558, value_discretization_interval=1e-3).self_compose(36)
    assert gaussian_mu(many.get_epsilon_for_delta(0.9e-6), 0.9e-6) == pytest.approx(6 / 3.558, rel=1e-3)
