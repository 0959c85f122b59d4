"""Check-ins: a donor reports that it is active today, and receives its tasks.

A check-in carries a number that grows by one each time, and a nonce. So the server recognises a donor's program that
was copied or restored from a backup: it uses a number that was used before, with another nonce. The proofs of privacy
count such a donor as corrupt, so it has to register anew, with new keys.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import cached_property

from nacl.signing import SigningKey
from sqlalchemy import Connection

from pdd_server.config import Witnesses
from pdd_server.errors import Rejected, Rejection
from pdd_server.services.donors import completion
from pdd_server.services.donors.group_commit import batches_of, in_one_transaction
from pdd_server.services.donors.registration import unregistered
from pdd_server.services.rounds.cohort import donor_tasks as cohort_contacts
from pdd_server.services.rounds.cohort.donor_tasks import CommonReads
from pdd_server.services.rounds.cohort.epochs import public_log
from pdd_server.services.rounds.cohort.epochs.cosigning import witnessed
from pdd_server.services.rounds.cohort.signed_messages import sign_reset
from pdd_server.services.rounds.plain import rounds as plain_rounds
from pdd_server.store import donors, monitoring
from pdd_server.store.donors import Donor
from pdd_server.store.engine import Store
from pdd_server.store.rounds import rounds
from pdd_server.store.rounds.rounds import RoundState
from pdd_shared.protocol.completion_codes import ToldCompletions
from pdd_shared.protocol.messages import CheckIn, CheckInAnswer, LogPart, Signed, Task, Witnessed
from pdd_shared.protocol.terms import Protocol

_LARGEST_NUMBER = 2**53
"""Numbers from here on are not believed after a reset. JavaScript's exact integers end here, SQLite's at 2^63."""


@dataclass(frozen=True)
class OnlineIdentity:
    """How the server identifies itself to donors.

    Attributes:
        online: The `OnlineKey` message, in which the identity key vouches for the online key.
        key: The online key, which signs what donors are asked for.
        protocol: The protocol of the settings, which new rounds use. Rounds of the other one still run to their end.
        identity: The identity key, 32 bytes.
        witnesses: Who vouches for the public log, if the server has witnesses.
    """

    online: Signed
    key: SigningKey = field(repr=False)
    protocol: Protocol
    identity: bytes
    witnesses: Witnesses | None = None


@dataclass(frozen=True)
class CheckInRequest:
    """A request with a check-in.

    Attributes:
        hashed: The hash of the donor's token.
        contact: The donor's message.
        now: The server's time. Donors compare their clocks with it.
        today: The data day that `now` falls on.
        identity: What the answer is signed with.
        version: The version that the client names; empty if it names none.
    """

    hashed: bytes = field(repr=False)
    contact: CheckIn = field(repr=False)
    now: datetime
    today: date
    identity: OnlineIdentity
    version: str = ""


@dataclass(frozen=True)
class _Common:
    """What check-ins in one transaction have in common.

    Attributes:
        connection: The transaction.
        cohort: What the tasks of `cohort` have in common.
        completions: The completion codes for the donors, by the donors' ids.
        witnesses: Who vouches for the public log, if the server has witnesses.
    """

    connection: Connection
    cohort: CommonReads
    completions: Mapping[str, ToldCompletions] = field(repr=False)
    witnesses: Witnesses | None = None

    @cached_property
    def witnessed(self) -> Witnessed | None:
        """The witnesses and their newest cosignatures."""
        return witnessed(self.connection, self.witnesses)

    @cached_property
    def has_plain_round(self) -> bool:
        """Whether a round of `plain` waits for vectors."""
        return bool(rounds.in_state(self.connection, RoundState.OPEN, "plain"))


def receive_check_in(store: Store, request: CheckInRequest) -> CheckInAnswer:
    """Record a check-in together with those that wait beside it, and return its answer once that is durable.

    Raises:
        Rejected: NOT_REGISTERED; STALE_STATE for a donor that was restored or copied; BUSY if the database was locked
            for too long.
    """
    return batches_of(store, check_in_all).add(request)


def check_in_all(store: Store, batch: Sequence[CheckInRequest]) -> Sequence[CheckInAnswer | Exception]:
    """Record a batch of check-ins in one transaction; return the answer to each, or its error, in the batch's order."""
    return in_one_transaction(store, batch, check_in_together, beside=True)


def check_in_together(connection: Connection, batch: Sequence[CheckInRequest]) -> Sequence[CheckInAnswer | Exception]:
    """Record check-ins; return the answer to each, or its error. What they need is read and written for all at once.

    The server counts how many donors use each version of a client. It does not keep which version a donor has.
    """
    admitted = _admit_all(connection, batch)
    versions = _note_active(connection, zip(batch, admitted, strict=True))
    known = [(one, donor.id) for one, donor in zip(batch, admitted, strict=True) if isinstance(donor, Donor)]
    reads = CommonReads(connection, {donor for _, donor in known})
    witnesses = batch[0].identity.witnesses if batch else None
    common = _Common(connection, reads, _completions(connection, known), witnesses)
    answers = [
        _answer(common, one, donor) if isinstance(donor, Donor) else donor
        for one, donor in zip(batch, admitted, strict=True)
    ]
    # All donors share these rows. Changed last, they make other processes wait for the commit alone.
    for day, counts in sorted(versions.items()):
        monitoring.note_versions(connection, day, counts)
    return answers


def _admit_all(connection: Connection, batch: Sequence[CheckInRequest]) -> list[Donor | Rejected]:
    """Record the contacts of a batch; return each donor as it is after its check-in, or the check-in's error."""
    before = donors.lock(connection, {one.hashed for one in batch})
    now, admitted = dict(before), list[Donor | Rejected]()
    for one in batch:
        try:
            now[one.hashed] = admit(now.get(one.hashed), one.contact)
            admitted.append(now[one.hashed])
        except Rejected as error:
            admitted.append(error)
    donors.set_contacts(connection, [donor for hashed, donor in now.items() if donor != before[hashed]])
    return admitted


def admit(donor: Donor | None, contact: CheckIn) -> Donor:
    """Return a donor as it is after a check-in.

    A check-in with the last answer's number is new. A check-in with the number before that and the same nonce is a
    retry after a lost answer, and gets the same number. Any other comes from a donor that was restored or copied.

    Raises:
        Rejected: NOT_REGISTERED; STALE_STATE for a donor that was restored or copied.
    """
    if donor is None:
        raise unregistered()
    # After a restore the server does not know each donor's last check-in. `reset` has made the numbers negative, and
    # the next number that a donor names is believed.
    is_known_anew = donor.number < 0 and contact.number < _LARGEST_NUMBER
    if is_known_anew or contact.number == donor.number:
        return replace(donor, number=contact.number + 1, nonce=contact.nonce)
    if (contact.number, contact.nonce) != (donor.number - 1, donor.nonce):
        raise Rejected(Rejection.STALE_STATE, "This donor was restored or copied; register anew, with new keys.")
    return donor


def _note_active(
    connection: Connection, admitted: Iterable[tuple[CheckInRequest, Donor | Rejected]]
) -> dict[date, Counter[str]]:
    """Record that donors were active; return the versions of those who were not yet on that day, counted by day."""
    versions: dict[date, dict[str, str]] = defaultdict(dict)
    for request, donor in admitted:
        if isinstance(donor, Donor):
            versions[request.today].setdefault(donor.id, request.version)
    return {
        day: Counter(by_donor[donor] for donor in donors.note_active(connection, by_donor, day))
        for day, by_donor in versions.items()
    }


def _completions(connection: Connection, known: Iterable[tuple[CheckInRequest, str]]) -> Mapping[str, ToldCompletions]:
    """Return the completion codes for these donors, who have just been noted as active."""
    days = {donor: one.today for one, donor in known}
    return completion.tell(connection, days.keys(), max(days.values())) if days else {}


def _answer(common: _Common, request: CheckInRequest, donor: Donor) -> CheckInAnswer:
    reset = common.cohort.reset
    return CheckInAnswer(
        number=donor.number,
        time=request.now.isoformat(),
        day=request.today,
        online=request.identity.online,
        reset=sign_reset(reset, request.identity.key) if reset else None,
        log=None if request.contact.log is None else _log(common, request.contact.log, request.identity),
        tasks=tuple(_tasks(common, donor.id, request.today, request.identity)),
        completions=common.completions[donor.id],
    )


def _log(common: _Common, first: int, identity: OnlineIdentity) -> LogPart:
    return public_log.shown_from(common.connection, first, identity.key, identity.identity, common.witnessed)


def _tasks(common: _Common, donor: str, today: date, identity: OnlineIdentity) -> Iterator[Task]:
    """Yield a donor's tasks in the rounds of both protocols: rounds run to their end in the one they began under."""
    if common.has_plain_round:
        yield from plain_rounds.tasks(common.connection, donor)
    if identity.protocol == "cohort":
        yield from cohort_contacts.tickets(common.cohort, donor, today)
    yield from cohort_contacts.tasks(common.cohort, donor, today, identity.key)
