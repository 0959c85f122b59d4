"""The committee member's half of a cohort's day: one list, for ever, and an answer for that list alone."""

from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest

from pdd_shared.rounds.cohort.day import member, server
from pdd_shared.rounds.cohort.day.journal import Entry, Journal, Key, Kind, NotWritten, receipt_entry
from pdd_shared.rounds.cohort.day.lists import IncludedList, list_digest, write_certificate
from pdd_shared.rounds.cohort.encoding import statement
from pdd_shared.rounds.cohort.epoch.tree import Leaf
from pdd_shared.rounds.cohort.masking.ring import from_wire
from pdd_shared.rounds.cohort.masking.sharing import stream
from pdd_shared.rounds.refusals import Reason, Refused
from tests.support.cohort.memory_cohort import CLOSED, DAY, MemoryCohort, Vouched, leaf_of, secrets_of

COHORT = MemoryCohort(7, 1)
STATE = COHORT.certifying(range(8))
LIST = STATE.listed.encoded
OPENING = COHORT.opening(STATE)
PLACE = 3
OWN = COHORT.committee[PLACE - 1].index
OTHER = COHORT.certifying(range(6)).listed.encoded


def with_receipt(nonce: bytes, leaf: int = OWN) -> Journal:
    """Return the journal of a home with a receipt for its own upload."""
    return Journal().with_entries([receipt_entry(DAY, leaf, nonce)])


def refusal(function: object, *arguments: object, **named: object) -> Reason:
    with pytest.raises(Refused) as refused:
        function(*arguments, **named)  # type: ignore[operator]
    return refused.value.reason


def made(data: bytes = LIST, cohort: MemoryCohort = COHORT, **changed: object) -> member.Certified:
    arguments = {
        "secrets": secrets_of(OWN),
        "home": cohort.viewed(changed.pop("today", CLOSED)),
        "journal": Journal(),
        **changed,
    }
    return member.certify(cohort.member_day(PLACE), data, **arguments)  # type: ignore[arg-type]


def certify(data: bytes = LIST, cohort: MemoryCohort = COHORT, **changed: object) -> Vouched:
    """Certify a list, write the journal entries and send the signature."""
    certified, journal = made(data, cohort, **changed), changed.get("journal", Journal())
    return Vouched(certified.release(journal.with_entries(certified.entries)), certified.entries)


def test_a_member_signs_a_good_list_and_journals_it_first() -> None:
    """A member signs context and list digest, after plan, committee and list are journalled."""
    certified = certify()
    digest = list_digest(COHORT.frame.context, LIST)
    said = statement("certified", COHORT.frame.context, digest)
    secrets_of(OWN).signing.verify_key.verify(said, certified.signature)
    assert [entry.key for entry in certified.entries] == [
        Key(Kind.PLAN, DAY),
        Key(Kind.COMMITTEE, DAY, 0),
        Key(Kind.LIST, DAY, 0, 0),
    ]
    assert certified.entries[-1].value == digest
    assert certify(journal=Journal().with_entries(certified.entries)) == Vouched(certified.signature, ())


def test_nothing_is_signed_before_it_is_written() -> None:
    """A signature is held back if any of its journal entries is missing, even if it was made from a journal that
    had them.
    """
    certified = made()
    for missing in certified.entries:
        with pytest.raises(NotWritten):
            certified.release(Journal().with_entries(entry for entry in certified.entries if entry != missing))
    with pytest.raises(NotWritten):
        made(journal=Journal().with_entries(certified.entries)).release(Journal())


def test_two_contacts_at_once_sign_one_list() -> None:
    """Of two contacts that read the same journal, only the one whose entries were written sends its signature."""
    first, second = made(LIST), made(OTHER)
    journal = Journal().with_entries(first.entries)
    assert first.release(journal)
    assert refusal(second.release, journal) == Reason.TOLD_BEFORE


def test_one_list_for_ever() -> None:
    """Once a list is journalled, any other list of that day is refused, even a valid one."""
    journal = Journal().with_entries(certify().entries)
    assert certify(OTHER).signature
    assert refusal(certify, OTHER, journal=journal) == Reason.TOLD_BEFORE


def test_a_second_plan_has_no_list() -> None:
    """A home that submitted or certified under one plan refuses to certify under another plan of that day."""
    other = COHORT.with_plan(capacity=100)
    assert certify(cohort=other).signature
    for said in (COHORT.submission(OWN).entries, certify().entries):
        assert refusal(certify, cohort=other, journal=Journal().with_entries(said)) == Reason.DAY_SIGNED_BEFORE


def test_a_second_committee_or_number_of_sub_cohorts_is_refused() -> None:
    """A second committee, or another number of sub-cohorts, is refused for the same day and cohort."""
    key = Key(Kind.COMMITTEE, DAY, 0)
    (known,) = [entry for entry in certify().entries if entry.key == key]
    for value in (bytes(32) + known.value[32:], known.value[:32] + bytes([2, 0, 0, 0])):
        assert refusal(certify, journal=Journal().with_entries([Entry(key, value)])) == Reason.TOLD_BEFORE


def test_lists_are_certified_while_members_may() -> None:
    """A list is certified from the first night on which the window may close until the last day for answers."""
    first, last, day = DAY + timedelta(days=3), DAY + timedelta(days=21), timedelta(days=1)
    assert certify(today=first).signature
    assert certify(today=last).signature
    assert refusal(certify, today=first - day) == Reason.TOO_LATE
    assert refusal(certify, today=last + day) == Reason.TOO_LATE


def test_the_own_upload_must_be_in_the_list() -> None:
    """A member with a receipt certifies only a list that contains its own upload."""
    own = STATE.listed.entries[OWN]
    assert certify(journal=with_receipt(own)).signature
    assert refusal(certify, journal=with_receipt(b"n" * 16)) == Reason.DENIED_VECTOR
    without = IncludedList.of({home: b"n" * 16 for home in range(7) if home != OWN}, []).encoded
    assert certify(without).signature
    assert refusal(certify, without, journal=with_receipt(own)) == Reason.DENIED_VECTOR


@pytest.mark.parametrize("weak", ["exchange", "signing"])
def test_a_weak_appended_key_is_refused(weak: str) -> None:
    """An appended leaf with a weak key is refused: nobody else has checked a leaf that was never in a tree."""
    good = leaf_of(7)
    leaf = Leaf(7, bytes(32), good.signing) if weak == "exchange" else Leaf(7, good.exchange, bytes([1]) + bytes(31))
    included = IncludedList.of(dict.fromkeys(range(8), b"n" * 16), [leaf])
    assert refusal(certify, included.encoded) == Reason.WEAK_KEY


def test_nothing_is_certified_that_lists_refuse() -> None:
    """A list that fails the checks of `lists` is refused before anything is journalled."""
    small = IncludedList.of(dict.fromkeys(range(3), b"n" * 16), []).encoded
    assert refusal(certify, small) == Reason.LIST_TOO_SMALL
    assert refusal(certify, LIST + b"\0") == Reason.ALTERED_LIST


def answer(**changed: object) -> bytes:
    arguments = {"certificate": OPENING.certificate, "listed": LIST, "journal": COHORT.journal(PLACE, LIST), **changed}
    data, certificate = arguments.pop("listed"), arguments.pop("certificate")
    day = arguments.pop("day", COHORT.member_day(PLACE))
    view = COHORT.viewed(arguments.pop("today", CLOSED))
    named = {"secrets": secrets_of(OWN), "home": view, **arguments}
    return member.answer(day, data, certificate, **named)  # type: ignore[arg-type]


def test_an_answer_is_the_sum_of_the_streams_over_the_list() -> None:
    """An answer is the sum of the streams over the list, recomputed here one by one, signed with list and place."""
    size, context = COHORT.tree_size.committee, COHORT.frame.context
    total = np.zeros(size.columns, dtype=np.uint64)
    for leaf, nonce in STATE.listed.pairs:
        shared = secrets_of(OWN).agree(leaf_of(leaf).exchange)
        total += stream(shared, context, PLACE, leaf_of(leaf).encoded, nonce, size.columns)
    data = answer()
    assert np.array_equal(from_wire(data[:-64], size.columns), total % np.uint64(2**32 - 2**20 + 1))
    said = statement("opened", context, STATE.digest, PLACE, data[:-64])
    secrets_of(OWN).signing.verify_key.verify(said, data[-64:])


def test_an_answer_is_always_the_same() -> None:
    """A resend of an answer has the same bytes, with kept key agreements too."""
    kept = [secrets_of(OWN).agree(leaf_of(leaf).exchange) for leaf in range(8)]
    assert answer(agree=lambda leaves: [kept[leaf.index] for leaf in leaves]) == answer()


def test_nothing_is_answered_for_another_list() -> None:
    """A member answers only for the list in its journal, even if another list has a certificate."""
    other = COHORT.opening(COHORT.certifying(range(6)))
    assert refusal(answer, listed=OTHER, certificate=other.certificate) == Reason.TOLD_BEFORE
    assert refusal(answer, certificate=other.certificate) == Reason.BAD_CERTIFICATE


def test_nothing_is_answered_without_having_certified() -> None:
    """A member answers only if it certified the list itself; a certificate by others is not enough."""
    assert refusal(answer, journal=Journal()) == Reason.BAD_CERTIFICATE
    only_submitted = Journal().with_entries(COHORT.submission(OWN).entries)
    assert refusal(answer, journal=only_submitted) == Reason.BAD_CERTIFICATE


def test_a_quorum_less_one_opens_nothing() -> None:
    """A certificate that lacks a signature, or has one twice, is refused."""
    quorum = COHORT.tree_size.committee.quorum
    signatures = {place: COHORT.certify(place, LIST).signature for place in range(1, quorum + 1)}
    assert answer(certificate=write_certificate(signatures, quorum))
    del signatures[1]
    assert refusal(answer, certificate=write_certificate(signatures, quorum)) == Reason.BAD_CERTIFICATE


def test_nothing_is_answered_after_the_last_day() -> None:
    """A member does not answer after the last day, when the ticket's secrets are about to be erased."""
    assert refusal(answer, today=DAY + timedelta(days=22)) == Reason.TOO_LATE


def test_another_plan_or_committee_gets_no_answer() -> None:
    """A member does not answer under another plan or committee than the journalled one."""
    other = COHORT.with_plan(capacity=100).member_day(PLACE)
    assert refusal(answer, day=other) in (Reason.TOLD_BEFORE, Reason.DAY_SIGNED_BEFORE)
    swapped = (*COHORT.committee[1::-1], *COHORT.committee[2:])
    own = COHORT.member_day(PLACE)
    day = replace(own, committee=replace(own.committee, members=swapped))
    assert refusal(answer, day=day) == Reason.TOLD_BEFORE


def open_day(cohort: MemoryCohort = COHORT, **changed: object) -> member.MemberDay:
    own = {
        "plan": cohort.checked,
        "committee": COHORT.member_day(PLACE).committee,
        "leaves": COHORT.leaves,
        "sub_cohort": 0,
        "own": OWN,
        **changed,
    }
    plan, committee, leaves = (own.pop(name) for name in ("plan", "committee", "leaves"))
    return member.open_day(plan, committee, leaves, **own)  # type: ignore[arg-type]


def test_a_member_serves_where_it_was_drawn() -> None:
    """A member serves only where the tree drew it: another tree, or a leaf that does not serve, is refused."""
    day = open_day()
    assert (day.place, day.leaf) == (PLACE, COHORT.committee[PLACE - 1])
    assert refusal(open_day, own=7) == Reason.NOT_A_MEMBER
    assert refusal(open_day, MemoryCohort(8)) == Reason.FOREIGN_PLAN


def test_the_leaves_are_those_of_the_committees_cohort() -> None:
    """Leaves that were checked for another tree or cohort are refused."""
    for other in (MemoryCohort(8).leaves, replace(COHORT.leaves, cohort=1)):
        assert refusal(open_day, leaves=other) == Reason.WRONG_COMMITTEE


@pytest.mark.parametrize("sub_cohort", [-1, 1, 5])
def test_there_are_no_other_sub_cohorts(sub_cohort: int) -> None:
    """An undivided cohort has sub-cohort 0 alone; another would give the day a second list."""
    assert refusal(open_day, sub_cohort=sub_cohort) == Reason.WRONG_COMMITTEE


def test_a_member_certifies_a_list_of_each_sub_cohort() -> None:
    """On a divided day a member certifies one list of each half, and refuses a second list of either."""
    cohort, journal, lists = MemoryCohort(1200, sub_cohorts=2), Journal(), []
    draw, own = cohort.leaves.draw, cohort.committee[0].index
    for half in (0, 1):
        homes = [leaf for leaf in range(1200) if draw.sub_cohort_of(leaf, DAY, 2) == half]
        day = member.open_day(cohort.checked, cohort.member_day(1).committee, cohort.leaves, sub_cohort=half, own=own)
        asked = {"secrets": secrets_of(own), "home": cohort.viewed(CLOSED)}
        first, second = (IncludedList.of(dict.fromkeys(homes, nonce * 16), []).encoded for nonce in (b"n", b"o"))
        certified = member.certify(day, first, **asked, journal=journal)
        journal = journal.with_entries(certified.entries)
        assert certified.release(journal)
        assert refusal(member.certify, day, second, **asked, journal=journal) == Reason.TOLD_BEFORE
        lists.append(day.list_key)
    assert lists == [Key(Kind.LIST, DAY, 0, 0), Key(Kind.LIST, DAY, 0, 1)]


LATER = {
    "a reset": ({"since": DAY + timedelta(days=1)}, Reason.WRONG_DAY),
    "the next epoch": ({"next_start": DAY + timedelta(days=1)}, Reason.WRONG_DAY),
    "another reset's epoch": ({"epoch": COHORT.epoch.model_copy(update={"reset": 1})}, Reason.FOREIGN_PLAN),
}


@pytest.mark.parametrize("case", LATER)
def test_a_later_reset_or_epoch_ends_a_plan(case: str) -> None:
    """A plan from before a later reset or epoch is neither certified nor answered under."""
    changed, reason = LATER[case]
    for asked in (certify, answer):
        assert refusal(asked, home=replace(COHORT.viewed(CLOSED), **changed)) == reason


def test_other_secrets_than_the_leafs_are_refused() -> None:
    """Certifying or answering with another home's secrets is refused: it would count against this member."""
    for key in ("exchange_secret", "signing_seed"):
        mixed = replace(secrets_of(OWN), **{key: getattr(secrets_of(OWN + 1), key)})
        for asked in (certify, answer):
            assert refusal(asked, secrets=mixed) == Reason.NOT_A_MEMBER


def test_an_answer_needs_the_whole_journal() -> None:
    """A journal with the list but not its plan, which no transaction leaves behind, gives no answer."""
    entries = [entry for entry in COHORT.certify(PLACE, LIST).entries if entry.key.kind != Kind.PLAN]
    with pytest.raises(NotWritten):
        answer(journal=Journal().with_entries(entries))


def test_list_and_certificate_may_come_in_one_contact() -> None:
    """A member may certify a list and answer for it in the same contact."""
    certified = certify()
    journal = Journal().with_entries(certified.entries)
    assert answer(journal=journal) == answer()
    assert isinstance(server.receive_answer(OPENING, PLACE, answer()), server.Opening)
