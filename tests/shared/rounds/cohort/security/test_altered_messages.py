"""Every `cohort` message altered in every field and byte is refused by name, on both sides.

Homes have the true day in their journal, as when a server shows them something else later.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nacl.signing import SigningKey
from pydantic import ValidationError

from pdd_shared.protocol.fields import SignedKind
from pdd_shared.protocol.merkle_tree import root_of
from pdd_shared.protocol.messages import KeyChain, LogPart, Signed
from pdd_shared.protocol.signing import sign
from pdd_shared.rounds.cohort import messages
from pdd_shared.rounds.cohort.day import donor, server
from pdd_shared.rounds.cohort.day.journal import Entry
from pdd_shared.rounds.cohort.epoch.acceptance import (
    Published,
    accept_reset,
    check_published,
    open_online_key,
    open_receipt,
)
from pdd_shared.rounds.cohort.epoch.places import open_place
from pdd_shared.rounds.cohort.epoch.public_log import follow_log, log_line
from pdd_shared.rounds.cohort.key_chain import KnownLink, add_link, follow
from pdd_shared.rounds.cohort.messages import (
    Checkpoint,
    CohortPlan,
    Epoch,
    KeyLink,
    OnlineKey,
    Reset,
    TicketReceipt,
    UploadReceipt,
)
from pdd_shared.rounds.refusals import Reason, Refused
from tests.support.altered_messages import (
    GONE,
    Path,
    at,
    fields_of,
    flipped,
    letter_changed,
    others,
    places_of,
    signed_again,
    with_field,
)
from tests.support.cohort.example_day import (
    CONTEXT,
    DAY,
    EPOCH,
    LEAVES,
    ONLINE,
    PLAN,
    SERVER,
    TODAY,
    TREE,
    UPLOADS,
    certifying,
    journal_of,
    journal_with_receipt,
    place_of,
    plan,
    ticket_receipt,
)
from tests.support.cohort.memory_cohort import MemoryCohort, leaf_of
from tests.support.cohort.message_checks import MEETING, shown_epoch, shown_list, shown_plan

IDENTITY_KEY = SigningKey(bytes.fromhex(DAY["identity_seed"]))
ONLINE_KEY = SigningKey(bytes.fromhex(DAY["online_seed"]))
ONE_DAY_KEY = OnlineKey(server=SERVER.hex(), key=ONLINE.hex(), first=TODAY, last=TODAY)
FIRST_LINKS = add_link((), bytes(32), TODAY, TODAY, IDENTITY_KEY).links
LINK = add_link(FIRST_LINKS, ONLINE, TODAY, TODAY, IDENTITY_KEY).links[-1]
RESET = Reset(server=SERVER.hex(), number=7, day=TODAY)
KNOWN = {
    "known": {key: json.loads(DAY["epoch"]["payload"])[key] for key in ("number", "start", "size", "root", "reset")}
}
"""Of the epoch that the home accepted."""
LOG = (log_line(RESET.model_copy(update={"number": 1})), log_line(RESET))
CHECKPOINT = Checkpoint(server=SERVER.hex(), size=2, root=root_of(LOG).hex())
SIGNED_FOR = {
    "plan": DAY["plan_digest"],
    "root": EPOCH.root,
    "context": DAY["context"],
    "committee": DAY["committee_digest"],
    "sub_cohorts": 1,
}
"""What the home said of the true day."""


def meets_online_key(signed: Signed) -> None:
    """Read one day's online key on that day, and then the epoch that it signed."""
    key = open_online_key(signed, SERVER, TODAY)
    check_published(Signed(**DAY["epoch"]), EPOCH, server=SERVER, online_key=key)


def meets_key_link(signed: Signed) -> None:
    """Follow the chain from the link before this one."""
    chain, known = KeyChain(links=(*FIRST_LINKS, signed)), KnownLink.of(FIRST_LINKS[0])
    follow(chain, server=SERVER, online_key=ONLINE, today=TODAY, known=known)


def meets_receipt(signed: Signed) -> None:
    """Read the receipt of the home's ticket, and then find its place in the promised epoch."""
    ticket = bytes.fromhex(DAY["donors"]["0"]["ticket"]["digest"])
    keys = {"server": SERVER, "online_key": ONLINE}
    receipt = open_receipt(signed, **keys, ticket=ticket, known=None, promised=None, reset=None)
    open_place(EPOCH, LEAVES[0], receipt, TREE, [], SERVER, None)


def meets_epoch(signed: Signed) -> None:
    shown_epoch({"message": signed.model_dump(), **KNOWN})


def meets_published_epoch(signed: Signed) -> None:
    check_published(signed, EPOCH, server=SERVER, online_key=ONLINE)


def meets_reset(signed: Signed) -> None:
    accept_reset(signed, server=SERVER, online_key=ONLINE, today=TODAY, known=RESET)


def meets_checkpoint(signed: Signed) -> None:
    """Follow the log from its first line."""
    follow_log(LOG[:1], LogPart(first=1, lines=LOG[1:], checkpoint=signed), server=SERVER, online_key=ONLINE)


def meets_plan(signed: Signed) -> None:
    shown_plan({"message": signed.model_dump(), "journal": SIGNED_FOR})


def meets_upload_receipt(signed: Signed) -> None:
    """Read the receipt of the home's upload, with the journal of what it said and was told before."""
    day = donor.open_day(plan(), place_of(0), Published(EPOCH))
    journal = journal_of(SIGNED_FOR, plan())
    told = journal_with_receipt(0).entries
    donor.open_receipt(signed, day, ONLINE, journal.with_entries([Entry(*line) for line in told.items()]))


SHOWN: Mapping[str, tuple[Signed, type[SignedKind], SigningKey, Callable[[Signed], None]]] = {
    "online-key": (sign(ONE_DAY_KEY, IDENTITY_KEY), OnlineKey, IDENTITY_KEY, meets_online_key),
    "key-link": (LINK, KeyLink, IDENTITY_KEY, meets_key_link),
    "ticket-receipt": (Signed(**DAY["donors"]["0"]["receipt"]), TicketReceipt, ONLINE_KEY, meets_receipt),
    "epoch": (Signed(**DAY["epoch"]), Epoch, ONLINE_KEY, meets_epoch),
    "published epoch": (Signed(**DAY["epoch"]), Epoch, ONLINE_KEY, meets_published_epoch),
    "reset": (sign(RESET, ONLINE_KEY), Reset, ONLINE_KEY, meets_reset),
    "checkpoint": (sign(CHECKPOINT, ONLINE_KEY), Checkpoint, ONLINE_KEY, meets_checkpoint),
    "cohort-plan": (Signed(**DAY["plan"]), CohortPlan, ONLINE_KEY, meets_plan),
    "upload-receipt": (Signed(**UPLOADS[0]["receipt"]), UploadReceipt, ONLINE_KEY, meets_upload_receipt),
}
"""What a home is shown: the true message, its kind, who signs it, and what the home does with it."""
NO_LIES = {
    ("online-key", "first", (TODAY.replace(day=TODAY.day - 1)).isoformat()),
    ("online-key", "last", (TODAY.replace(day=TODAY.day + 1)).isoformat()),
    ("key-link", "first", (TODAY.replace(day=TODAY.day - 1)).isoformat()),
    ("key-link", "last", (TODAY.replace(day=TODAY.day + 1)).isoformat()),
    ("reset", "number", RESET.number + 1),
}
"""An online key or a link of more days is one that a server may sign, and so is a second reset on the same day."""


def alterations() -> list[Any]:
    """Return each field of each signed message with each other value."""
    found = []
    for name, (signed, *_) in SHOWN.items():
        value = json.loads(signed.payload)
        for path in fields_of(value):
            for new in others(at(value, path)):
                if (name, path[-1], new) not in NO_LIES:
                    found.append(pytest.param(name, path, new, id=f"{name}: {'.'.join(map(str, path))} {new}"[:90]))
    return found


def test_every_kind_of_signed_message_is_altered() -> None:
    """Every kind of signed message is altered here, so that a new kind cannot be forgotten."""
    kinds = {kind for kind in vars(messages).values() if isinstance(kind, type) and issubclass(kind, SignedKind)}
    assert kinds - {SignedKind} == {kind for _, kind, *_ in SHOWN.values()}


@pytest.mark.parametrize("name", SHOWN)
def test_the_true_message_is_accepted(name: str) -> None:
    """Unaltered messages pass every check, also in a home that said all of it before."""
    signed, _, _, meet = SHOWN[name]
    meet(signed)


@pytest.mark.parametrize(("name", "path", "new"), alterations())
def test_every_field_altered_by_the_server_is_refused(name: str, path: Path, new: Any) -> None:
    """A field that the server alters and signs again is refused by name."""
    signed, kind, key, meet = SHOWN[name]
    with pytest.raises(Refused):
        meet(signed_again(kind, with_field(json.loads(signed.payload), path, new), key))


def lie_is_read(kind: type[SignedKind], lie: Any) -> bool:
    """Return whether the altered JSON is still a message of its kind, which is refused for its content."""
    try:
        kind.model_validate_json(lie if isinstance(lie, str) else json.dumps(lie))
    except ValidationError:
        return False
    return isinstance(lie, dict)


@pytest.mark.parametrize("name", SHOWN)
def test_no_field_may_be_missing_of_another_type_or_unknown(name: str) -> None:
    """A field left out, null, a list, an object or a truth value, and an unknown field are refused.

    A server may sign a plan with empty parts, strata or cohorts. Homes that said something else before refuse it.
    """
    signed, kind, key, meet = SHOWN[name]
    value = json.loads(signed.payload)
    lies = [{**value, "more": 1}, "[]", "{}", "null", "", "{", signed.payload + " "]
    for path in places_of(value):
        lies += [with_field(value, path, new) for new in (GONE, None, [], {}, True, 1.5) if new != at(value, path)]
    for lie in lies:
        with pytest.raises(Refused) as refusal:
            meet(signed_again(kind, lie, key))
        assert refusal.value.reason == Reason.BAD_SIGNATURE or lie_is_read(kind, lie), lie


@given(st.sampled_from(sorted(SHOWN)), st.integers(0, 10**6), st.characters(codec="utf-8"))
def test_every_letter_altered_on_the_way_is_refused(name: str, place: int, letter: str) -> None:
    """A signed message with any letter changed on the way is refused for its signature."""
    signed, _, _, meet = SHOWN[name]
    altered = letter_changed(signed, place, letter)
    if altered == signed:
        return
    with pytest.raises(Refused) as refusal:
        meet(altered)
    assert refusal.value.reason == Reason.BAD_SIGNATURE


@given(st.sampled_from(sorted(SHOWN)), st.integers(0, 63), st.integers(1, 255))
def test_every_byte_of_a_signature_counts(name: str, place: int, mask: int) -> None:
    """A signature with any byte changed is refused."""
    signed, _, _, meet = SHOWN[name]
    signature = flipped(bytes.fromhex(signed.signature), place, mask).hex()
    with pytest.raises(Refused) as refusal:
        meet(Signed(payload=signed.payload, signature=signature))
    assert refusal.value.reason == Reason.BAD_SIGNATURE


# --- messages in bytes

TICKET = DAY["donors"]["0"]["ticket"]


def meets_list(data: bytes) -> None:
    """Show another list to a member that certified the true one."""
    shown_list({"list": data.hex(), "journal": {"list": DAY["list_digest"]}})


def meets_certificate(data: bytes) -> None:
    MEETING["certificate"]({"certificate": data.hex()})


def meets_answer(data: bytes) -> None:
    MEETING["answer"]({"place": 1, "message": data.hex()})


def meets_certifying(data: bytes) -> None:
    server.receive_signature(certifying(), 1, data)


def meets_committee(data: bytes) -> None:
    leaves = [data[start : start + 68].hex() for start in range(0, len(data), 68)]
    MEETING["place"]({"epoch": DAY["epoch"], "committee": leaves, "proof": []})


BYTES: Mapping[str, tuple[bytes, Callable[[bytes], None], set[Reason]]] = {
    "list": (
        bytes.fromhex(DAY["list"]),
        meets_list,
        {Reason.ALTERED_LIST, Reason.TOLD_BEFORE, Reason.LIST_TOO_SMALL, Reason.DENIED_VECTOR, Reason.WEAK_KEY},
    ),
    "certificate": (bytes.fromhex(DAY["certificate"]), meets_certificate, {Reason.BAD_CERTIFICATE}),
    "certifying signature": (bytes.fromhex(DAY["certified"]["1"]), meets_certifying, {Reason.BAD_SIGNATURE}),
    "answer": (bytes.fromhex(DAY["answers"]["1"]), meets_answer, {Reason.BAD_SIGNATURE, Reason.WRONG_SIZE}),
    "shown leaves": (
        b"".join(leaf.encoded for leaf in TREE),
        meets_committee,
        {Reason.WRONG_COMMITTEE, Reason.DENIED_TICKET, Reason.WEAK_KEY},
    ),
}
"""Messages in bytes: the true one, who reads it, and by which names it may refuse another."""


@pytest.mark.parametrize("name", BYTES)
def test_the_true_bytes_are_accepted(name: str) -> None:
    """Unaltered bytes are accepted."""
    data, meet, _ = BYTES[name]
    meet(data)


@pytest.mark.parametrize("name", BYTES)
@settings(max_examples=200)
@given(data=st.data())
def test_every_byte_altered_is_refused_by_name(name: str, data: st.DataObject) -> None:
    """A list, certificate, signature, answer or shown leaf with any byte changed is refused by name."""
    true, meet, names = BYTES[name]
    altered = flipped(true, data.draw(st.integers(0, len(true) - 1)), data.draw(st.integers(1, 255)))
    with pytest.raises(Refused) as refusal:
        meet(altered)
    assert refusal.value.reason in names


@settings(max_examples=300)
@given(st.sampled_from(sorted(UPLOADS)), st.integers(0, 10**6), st.integers(1, 255))
def test_every_byte_of_an_upload_is_signed(leaf: int, place: int, mask: int) -> None:
    """The server refuses an upload with any byte of nonce, mask, shares or signature changed."""
    true = bytes.fromhex(UPLOADS[leaf]["message"])
    place %= len(true)
    changed = [[place, flipped(true, place, mask)[place : place + 1].hex()]]
    with pytest.raises(Refused) as refusal:
        MEETING["upload"]({"leaf": leaf, "changed": changed})
    assert refusal.value.reason in {Reason.BAD_SIGNATURE, Reason.WRONG_SIZE}


@given(st.sampled_from(["identity", "exchange", "signing", "signature"]), st.integers(0, 63), st.integers(1, 255))
def test_every_byte_of_a_ticket_is_signed(field: str, place: int, mask: int) -> None:
    """The server refuses a ticket with any byte of its keys, identity or signature changed."""
    altered = flipped(bytes.fromhex(TICKET[field]), place, mask).hex()
    with pytest.raises(Refused) as refusal:
        MEETING["ticket"]({"ticket": {**TICKET, field: altered}})
    assert refusal.value.reason in {Reason.BAD_SIGNATURE, Reason.WEAK_KEY}


def test_every_byte_of_a_proof_counts() -> None:
    """A proof with any byte of any hash changed leads to another root, and is refused."""
    cohort = MemoryCohort(300)
    committee = [leaf_of(index) for index in (leaf.index for leaf in cohort.committee)]
    proof = cohort.tree.prove({*(leaf.index for leaf in committee), 0})
    receipt = ticket_receipt(0).model_copy(update={"server": cohort.epoch.server, "ticket": "00" * 32})
    shown = (cohort.epoch, leaf_of(0), receipt, committee)
    known = bytes.fromhex(cohort.epoch.server), None
    open_place(*shown, proof, *known)
    for number, place in ((number, place) for number in range(0, len(proof), 7) for place in range(0, 32, 5)):
        altered = [*proof[:number], flipped(proof[number], place, 1), *proof[number + 1 :]]
        with pytest.raises(Refused):
            open_place(*shown, altered, *known)


def test_the_names_of_the_day_are_those_of_the_plan() -> None:
    """The journal that these tests give a home is of the example day."""
    assert plan().digest.hex() == SIGNED_FOR["plan"]
    assert (plan().plan, CONTEXT.hex()) == (PLAN, SIGNED_FOR["context"])
