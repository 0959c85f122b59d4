"""The donor's half of a cohort's day: one masked message.

A donor masks its counts and its share of the noise under a fresh key, and shares that key to its cohort's committee,
each share hidden by a stream that only that member can compute. It journals the message, then sends it; a resend sends
the same bytes. Whether it gives counts or zeros cannot be told from the message.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
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
"""X25519 of a home's own ticket key with a public key; a home keeps what it agreed on for the week."""


class Miscomputed(Exception):
    """An upload that does not open to its own vector: nothing is sent, and nothing is written down."""


@dataclass(frozen=True)
class DonorDay:
    """A home's own place in a checked plan: its (sub-)cohort, context and vector."""

    plan: CheckedPlan
    place: Place
    sub_cohort: int
    layout: CohortLayout
    context: bytes

    @property
    def frame(self) -> UploadFrame:
        """Return the form of this home's upload."""
        return UploadFrame(self.context, blocks_for(self.layout.entries), self.plan.tree.committee)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Return the journal's lines that fix this day for this home, its upload apart."""
        day, cohort = self.plan.plan.day, self.place.cohort
        return (
            self.plan.entry,
            Entry(Key(Kind.CONTEXT, day), self.context),
            self.plan.committee_entry(cohort, self.place.committee_digest),
        )


class Submission(Withheld):
    """An upload, which is sent once its lines are in the journal."""

    def release(self, journal: Journal) -> bytes:
        """Return the upload as it travels, by the journal as it was read after the entries were written.

        Raises as `Withheld.release` does. Refused DAY_SIGNED_BEFORE also if the receipt has come meanwhile.
        """
        _check_not_received(journal, self.lines[0].key.day)
        return super().release(journal)


@dataclass(frozen=True)
class Received:
    """A receipt for this home's upload of a day, the lines to be written, and the line that is then erased."""

    receipt: UploadReceipt
    entries: tuple[Entry, ...] = field(repr=False)
    erased: Key


def open_day(plan: CheckedPlan, place: Place, published: Published) -> DonorDay:
    """Return this home's own day under a plan.

    Refused FOREIGN_PLAN where the home's place is in another epoch's tree, FOREIGN_EPOCH where it has not found that
    epoch published.
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
    """Return the day's upload with these counts; the journalled one, if the day was submitted before.

    `given` may be empty: the upload then carries noise alone. `home` is the view of today. `agree` is that of `secrets`
    unless it is given. Refused TOO_LATE after the window, WRONG_DAY or FOREIGN_PLAN where a reset or another epoch came
    meanwhile, NOT_A_MEMBER for other secrets than the leaf's, TOLD_BEFORE or DAY_SIGNED_BEFORE where the journal says
    otherwise, or says that the upload was received or is erased by now. ValueError for counts above their caps.
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
    """Return the lines of an upload that was made before; none if there was none."""
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
    """Return the server's receipt for this home's upload of a day, to be journalled for ever.

    It may name another nonce than the one that was sent: the server keeps the first upload of a home that was restored.
    The home then holds the server to that one. Whatever it names, the upload is erased in the same transaction, and
    nothing more is sent for the day. Refused BAD_SIGNATURE, NOT_A_MEMBER for another leaf or context, or
    DAY_SIGNED_BEFORE where an earlier receipt says something else.
    """
    receipt = open_message(signed, UploadReceipt, online_key)
    own = (day.plan.plan.server, day.context.hex(), day.place.leaf.index)
    if (receipt.server, receipt.context, receipt.leaf) != own:
        raise Refused(Reason.NOT_A_MEMBER, "the receipt is not for this home's upload of the day")
    received = receipt_entry(day.plan.plan.day, receipt.leaf, bytes.fromhex(receipt.nonce))
    return Received(receipt, journal.new((*day.entries, received)), Key(Kind.UPLOAD, day.plan.plan.day))


def _make_upload(day: DonorDay, given: Given, secrets: TicketSecrets, random_bytes: RandomBytes, agree: Agree) -> bytes:
    vector = day.layout.fill(given) + day.layout.draw_noise(random_bytes)
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
    """Read the upload as the server will read the sum: a garbled one would cost the cohort its day."""
    reading = read_sum(ciphertext, seed.secret(), context, len(vector), RANGE // 2)
    if not np.array_equal(reading.numbers, vector) or reading.padding.any():
        raise Miscomputed("an upload does not open to its own vector")
