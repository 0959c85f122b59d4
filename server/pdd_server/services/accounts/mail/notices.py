"""Notices to people about their own access: what changed, and what somebody tried.

There is no queue of mails. The audit log has every change, written in the transaction that makes it, and one number
says up to which entry they are done. So none is lost with a process, and nothing more is kept about anybody.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.message import EmailMessage

from pdd_server.services.accounts.authentication.sign_in import USED_ALREADY, WITH_RECOVERY_CODE
from pdd_server.services.accounts.mail import messages
from pdd_server.services.accounts.mail.messages import Sender
from pdd_server.services.accounts.mail.smtp import Unsent
from pdd_server.services.accounts.timestamps import instant_of, minutes_of
from pdd_server.store.accounts import audit, mailed
from pdd_server.store.accounts.audit import Entry
from pdd_server.store.engine import Store

GIVEN_UP_AFTER = timedelta(days=2)
"""How long a notice is tried again while the mail server can't be used."""
PUT_OFF_FOR = timedelta(minutes=15)
"""For how long a recipient whom the mail server puts off keeps later notices waiting. Greylisting usually takes five
minutes (RFC 6647)."""
_LEASE = 10
"""Minutes that one process has for each notice, so that no two of them send the same one."""
_AT_ONCE = 50
"""The most entries of the audit log that are read at a time."""

_BY_ACTION = {
    "account.accepted": ("Your account was set up", "A password and a second factor were set by your invitation."),
    "account.password": ("Your password was changed", "The password of your account was changed."),
    "account.reset": ("Your account was reset", "Your second factor, passkeys, sessions and tokens were taken away."),
    "account.role": ("Your role was changed", "Your account got another role."),
    "account.disabled": ("Your account was disabled", "You can't sign in any more."),
    "account.enabled": ("Your account was enabled", "You can sign in again."),
    "passkey.added": ("A passkey was added", "A passkey was added, with which your account can be used."),
    "passkey.removed": ("A passkey was removed", "A passkey of your account was removed."),
    "token.created": ("A token was made", "A token for programs was made for your account."),
    "token.revoked": ("A token was revoked", "A token of your account was revoked."),
    "token.ending": ("A token ends soon", "A token of yours ends within a week. Make a new one before then."),
}
_BY_DETAIL = {
    WITH_RECOVERY_CODE: ("A recovery code was used", "Somebody signed in with one of your recovery codes."),
    USED_ALREADY: (
        "A code was used twice",
        "Somebody gave your password and a code that had been used before. They were refused. "
        "If it was not you, they know your password.",
    ),
}

_OF_WHO_ACTED = ("passkey.added", "passkey.removed", "token.created", "token.revoked")
"""The acts whose entries name the account as the one that acts; those of others name it as what is acted on."""

Send = Callable[[EmailMessage], None]
"""Hands over a mail; raises Unsent."""


@dataclass(frozen=True)
class Outcome:
    """What became of the notices that waited.

    Attributes:
        sent: How many were sent.
        given_up: How many won't be sent, because they are too old or their recipients are refused.
        problem: Why the rest waits; None if nothing waits.
    """

    sent: int = 0
    given_up: int = 0
    problem: str | None = None


@dataclass
class _Turn:
    """A process's turn to send notices.

    A number says which entries are done, so a notice that is put off can't be kept while it moves on. It stays before
    that notice until the mail server has settled a later one: that one was taken, or refused for good. Only then it is
    known that the mail server works, and the notices that it put off are given up.

    Attributes:
        store: The database.
        reached: The number of the last entry that is done.
        until: The minute at which another process may take over.
        sent: How many notices were sent.
        given_up: How many won't be sent.
        problem: Why those after `reached` wait; None if the last one was settled.
        put_off: The recipients of the notices after `reached` that the mail server has put off.
    """

    store: Store
    reached: int
    until: int
    sent: int = 0
    given_up: int = 0
    problem: str | None = None
    put_off: list[str] = field(default_factory=list, repr=False)

    def goes_on(self, until: int) -> bool:
        """Record what is done, and hold the turn until a minute; return False if another process took it over."""
        with self.store.write() as connection:
            is_mine = mailed.reach(connection, self.reached, self.until, until)
        if is_mine:
            self.until = until
        return is_mine

    def take(self, entry: Entry, sender: Sender, clock: Callable[[], datetime], send: Send) -> bool:
        """Send an entry's notice, if it has one, and return whether to go on with the next entry."""
        told = _BY_DETAIL.get(entry.detail) or _BY_ACTION.get(entry.action)
        recipient = entry.email if entry.action in _OF_WHO_ACTED else entry.subject
        if told is None or recipient is None or "@" not in recipient:
            if not self.put_off:
                self.reached = entry.number
            return True
        if recipient in self.put_off:
            self.put_off.append(recipient)
            return True
        now, at = clock(), instant_of(entry.at)
        try:
            send(messages.notice(sender, recipient, *told, at, now))
            self.sent += 1
        except ValueError:
            self.given_up += 1
        except Unsent as error:
            if not error.lasting and now - at <= GIVEN_UP_AFTER:
                self.put_off.append(recipient)
                self.problem = str(error)
                return error.only_this and now - at > PUT_OFF_FOR
            self.given_up += 1
        self._settle(entry)
        return self.goes_on(minutes_of(clock()) + _LEASE)

    def _settle(self, entry: Entry) -> None:
        """Move on to an entry, and give up those before it that were put off."""
        self.given_up += len(self.put_off)
        self.put_off.clear()
        self.problem, self.reached = None, entry.number


def send_waiting(store: Store, sender: Sender, clock: Callable[[], datetime], send: Send) -> Outcome:
    """Send the notices of all entries of the audit log since the last call.

    Entries of the present minute wait for the next one: another transaction may still commit one with a lower number.
    Each notice is recorded before the next one is sent, so a process that is killed repeats one at most.

    Args:
        store: The database.
        sender: The server.
        clock: Returns the server's time.
        send: Hands over a mail.
    """
    minute = minutes_of(clock())
    with store.write() as connection:
        reached = mailed.lease(connection, minute, minute + _LEASE)
    if reached is None:
        return Outcome()
    turn = _Turn(store, reached, minute + _LEASE)
    try:
        for entry in _entries(store, reached, minute):
            if not turn.take(entry, sender, clock, send):
                break
    finally:
        turn.goes_on(0)
    return Outcome(turn.sent, turn.given_up, turn.problem)


def _entries(store: Store, number: int, minute: int) -> Iterator[Entry]:
    """Yield the entries with a higher number from before a minute. No transaction is open while one is handled."""
    while True:
        with store.read() as connection:
            found = audit.after(connection, number, minute, _AT_ONCE)
        if not found:
            return
        yield from found
        number = found[-1].number
