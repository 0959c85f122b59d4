"""The donor's half of a cohort's day: what it sends, journals and refuses."""

from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest

from pdd_shared.protocol.keys import WeakKey
from pdd_shared.protocol.signing import sign
from pdd_shared.rounds.cohort.day import donor
from pdd_shared.rounds.cohort.day.journal import Journal, Key, Kind, NotWritten
from pdd_shared.rounds.cohort.epoch.acceptance import Published
from pdd_shared.rounds.cohort.masking import ring
from pdd_shared.rounds.cohort.masking.decoding import decode
from pdd_shared.rounds.cohort.masking.ring import read_sum, subtract
from pdd_shared.rounds.cohort.masking.sharing import stream
from pdd_shared.rounds.cohort.messages import UploadReceipt
from pdd_shared.rounds.refusals import Reason, Refused
from tests.support.cohort.memory_cohort import (
    DAY,
    IDENTITY,
    ONLINE,
    ONLINE_KEY,
    SUBMITTING,
    MemoryCohort,
    Sent,
    random_from,
    secrets_of,
)

COHORT = MemoryCohort(7, 1)
DAY_OF_0 = COHORT.donor_day(0)


def made(journal: Journal | None = None, cohort: MemoryCohort = COHORT, **changed: object) -> donor.Submission:
    arguments = {
        "secrets": secrets_of(0),
        "home": cohort.viewed(changed.pop("today", SUBMITTING)),
        "journal": journal or Journal(),
        "random_bytes": random_from(0),
        **changed,
    }
    given = arguments.pop("given", cohort.given(0))
    return donor.submit(cohort.donor_day(0), given, **arguments)  # type: ignore[arg-type]


def submit(journal: Journal | None = None, cohort: MemoryCohort = COHORT, **changed: object) -> Sent:
    """Submit an upload, write its journal entries and send it."""
    submission = made(journal, cohort, **changed)
    return Sent(submission.release((journal or Journal()).with_entries(submission.entries)), submission.entries)


def refused(function: object, *arguments: object, **named: object) -> Reason:
    with pytest.raises(Refused) as refusal:
        function(*arguments, **named)  # type: ignore[operator]
    return refusal.value.reason


def test_an_upload_is_the_counts_and_the_noise() -> None:
    """With the whole committee's secrets, an upload opens to the donor's counts and noise."""
    upload = COHORT.upload(0)
    size, context = COHORT.tree_size.committee, COHORT.frame.context
    shares = {}
    for place, member in enumerate(COHORT.committee, start=1):
        shared = secrets_of(member.index).agree(secrets_of(0).exchange_public)
        hiding = stream(shared, context, place, COHORT.place(0).leaf.encoded, upload.nonce, size.columns)
        shares[place] = subtract(upload.shares[place - 1], hiding)
    key = decode(shares, size, random_from(1)).key
    reading = read_sum(upload.ciphertext, key, context, DAY_OF_0.layout.entries, 1000)
    assert np.array_equal(reading.numbers, COHORT.vector(0))


def test_seed_and_nonce_are_draws_of_their_own() -> None:
    """The mask's key comes from the second draw, which is never sent, and the nonce from the third."""
    drawn: list[bytes] = []
    source = random_from(0)

    def random_bytes(size: int) -> bytes:
        drawn.append(source(size))
        return drawn[-1]

    upload = COHORT.upload(0, submit(random_bytes=random_bytes).upload)
    reading = read_sum(
        upload.ciphertext, ring.MaskSeed(drawn[1]).secret(), DAY_OF_0.context, DAY_OF_0.layout.entries, 1000
    )
    assert np.array_equal(reading.numbers, COHORT.vector(0))
    assert upload.nonce == drawn[2]
    assert len(drawn) == 3


def test_the_journal_is_complete_before_anything_is_sent() -> None:
    """Plan, root, context, committee, nonce and the upload itself must be journalled before anything is sent."""
    submission = submit()
    assert [entry.key for entry in submission.entries] == [
        Key(Kind.PLAN, DAY),
        Key(Kind.CONTEXT, DAY),
        Key(Kind.COMMITTEE, DAY, 0),
        Key(Kind.SENT, DAY),
        Key(Kind.UPLOAD, DAY),
    ]
    written = dict(submission.entries)
    assert written[Key(Kind.PLAN, DAY)] == COHORT.checked.digest + COHORT.tree.root
    assert written[Key(Kind.CONTEXT, DAY)] == COHORT.frame.context
    assert written[Key(Kind.UPLOAD, DAY)] == submission.upload
    assert written[Key(Kind.SENT, DAY)][:16] == submission.upload[:16]


def test_a_resend_sends_the_same_bytes() -> None:
    """A resend sends the journalled bytes and writes nothing, whatever the randomness and counts are then."""
    first = submit()
    again = submit(Journal().with_entries(first.entries), random_bytes=random_from(99))
    assert again == Sent(first.upload, ())


def test_an_erased_upload_is_not_made_again() -> None:
    """After the receipt has come, the day is never submitted again."""
    journal = Journal().with_entries(submit().entries).without_upload(DAY)
    with pytest.raises(Refused) as refused:
        submit(journal)
    assert refused.value.reason == Reason.DAY_SIGNED_BEFORE


def test_a_second_plan_of_the_day_is_refused() -> None:
    """Another plan of the same day is refused, even while the first upload is still kept."""
    journal = Journal().with_entries(submit().entries)
    with pytest.raises(Refused) as refused:
        submit(journal, COHORT.with_plan(capacity=100))
    assert refused.value.reason == Reason.DAY_SIGNED_BEFORE


def test_the_window_ends() -> None:
    """An upload is sent until the last day of the plan's window, and not later."""
    assert submit(today=DAY + timedelta(days=7)).upload
    with pytest.raises(Refused) as refused:
        submit(today=DAY + timedelta(days=8))
    assert refused.value.reason == Reason.TOO_LATE


def test_every_upload_has_its_own_key_and_nonce() -> None:
    """Two uploads of the same counts differ in nonce, masked vector and shares, so that nothing cancels."""
    first, second = COHORT.upload(0), COHORT.upload(0, submit(random_bytes=random_from(55)).upload)
    assert first.nonce != second.nonce
    assert (first.ciphertext == second.ciphertext).mean() < 0.01
    assert (first.shares == second.shares).mean() < 0.01


def test_nothing_given_still_sends_noise() -> None:
    """A donor without counts, or who did not approve them, sends an upload of the same size with its noise."""
    assert len(submit(given={}).upload) == len(submit().upload)


def test_a_garbled_mask_is_found_before_it_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """An upload that does not open to its own vector is not sent, because it would spoil the whole cohort's day."""

    def garbled(vector: np.ndarray, seed: ring.MaskSeed, context: bytes) -> ring.Elements:
        masked = ring.mask(vector, seed, context)
        masked[0, 5] = (masked[0, 5] + np.uint64(4096)) % np.uint64(2**32 - 2**20 + 1)
        return masked

    monkeypatch.setattr(donor, "mask", garbled)
    with pytest.raises(donor.Miscomputed):
        submit()


def test_a_member_with_a_weak_key_is_refused() -> None:
    """A committee is refused if a member has a weak key, with which every agreement is zero."""

    def weak(_public: bytes) -> bytes:
        raise WeakKey

    with pytest.raises(Refused) as refused:
        submit(agree=weak)
    assert refused.value.reason == Reason.WEAK_KEY


def test_agreements_of_the_week_are_used() -> None:
    """Kept key agreements give the same bytes and are not computed again."""
    kept = {leaf.exchange: secrets_of(0).agree(leaf.exchange) for leaf in COHORT.committee}
    assert submit(agree=kept.__getitem__).upload == submit().upload


RECEIPT = UploadReceipt(
    server=COHORT.plan.server, context=COHORT.frame.context.hex(), leaf=0, nonce=submit().upload[:16].hex()
)


def received(receipt: UploadReceipt, journal: Journal | None = None) -> donor.Received:
    return donor.open_receipt(sign(receipt, ONLINE), DAY_OF_0, ONLINE_KEY, journal or Journal())


@pytest.mark.parametrize("nonce", [RECEIPT.nonce, "11" * 16])
def test_a_receipt_is_journalled_and_ends_the_day(nonce: str) -> None:
    """A receipt is journalled whatever its nonce; the home then erases the upload and sends nothing more."""
    submission = made()
    journal = Journal().with_entries(submission.entries)
    receipt = RECEIPT.model_copy(update={"nonce": nonce})
    told = received(receipt, journal)
    assert told.receipt == receipt
    assert told.erased == Key(Kind.UPLOAD, DAY)
    assert [entry.key for entry in told.entries] == [Key(Kind.RECEIPT, DAY)]
    after = journal.with_entries(told.entries)
    assert after.receipt(DAY) == (0, bytes.fromhex(nonce))
    for ended in (after, after.without_upload(DAY)):
        assert refused(made, ended) == Reason.DAY_SIGNED_BEFORE
        assert refused(submission.release, ended) == Reason.DAY_SIGNED_BEFORE
        assert received(receipt, ended).entries == ()


def test_a_second_receipt_is_refused() -> None:
    """The server confirms one upload of a home and day."""
    journal = Journal().with_entries(received(RECEIPT).entries)
    assert refused(received, RECEIPT.model_copy(update={"nonce": "11" * 16}), journal) == Reason.DAY_SIGNED_BEFORE


def test_a_receipt_binds_the_home_to_plan_and_context() -> None:
    """A receipt for another plan than the journalled one is refused, and a home that lost its journal signs no
    other plan.
    """
    other = Journal().with_entries(submit(cohort=COHORT.with_plan(capacity=100)).entries)
    assert refused(received, RECEIPT, other) == Reason.DAY_SIGNED_BEFORE
    assert {entry.key.kind for entry in received(RECEIPT).entries} == {
        Kind.PLAN,
        Kind.CONTEXT,
        Kind.COMMITTEE,
        Kind.RECEIPT,
    }


def test_nothing_is_sent_before_it_is_written() -> None:
    """An upload is held back if any of its journal entries is missing or differs."""
    submission = made()
    for missing in submission.entries:
        journal = Journal().with_entries(entry for entry in submission.entries if entry != missing)
        with pytest.raises(NotWritten):
            submission.release(journal)
    again = made(Journal().with_entries(submission.entries))
    with pytest.raises(NotWritten):
        again.release(Journal())


def test_two_contacts_at_once_send_one_upload() -> None:
    """Of two contacts that read the same journal, only the one whose entries were written sends its upload."""
    first, second = made(), made(random_bytes=random_from(99))
    journal = Journal().with_entries(first.entries)
    assert first.release(journal)
    assert refused(second.release, journal) == Reason.DAY_SIGNED_BEFORE


@pytest.mark.parametrize("changed", [{"leaf": 1}, {"context": "00" * 32}, {"server": "00" * 32}])
def test_a_receipt_for_something_else_is_refused(changed: dict[str, object]) -> None:
    """A receipt for another leaf or another day is refused."""
    with pytest.raises(Refused) as refused:
        received(RECEIPT.model_copy(update=changed))
    assert refused.value.reason == Reason.NOT_A_MEMBER


def test_a_receipt_that_the_server_did_not_sign_is_refused() -> None:
    """A receipt without the server's signature is refused, because it must be evidence against the server."""
    with pytest.raises(Refused) as refused:
        donor.open_receipt(sign(RECEIPT, IDENTITY), DAY_OF_0, ONLINE_KEY, Journal())
    assert refused.value.reason == Reason.BAD_SIGNATURE


def test_a_plan_of_another_tree_is_refused() -> None:
    """A home with keys in two epochs never masks under one epoch's plan with the other epoch's keys."""
    with pytest.raises(Refused) as refused:
        donor.open_day(COHORT.checked, MemoryCohort(8).place(0), Published(COHORT.epoch))
    assert refused.value.reason == Reason.FOREIGN_PLAN


def test_nothing_is_sent_under_an_epoch_that_was_not_found_published() -> None:
    """A home sends nothing unless `check_published` compared this epoch; the result for another epoch does not
    count.
    """
    other = Published(COHORT.epoch.model_copy(update={"number": 4}))
    assert refused(donor.open_day, COHORT.checked, COHORT.place(0), other) == Reason.FOREIGN_EPOCH


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"since": SUBMITTING}, Reason.WRONG_DAY),
        ({"next_start": SUBMITTING}, Reason.WRONG_DAY),
        ({"epoch": COHORT.epoch.model_copy(update={"reset": 1})}, Reason.FOREIGN_PLAN),
        ({"today": DAY}, Reason.DAY_NOT_OVER),
    ],
)
def test_a_later_reset_or_epoch_ends_a_plan(changed: dict[str, object], reason: Reason) -> None:
    """A plan is not used any more after a later reset or epoch."""
    assert refused(submit, home=replace(COHORT.view, **changed)) == reason  # type: ignore[arg-type]


@pytest.mark.parametrize("other", ["exchange_secret", "signing_seed"])
def test_other_secrets_than_the_leafs_are_refused(other: str) -> None:
    """Submitting with another home's secrets is refused."""
    mixed = replace(secrets_of(0), **{other: getattr(secrets_of(1), other)})
    assert refused(submit, secrets=mixed) == Reason.NOT_A_MEMBER


def test_a_divided_cohort_gives_each_part_its_own_context() -> None:
    """On a divided day each sub-cohort has its own context, and a home uses that of its own."""
    cohort = MemoryCohort(1200)
    days = cohort.plan.cohorts[0].model_copy(update={"sub_cohorts": 2, "floor": 250})
    divided = cohort.with_plan(cohorts=(days,))
    found = {divided.donor_day(home).sub_cohort: divided.donor_day(home).context for home in range(8)}
    assert len(set(found.values())) == 2
    assert cohort.donor_day(0).context not in found.values()


def test_secrets_are_not_shown() -> None:
    """The repr of a submission shows none of its bytes."""
    submission = made()
    upload = submission.release(Journal().with_entries(submission.entries))
    for shown in (repr(submission), repr(submission.entries)):
        assert upload.hex()[:40] not in shown
        assert repr(upload)[2:30] not in shown
