"""The smallest noise for a budget: it keeps to the limit, less noise does not, and the right law is chosen."""

from decimal import Decimal
from math import exp, sqrt

import pytest
from dp_accounting.pld import privacy_loss_distribution as pld
from scipy.stats import norm

from pdd_shared.privacy.accounting.parts.contributions import Caps
from pdd_shared.privacy.accounting.parts.gaussian import gaussian_delta, gaussian_mu
from pdd_shared.privacy.accounting.parts.release import Part, epsilon
from pdd_shared.privacy.accounting.parts.scales import STEP, Limit, Wanted, deviation, skellam_parts, with_better_laws
from pdd_shared.privacy.noise.distributions import DiscreteLaplace

FLU = {
    "joined": Wanted(Caps(1, 1, 1), 0.05),
    "searches": Wanted(Caps(35, 35, 1), 0.05),
    "keywords": Wanted(Caps(2, 1, 100), 0.9),
}


def one(caps: Caps) -> dict[str, Wanted]:
    return {"keywords": Wanted(caps, 1.0)}


def released(parts: dict[str, Part], periods: int) -> dict[Part, int]:
    return dict.fromkeys(parts.values(), periods)


def test_the_figure_of_the_plan() -> None:
    """For keywords alone, 18 weeks, H = 2, k = 1 and 90% of (10, 1e-6), the scale is 3.538; a Gaussian needs 3.558."""
    limit = Limit(9, 0.9e-6, 18)
    found = skellam_parts(one(Caps(2, 1, 100)), limit)["keywords"]
    assert float(found.scale) == pytest.approx(3.538, abs=0.002)
    assert sqrt(36) / gaussian_mu(limit.epsilon, limit.delta) == pytest.approx(3.558, abs=0.001)


def test_shares_of_rho_need_less_noise_than_shares_of_epsilon() -> None:
    """Sharing rho among the flu study's parts needs less noise than sharing epsilon, and each part gets its share."""
    limit = Limit(10, 1e-6, 18)
    parts = skellam_parts(FLU, limit)
    assert float(parts["keywords"].scale) == pytest.approx(3.404, abs=0.003)
    assert epsilon(released(parts, 18), 1e-6) <= 10
    rho = {name: part.caps.squared_l2 / (2 * float(part.scale) ** 2) for name, part in parts.items()}
    whole = sum(rho.values())
    assert all(rho[name] / whole == pytest.approx(FLU[name].share, rel=1e-3) for name in FLU)


@pytest.mark.parametrize(
    ("limit", "caps"),
    [(Limit(10, 1e-6, 18), Caps(2, 1, 9)), (Limit(1, 1e-6, 4), Caps(5, 2, 9)), (Limit(3, 1e-9, 30), Caps(20, 20, 1))],
)
def test_a_little_less_noise_is_too_little(limit: Limit, caps: Caps) -> None:
    """The found scale keeps to the limit, and one 1/2000 smaller does not."""
    found = skellam_parts(one(caps), limit)["keywords"]
    assert limit.holds({"keywords": found})
    less = found.scale * Decimal("0.9995") - STEP
    assert not limit.holds({"keywords": Part("skellam", less, caps)})


@pytest.mark.parametrize(
    ("limit", "caps", "law"),
    [
        (Limit(1, 1e-6, 1), Caps(1, 1, 9), "discrete-laplace"),
        (Limit(10, 1e-6, 1), Caps(2, 1, 9), "discrete-laplace"),
        (Limit(2, 1e-9, 2), Caps(1, 1, 1), "discrete-laplace"),
        (Limit(10, 1e-6, 18), Caps(2, 1, 9), "skellam"),
        (Limit(1, 1e-6, 129), Caps(1, 1, 9), "skellam"),
        (Limit(1, 1e-3, 5), Caps(5, 1, 9), "skellam"),
    ],
)
def test_the_law_with_less_noise_is_chosen(limit: Limit, caps: Caps, law: str) -> None:
    """With few hits discrete Laplace is chosen and with many Skellam: the one with the smaller deviation."""
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
    """The Gaussian reference equals Balle and Wang's formula by scipy, its inverse, and dp-accounting's composition."""
    mu = gaussian_mu(wanted_epsilon, small)
    assert gaussian_delta(mu, wanted_epsilon) == pytest.approx(small, rel=1e-6)
    upper = norm.logcdf(mu / 2 - wanted_epsilon / mu)
    lower = wanted_epsilon + norm.logcdf(-mu / 2 - wanted_epsilon / mu)
    assert gaussian_delta(mu, wanted_epsilon) == pytest.approx(exp(upper) - exp(lower), rel=1e-5)


def test_many_gaussians_are_one() -> None:
    """36 Gaussians of deviation 3.558 cost, by dp-accounting, what one with mu = 6 / 3.558 costs."""
    many = pld.from_gaussian_mechanism(3.558, value_discretization_interval=1e-3).self_compose(36)
    assert gaussian_mu(many.get_epsilon_for_delta(0.9e-6), 0.9e-6) == pytest.approx(6 / 3.558, rel=1e-3)
