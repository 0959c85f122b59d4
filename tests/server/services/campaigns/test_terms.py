"""A file's [privacy] gives terms: a total gives the noise, noise gives the total, and both keep to the budget."""

import re
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdd_server.errors import Rejected
from pdd_server.services.campaigns.campaign_files import read_campaign
from pdd_server.services.campaigns.terms import Caps, Privacy, describe_terms, terms_of
from pdd_shared.privacy.accounting.budget import days_within, fits
from pdd_shared.privacy.accounting.charges import Charge
from pdd_shared.privacy.accounting.composition import epsilon
from pdd_shared.protocol.terms import Budget, Noise, PlainTerms, Protocol
from tests.server.services.campaigns.test_campaign_files import GOOD

DAYS = 136
"""Of the campaign in GOOD, from 16 November to 31 March; its [privacy] is on line 26."""
MILLIONTH = Decimal("0.000001")


def terms_in(tmp_path: Path, *lines: str) -> PlainTerms:
    """Return the terms of GOOD with these lines in its [privacy]."""
    file = tmp_path / "flu.toml"
    file.write_text(GOOD.replace("epsilon_per_day = 1.0", "\n".join(lines)))
    found = read_campaign(file, min_group=50, protocol="plain").terms
    assert isinstance(found, PlainTerms)
    return found


def scale_and_total(found: PlainTerms) -> tuple[Decimal, Decimal]:
    return found.noise.scale, found.budget.epsilon


def test_a_days_epsilon_gives_scale_and_total(tmp_path: Path) -> None:
    """From a day's epsilon the scale is L1 / epsilon, rounded up to 0.001, and the budget the days' sum, rounded up
    to 0.0001.
    """
    assert scale_and_total(terms_in(tmp_path, "epsilon_per_day = 0.7")) == (Decimal("115.715"), Decimal("95.1995"))
    found = terms_in(tmp_path, "epsilon_per_day = 1", "delta = 1e-6")
    charge = Charge("discrete-laplace", Decimal(81), 81)
    assert found.noise.scale == 81
    assert 0 <= float(found.budget.epsilon) - epsilon({charge: DAYS}, 1e-6) <= 1e-4
    assert found.budget.epsilon < 100 < 136


def test_a_total_without_a_delta_is_divided_by_the_days(tmp_path: Path) -> None:
    """From a total without delta the scale is L1 times days / epsilon."""
    assert scale_and_total(terms_in(tmp_path, "epsilon = 9")) == (Decimal(1224), Decimal(9))


@pytest.mark.parametrize(
    ("lines", "noise"),
    [
        ((), "discrete-laplace"),
        (('noise = "discrete-gaussian"',), "discrete-gaussian"),
    ],
)
def test_a_total_gives_the_least_noise_that_lasts(tmp_path: Path, lines: tuple[str, ...], noise: str) -> None:
    """From a total with delta the noise is the least that lasts: with 1% less, not all days fit."""
    found = terms_in(tmp_path, "epsilon = 9.0", "delta = 0.000001", *lines)
    assert found.budget == Budget(epsilon=Decimal(9), delta=MILLIONTH)
    assert found.noise.law == noise
    charge = Charge.of_terms(found)
    assert days_within(charge, found.budget) >= DAYS
    less = found.noise.model_copy(update={"scale": (found.noise.scale * Decimal("0.99")).quantize(Decimal("0.001"))})
    assert not fits({Charge.of_terms(found.model_copy(update={"noise": less})): DAYS}, found.budget)


def test_a_scale_is_taken_as_it_is(tmp_path: Path) -> None:
    """A given scale is kept exactly, and its cost over all days is the budget."""
    found = terms_in(tmp_path, "scale = 290.80910", "delta = 1e-6", 'noise = "discrete-gaussian"')
    assert found.noise == Noise(law="discrete-gaussian", scale=Decimal("290.8091"))
    assert 0 <= float(found.budget.epsilon) - epsilon({Charge.of_terms(found): DAYS}, 1e-6) <= 1e-4


def test_derived_terms_are_stated_in_a_line(tmp_path: Path) -> None:
    """One line states the derived law, scale, source of the noise and total, with readable numbers."""
    found = terms_in(tmp_path, "epsilon_per_day = 1.0", "delta = 1e-6")
    assert re.fullmatch(
        r"discrete-laplace noise of scale 81, added by the server; "
        r"epsilon \d\d\.\d{1,4}, delta 0\.000001, for all 136 days",
        describe_terms(found, DAYS),
    )


@pytest.mark.parametrize(
    ("lines", "line", "says"),
    [
        (("delta = 0.000001",), 27, "privacy: says nothing of noise; add epsilon"),
        (("epsilon = 9.0", "scale = 81"), 29, "privacy.scale: stands beside epsilon"),
        (("scale = 81", "epsilon_per_day = 1"), 28, "privacy.scale: stands beside epsilon_per_day"),
        (("epsilon = 0",), 28, "privacy.epsilon: .*greater than 0"),
        (("epsilon = 100001",), 28, "privacy.epsilon: .*100000"),
        (("epsilon = inf",), 28, "privacy.epsilon: must be a number"),
        (("epsilon = true",), 28, "privacy.epsilon: must be a number"),
        (('epsilon = "9"',), 28, "privacy.epsilon: must be a number"),
        (("epsilon = 1e-9",), 28, "privacy.epsilon: is too small"),
        (("scale = 1e-19",), 28, "privacy.scale: has more than 18 digits"),
        (("scale = 1000001",), 28, "privacy.scale: .*1000000"),
        (("epsilon_per_day = 1000",), 28, "privacy.epsilon_per_day: costs more than epsilon 100000"),
        (("epsilon_per_day = 0.00001",), 28, "privacy.epsilon_per_day: needs noise of scale 8100000"),
        (("epsilon = 9", "delta = 0.1"), 29, r"privacy.delta: .*0\.001;"),
        (("epsilon = 9", "delta = -1"), 29, "privacy.delta"),
        (("epsilon = 9", 'noise = "normal"'), 29, "privacy.noise"),
        (("epsilon = 9", 'noise = "discrete-gaussian"'), 27, "privacy.delta: discrete-gaussian noise has no guarantee"),
        (("epsilon_per_day = 1", "delta = 1e-6", 'noise = "discrete-gaussian"'), 28, "privacy.epsilon_per_day"),
        (("epsilon = 9", 'added_by = "donors"'), 29, "privacy.added_by"),
        (("epsilon = 9", "colluders = 0"), 29, "privacy.colluders: is for the protocol cohort"),
        (("epsilon = 9", "min_cohort = 60"), 29, "privacy.min_cohort: is for the protocol cohort"),
    ],
)
def test_impossible_terms_are_refused_with_their_line(
    tmp_path: Path, lines: tuple[str, ...], line: int, says: str
) -> None:
    """Impossible terms are refused with file, line, key and remedy, at the wrong key or at [privacy] if one is
    missing.
    """
    with pytest.raises(Rejected) as raised:
        terms_in(tmp_path, *lines)
    message = str(raised.value)
    assert message.startswith(f"{tmp_path / 'flu.toml'}:{line}: "), message
    assert re.search(says, message), message
    assert "\n" not in message


@given(
    caps=st.builds(
        Caps, max_searches=st.integers(1, 50), max_hits=st.integers(3, 100), max_hits_per_keyword=st.integers(1, 3)
    ),
    way=st.sampled_from(["epsilon", "epsilon_per_day", "scale"]),
    amount=st.decimals("0.01", "500", places=3),
    delta=st.sampled_from([Decimal(0), Decimal("1e-9"), MILLIONTH, Decimal("0.001")]),
    noise=st.sampled_from(["discrete-laplace", "discrete-gaussian"]),
    protocol=st.sampled_from(["plain", "cohort"]),
    days=st.integers(1, 1000),
)
@settings(max_examples=60)
def test_all_days_of_whatever_is_accepted_fit_its_budget(
    caps: Caps, way: str, amount: Decimal, delta: Decimal, noise: str, protocol: Protocol, days: int
) -> None:
    """However terms are declared, all the campaign's days together cost at most its budget."""
    privacy = Privacy.model_validate({way: amount, "delta": delta, "noise": noise})
    try:
        found = terms_of(caps, privacy, days, min_group=50, protocol=protocol)
    except Rejected:
        return
    assert fits({Charge.of_terms(found): days}, found.budget)
    assert type(found).model_validate_json(found.model_dump_json()) == found
