"""Every message of a `recoverable` round altered in every field and byte: refused by name, and nothing changed."""

import json
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pdd_shared.layout import from_bytes
from pdd_shared.messages import GroupPlan, Plan, PreparedRoster, Signed, Survivors
from pdd_shared.rounds.recoverable import donor as donors_half
from pdd_shared.rounds.recoverable import server
from pdd_shared.rounds.recoverable.dealing import BOX_SIZE, open_box
from pdd_shared.rounds.recoverable.signatures import SIGNATURE_SIZE
from pdd_shared.rounds.refusals import Reason, Refused
from pdd_shared.signing import sign, signed_digest
from tests.support.group import SERVER, SERVER_KEY
from tests.support.recoverable_group import NEXT_DAY, memory_round

GROUP = memory_round(5, 3)
ROSTER = GROUP.roster([0, 1, 3, 4])
SURVIVORS = GROUP.survivors(ROSTER, [0, 1, 3])
SIGNED = {
    "plan": (GROUP.plan, Plan),
    "group_plan": (GROUP.group_plan, GroupPlan),
    "roster": (ROSTER, PreparedRoster),
    "survivors": (SURVIVORS, Survivors),
}


def refused(reason: Reason) -> Any:
    """A context in which exactly this refusal is expected."""
    return pytest.raises(Refused, check=lambda refusal: refusal.reason == reason)


EXPECTED = {
    "plan": {Reason.FOREIGN_PLAN, Reason.BAD_SIGNATURE},
    "group_plan": {
        Reason.BAD_SIGNATURE,
        Reason.FOREIGN_PLAN,
        Reason.NOT_A_MEMBER,
        Reason.FORGED_MEMBER,
    },
    "roster": {Reason.BAD_SIGNATURE, Reason.FOREIGN_PLAN, Reason.ALTERED_ROSTER, Reason.DUPLICATE_MEMBER},
    "survivors": {Reason.BAD_SIGNATURE, Reason.TOLD_BEFORE},
}
"""Why a donor that has the true round in its journal may refuse an altered message of each kind."""


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all numbers, texts and dates in a message read as JSON."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if inside is None:
        yield path
        return
    for key, part in inside:
        yield from leaves(part, (*path, key))


def altered(value: Any, place: int) -> Any:
    """Another value of the same form: a number one higher, a date a day later, a text with one character changed."""
    if isinstance(value, int | float):
        return value + 1
    try:
        return (date.fromisoformat(value) + timedelta(days=1)).isoformat()
    except ValueError:
        place %= len(value)
        return value[:place] + ("1" if value[place] == "0" else "0") + value[place + 1 :]


def with_leaf(value: Any, path: tuple[Any, ...], place: int) -> Any:
    """The JSON with the leaf at this path altered."""
    if not path:
        return altered(value, place)
    copied = dict(value) if isinstance(value, dict) else list(value)
    copied[path[0]] = with_leaf(value[path[0]], path[1:], place)
    return copied


LEAVES = [(name, path) for name, (signed, _) in SIGNED.items() for path in leaves(json.loads(signed.payload))]
TRUE_CONTEXT = GROUP.context(0, ROSTER).digest
TRUE_LIST = signed_digest(SURVIVORS, Survivors)


def whole_chain(plan: Signed, group_plan: Signed, roster: Signed, survivors: Signed) -> None:
    """All that a donor checks in a round, by the journal of one that prepared, blinded and revealed the true one."""
    own, entry = GROUP.donors[0].member(SERVER_KEY), GROUP.preparations[0][0]
    tentative = donors_half.open_group_plan(plan, group_plan, identity=SERVER_KEY, server_key=SERVER_KEY, own=own)
    context = donors_half.open_round(
        tentative, roster, server_key=SERVER_KEY, prepared=entry, today=NEXT_DAY, signed_before=TRUE_CONTEXT
    )
    names = context.roster, context.roster_digest
    donors_half.open_survivors(tentative, *names, survivors, server_key=SERVER_KEY, sent=True, told_before=TRUE_LIST)


def test_the_true_chain_is_accepted():
    """What follows can fail: with nothing altered, every check passes."""
    whole_chain(*(signed for signed, _ in SIGNED.values()))


@settings(max_examples=25)
@given(st.integers(0, 127))
@pytest.mark.parametrize(
    ("name", "path"), LEAVES, ids=lambda part: part if isinstance(part, str) else ".".join(map(str, part))
)
def test_every_field_altered_by_the_server_is_refused(name, path, place):
    """A server that alters a field and signs again is refused by name, by who has the true round in its journal."""
    signed, kind = SIGNED[name]
    lie = resigned(kind, json.dumps(with_leaf(json.loads(signed.payload), path, place)))
    messages = {key: value for key, (value, _) in SIGNED.items()} | {name: lie}
    with pytest.raises(Refused) as refusal:
        whole_chain(**messages)
    assert refusal.value.reason in EXPECTED[name]


def resigned(kind: Any, text: str) -> Signed:
    """Any text signed by the server as a message of this kind, whether it is one or not."""

    class Raw:
        KIND = kind.KIND

        def model_dump_json(self) -> str:
            return text

    return sign(Raw(), SERVER)


@given(st.sampled_from(sorted(SIGNED)), st.integers(0, 10**6), st.characters(codec="utf-8"))
def test_every_character_altered_on_the_way_is_refused(name, place, character):
    """Any character of any signed message changed by somebody else is a bad signature."""
    signed, _ = SIGNED[name]
    place %= len(signed.payload)
    if signed.payload[place] == character:
        return
    payload = signed.payload[:place] + character + signed.payload[place + 1 :]
    messages = {key: value for key, (value, _) in SIGNED.items()}
    with refused(Reason.BAD_SIGNATURE):
        whole_chain(**messages | {name: Signed(payload=payload, signature=signed.signature)})


def flipped(data: bytes, place: int, mask: int) -> bytes:
    place %= len(data)
    return data[:place] + bytes([data[place] ^ mask]) + data[place + 1 :]


FLIPS = (st.integers(0, 10**6), st.integers(1, 255))


@settings(max_examples=300)
@given(*FLIPS)
def test_every_byte_of_a_preparation_is_signed(place, mask):
    """A prepare message with any byte changed is refused, before the true one and after it; the group is unchanged."""
    true = GROUP.preparations[4][1]
    for before, reason in ((False, Reason.ALTERED_ROSTER), (True, Reason.DIFFERENT_VECTOR)):
        group = server.receive_preparation(GROUP.preparing, 4, true)[0] if before else GROUP.preparing
        prepared = dict(group.prepared)
        with refused(reason):
            server.receive_preparation(group, 4, flipped(true, place, mask))
        assert group.prepared == prepared


@given(*FLIPS)
def test_every_byte_of_a_resent_vector_counts(place, mask):
    """After a vector has come, one with any byte changed is refused and the running sum stays; the same is a resend."""
    true = GROUP.vector(0, ROSTER)
    empty = server.fix_roster(server.receive_preparation(GROUP.preparing, 0, GROUP.preparations[0][1])[0], 1, 7)
    assert not isinstance(empty, server.Cancelled)
    group = GROUP.receive_vector(empty[0], 0, true, ROSTER)
    with refused(Reason.DIFFERENT_VECTOR):
        GROUP.receive_vector(group, 0, flipped(true, place, mask), ROSTER)
    assert GROUP.receive_vector(group, 0, true, ROSTER) is group
    assert group.total.tobytes() + group.signatures[0] == true


@given(*FLIPS)
def test_every_byte_of_a_vectors_signature_counts(place, mask):
    """A first vector with any byte of its signature changed is refused, and the running sum stays."""
    true, group = GROUP.vector(0, ROSTER), server.Submitting((0, 1, 3, 4), np.zeros(7, dtype=np.uint32))
    vector, signature = true[:-SIGNATURE_SIZE], true[-SIGNATURE_SIZE:]
    with refused(Reason.ALTERED_ROSTER):
        GROUP.receive_vector(group, 0, vector + flipped(signature, place, mask), ROSTER)
    assert not group.total.any()


@given(st.sampled_from([0, 1, 2]), *FLIPS)
def test_every_byte_of_a_survivors_signature_counts(index, place, mask):
    """Who has not revealed yet refuses a survivor list with any byte of any survivor's signature changed."""
    signatures = [bytes.fromhex(GROUP.signature(survivor, ROSTER)) for survivor in (0, 1, 3)]
    signatures[index] = flipped(signatures[index], place, mask)
    lie = GROUP.survivors(ROSTER, [0, 1, 3], signatures=tuple(signature.hex() for signature in signatures))
    with refused(Reason.ALTERED_SURVIVORS):
        GROUP.told(0, ROSTER, lie, sent=True)


@given(*FLIPS)
def test_every_byte_of_a_resent_reveal_counts(place, mask):
    """After a reveal has come, one with any byte changed is refused; the same is a resend."""
    true = GROUP.reveal(0, ROSTER, SURVIVORS)
    empty = server.Revealing(frozenset({0, 1, 3}), np.zeros(7, dtype=np.uint32))
    group = server.receive_reveal(empty, 0, true, size=5, members=4)
    with refused(Reason.DIFFERENT_VECTOR):
        server.receive_reveal(group, 0, flipped(true, place, mask), size=5, members=4)
    assert server.receive_reveal(group, 0, true, size=5, members=4) is group


@pytest.mark.slow
@given(*FLIPS)
@example(0, 3)  # the kind alone: a true share under the wrong name
def test_every_byte_of_a_first_reveal_counts_or_is_dropped(place, mask):
    """Four reveals are needed: with any byte of one of four changed no sum comes out, and a fifth makes it exact."""
    reveals = [GROUP.reveal(h, ROSTER, SURVIVORS, sent=h in (0, 1, 3)) for h in range(5)]
    total = sum(from_bytes(GROUP.vector(h, ROSTER)[:-SIGNATURE_SIZE], 7) for h in (0, 1, 3))
    group, known = server.Revealing(frozenset({0, 1, 3}), total), GROUP.server_roster(ROSTER)
    for h, data in enumerate([flipped(reveals[0], place, mask), *reveals[1:4]]):
        group = server.receive_reveal(group, h, data, size=5, members=4)
    assert server.unmask(group, known, last=False) is group
    group = server.receive_reveal(group, 4, reveals[4], size=5, members=4)
    unmasked = server.unmask(group, known, last=False)
    assert isinstance(unmasked, server.Unmasked)
    assert unmasked.total.tolist() == [0, 0, 1, 1, 0, 1, 0]


@given(*FLIPS)
def test_every_byte_of_a_box_is_sealed(place, mask):
    """A box with any byte changed does not open, and the true one does."""
    key = donors_half.BoxKeys(GROUP.donors[0]).with_member(GROUP.tentatives[0].group.members[3])
    true = GROUP.dealings[3].box(0)
    assert len(true) == BOX_SIZE
    assert open_box(flipped(true, place, mask), GROUP.digest, 3, 0, key) is None
    assert open_box(true, GROUP.digest, 3, 0, key) is not None
