"""Checks of an upload before it may be added to a day's sums.

Two kinds of error end a request. `Rejected` means that the server does not know the donor or the day. `Refused` means
that the upload breaks a rule of the protocol.
"""

from dataclasses import dataclass, field
from datetime import date

from sqlalchemy import Connection

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.donors.registration import unregistered
from pdd_server.services.rounds.cohort.days.stored_states import frame_at
from pdd_server.store.rounds import rounds
from pdd_server.store.rounds.cohort import cohort_uploads
from pdd_server.store.rounds.cohort.cohort_days import DayKey, DayState, StoredDay
from pdd_server.store.rounds.cohort.cohort_epochs import OwnLeaf
from pdd_server.store.rounds.cohort.cohort_uploads import Sender
from pdd_shared.rounds.cohort.day.uploads import Upload, read_upload
from pdd_shared.rounds.refusals import Reason, Refused


@dataclass(frozen=True)
class UploadRequest:
    """A request that sends an upload.

    Attributes:
        hashed: The hash of the donor's token.
        day: The data day, from the request's path.
        context: The digest of the context that the upload was masked under, 32 bytes, from the request's path.
        data: The upload as it travels: the request's body.
        today: The data day on which the request arrived.
    """

    hashed: bytes = field(repr=False)
    day: date
    context: bytes
    data: bytes = field(repr=False)
    today: date


@dataclass(frozen=True)
class AddedUpload:
    """A leaf whose upload is in the sums, with the upload's nonce, which the receipt names."""

    leaf: int
    nonce: bytes


@dataclass(frozen=True, eq=False)
class VerifiedUpload:
    """An upload of the right size and signature.

    Attributes:
        key: The (sub-)cohort's day that the upload belongs to.
        donor: The donor's id.
        upload: The upload.
    """

    key: DayKey
    donor: str
    upload: Upload = field(repr=False)


def check(connection: Connection, sent: UploadRequest) -> AddedUpload | VerifiedUpload:
    """Check the upload of a request.

    Args:
        connection: A transaction.
        sent: The request.

    Returns:
        The upload as `VerifiedUpload`. If the leaf has an upload in the sums already, that one as `AddedUpload`; the
        request's body is not read then. So a resend is answered also after the window is over, until the day ends.

    Raises:
        Rejected: NOT_REGISTERED if no donor has the token; NO_SUCH_ROUND if the data day has no round of `cohort`.
        Refused: FOREIGN_PLAN if no (sub-)cohort of the day has the context; NOT_A_MEMBER if the donor has no leaf in
            the day's epoch, or is not asked for an upload of the day; WRONG_DAY if its ticket came after the day;
            TOO_LATE if the window is over; WRONG_SIZE; BAD_SIGNATURE if the leaf's key did not sign the upload.
    """
    sender = cohort_uploads.find(connection, sent.hashed, sent.day, sent.context)
    if sender is None:
        raise unregistered()
    stored, own = _place_of(connection, sender, sent.day)
    if sender.nonce is not None:
        return AddedUpload(own.leaf.index, sender.nonce)
    frame = frame_at(connection, stored)
    _check_asked(sender, stored, own, sent.today, frame.plan.latest_close)
    return VerifiedUpload(stored.key, sender.donor, read_upload(frame.upload, own.leaf, sent.data))


def _place_of(connection: Connection, sender: Sender, day: date) -> tuple[StoredDay, OwnLeaf]:
    """Return the day whose context the request names, and the donor's leaf in its epoch; raise as `check` says."""
    if sender.day is None:
        # No (sub-)cohort of the data day has this context. Say whether the day or only the context is unknown.
        found = rounds.get(connection, day)
        if found is None or found.protocol != "cohort":
            raise Rejected(Rejection.NO_SUCH_ROUND, "This server has no round of that day.")
        raise Refused(Reason.FOREIGN_PLAN, "The upload was masked under another plan or committee than the server's.")
    if sender.own is None:
        raise Refused(Reason.NOT_A_MEMBER, "This donor has no leaf in the epoch of that day.")
    return sender.day, sender.own


def _check_asked(sender: Sender, stored: StoredDay, own: OwnLeaf, today: date, latest_close: date) -> None:
    """Check that the day still takes uploads and that the donor is asked for one; raise as `check` says."""
    if stored.state != DayState.COLLECTING or today > latest_close:
        raise Refused(Reason.TOO_LATE, "The window of this day is over.")
    if own.made > stored.key.day:
        raise Refused(Reason.WRONG_DAY, "This donor's ticket was made after that day.")
    # Nobody is told who rests or is in quarantine, so the answer names neither.
    if sender.is_excused:
        raise Refused(Reason.NOT_A_MEMBER, "This donor is not asked for an upload of that day.")
