"""Noise in units in JavaScript: the same charges, costs and rounded counts as Python's, for random terms."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdd_shared.privacy.accounting.charges import PartsCharge, charge_of_terms
from pdd_shared.privacy.accounting.composition import epsilon
from pdd_shared.privacy.noise.rounding import WORD_BYTES, rounded
from pdd_shared.protocol.decimals import as_text
from pdd_shared.protocol.terms import CohortTerms, NumberNoise, PartNoise
from tests.extension.javascript import answers
from tests.support.terms import cohort_terms

few = settings(max_examples=3)
units = st.integers(1, 16).map(lambda power: 2**power)
scales = st.decimals(128, 10_000, places=18)
noises = st.builds(lambda scale, unit: NumberNoise(law="discrete-laplace", scale=scale, unit=unit), scales, units)


def terms_in_units(joined: NumberNoise, searches: NumberNoise, counts: NumberNoise) -> CohortTerms:
    return cohort_terms().model_copy(update={"noise": PartNoise(joined=joined, searches=searches, counts=counts)})


@given(st.lists(st.tuples(noises, noises, noises), min_size=4, max_size=4))
@few
def test_random_units_are_charged_alike(asked: list[tuple[NumberNoise, NumberNoise, NumberNoise]]) -> None:
    """A day's charge has the same scales in both languages, to the last digit, and 30 days cost the same epsilon."""
    of_terms = [terms_in_units(*kinds) for kinds in asked]
    told = [terms.model_dump(mode="json", exclude_none=True) for terms in of_terms]
    charges = [
        answer["done"] for answer in answers(*(("privacy/accounting/charges", "chargeOf", one, "flu") for one in told))
    ]
    days = [[{"charge": charge, "days": 30}] for charge in charges]
    costs = answers(*(("privacy/accounting/composition", "epsilon", each, 1e-6) for each in days))
    for terms, charge, cost in zip(of_terms, charges, costs, strict=True):
        own = charge_of_terms(terms, "flu")
        assert isinstance(own, PartsCharge)
        found = [charge[kind]["scale"] for kind in ("joined", "searches", "counts")]
        assert found == [as_text(part.scale) for part in own.parts]
        assert cost["done"] == pytest.approx(epsilon({own: 30}, 1e-6), rel=1e-8)


words = st.binary(min_size=WORD_BYTES, max_size=WORD_BYTES)


@given(st.lists(st.tuples(st.integers(0, 100_000), units, words), min_size=50, max_size=50))
@few
def test_random_counts_are_rounded_alike(asked: list[tuple[int, int, bytes]]) -> None:
    """The same counts, units and random bytes become the same numbers in both languages."""
    counts, of_units = [one for one, _, _ in asked], [one for _, one, _ in asked]
    random = b"".join(word for _, _, word in asked)
    (answer,) = answers(("privacy/noise/rounding", "rounded", counts, of_units, random))
    assert list(answer["done"].values()) == rounded(np.array(counts), np.array(of_units), random).tolist()
