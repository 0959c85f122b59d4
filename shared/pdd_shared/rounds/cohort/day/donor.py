"""The donor's half of a cohort's day: one masked message.

A donor masks its counts and its share of the noise under a fresh key, and shares that key to its cohort's committee,
each share hidden by a stream that only that member can compute. It journals the message, then sends it; a resend sends
the same bytes. Whether it gives counts or zeros cannot be told from the message.

The donor's day is three calls. `open_day` finds the donor's part of a checked plan. `submit` makes the upload or, if
one was made before, returns the journalled bytes. `open_receipt` checks the server's confirmation, after which nothing
more is sent for the day. The package's docstring says what each of them journals.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

import numpy as np

from pdd_shared.protocol.keys import KEY_SIZE, RandomBytes, WeakKey
from pdd_shared.protocol.messages import Signed
from pdd_shared.rounds.cohort.day.journal import Entry, Journal, Key, Kind, Withheld, receipt_entry
from pdd_shared.rounds.cohort.day.layout import CohortLayout, Given, Integers
from pdd_shared.rounds.cohort.day.plans import CheckedPlan, HomeView, check_own
from pdd_shared.rounds.cohort.day.uploads import NONCE_SIZE, UploadFrame, upload_digest, write_upload
from pdd_shared.rounds.cohort.epoch.acceptance import Published
from pdd_shared.rounds.cohort.epoch.places import Place
from pdd_shared.rounds.cohort.epoch.tickets import TicketSecrets
from pdd_shared.rounds.cohort.masking.ring import Elements, MaskSeed, add, blocks_for, mask, read_sum
from pdd_shared.rounds.cohort.masking.sharing import share_key, streams
from pdd_shared.rounds.cohort.messages import UploadReceipt
from pdd_shared.rounds.cohort.parameters import RANGE
from pdd_shared.rounds.cohort.signed_messages import open_message
from pdd_shared.rounds.refusals import Reason, Refused

Agree = Callable[[bytes], bytes]
"""X25519 of a home's own ticket key with another public key (32 bytes each way). Homes cache the results for a week."""


class Miscomputed(Exception):
    """An upload did not decrypt to the vector that went into it. Nothing was sent and nothing was journalled."""


@dataclass(frozen=True)
class DonorDay:
    """A data day as one home takes part in it: the checked plan, and the home's own part of it.

    Attributes:
        plan: The day's plan, which passed `open_plan`.
        place: The home's leaf, cohort and committee in the plan's epoch.
        sub_cohort: The sub-cohort to which the home's leaf is dealt that day, 0 where the cohort is not divided.
        layout: What each number of the home's vector means.
        context: C, 32 bytes, on which the mask, the streams and the signature of the upload depend.
    """

    plan: CheckedPlan
    place: Place
    sub_cohort: int
    layout: CohortLayout
    context: bytes

    @property
    def frame(self) -> UploadFrame:
        """Return the sizes of this home's upload, and its context."""
        return UploadFrame(self.context, blocks_for(self.layout.entries), self.plan.tree.committee)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Return the journal entries that bind this home to the plan, context and committee; the upload has its own."""
        day, cohort = self.plan.plan.day, self.place.cohort
        return (
            self.plan.entry,
            Entry(Key(Kind.CONTEXT, day), self.context),
            self.plan.committee_entry(cohort, self.place.committee_digest),
        )


class Submission(Withheld):
    """An upload that may be sent once its entries are in the journal."""

    def release(self, journal: Journal) -> bytes:
        """Return the upload's bytes if the journal allows them to be sent.

        Args:
            journal: The journal as it was read again after the entries were written.

        Raises:
            NotWritten: An entry of the upload is not in the journal.
            Refused: DAY_SIGNED_BEFORE or TOLD_BEFORE if the journal contradicts the upload, or DAY_SIGNED_BEFORE if
                the receipt has come in the meantime.
        """
        _check_not_received(journal, self.lines[0].key.day)
        return super().release(journal)


@dataclass(frozen=True)
class Received:
    """A checked receipt for this home's upload of a day, and how the journal changes with it.

    Attributes:
        receipt: The server's message.
        entries: The journal entries to write.
        erased: The key of the upload's bytes, to be erased in the same transaction.
    """

    receipt: UploadReceipt
    entries: tuple[Entry, ...]
    erased: Key


def open_day(plan: CheckedPlan, place: Place, published: Published) -> DonorDay:
    """Return the data day of a plan as this home takes part in it.

    Args:
        plan: The day's plan, which passed `open_plan`.
        place: The home's place in the plan's epoch.
        published: Proof that the home compared its epoch with the published one. Without this comparison the server
            could show the home a tree of donors that it invented, and read the home's counts in a sum of its own.

    Raises:
        Refused: FOREIGN_PLAN if the home's place is in another tree than the plan's; FOREIGN_EPOCH if `published` is
            about another epoch than the home's.
    """
    plan.check_tree(place.draw)
    if published.epoch != place.epoch:
        raise Refused(Reason.FOREIGN_EPOCH, "another epoch was found published")
    cohort = place.cohort
    sub_cohort = place.draw.sub_cohort_of(place.leaf.index, plan.plan.day, plan.cohort(cohort).sub_cohorts)
    context = plan.context(cohort, sub_cohort, place.committee_digest)
    return DonorDay(plan, place, sub_cohort, plan.layout(cohort), context)


def submit(
    day: DonorDay,
    given: Given,
    *,
    secrets: TicketSecrets,
    home: HomeView,
    journal: Journal,
    random_bytes: RandomBytes,
    agree: Agree | None = None,
) -> Submission:
    """Return the day's upload with these counts, or the journalled upload if the day was submitted before.

    A second upload with other counts would let a server that kept both subtract them. So a resend has the same bytes.

    Args:
        day: The home's day, from `open_day`.
        given: The counts by campaign and stratum. It may be empty: the upload then carries noise alone.
        secrets: The secret keys of the home's ticket.
        home: The home's view of the server and of today.
        journal: All that the home has journalled for this server.
        random_bytes: A cryptographic random source, for the nonce, the mask and the noise.
        agree: A cached X25519 of the ticket's key; `secrets.agree` if it is None.

    Raises:
        Refused: TOO_LATE after the window. WRONG_DAY or FOREIGN_PLAN if a reset or another epoch came since the plan
            was opened; any other refusal of `CheckedPlan.check_today`. NOT_A_MEMBER if `secrets` are not those of the
            leaf. WEAK_KEY if a member's key is of low order. TOLD_BEFORE or DAY_SIGNED_BEFORE if the journal has
            another plan, context or committee, has the receipt, or no longer has the bytes of an upload that was sent.
        ValueError: Counts have no place in the layout or pass their caps (`CohortLayout.fill`).
        Miscomputed: The new upload does not decrypt to its own vector.
    """
    plan = day.plan.plan
    day.plan.check_today(home)
    if home.today > plan.latest_close:
        raise Refused(Reason.TOO_LATE, f"the window of {plan.day} is over")
    check_own(day.place.leaf, secrets)
    _check_not_received(journal, plan.day)
    lines = (*day.entries, *_sent(day, journal))
    if len(lines) > len(day.entries):
        return Submission(lines[-1].value, lines, journal.new(lines))
    journal.new(lines)  # Nothing is encrypted for a plan that the journal contradicts.
    upload = _make_upload(day, given, secrets, random_bytes, agree or secrets.agree)
    name = upload[:NONCE_SIZE] + upload_digest(day.frame, upload)
    lines = (*lines, Entry(Key(Kind.SENT, plan.day), name), Entry(Key(Kind.UPLOAD, plan.day), upload))
    return Submission(upload, lines, journal.new(lines))


def _sent(day: DonorDay, journal: Journal) -> tuple[Entry, ...]:
    """Return the journal entries of an upload that was made before, none if there was none.

    Refused DAY_SIGNED_BEFORE if its bytes are erased: making it again would encrypt the day a second time.
    """
    keys = [Key(kind, day.plan.plan.day) for kind in (Kind.SENT, Kind.UPLOAD)]
    name, upload = (journal.get(key) for key in keys)
    if name is None:
        return ()
    if upload is None:
        raise Refused(Reason.DAY_SIGNED_BEFORE, f"{day.plan.plan.day} was submitted before")
    return (Entry(keys[0], name), Entry(keys[1], upload))


def _check_not_received(journal: Journal, day: date) -> None:
    if journal.receipt(day) is not None:
        raise Refused(Reason.DAY_SIGNED_BEFORE, f"the server has confirmed an upload of {day}")


def open_receipt(signed: Signed, day: DonorDay, online_key: bytes, journal: Journal) -> Received:
    """Check the server's receipt for this home's upload of a day; it is then journalled for ever.

    A receipt may name another nonce than the one that was sent, because the server keeps the first upload of a home
    that was restored from a backup. The home then holds the server to that upload: as a member it certifies no list
    without it. Whichever nonce the receipt names, the upload's bytes are erased in the same transaction, and nothing
    more is sent for the day.

    Args:
        signed: The signed `UploadReceipt`.
        day: The home's day.
        online_key: The key that signs the server's messages today, 32 bytes.
        journal: All that the home has journalled for this server.

    Raises:
        Refused: BAD_SIGNATURE; NOT_A_MEMBER if the receipt is for another server, leaf or context; DAY_SIGNED_BEFORE or
            TOLD_BEFORE if the journal contradicts it, as an earlier receipt for another nonce does.
    """
    receipt = open_message(signed, UploadReceipt, online_key)
    own = (day.plan.plan.server, day.context.hex(), day.place.leaf.index)
    if (receipt.server, receipt.context, receipt.leaf) != own:
        raise Refused(Reason.NOT_A_MEMBER, "the receipt is not for this home's upload of the day")
    received = receipt_entry(day.plan.plan.day, receipt.leaf, bytes.fromhex(receipt.nonce))
    return Received(receipt, journal.new((*day.entries, received)), Key(Kind.UPLOAD, day.plan.plan.day))


def _make_upload(day: DonorDay, given: Given, secrets: TicketSecrets, random_bytes: RandomBytes, agree: Agree) -> bytes:
    vector = day.layout.rounded(day.layout.fill(given), random_bytes) + day.layout.draw_noise(random_bytes)
    seed, nonce = MaskSeed(random_bytes(KEY_SIZE)), random_bytes(NONCE_SIZE)
    ciphertext = mask(vector, seed, day.context)
    _check_own(ciphertext, seed, day.context, vector)
    shares = share_key(seed.secret(), seed.polynomial_key(), day.frame.committee)
    hidden = add(shares, _streams(day, nonce, agree))
    return write_upload(day.frame, day.place.leaf.index, nonce, ciphertext, hidden, secrets.signing)


def _streams(day: DonorDay, nonce: bytes, agree: Agree) -> Elements:
    try:
        shared = [agree(member.exchange) for member in day.place.committee]
    except WeakKey:
        raise Refused(Reason.WEAK_KEY, "a member's key is of low order") from None
    return streams(shared, day.context, day.place.leaf.encoded, nonce, day.frame.committee.columns)


def _check_own(ciphertext: Elements, seed: MaskSeed, context: bytes, vector: Integers) -> None:
    """Raise Miscomputed unless the upload decrypts to its vector. One garbled upload would cost the cohort its day."""
    reading = read_sum(ciphertext, seed.secret(), context, len(vector), RANGE // 2)
    if not np.array_equal(reading.numbers, vector) or reading.padding.any():
        raise Miscomputed("an upload does not open to its own vector")
