"""The report of one check-in, and the log lines that belong to it."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from pdd_client.core.visits import UnreadHistory
from pdd_client.gateways.clock import Clock
from pdd_client.gateways.home_store.local_store import LocalStore
from pdd_client.gateways.home_store.log_store import Logged


@dataclass(frozen=True)
class SentMessage:
    """A message of a round that the server has confirmed, and its size in bytes."""

    round: date
    kind: str
    bytes: int


@dataclass(frozen=True)
class Refusal:
    """A refusal by the donor or the server, of a whole message or of one campaign's part, which was sent as zeros.

    Attributes:
        round: the data day; None if the message does not name one.
        reason: the refusal's name.
        campaign: the campaign's id; None if the whole message was refused.

    """

    round: date | None
    reason: str
    campaign: str | None = None


@dataclass(frozen=True)
class CheckInReport:
    """What a check-in sent, what was refused and why, and the history files that could not be read.

    Attributes:
        sent: the messages that the server has confirmed.
        refused: what was not sent, or was sent as zeros.
        unread: the history files that could not be read.
        waiting: the days that wait for the donor's review.

    """

    sent: tuple[SentMessage, ...]
    refused: tuple[Refusal, ...]
    unread: tuple[UnreadHistory, ...] = ()
    waiting: tuple[date, ...] = ()


class ContactReport:
    """Collects what one contact does. Entries are only added: what was sent or refused stays so."""

    def __init__(self, store: LocalStore, clock: Clock) -> None:
        """Begin an empty report; log lines go to this home, with the time of this clock."""
        self._store, self._clock = store, clock
        self._sent: list[SentMessage] = []
        self._refused: list[Refusal] = []
        self._waiting: list[date] = []

    def add_sent(self, day: date, kind: str, size: int) -> None:
        """Add a message of `size` bytes that the server has confirmed."""
        self._sent.append(SentMessage(day, kind, size))

    def add_refused(self, day: date | None, reason: str, campaign: str | None = None) -> None:
        """Add a refusal that is not logged."""
        self._refused.append(Refusal(day, reason, campaign))

    def add_waiting(self, day: date) -> None:
        """Add a day that waits for the donor's review."""
        self._waiting.append(day)

    def log(self, what: str, day: date | None, size: int, **more: Any) -> None:
        """Log that a message of `size` bytes is about to be sent, in the caller's transaction.

        Args:
            what: the kind of message.
            day: the data day; None if the message is about none.
            size: the size in bytes.
            more: further fields of `Logged`.

        """
        self._store.log.add(Logged(self._clock(), what, round=day, bytes=size, **more))

    def refuse(self, day: date | None, reason: str, detail: str | None = None, *, campaign: str | None = None) -> None:
        """Log and add a refusal, in the caller's transaction.

        Args:
            day: the data day; None where the message does not name one.
            reason: the refusal's name.
            detail: what the refusal says beside its name.
            campaign: the campaign that gets zeros for this reason; None where the whole message is refused.

        """
        line = Logged(self._clock(), "refusal", day, reason=str(reason), detail=detail, campaign=campaign)
        self._store.log.add(line)
        self.add_refused(day, str(reason), campaign)

    def finished(self) -> CheckInReport:
        """Return what the check-in did."""
        return CheckInReport(tuple(self._sent), tuple(self._refused), waiting=tuple(self._waiting))
