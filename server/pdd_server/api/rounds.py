"""Taking in blinded vectors: raw bytes, the one message that is not JSON."""

from datetime import date

from apiflask import APIBlueprint
from flask import request

from pdd_server.api.problems import documented
from pdd_server.context import bearer_hash, server
from pdd_server.services import collection
from pdd_server.services.rejections import Rejected, Rejection
from pdd_shared.messages import Receipt

blueprint = APIBlueprint("rounds", __name__, tag="Rounds")


@blueprint.put("/rounds/<day>/vectors/<context>")
@blueprint.output(Receipt)
@blueprint.doc(
    security="donor",
    responses=documented(
        "not-registered", "no-such-round", "not-a-member", "foreign-plan", "wrong-size", "different-vector", "too-late"
    ),
)
def send_vector(day: str, context: str) -> Receipt:
    """Add a donor's blinded vector to its group's sum; sending the same bytes again changes nothing."""
    data = request.get_data(cache=False)
    with server().store.write() as connection:
        return collection.receive(connection, bearer_hash(), _day(day), context, data)


def _day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise Rejected(Rejection.NO_SUCH_ROUND, "The address names no date such as 2026-11-20.")
    return day
