"""Donors' shares of noise, byte for byte: compared with vectors, the protocol's integers, and the law at 400 bits."""

import hashlib
import json
from collections.abc import Callable
from decimal import Decimal
from typing import Annotated, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import Field, TypeAdapter, ValidationError

from pdd_shared.privacy.noise import donor_shares
from pdd_shared.privacy.noise.donor_shares import Table, draw_shares, table
from pdd_shared.protocol.terms import Terms
from tests.support.reference import donor_shares as reference

DOCUMENT = json.loads(reference.VECTORS.read_text())
TABLES = [pytest.param(case, id=f"{case['scale']}-{case['shares']}") for case in DOCUMENT["tables"]]
TERMS: TypeAdapter[Terms] = TypeAdapter(Annotated[Terms, Field(discriminator="protocol")])
LARGE = {"1000"}
EXACT = [
    pytest.param(scale, m, marks=[pytest.mark.slow] if scale in LARGE else [])
    for scale in reference.SCALES
    for m in reference.SHARES
]


def rows(made: Table) -> list[int]:
    return [int(high) << 64 | int(low) for high, low in zip(made.high, made.low, strict=True)]


def from_bytes(octets: bytes) -> Callable[[int], bytes]:
    """Return a random source that gives these bytes and no more."""
    left = bytearray(octets)

    def take(number: int) -> bytes:
        assert number <= len(left)
        taken = bytes(left[:number])
        del left[:number]
        return taken

    return take


def test_the_vectors_are_what_the_reference_computes() -> None:
    """The reference implementation computes exactly the file of vectors, so nothing in it was written by hand."""
    assert reference.document() == DOCUMENT


@pytest.mark.parametrize(("scale", "m"), EXACT)
def test_the_protocols_integers_are_the_law_to_the_last_bit(scale: str, m: int) -> None:
    """Every threshold is floor(2^128 P(X <= k | kept)) of the negative binomial law, computed with 400 bits."""
    assert reference.thresholds(scale, m) == reference.exact_thresholds(scale, m)


@pytest.mark.parametrize("case", TABLES)
def test_tables_are_those_of_the_vectors(case: dict[str, Any]) -> None:
    """Tables have the vectors' number of rows, the rows that are shown, and the SHA-256 of all rows."""
    made = rows(table(Decimal(case["scale"]), case["shares"]))
    assert len(made) == case["rows"]
    assert {k: f"{made[int(k)]:032x}" for k in case["thresholds"]} == case["thresholds"]
    assert hashlib.sha256(b"".join(row.to_bytes(16, "little") for row in made)).hexdigest() == case["digest"]
    assert made == sorted(made)


@pytest.mark.parametrize("case", TABLES)
def test_draws_are_those_of_the_vectors(case: dict[str, Any]) -> None:
    """Draws equal the vectors at, below and above thresholds and at both ends, one by one and all at once."""
    made, octets = table(Decimal(case["scale"]), case["shares"]), [bytes.fromhex(d["bytes"]) for d in case["draws"]]
    drawn = [d["drawn"] for d in case["draws"]]
    assert made.draw(b"".join(octets)).tolist() == drawn
    assert [int(made.draw(one)[0]) for one in octets] == drawn


def test_vectors_hold_ties() -> None:
    """Some draws of the vectors equal a threshold, and some share its upper half without being equal."""
    tied = near = 0
    for case in DOCUMENT["tables"]:
        drawn = {int.from_bytes(bytes.fromhex(d["bytes"]), "little") for d in case["draws"]}
        shown = {int(row, 16) for row in case["thresholds"].values()}
        tied += len(shown & drawn)
        near += sum(u >> 64 == row >> 64 and u != row for u in drawn for row in shown)
    assert tied >= len(DOCUMENT["tables"])
    assert near >= len(DOCUMENT["tables"])


@settings(max_examples=200)
@given(
    st.lists(st.integers(0, 2**128 - 1) | st.integers(0, 3).map(lambda low: 5 << 64 | low), min_size=1, max_size=9),
    st.lists(st.integers(0, 2**128 - 1) | st.integers(0, 3).map(lambda low: 5 << 64 | low), min_size=1, max_size=9),
)
def test_a_draw_is_the_number_of_thresholds_at_most_u(thresholds: list[int], drawn: list[int]) -> None:
    """A draw is the number of thresholds at most u, in any table, also if rows repeat or share their upper halves."""
    ordered, asked = sorted(thresholds), drawn + thresholds
    made = Table(
        np.array([row >> 64 for row in ordered], dtype=np.uint64),
        np.array([row & (2**64 - 1) for row in ordered], dtype=np.uint64),
    )
    found = made.draw(b"".join(u.to_bytes(16, "little") for u in asked))
    assert found.tolist() == [sum(row <= u for row in ordered) for u in asked]


@pytest.mark.parametrize("scale", ["0.000000000000000001", "0.001", "0.0052", "0.0053", "0.01", "0.05", "0.1"])
def test_hardly_any_noise_has_a_table_as_the_protocol_says(scale: str) -> None:
    """The least scale that a message can carry has a table as the protocol says: all draws are zero but for the
    largest u.
    """
    made = rows(table(Decimal(scale), 3))
    if Decimal(scale) >= Decimal("0.001"):
        assert made == reference.thresholds(scale, 3)
    assert table(Decimal(scale), 3).draw(bytes(16)).tolist() == [0]


@pytest.mark.parametrize("bad", DOCUMENT["bad"], ids=lambda case: case["why"])
def test_bad_noise_is_refused(bad: dict[str, Any]) -> None:
    """Each bad noise of the vectors is refused when a message is read."""
    with pytest.raises(ValidationError):
        TERMS.validate_json(json.dumps(bad["terms"]))


@pytest.mark.parametrize("good", DOCUMENT["terms"], ids=lambda terms: terms["protocol"])
def test_the_bad_noise_was_good_before(good: dict[str, Any]) -> None:
    """Without its bad change, each bad case is accepted."""
    assert json.loads(TERMS.validate_json(json.dumps(good)).model_dump_json()) == good


def test_a_share_is_what_is_added_less_what_is_taken_away() -> None:
    """Of a number's 32 bytes the first 16 draw what is added and the last 16 what is subtracted, across zero too."""
    full, nothing = b"\xff" * 16, bytes(16)
    most = int(table(Decimal(54), 3).draw(full)[0])
    assert draw_shares(Decimal(54), 3, 2, from_bytes(full + nothing + nothing + full)).tolist() == [most, -most]


def test_the_distance_charged_is_more_than_what_tables_leave_out() -> None:
    """`DISTANCE` is larger than the cut and rounding of the vectors' widest table, by exact integers."""
    m, scale = 40, "1000"
    a, kept = reference.exponential(scale), reference.thresholds(scale, m)
    rounded = len(kept) / 2**128
    last = (2**128 - kept[-1]) / 2**128
    beyond = last * (a / 2**192) / (1 - a / 2**192)
    assert 2**-102 < beyond + rounded < donor_shares.DISTANCE
