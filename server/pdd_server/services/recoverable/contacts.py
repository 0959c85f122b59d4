"""What donors of a `recoverable` round are asked for, and what the server takes of them."""

from collections.abc import Iterator
from datetime import date

from sqlalchemy import Connection

from pdd_server.services.rejections import Rejected, Rejection
from pdd_server.store import donors
from pdd_server.store import recoverable_groups as groups
from pdd_server.store import recoverable_members as members
from pdd_server.store.recoverable_groups import GroupState
from pdd_server.store.recoverable_members import Place
from pdd_server.store.rounds import Counts, Round, RoundState
from pdd_shared.messages import PreparedRoster, PrepareTask, RevealTask, SubmitTask
from pdd_shared.rounds.recoverable import server
from pdd_shared.rounds.refusals import Reason, Refused
from pdd_shared.signing import signed_digest


def tasks(connection: Connection, donor: str, today: date) -> Iterator[PrepareTask | SubmitTask | RevealTask]:
    """All that is due from a donor today: to prepare, to submit, to reveal."""
    yield from members.to_prepare(connection, donor, today)
    yield from members.to_submit(connection, donor)
    yield from members.to_reveal(connection, donor)


def receive_preparation(
    connection: Connection, found: Round, donor: str, today: date, group_plan: str, data: bytes
) -> None:
    """Take in what a member prepared, on the data day itself; see `collection.receive_preparation`."""
    if found.state != RoundState.PREPARING or found.day != today:
        raise Refused(Reason.TOO_LATE, "This round takes no preparations any more.")
    place = _place(connection, found, donor)
    before = groups.load_preparing(connection, place.key)
    if before.digest.hex() != group_plan:
        raise Refused(Reason.FOREIGN_PLAN, "The preparation is for another group plan than the server's.")
    after, dealing = server.receive_preparation(before, place.place, data)
    if after is not before:
        members.save_preparation(connection, place.key, after.prepared[place.place], dealing)


def receive_vector(connection: Connection, found: Round, donor: str, context: str, data: bytes) -> None:
    """Add a member's vector to its group's sum; see `collection.receive_vector`."""
    place = _place(connection, found, donor)
    if place.state != GroupState.SUBMITTING:
        raise Refused(Reason.TOO_LATE, "This donor's group takes no vectors now.")
    if place.context != context:
        raise Refused(Reason.FOREIGN_PLAN, "The vector was blinded under another plan or roster than the server's.")
    before = groups.load_submitting(connection, place.key)
    roster = signed_digest(groups.roster_of(connection, place.key), PreparedRoster)
    identity = donors.identity_of(connection, donor)
    after = server.receive_vector(before, place.place, data, roster=roster, identity=identity)
    if after is not before:
        own = after.received[place.place], after.signatures[place.place]
        groups.save_total(connection, place.key, after)
        members.save_received(connection, place.key, place.place, *own)


def boxes(connection: Connection, found: Round, donor: str) -> bytes:
    """The boxes addressed to a member, in the roster's order; see `collection.boxes`."""
    place = _place(connection, found, donor) if found.state == RoundState.REVEALING else None
    if place is None or place.state != GroupState.REVEALING:
        raise Rejected(Rejection.NO_SUCH_ROUND, "No shares are asked for in that round now.")
    return b"".join(members.boxes_for(connection, place.key, place.place))


def receive_reveal(connection: Connection, found: Round, donor: str, survivors: str, data: bytes) -> None:
    """Take in the shares a member reveals; see `collection.receive_reveal`."""
    place = _place(connection, found, donor) if found.state == RoundState.REVEALING else None
    if place is None or place.state != GroupState.REVEALING:
        raise Refused(Reason.TOO_LATE, "This round takes no shares now.")
    if groups.survivors_digest(connection, place.key).hex() != survivors:
        raise Refused(Reason.FOREIGN_PLAN, "The shares are for another survivor list than the server's.")
    before = groups.load_revealing(connection, place.key)
    size, listed = groups.size(connection, place.key), len(groups.roster_members(connection, place.key))
    after = server.receive_reveal(before, place.place, data, size=size, members=listed)
    if after is not before:
        members.save_reveal(connection, place.key, place.place, data)


def count(connection: Connection, day: date) -> Counts:
    """How far a round has come."""
    return members.count(connection, day)


def forget(connection: Connection, day: date) -> None:
    """Delete all that a round holds."""
    groups.forget(connection, day)


def _place(connection: Connection, found: Round, donor: str) -> Place:
    place = members.place_of(connection, found.day, donor)
    if place is None:
        raise Refused(Reason.NOT_A_MEMBER, "This donor is in no group of that round.")
    return place
