"""What donors of a round send and fetch: raw bytes, the messages that are not JSON."""

from apiflask import APIBlueprint
from flask import Response, request

from pdd_server.api.days import day_in_address
from pdd_server.api.guards import writing_as_donor
from pdd_server.api.problems import documented
from pdd_server.context import bearer_hash, now_and_today, server
from pdd_server.services import collection
from pdd_shared.messages import Receipt

blueprint = APIBlueprint("rounds", __name__, tag="Rounds")
_REFUSED = (
    "not-registered",
    "no-such-round",
    "not-a-member",
    "foreign-plan",
    "wrong-size",
    "different-vector",
    "too-late",
)


@blueprint.put("/rounds/<day>/vectors/<context>")
@blueprint.output(Receipt)
@blueprint.doc(security="donor", responses=documented(*_REFUSED))
def send_vector(day: str, context: str) -> Receipt:
    """Add a donor's blinded vector to its group's sum; sending the same bytes again changes nothing."""
    data = request.get_data(cache=False)
    with writing_as_donor() as connection:
        return collection.receive_vector(connection, bearer_hash(), day_in_address(day), context, data)


@blueprint.put("/rounds/<day>/preparations/<group_plan>")
@blueprint.output(Receipt)
@blueprint.doc(security="donor", responses=documented(*_REFUSED, "altered-roster", "weak-key", "duplicate-member"))
def prepare(day: str, group_plan: str) -> Receipt:
    """Take in a donor's keys and shares for today's round; sending the same bytes again changes nothing."""
    data, (_, today) = request.get_data(cache=False), now_and_today()
    with writing_as_donor() as connection:
        return collection.receive_preparation(connection, bearer_hash(), day_in_address(day), today, group_plan, data)


@blueprint.get("/rounds/<day>/boxes")
@blueprint.doc(security="donor", responses=documented("not-registered", "no-such-round", "not-a-member"))
def boxes(day: str) -> Response:
    """The boxes addressed to a donor, in the order of its group's roster."""
    with server().store.read() as connection:
        found = collection.boxes(connection, bearer_hash(), day_in_address(day))
    return Response(found, mimetype="application/octet-stream")


@blueprint.put("/rounds/<day>/reveals/<survivors>")
@blueprint.output(Receipt)
@blueprint.doc(security="donor", responses=documented(*_REFUSED))
def reveal(day: str, survivors: str) -> Receipt:
    """Take in the shares a donor reveals; sending the same bytes again changes nothing."""
    data = request.get_data(cache=False)
    with writing_as_donor() as connection:
        return collection.receive_reveal(connection, bearer_hash(), day_in_address(day), survivors, data)
