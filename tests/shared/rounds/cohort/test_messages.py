"""Signed messages with numbers that no home could work with are refused."""

import pytest

from pdd_shared.protocol.signing import BadSignature, open_signed, sign
from pdd_shared.rounds.cohort.messages import CohortPart, CohortPlan, Epoch, SignedKind
from tests.support.cohort.memory_cohort import ONLINE, ONLINE_KEY, SERVER, START, MemoryCohort, part

COHORT = MemoryCohort(7)


def epoch(size: int) -> Epoch:
    """Return a signed message's content with a size that was not checked."""
    return Epoch.model_construct(server=SERVER.hex(), number=0, start=START, size=size, root="00" * 32, reset=0)


def plan(**changed: object) -> CohortPlan:
    """Return a plan with fields that were not checked."""
    return COHORT.plan.model_copy(update=changed)


def long_part(entries: int) -> CohortPart:
    """Return a part with a number of entries that was not checked."""
    return part().model_copy(update={"entries": entries})


def reads(message: SignedKind) -> bool:
    """Return whether a home reads the message once it is signed."""
    try:
        open_signed(sign(message, ONLINE), type(message), ONLINE_KEY)
    except BadSignature:
        return False
    return True


@pytest.mark.parametrize(("size", "known"), [(3, False), (4, True), (10**8, True), (10**8 + 1, False)])
def test_a_tree_has_4_to_100_000_000_leaves(size: int, known: bool) -> None:
    """A tree has 4 to 100,000,000 leaves: with 2^32 a home would look for its duties for minutes."""
    assert reads(epoch(size)) is known
    assert reads(plan(size=size)) is known


@pytest.mark.parametrize(("entries", "known"), [(0, False), (1, True), (50_000, True), (50_001, False)])
def test_a_part_has_50_000_entries_at_most(entries: int, known: bool) -> None:
    """A part has at most 50,000 entries, because a vector has no more numbers."""
    assert reads(plan(layout=(long_part(entries),))) is known


def test_a_number_of_thousands_of_digits_is_not_read() -> None:
    """A message with a number of thousands of digits is refused without another error, although Python cannot print
    it.
    """
    assert not reads(plan(layout=(long_part(10**4299),)))
