"""Group commit: messages that arrive together are written in one durable transaction.

To commit durably takes longer than anything else that a donor's message needs. So each request's thread queues its
message. One of the waiting threads, the leader, takes all that are queued as a batch, processes them, and commits once.
Each request is answered after that commit, so a server that is killed has not confirmed anything that it lost.

Only one thread at a time processes a batch, whatever its kind. Several at once are not faster: they hand Python's
interpreter lock to each other at each statement, and wait for the database's one write lock by polling.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Any, Generic, Protocol, TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy import Connection

from pdd_server.errors import Rejected, Rejection, busy
from pdd_server.services.donors.registration import unregistered
from pdd_server.store import donors
from pdd_server.store.engine import Store, is_busy
from pdd_server.store.sqlite import is_whole

Sent = TypeVar("Sent")
Result = TypeVar("Result")
Process = Callable[[Store, Sequence[Sent]], Sequence[Result | Exception]]
"""Processes a batch durably: it returns the result of each message, or the error that answers it, in their order."""


class GaveUp(Rejected):
    """The rejection BUSY of a message for which the database was locked for too long.

    Messages that wait behind it get BUSY, too. They don't where a message is told BUSY for a reason of its own.
    """

    def __init__(self) -> None:
        """Say what `busy` says."""
        super().__init__(Rejection.BUSY, busy().detail)


@dataclass(eq=False)
class _Waiting(Generic[Sent, Result]):
    """A message in the queue, whose request's thread waits for `turn`.

    Attributes:
        sent: The message.
        given_up: The turn's `given_up` when the message came.
        outcome: The result of its batch, or the error that answers the request.
        leads: Whether its thread has to process the next batch, which this message is part of.
        turn: Set when the thread has to lead, or when its batch is done.
    """

    sent: Sent = field(repr=False)
    given_up: int
    outcome: Result | Exception = field(default_factory=lambda: RuntimeError("a batch left a message out"), repr=False)
    leads: bool = False
    turn: Event = field(default_factory=Event, repr=False)


@dataclass(eq=False)
class Turn:
    """The turn to process a batch, which the queues of one database take one after the other.

    Attributes:
        lock: Held while a batch is processed.
        given_up: How many batches gave up, because the database was locked for too long (`GaveUp`).
    """

    lock: Lock = field(default_factory=Lock)
    given_up: int = 0


class Batches(Generic[Sent, Result]):
    """The queue of one kind of messages that one process writes to one database."""

    def __init__(self, store: Store, process: Process[Sent, Result], turn: Turn) -> None:
        """Begin without messages.

        Args:
            store: The database.
            process: Processes a batch.
            turn: The turn to process a batch, which queues of other kinds share.
        """
        self._store, self._process, self._turn = store, process, turn
        self._waiting: list[_Waiting[Sent, Result]] = []
        self._is_led = False
        self._queueing = Lock()

    def add(self, sent: Sent) -> Result:
        """Process a message with those that wait beside it; return its result, or raise its error, once committed."""
        own = _Waiting[Sent, Result](sent, self._turn.given_up)
        with self._queueing:
            self._waiting.append(own)
            if not self._is_led:
                self._pass_on()
        # An event for each message, not one lock for all: with a lock, the threads of a finished batch would queue
        # behind the leader of the next batch before they could answer.
        own.turn.wait()
        if own.leads:
            self._lead()
        if isinstance(own.outcome, Exception):
            raise own.outcome
        return own.outcome

    def _pass_on(self) -> None:
        """Make the first waiting message's thread the leader, if there is one. The caller holds `_queueing`."""
        self._is_led = bool(self._waiting)
        if self._waiting:
            self._waiting[0].leads = True
            self._waiting[0].turn.set()

    def _lead(self) -> None:
        """Process all waiting messages, this thread's own among them; then make another thread the leader."""
        batch: list[_Waiting[Sent, Result]] = []
        try:
            with self._turn.lock:
                with self._queueing:
                    batch, self._waiting = self._waiting, []
                self._settle(batch)
        finally:
            with self._queueing:
                self._pass_on()
            for one in batch:
                one.turn.set()

    def _settle(self, batch: list[_Waiting[Sent, Result]]) -> None:
        """Set the outcome of each message of a batch.

        Where an earlier batch, of whatever kind, gave up a locked database while a message waited its turn, the message
        gets BUSY, too. Otherwise it would wait for the same lock once more.
        """
        in_time, late = list[_Waiting[Sent, Result]](), list[_Waiting[Sent, Result]]()
        for one in batch:
            (in_time if one.given_up == self._turn.given_up else late).append(one)
        for one in late:
            one.outcome = busy()
        outcomes = self._process(self._store, [one.sent for one in in_time]) if in_time else ()
        for one, outcome in zip(in_time, outcomes, strict=True):
            one.outcome = outcome
        if any(isinstance(one, GaveUp) for one in outcomes):
            self._turn.given_up += 1


_queues: WeakKeyDictionary[Store, tuple[Turn, dict[object, Batches[Any, Any]]]] = WeakKeyDictionary()
_making = Lock()


def batches_of(store: Store, process: Process[Sent, Result]) -> Batches[Sent, Result]:
    """Return this process's queue of the messages that `process` writes to a database.

    Each call with the same store and function returns the same queue.
    """
    with _making:
        turn, queues = _queues.setdefault(store, (Turn(), {}))
        if process not in queues:
            queues[process] = Batches(store, process, turn)
        return queues[process]


class OfDonor(Protocol):
    """A message of a donor."""

    @property
    def hashed(self) -> bytes:
        """The hash of the donor's token."""


Message = TypeVar("Message", bound=OfDonor)
Write = Callable[[Connection, Sequence[Message]], Sequence[Result | Exception]]
"""Writes messages in a transaction; it returns the result of each, or its error, in their order.

It returns the error of a message that writes nothing. It raises any other error, and may be called again then.
"""


def in_one_transaction(
    store: Store, batch: Sequence[Message], write: Write[Message, Result], *, beside: bool = False
) -> list[Result | Exception]:
    """Write the messages of a batch in one transaction. One that raises is undone alone, and gets what it raised.

    Messages without a registered donor's token get NOT_REGISTERED, and never wait for the write lock. If the database
    is locked for too long, the whole batch gets BUSY.

    Args:
        store: The database.
        batch: The messages.
        write: Writes them.
        beside: Whether other processes may write at the same time, as `Store.write_beside` says. `write` then locks the
            rows that it reads and changes, in an order that is the same in every process.
    """
    try:
        return list(_written(store, batch, write, beside=beside))
    except Exception as error:
        return [GaveUp() if is_busy(error) else error for _ in batch]


def _written(
    store: Store, batch: Sequence[Message], write: Write[Message, Result], *, beside: bool
) -> Iterator[Result | Exception]:
    with store.read() as connection:
        registered = donors.registered(connection, [one.hashed for one in batch])
    known = [one for one in batch if one.hashed in registered]
    outcomes = iter(_write_known(store, known, write, beside=beside) if known else ())
    for one in batch:
        yield next(outcomes) if one.hashed in registered else unregistered()


def _write_known(
    store: Store, known: list[Message], write: Write[Message, Result], *, beside: bool
) -> Sequence[Result | Exception]:
    """Write messages of registered donors together. If one raises, begin again, with a savepoint for each."""
    try:
        with store.write_beside() if beside else store.write() as connection:
            return write(connection, known)
    except Exception as error:
        if is_busy(error):
            raise
    # Few messages raise, and savepoints would make each of the others dearer, so the batch has none at first. One by
    # one, messages would lock rows in another order. So nobody writes beside them.
    with store.write() as connection:
        return [_undone_alone(connection, write, one) for one in known]


def _undone_alone(connection: Connection, write: Write[Message, Result], one: Message) -> Result | Exception:
    savepoint = connection.begin_nested()
    try:
        (outcome,) = write(connection, [one])
        savepoint.commit()
    except Exception as error:
        # The messages before this one are undone, too. To roll back to a savepoint that is gone would hide the error.
        if not is_whole(connection):
            raise
        savepoint.rollback()
        return error
    return outcome


@dataclass(frozen=True)
class DonorsWrite(Generic[Result]):
    """A message of a donor, as what it writes.

    Attributes:
        hashed: The hash of the donor's token.
        write: Writes the message in a transaction, and returns its result. If it, or a message beside it, raises, it is
            called again in another transaction.
    """

    hashed: bytes = field(repr=False)
    write: Callable[[Connection], Result] = field(repr=False)


def write_for(store: Store, hashed: bytes, write: Callable[[Connection], Result]) -> Result:
    """Write a donor's message together with those that wait beside it; return its result once that is durable.

    Args:
        store: The database.
        hashed: The hash of the donor's token.
        write: Writes the message in a transaction, and returns its result.

    Raises:
        Rejected: NOT_REGISTERED if no donor has the token; BUSY if the database was locked for too long.
        Exception: What `write` raises.
    """
    found: Result = batches_of(store, write_all).add(DonorsWrite(hashed, write))
    return found


def write_all(store: Store, batch: Sequence[DonorsWrite[Any]]) -> list[Any]:
    """Do a batch of writes; return the outcome of each, or its error, in the batch's order."""
    return in_one_transaction(store, batch, lambda connection, some: [one.write(connection) for one in some])
