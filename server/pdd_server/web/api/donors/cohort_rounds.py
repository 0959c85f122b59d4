"""API views of the `cohort` protocol: tickets, epochs and parts of their trees, uploads, and committees' messages."""

from collections.abc import Callable
from datetime import date

from apiflask import APIBlueprint
from flask import Response, request
from sqlalchemy import Connection

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.donors.group_commit import write_for
from pdd_server.services.rounds.cohort import donor_tasks
from pdd_server.services.rounds.cohort.days import committee as members
from pdd_server.services.rounds.cohort.epochs import proofs, public_log, public_record, tickets
from pdd_server.services.rounds.cohort.epochs.cosigning import witnessed
from pdd_server.store.rounds.cohort.cohort_days import DayKey
from pdd_server.web.api.donors.addresses import day_in_address
from pdd_server.web.context import bearer_hash, now_and_today, server
from pdd_server.web.problems import documented
from pdd_server.web.rate_limits import limit_by_network, limit_by_token
from pdd_shared.protocol.messages import LogPart, Signed, TicketMessage
from pdd_shared.protocol.signing import sign
from pdd_shared.rounds.refusals import Reason, Refused

blueprint = APIBlueprint("cohort", __name__, tag="Cohorts")
_SHOWN = ("not-registered", "no-such-round", "not-a-member")
"""The problems of requests for parts of an epoch's tree."""
_SERVED = (*_SHOWN, "too-late")
"""The problems of requests about a day of a round."""


@blueprint.put("/tickets/<number>")
@limit_by_token("vectors")
@blueprint.input(TicketMessage, arg_name="message")
@blueprint.output(Signed)
@blueprint.doc(
    security="donor",
    responses=documented(
        *("invalid-message", "not-registered", "bad-signature", "weak-key", "duplicate-member", "different-vector"),
        *("too-late", "no-such-round"),
    ),
)
def send_ticket(number: str, message: TicketMessage) -> Signed:
    """Take a donor's ticket for an epoch; sending the same one again gets the same signed receipt."""
    _, today = now_and_today()
    found, epoch = server(), _number(number)
    hashed = bearer_hash()

    def write(connection: Connection) -> Signed:
        return tickets.receive(
            connection, hashed, epoch, message, identity=found.identity, key=found.online_key, today=today
        )

    return write_for(found.store, hashed, write)


@blueprint.get("/epochs/<number>")
@limit_by_network("requests")
@blueprint.output(Signed)
@blueprint.doc(responses=documented("no-such-round"))
def epoch(number: str) -> Signed:
    """The signed epoch, the same for everybody: homes ask for it without their token, and compare."""
    found, wanted = server(), _number(number)
    with found.store.read() as connection:
        signed = public_record.read_epoch(connection, found.folder.published, wanted, found.online_key)
    if signed is None:
        raise Rejected(Rejection.NO_SUCH_ROUND, "This server has no such epoch.")
    return signed


@blueprint.get("/log")
@limit_by_network("requests")
@blueprint.output(LogPart)
def log() -> LogPart:
    """The public log of epochs and resets, whole."""
    found = server()
    with found.store.read() as connection:
        cosigned = witnessed(connection, found.config.witnesses)
        return public_log.shown_from(connection, 0, found.online_key, found.identity, cosigned)


@blueprint.get("/epochs/<number>/place")
@limit_by_token("vectors")
@blueprint.doc(security="donor", responses=documented(*_SHOWN))
def place(number: str) -> Response:
    """The donor's own leaf, its cohort's committee, and the proof that they are in the tree."""
    with server().store.read() as connection:
        return _bytes(proofs.place(connection, bearer_hash(), _number(number)))


@blueprint.get("/epochs/<number>/committees/<cohort>")
@limit_by_token("vectors")
@blueprint.doc(security="donor", responses=documented(*_SHOWN))
def committee(number: str, cohort: str) -> Response:
    """A cohort's committee, and the proof that it is in the tree."""
    with server().store.read() as connection:
        return _bytes(proofs.committee(connection, bearer_hash(), _number(number), _number(cohort)))


@blueprint.get("/epochs/<number>/cohorts/<cohort>")
@limit_by_token("vectors")
@blueprint.doc(security="donor", responses=documented(*_SHOWN))
def cohort_leaves(number: str, cohort: str) -> Response:
    """The tree's leaves of a cohort, and the proof for them, for the members of its committee."""
    with server().store.read() as connection:
        return _bytes(proofs.cohort(connection, bearer_hash(), _number(number), _number(cohort)))


@blueprint.put("/rounds/<day>/uploads/<context>")
@limit_by_token("vectors")
@blueprint.output(Signed)
@blueprint.doc(
    security="donor",
    responses=documented(
        *_SERVED, "foreign-plan", "wrong-day", "wrong-size", "bad-signature", "wrong-cohort", "cohort-full"
    ),
)
def send_upload(day: str, context: str) -> Signed:
    """Add a donor's upload to its cohort's sums; the signed receipt names the first one that came of its leaf."""
    data, (_, today), found = request.get_data(cache=False), now_and_today(), server()
    receipt = donor_tasks.receive_upload(
        found.store, bearer_hash(), day_in_address(day), _context(context), data, today=today, identity=found.identity
    )
    return sign(receipt, found.online_key)


@blueprint.get("/rounds/<day>/lists/<cohort>/<sub_cohort>")
@limit_by_token("requests")
@blueprint.doc(security="donor", responses=documented(*_SERVED))
def included_list(day: str, cohort: str, sub_cohort: str) -> Response:
    """The list of a (sub-)cohort's day, for the members of its committee; the day is charged before."""
    _, today = now_and_today()
    return _bytes(
        members.show_list(server().store, server().ledger, bearer_hash(), _key(day, cohort, sub_cohort), today)
    )


@blueprint.put("/rounds/<day>/signatures/<cohort>/<sub_cohort>/<place>")
@limit_by_token("requests")
@blueprint.output({}, status_code=204)
@blueprint.doc(security="donor", responses=documented(*_SERVED, "bad-signature"))
def send_signature(day: str, cohort: str, sub_cohort: str, place: str) -> str:
    """Take a member's signature under a list; sending it again changes nothing."""
    _receive(members.receive_signature, _key(day, cohort, sub_cohort), _number(place))
    return ""


@blueprint.get("/rounds/<day>/certificates/<cohort>/<sub_cohort>")
@limit_by_token("requests")
@blueprint.doc(security="donor", responses=documented(*_SERVED))
def certificate(day: str, cohort: str, sub_cohort: str) -> Response:
    """The certificate over a list, for the members of the committee, once a quorum has signed."""
    _, today = now_and_today()
    with server().store.read() as connection:
        return _bytes(members.certificate(connection, bearer_hash(), _key(day, cohort, sub_cohort), today))


@blueprint.put("/rounds/<day>/answers/<cohort>/<sub_cohort>/<place>")
@limit_by_token("requests")
@blueprint.output({}, status_code=204)
@blueprint.doc(security="donor", responses=documented(*_SERVED, "wrong-size", "bad-signature", "different-answer"))
def send_answer(day: str, cohort: str, sub_cohort: str, place: str) -> str:
    """Take a member's sum of streams over the certified list; sending it again changes nothing."""
    _receive(members.receive_answer, _key(day, cohort, sub_cohort), _number(place))
    return ""


def _receive(message: Callable[[Connection, bytes, DayKey, int, bytes, date], None], key: DayKey, place: int) -> None:
    """Store the member's message in the request's body, together with other donors' messages."""
    hashed, data, (_, today) = bearer_hash(), request.get_data(cache=False), now_and_today()
    store = server().store
    members.store_for(store, hashed, key, lambda connection: message(connection, hashed, key, place, data, today))


def _bytes(data: bytes) -> Response:
    return Response(data, mimetype="application/octet-stream")


def _key(day: str, cohort: str, sub_cohort: str) -> DayKey:
    return DayKey(day_in_address(day), _number(cohort), _number(sub_cohort))


def _number(text: str) -> int:
    """Return a number in the request's path: without leading zeros, so that it has one address, and below 2^32.

    Raises:
        Rejected: NO_SUCH_ROUND if the text is not such a number.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and str(int(text)) == text and int(text) < 2**32):
        raise Rejected(Rejection.NO_SUCH_ROUND, "The address has something else where a number belongs.")
    return int(text)


def _context(text: str) -> bytes:
    """Return the 32 bytes of a round's context in the request's path; raise Refused FOREIGN_PLAN for another text."""
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    if found.hex() != text or len(found) != 32:
        raise Refused(Reason.FOREIGN_PLAN, "The address names no context of 64 hex digits.")
    return found
