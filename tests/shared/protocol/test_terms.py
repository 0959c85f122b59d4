"""Terms: bounds of what can be signed, and which terms protect a donor at least as much as those consented to."""

from decimal import Decimal
from typing import Any

import pytest
from pydantic import ValidationError

from pdd_shared.protocol.terms import Budget, CohortTerms, NumberNoise, PartNoise, PlainTerms, Terms
from tests.support.terms import cohort_terms, laplace, terms


def noise(scale: str, **kinds: str) -> PartNoise:
    """Return noise of one scale on each kind of number except those given."""
    scales = {"joined": scale, "searches": scale, "counts": scale} | kinds
    laws = {kind: {"law": "discrete-laplace", "scale": each, "unit": 1} for kind, each in scales.items()}
    return PartNoise.model_validate(laws)


def budget(epsilon: str, delta: str) -> Budget:
    return Budget(epsilon=Decimal(epsilon), delta=Decimal(delta))


PLAIN = terms(20, 3, 5, noise=laplace(80), budget=budget("9", "0.00001"))
COHORT = cohort_terms(noise=noise("80"), colluders=5, budget=budget("9", "0.00001"), min_cohort=50)

SAFER: list[tuple[Terms, dict[str, Any]]] = [
    *((each, {"max_searches": 19}) for each in (PLAIN, COHORT)),
    *((each, {"max_matches": 2}) for each in (PLAIN, COHORT)),
    *((each, {"budget": budget("8.9", "0.00001")}) for each in (PLAIN, COHORT)),
    *((each, {"budget": budget("9", "0.000009")}) for each in (PLAIN, COHORT)),
    (PLAIN, {"noise": laplace("80.1")}),
    (PLAIN, {"min_group": 6}),
    *((COHORT, {"noise": noise("80", **{kind: "80.1"})}) for kind in ("joined", "searches", "counts")),
    (COHORT, {"colluders": 10}),
    (COHORT, {"min_cohort": 51}),
]


@pytest.mark.parametrize(("consented", "change"), SAFER, ids=str)
def test_each_change_to_safer_terms_is_no_weaker_and_back_is(consented: Terms, change: dict[str, Any]) -> None:
    """Each change to safer terms needs no new consent, and its reverse does."""
    safer = consented.model_copy(update=change)
    assert safer.no_weaker_than(consented)
    assert not consented.no_weaker_than(safer)
    assert consented.no_weaker_than(consented)
    assert safer.no_weaker_than(safer)


def test_what_cannot_be_ranked_is_weaker() -> None:
    """Terms of the other protocol or law are weaker, however much noise they have."""
    assert not PLAIN.no_weaker_than(COHORT)
    assert not COHORT.no_weaker_than(PLAIN)
    gaussian = PLAIN.noise.model_copy(update={"law": "discrete-gaussian", "scale": Decimal(1000)})
    assert not PLAIN.model_copy(update={"noise": gaussian}).no_weaker_than(PLAIN)
    assert not PLAIN.no_weaker_than(PLAIN.model_copy(update={"noise": gaussian}))


def test_terms_say_who_adds_which_noise_to_which_sums() -> None:
    """Terms say who adds the noise (the server in `plain`, donors in `cohort`) and to which sums."""
    assert (PLAIN.by_donors, PLAIN.law, PLAIN.scale, PLAIN.smallest_sum) == (False, "discrete-laplace", 80, 5)
    mixed = COHORT.model_copy(update={"noise": noise("7", counts="80")})
    assert (mixed.by_donors, mixed.law, mixed.scale, mixed.smallest_sum) == (True, "discrete-laplace", 80, 50)


@pytest.mark.parametrize("kind", ["joined", "searches", "counts"])
def test_one_noise_is_on_all_kinds_of_numbers(kind: str) -> None:
    """Another noise on any kind of number is noticed, because such a day is charged by parts."""
    assert COHORT.has_one_laplace
    assert not COHORT.model_copy(update={"noise": noise("80", **{kind: "81"})}).has_one_laplace
    assert not COHORT.model_copy(update={"noise": skellam_noise(kind)}).has_one_laplace
    assert not COHORT.model_copy(update={"noise": skellam_noise("joined", "searches", "counts")}).has_one_laplace


def skellam_noise(*kinds: str) -> PartNoise:
    """Return noise of scale 80 on each kind of number, Skellam on these kinds and discrete Laplace on the others."""
    laws = {kind: "skellam" if kind in kinds else "discrete-laplace" for kind in ("joined", "searches", "counts")}
    return PartNoise.model_validate({kind: {"law": law, "scale": Decimal(80), "unit": 1} for kind, law in laws.items()})


@pytest.mark.parametrize("kind", ["joined", "searches", "counts"])
def test_skellam_noise_on_any_kind_of_number_needs_a_delta(kind: str) -> None:
    """Skellam noise needs a delta, whichever numbers have it, because no bound on its privacy loss is sure."""
    cohort_terms(noise=skellam_noise(kind), max_searches=10)
    cohort_terms(noise=noise("80"), max_searches=10, budget=budget("9", "0"))
    with pytest.raises(ValidationError, match="no guarantee with delta 0"):
        cohort_terms(noise=skellam_noise(kind), max_searches=10, budget=budget("9", "0"))


def test_skellam_noise_hides_at_most_ten_hits_of_a_keyword() -> None:
    """Skellam noise on the counts is accounted for up to 10 hits of one keyword; other numbers have no such bound."""
    cohort_terms(noise=skellam_noise("counts"), max_searches=10)
    cohort_terms(noise=skellam_noise("joined", "searches"), max_searches=11)
    with pytest.raises(ValidationError, match="at most 10 hits of one keyword"):
        cohort_terms(noise=skellam_noise("counts"), max_searches=11)


def test_more_noise_of_another_law_is_weaker() -> None:
    """Laws can't be ranked by their scale, so another law on any kind of number needs a new consent."""
    for kind in ("joined", "searches", "counts"):
        changed = COHORT.model_copy(update={"noise": skellam_noise(kind)})
        assert not changed.no_weaker_than(COHORT)
        assert not COHORT.no_weaker_than(changed)
        assert changed.no_weaker_than(changed)


def test_gaussian_noise_needs_a_delta() -> None:
    """Gaussian noise needs a delta, and discrete Laplace noise does not."""
    document = PLAIN.model_dump() | {"budget": {"epsilon": Decimal(9), "delta": Decimal(0)}}
    PlainTerms.model_validate(document)
    gaussian = {"law": "discrete-gaussian", "scale": Decimal(80)}
    PlainTerms.model_validate(PLAIN.model_dump() | {"noise": gaussian})
    with pytest.raises(ValidationError, match="no guarantee with delta 0"):
        PlainTerms.model_validate(document | {"noise": gaussian})


BOUNDS: list[tuple[str, list[Any], list[Any]]] = [
    ("max_searches", [1, 1000], [0, 1001]),
    ("max_matches", [1, 100], [0, 101]),
    ("min_group", [1], [0]),
    ("min_cohort", [1, 2**32 - 1], [0, 2**32]),
    ("colluders", [5, 10], [0, 6, 11]),
]


@pytest.mark.parametrize(("field", "good", "bad"), BOUNDS, ids=[name for name, _, _ in BOUNDS])
def test_numbers_outside_their_bounds_are_refused(field: str, good: list[Any], bad: list[Any]) -> None:
    """Each bound is allowed, and the next number is refused."""
    kinds = [(kind, base) for kind, base in ((PlainTerms, PLAIN), (CohortTerms, COHORT)) if field in kind.model_fields]
    assert kinds
    for kind, base in kinds:
        for number in good:
            assert getattr(kind.model_validate(base.model_dump() | {field: number}), field) == number
        for number in bad:
            with pytest.raises(ValidationError):
                kind.model_validate(base.model_dump() | {field: number})


@pytest.mark.parametrize(
    ("epsilon", "delta", "valid"),
    [
        ("0.1", "0", True),
        ("100000", "0.001", True),
        ("0", "0", False),
        ("100000.1", "0", False),
        ("1", "0.0011", False),
    ],
)
def test_budgets_have_bounds(epsilon: str, delta: str, valid: bool) -> None:
    """An epsilon of 0 or above 100,000, and a delta above 0.001, are refused."""
    if valid:
        budget(epsilon, delta)
    else:
        with pytest.raises(ValidationError):
            budget(epsilon, delta)


@pytest.mark.parametrize(("scale", "valid"), [("0.1", True), ("10000", True), ("0", False), ("10000.1", False)])
def test_donors_noise_has_bounds(scale: str, valid: bool) -> None:
    """Donors' noise has a scale above 0 and at most 10,000, and a unit of one count."""
    document = {"law": "discrete-laplace", "scale": Decimal(scale), "unit": 1}
    if valid:
        assert NumberNoise.model_validate(document).scale == Decimal(scale)
        for unit in (0, 3, 2**17):
            with pytest.raises(ValidationError):
                NumberNoise.model_validate(document | {"unit": unit})
    else:
        with pytest.raises(ValidationError):
            NumberNoise.model_validate(document)


@pytest.mark.parametrize(
    ("law", "scale", "unit", "valid"),
    [
        ("discrete-laplace", "128", 2, True),
        ("discrete-laplace", "10000", 65_536, True),
        ("discrete-laplace", "127.999", 2, False),
        ("discrete-laplace", "1000", 6, False),
        ("discrete-laplace", "1000", 131_072, False),
        ("skellam", "1000", 2, False),
    ],
)
def test_only_wide_laplace_noise_has_a_unit(law: str, scale: str, unit: int, valid: bool) -> None:
    """A unit above 1 is a power of two, up to 65,536, for discrete Laplace noise of 128 units or more."""
    document = {"law": law, "scale": Decimal(scale), "unit": unit}
    if valid:
        assert NumberNoise.model_validate(document).charged_scale == unit * (Decimal(scale) - Decimal("0.5"))
    else:
        with pytest.raises(ValidationError):
            NumberNoise.model_validate(document)


def test_units_are_rounded_up() -> None:
    """The most units that a donor adds cover the most counts, rounded up."""
    noise = NumberNoise(law="discrete-laplace", scale=Decimal(200), unit=8)
    assert [noise.in_units(most) for most in (1, 8, 9, 1_000)] == [1, 1, 2, 125]
