"""Included lists and certificates: their bytes, and what a member refuses of them."""

import struct
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_shared.rounds.cohort.day.lists import (
    Electorate,
    IncludedList,
    certified_statement,
    check_certificate,
    list_digest,
    read_list,
    write_certificate,
)
from pdd_shared.rounds.cohort.epoch.draws import Draw
from pdd_shared.rounds.cohort.epoch.places import CohortLeaves
from pdd_shared.rounds.cohort.epoch.tree import Leaf
from pdd_shared.rounds.cohort.messages import CohortDay
from pdd_shared.rounds.refusals import Reason, Refused
from tests.support.cohort.memory_cohort import DAY, MemoryCohort, leaf_of, secrets_of

COHORT = MemoryCohort(7, 2)
C = b"c" * 32


def nonce(leaf: int) -> bytes:
    return bytes([leaf % 256]) * 16


def listed(leaves: Sequence[int], appended: Sequence[Leaf] = ()) -> IncludedList:
    return IncludedList(tuple((leaf, nonce(leaf)) for leaf in leaves), tuple(appended))


def reason(included: IncludedList, electorate: Electorate = COHORT.electorate) -> Reason | None:
    """Return the name under which a member refuses a list, or None if it accepts it."""
    try:
        electorate.listed(read_list(included.encoded))
    except Refused as refused:
        return refused.reason
    return None


@given(st.dictionaries(st.integers(0, 2**32 - 1), st.binary(min_size=16, max_size=16), max_size=20))
def test_a_list_travels_as_it_is(entries: dict[int, bytes]) -> None:
    """Reading a list gives back what was written, for any leaves and nonces."""
    appended = [replace(leaf_of(1), index=leaf) for leaf in entries if leaf % 2]
    included = IncludedList.of(entries, [*appended, leaf_of(3)] if 3 not in entries else appended)
    again = read_list(included.encoded)
    assert again == included
    assert dict(again.entries) == entries
    assert len(included.encoded) == 8 + 20 * len(entries) + 68 * len(appended)


GOOD = listed([0, 1, 2, 5, 7, 8], [leaf_of(7), leaf_of(8)]).encoded
MALFORMED = {
    "nothing": b"",
    "a count alone": GOOD[:4],
    "a byte short": GOOD[:-1],
    "a byte too many": GOOD + b"\0",
    "more entries than it holds": struct.pack("<I", 7) + GOOD[4:],
    "fewer entries than it holds": struct.pack("<I", 5) + GOOD[4:],
    "two billion entries": struct.pack("<I", 2**31) + GOOD[4:],
    "8,193 entries": listed(range(8193)).encoded,
    "a leaf twice": listed([0, 1, 1, 2]).encoded,
    "falling": listed([0, 2, 1, 3]).encoded,
    "appended leaves falling": listed([0, 1, 2, 3, 7, 8], [leaf_of(8), leaf_of(7)]).encoded,
    "an appended leaf twice": listed([0, 1, 2, 3, 7], [leaf_of(7), leaf_of(7)]).encoded,
}


@pytest.mark.parametrize("case", MALFORMED)
def test_malformed_lists_are_refused(case: str) -> None:
    """Bytes that are not exactly a list, sorted by leaf, are refused."""
    with pytest.raises(Refused) as refused:
        read_list(MALFORMED[case])
    assert refused.value.reason == Reason.ALTERED_LIST


def with_keys(index: int, exchange: int, signing: int) -> Leaf:
    """Return a leaf with the keys of these homes."""
    return Leaf(index, leaf_of(exchange).exchange, leaf_of(signing).signing)


BAD = {
    "an entry past the tree without its keys": (listed([0, 1, 2, 3, 7]), Reason.ALTERED_LIST),
    "keys without an entry": (listed([0, 1, 2, 3], [leaf_of(7)]), Reason.ALTERED_LIST),
    "keys of another entry": (listed([0, 1, 2, 3, 7], [leaf_of(8)]), Reason.ALTERED_LIST),
    "keys for an entry of the tree": (listed([0, 1, 2, 3], [leaf_of(3)]), Reason.ALTERED_LIST),
    "an exchange key of the tree": (listed([0, 1, 2, 3, 7], [with_keys(7, 6, 7)]), Reason.ALTERED_LIST),
    "a signing key of the tree": (listed([0, 1, 2, 3, 7], [with_keys(7, 7, 6)]), Reason.ALTERED_LIST),
    "one exchange key appended twice": (
        listed([0, 1, 2, 3, 7, 8], [leaf_of(7), with_keys(8, 7, 8)]),
        Reason.ALTERED_LIST,
    ),
    "one signing key appended twice": (
        listed([0, 1, 2, 3, 7, 8], [leaf_of(7), with_keys(8, 8, 7)]),
        Reason.ALTERED_LIST,
    ),
    "one of the tree less than the floor": (listed([0, 1, 2, 7, 8], [leaf_of(7), leaf_of(8)]), Reason.LIST_TOO_SMALL),
    "nobody": (listed([]), Reason.LIST_TOO_SMALL),
}


def test_a_list_of_the_floor_is_accepted() -> None:
    """A list with as many leaves of the tree as the floor is accepted; appended donors do not count for it."""
    assert COHORT.least_floor == 4
    assert reason(listed([0, 1, 2, 3])) is None
    assert reason(listed([0, 1, 2, 3, 7, 8], [leaf_of(7), leaf_of(8)])) is None


@pytest.mark.parametrize("case", BAD)
def test_a_bad_list_is_refused_by_its_name(case: str) -> None:
    """Each kind of bad list is refused by name."""
    included, name = BAD[case]
    assert reason(included) == name


def test_no_list_is_longer_than_the_capacity() -> None:
    """A list longer than the plan's capacity is refused, because the range was checked only for that many."""
    electorate = replace(COHORT.electorate, plan=COHORT.plan.model_copy(update={"capacity": 5}))
    assert reason(listed([0, 1, 2, 3, 4]), electorate) is None
    assert reason(listed([0, 1, 2, 3, 4, 5]), electorate) == Reason.ALTERED_LIST


def electorate_of(
    draw: Draw, leaves: Iterable[int], floor: int, sub_cohort: int = 0, sub_cohorts: int = 1
) -> Electorate:
    """Return who may be in the list of cohort 0, or of a part of it, with these leaves known."""
    day = CohortDay(floor=floor, sub_cohorts=sub_cohorts)
    members = CohortLeaves(draw, 0, {leaf: leaf_of(leaf) for leaf in leaves})
    return Electorate(COHORT.plan.model_copy(update={"cohorts": (day, day)}), members, sub_cohort)


def test_leaves_of_other_cohorts_are_refused() -> None:
    """With two cohorts, leaves of the other cohort are refused, appended leaves included."""
    draw = Draw(b"r" * 32, 8194)
    own = draw.members_of(0).tolist()
    other = draw.members_of(1).tolist()
    electorate = electorate_of(draw, own[:5], floor=3)
    joiners = {draw.cohort_of(index): leaf_of(index) for index in range(8194, 8230)}
    assert reason(listed(own[:3]), electorate) is None
    assert reason(listed(sorted([*own[:3], other[0]])), electorate) == Reason.ALTERED_LIST
    assert reason(listed([*own[:3], joiners[0].index], [joiners[0]]), electorate) is None
    assert reason(listed([*own[:3], joiners[1].index], [joiners[1]]), electorate) == Reason.ALTERED_LIST
    second = replace(electorate, members=CohortLeaves(draw, 1, {leaf: leaf_of(leaf) for leaf in other[:5]}))
    assert second.belongs(joiners[1].index)
    assert not second.belongs(joiners[0].index)


def test_nobody_is_in_a_sub_cohort_that_is_not_there() -> None:
    """In an undivided cohort every leaf is in sub-cohort 0, appended leaves too."""
    for leaf in (0, 6, 7):
        assert COHORT.electorate.belongs(leaf)
        assert not replace(COHORT.electorate, sub_cohort=1).belongs(leaf)


def test_leaves_of_other_sub_cohorts_are_refused() -> None:
    """On a divided day a leaf of another sub-cohort, which each day deals anew, is refused."""
    draw = Draw(b"r" * 32, 1200)
    leaves = range(40)
    own = [leaf for leaf in leaves if draw.sub_cohort_of(leaf, DAY, 2) == 1]
    other = next(leaf for leaf in leaves if leaf not in own)
    electorate = electorate_of(draw, leaves, floor=3, sub_cohort=1, sub_cohorts=2)
    assert reason(listed(own), electorate) is None
    assert reason(listed(sorted([*own, other])), electorate) == Reason.ALTERED_LIST
    next_day = electorate.plan.model_copy(update={"day": date(2026, 11, 21)})
    assert reason(listed(own), replace(electorate, plan=next_day)) == Reason.ALTERED_LIST


def signatures(context: bytes, digest: bytes, places: Sequence[int]) -> dict[int, bytes]:
    said = certified_statement(context, digest)
    return {place: secrets_of(COHORT.committee[place - 1].index).signing.sign(said).signature for place in places}


DIGEST = list_digest(C, GOOD)
QUORUM = COHORT.tree_size.committee.quorum
SIGNED = signatures(C, DIGEST, range(1, 8))
CERTIFICATE = write_certificate(SIGNED, QUORUM)


def packed(pairs: Sequence[tuple[int, bytes]]) -> bytes:
    return b"".join(struct.pack("<I64s", *pair) for pair in pairs)


FIRST = [(place, SIGNED[place]) for place in range(1, QUORUM + 1)]
FORGED = {
    "nothing": b"",
    "one short": CERTIFICATE[:-68],
    "one too many": write_certificate(SIGNED, QUORUM + 1),
    "a byte too many": CERTIFICATE + b"\0",
    "a place twice": packed([*FIRST[:-1], FIRST[-2]]),
    "falling": packed(FIRST[::-1]),
    "place 0": packed([(0, SIGNED[7]), *FIRST[1:]]),
    "a place past the committee": packed([*FIRST[:-1], (8, SIGNED[7])]),
    "another member's signature": packed([*FIRST[:-1], (QUORUM, SIGNED[7])]),
    "under another list": write_certificate({**SIGNED, **signatures(C, list_digest(C, GOOD[:-1]), [2])}, QUORUM),
    "in another context": write_certificate({**SIGNED, **signatures(b"d" * 32, DIGEST, [2])}, QUORUM),
}


def test_any_quorum_certifies() -> None:
    """The signatures of any quorum of members make a certificate."""
    check_certificate(CERTIFICATE, C, DIGEST, COHORT.committee, QUORUM)
    last = {place: SIGNED[place] for place in range(8 - QUORUM, 8)}
    check_certificate(write_certificate(last, QUORUM), C, DIGEST, COHORT.committee, QUORUM)


@pytest.mark.parametrize("case", FORGED)
def test_a_bad_certificate_is_refused(case: str) -> None:
    """A signature in another member's place, for another list or in another context makes no certificate."""
    with pytest.raises(Refused) as refused:
        check_certificate(FORGED[case], C, DIGEST, COHORT.committee, QUORUM)
    assert refused.value.reason == Reason.BAD_CERTIFICATE


def test_the_digest_names_context_and_list() -> None:
    """Another context or another list has another digest."""
    assert len({list_digest(C, GOOD), list_digest(b"d" * 32, GOOD), list_digest(C, GOOD + b"\0")}) == 3
