"""What is checked of an upload before it may be added to a day's sums."""

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
class Sent:
    """A request: the hash of its donor's token, the data day and context in its address, its body, and its day."""

    hashed: bytes = field(repr=False)
    day: date
    context: bytes
    data: bytes = field(repr=False)
    today: date


@dataclass(frozen=True)
class Counted:
    """A leaf, and the nonce of its upload that is in the sums."""

    leaf: int
    nonce: bytes


@dataclass(frozen=True, eq=False)
class Checked:
    """A donor's upload, whose size and signature are right, and the (sub-)cohort's day that it belongs to."""

    key: DayKey
    donor: str
    upload: Upload = field(repr=False)


def check(connection: Connection, sent: Sent) -> Counted | Checked:
    """Return the upload of a request, or what counts of its leaf already: then its bytes are not looked at.

    Rejected: NOT_REGISTERED, NO_SUCH_ROUND. Refused: FOREIGN_PLAN, NOT_A_MEMBER, WRONG_DAY, TOO_LATE, WRONG_SIZE,
    BAD_SIGNATURE.
    """
    sender = cohort_uploads.find(connection, sent.hashed, sent.day, sent.context)
    if sender is None:
        raise unregistered()
    stored, own = _place_of(connection, sender, sent.day)
    if sender.nonce is not None:
        return Counted(own.leaf.index, sender.nonce)
    frame = frame_at(connection, stored)
    _check_asked(sender, stored, own, sent.today, frame.plan.latest_close)
    return Checked(stored.key, sender.donor, read_upload(frame.upload, own.leaf, sent.data))


def _place_of(connection: Connection, sender: Sender, day: date) -> tuple[StoredDay, OwnLeaf]:
    """The day that an upload names, and its donor's leaf there."""
    if sender.day is None:
        found = rounds.get(connection, day)
        if found is None or found.protocol != "cohort":
            raise Rejected(Rejection.NO_SUCH_ROUND, "This server has no round of that day.")
        raise Refused(Reason.FOREIGN_PLAN, "The upload was masked under another plan or committee than the server's.")
    if sender.own is None:
        raise Refused(Reason.NOT_A_MEMBER, "This donor has no leaf in the epoch of that day.")
    return sender.day, sender.own


def _check_asked(sender: Sender, stored: StoredDay, own: OwnLeaf, today: date, latest_close: date) -> None:
    if stored.state != DayState.COLLECTING or today > latest_close:
        raise Refused(Reason.TOO_LATE, "The window of this day is over.")
    if own.made > stored.key.day:
        raise Refused(Reason.WRONG_DAY, "This donor's ticket was made after that day.")
    if sender.is_excused:
        raise Refused(Reason.NOT_A_MEMBER, "This donor is not asked for an upload of that day.")
