"""The accounting of parts in JavaScript gives Python's numbers to the last bit, for random parts."""

from decimal import Decimal
from math import inf
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pdd_shared.privacy.accounting.parts.contributions import PartCaps
from pdd_shared.privacy.accounting.parts.ratios import LawName
from pdd_shared.privacy.accounting.parts.release import Part, Release, delta, epsilon
from pdd_shared.privacy.noise.skellam import poisson_table
from tests.extension.javascript import answers

LAWS: list[LawName] = ["skellam", "discrete-laplace", "discrete-gaussian"]
few = settings(max_examples=3)


def scales(most: int) -> st.SearchStrategy[Decimal]:
    """Return scales with up to 18 places, as messages write them."""
    return st.decimals(Decimal("0.5"), most, places=18).map(Decimal.normalize)


caps = st.builds(PartCaps, st.integers(1, 12), st.integers(1, 4), st.integers(1, 50))
parts = st.builds(Part, st.sampled_from(LAWS), scales(60), caps)
releases = st.dictionaries(parts, st.integers(0, 40), max_size=3)
Asked = tuple[Release, float, float]
"""A release, an epsilon and a delta."""


def in_javascript(release: Release) -> list[dict[str, Any]]:
    """Return a release in JavaScript's form."""
    found = []
    for part, periods in release.items():
        caps = {"hits": part.caps.hits, "perNumber": part.caps.per_number, "numbers": part.caps.numbers}
        found.append({"part": {"law": part.law, "scale": f"{part.scale:f}", "caps": caps}, "periods": periods})
    return found


@given(st.lists(st.tuples(releases, st.floats(0, 30), st.floats(1e-20, 0.5)), min_size=8, max_size=8))
@few
def test_random_releases_cost_the_same_to_the_last_bit(asked: list[Asked]) -> None:
    """Delta at an epsilon and epsilon at a delta are equal, for any laws, scales, caps and periods."""
    calls = []
    for release, at_epsilon, at_delta in asked:
        given_release = in_javascript(release)
        calls += [
            ("privacy/accounting/parts/release", "delta", given_release, at_epsilon),
            ("privacy/accounting/parts/release", "epsilon", given_release, at_delta),
        ]
    found = iter(answers(*calls))
    for release, at_epsilon, at_delta in asked:
        assert next(found)["done"] == delta(release, at_epsilon), release
        expected = epsilon(release, at_delta)
        assert next(found)["done"] == (None if expected == inf else expected), release


@given(st.lists(st.tuples(scales(300), st.integers(1, 8192)), min_size=8, max_size=8))
@few
def test_random_tables_begin_at_the_same_number_and_have_the_same_rows(asked: list[tuple[Decimal, int]]) -> None:
    """The draws from the same random bytes are equal, near all ends of the tables too."""
    calls = [("privacy/noise/skellam", "poissonTable", f"{scale:f}", shares) for scale, shares in asked]
    for (scale, shares), answer in zip(asked, answers(*calls), strict=True):
        expected = poisson_table(scale, shares)
        assert answer["done"]["first"] == expected.first
        assert list(answer["done"]["table"]["high"].values()) == [str(row) for row in expected.table.high.tolist()]
        assert list(answer["done"]["table"]["low"].values()) == [str(row) for row in expected.table.low.tolist()]
