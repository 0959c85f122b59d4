"""The server's public log as this home has read it, and whether the server left the home out of a tree.

The home keeps every line. A log that does not go on from them, or breaks a rule, is refused in each contact, and the
two checkpoints are kept as evidence. A server that was restored from a backup may have lost lines. Its log is taken if
a reset says so, and the trees that it lost still count for floors.

A server that leaves most donors out of a tree asks them for no ticket before, or answers each with an error, and
appends them afterwards. So a home notes from which day on it was in contact without having a ticket for the tree to
come (`note_asked`). If the tree began after that, the home says so (`note_left_out`), and does not let itself be
appended to it (`check_can_be_appended`). Nobody can be left out of a server's first tree: before it the home may have
found no server.
"""

from dataclasses import replace
from datetime import date, timedelta

from pdd_client.donor.contact.contact import Contact
from pdd_client.gateways.home_store.cohort.epoch_store import ServerStatement
from pdd_client.gateways.home_store.local_store import LocalStore
from pdd_shared.protocol.fields import Day, Message
from pdd_shared.protocol.limits import LEAST_EPOCH
from pdd_shared.protocol.messages import LogPart
from pdd_shared.rounds.cohort.epoch.public_log import PublicLog, follow_log, follow_restored
from pdd_shared.rounds.cohort.epoch.public_log import read_log as read_lines
from pdd_shared.rounds.cohort.messages import Epoch, TicketReceipt
from pdd_shared.rounds.refusals import Reason, Refused

_A_DAY = timedelta(days=1)


class KeptLog(Message):
    """The lines that the home has read, the checkpoint of all of them, and epochs that a restored server lost."""

    lines: tuple[str, ...]
    checkpoint: ServerStatement
    lost: tuple[Epoch, ...] = ()


class Unasked(Message):
    """The first and the last day of contacts in a row in which the server asked for no ticket for the tree to come."""

    first: Day
    last: Day


def kept_log(store: LocalStore) -> KeptLog | None:
    """Return the log as the home has read it; None if it has read none."""
    kept = store.fact("public_log")
    return KeptLog.model_validate_json(kept) if kept else None


def kept_lines(store: LocalStore) -> tuple[str, ...]:
    """Return the lines of the log that the home has read."""
    kept = kept_log(store)
    return kept.lines if kept else ()


def read_log(contact: Contact, shown: LogPart | None) -> PublicLog:
    """Read and keep the lines that the server shows.

    If they don't go on from those that the home knows, the whole log is asked for, without token: a server that was
    restored from a backup may have lost lines.

    Raises:
        Refused: FORKED_LOG if the server shows no log; else as `follow_log` and `follow_restored`.

    """
    kept, keys = kept_log(contact.store), {"server": contact.identity, "online_key": contact.server_key}
    if shown is None:
        raise Refused(Reason.FORKED_LOG, "the server shows no public log")
    lines = kept.lines if kept else ()
    if kept is not None and _is_as_kept(shown, kept):
        return replace(read_lines(lines, contact.identity, len(lines)), lost=kept.lost)
    try:
        log = follow_log(lines, shown, **keys)
    except Refused as refused:
        if kept is None or refused.reason == Reason.BAD_SIGNATURE:
            raise
        _keep_evidence(contact, refused, kept, shown)
        if refused.reason != Reason.FORKED_LOG:
            raise
        shown = contact.server.public_log()
        log = follow_restored(lines, shown, **keys)
    log = replace(log, lost=(*(kept.lost if kept else ()), *log.lost))
    _keep(contact, log, shown)
    return log


def _is_as_kept(shown: LogPart, kept: KeptLog) -> bool:
    """Return whether there is nothing new in the log, as in most contacts. Then nothing is computed and written."""
    is_same = shown.checkpoint.payload == kept.checkpoint.text.payload
    return is_same and not shown.lines and shown.first == len(kept.lines)


def _keep(contact: Contact, log: PublicLog, shown: LogPart) -> None:
    made = KeptLog(lines=log.lines, checkpoint=_statement(contact, shown), lost=log.lost)
    with contact.store.transaction():
        contact.store.set_fact("public_log", made.model_dump_json())


def _keep_evidence(contact: Contact, refused: Refused, kept: KeptLog, shown: LogPart) -> None:
    """Keep the last checkpoint that the home took, and one that does not go on from it."""
    now = contact.installation.clock()
    with contact.store.transaction():
        contact.store.epochs.keep_evidence(now, refused.reason, kept.checkpoint, _statement(contact, shown))


def _statement(contact: Contact, shown: LogPart) -> ServerStatement:
    return ServerStatement(text=shown.checkpoint, key=contact.membership.info.online)


def note_left_out(store: LocalStore, log: PublicLog, *, sent: bool) -> None:
    """Note whether the server left the home out of the log's newest tree.

    Args:
        store: the home.
        log: the log.
        sent: whether tickets were sent in this contact. Before that, nothing is said of a home that has one: it is sent
            again if it has no receipt, and may be in the tree.

    Raises:
        Refused: LEFT_OUT, the first time, if the home was in contact in the week before the tree was made, and the
            server took no ticket.

    """
    if len(log.epochs) + len(log.lost) < 2 or not log.epochs:
        return
    newest, unasked = log.epochs[-1], _unasked(store)
    is_asked = unasked is None or not unasked.first < newest.start <= unasked.last + LEAST_EPOCH
    ticket = store.epochs.tickets().get(newest.number)
    is_taken = ticket is not None and (not sent or (ticket.receipt is not None and ticket.receipt.index is None))
    if is_asked or is_taken or store.fact("left_out") == str(newest.number):
        return
    with store.transaction():
        store.set_fact("left_out", str(newest.number))
        store.epochs.drop_ticket(newest.number)
    raise Refused(Reason.LEFT_OUT, f"the server took no ticket before the tree of epoch {newest.number}")


def check_can_be_appended(store: LocalStore, log: PublicLog, epoch: int) -> None:
    """Check that a home may send a ticket for an epoch: for a tree to come, or the newest one if it was not left out.

    Raises:
        Refused: LEFT_OUT.

    """
    trees = [logged.number for logged in log.epochs]
    if epoch in trees and (epoch != trees[-1] or store.fact("left_out") == str(epoch)):
        raise Refused(Reason.LEFT_OUT, f"the server took no ticket before the tree of epoch {epoch}")


def check_appended(log: PublicLog, receipt: TicketReceipt) -> None:
    """Check that a receipt appends the home to a tree of the log alone; Refused NOT_LOGGED otherwise."""
    if receipt.index is not None and all(receipt.epoch != logged.number for logged in log.epochs):
        raise Refused(Reason.NOT_LOGGED, f"the receipt is for a tree that is not in the log, of epoch {receipt.epoch}")


def note_asked(store: LocalStore, log: PublicLog, today: date) -> None:
    """Note whether the home has a ticket for the tree to come, after it has sent those that it was asked for.

    Only a ticket with a receipt tells that it was asked. One without changes nothing until the day after it was made,
    because answers get lost.
    """
    last = log.epochs[-1] if log.epochs else None
    following = last.number + 1 if last else 0
    # The number of the first tree after a reset follows from the server's first day, which no home knows.
    is_known = log.reset is None or (last is not None and last.reset == log.reset.number)
    placed, before = store.epochs.placed(), _unasked(store)
    waiting = [ticket for epoch, ticket in store.epochs.tickets().items() if epoch not in placed]
    for_it = [one for one in waiting if one.epoch == following or (one.epoch > following and not is_known)]
    is_asked = any(ticket.receipt is not None for ticket in for_it)
    if not is_asked and any(ticket.made >= today - _A_DAY for ticket in for_it):
        return
    made = None if is_asked else Unasked(first=before.first if before else today, last=today)
    with store.transaction():
        store.set_fact("unasked", made.model_dump_json() if made else None)


def _unasked(store: LocalStore) -> Unasked | None:
    kept = store.fact("unasked")
    return Unasked.model_validate_json(kept) if kept else None
