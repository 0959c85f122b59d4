"""The end of a round: its sum is noised, published and deleted, in one transaction."""

from collections.abc import Iterator
from datetime import date

from sqlalchemy import Connection

from pdd_server.services.night import publish_missing
from pdd_server.services.noise import AddNoise
from pdd_server.services.protocols import PROTOCOLS
from pdd_server.services.totals import Total
from pdd_server.store import donors, publications, rounds
from pdd_server.store.engine import Store
from pdd_server.store.publications import Publication
from pdd_server.store.rounds import Round, RoundState
from pdd_shared.layout import blocks
from pdd_shared.messages import Part, Plan
from pdd_shared.privacy.noise import DiscreteLaplace


def publish(store: Store, day: date, add_noise: AddNoise) -> bool:
    """Publish a round that a night has ended, and delete all it holds; whether this did it.

    The sum is made outside of the transaction that writes, so that donors do not wait for it. Nothing is published if
    that was done meanwhile, or if shares turn out to be missing: the round then waits on for them.
    """
    with store.read() as connection:
        found = _closing(connection, day)
        if found is None:
            return False
        total = PROTOCOLS[found.protocol].total(connection, found, rounds.plan_of(connection, day))
    with store.write() as connection:
        # A closing round takes no message: the sum is still that of its groups.
        if _closing(connection, day) is None:
            return False
        if total is None:
            rounds.set_state(connection, day, RoundState.REVEALING, found.since)
            return False
        _publish(connection, found, total, add_noise)
    return True


def _closing(connection: Connection, day: date) -> Round | None:
    found = rounds.get(connection, day)
    return found if found is not None and found.state == RoundState.CLOSING else None


def _publish(connection: Connection, found: Round, total: Total, add_noise: AddNoise) -> None:
    plan = Plan.model_validate_json(rounds.plan_of(connection, found.day).payload)
    if total.counted:
        publications.add(connection, _publications(found, plan.layout, total, add_noise))
    else:
        publish_missing(connection, found.day, plan.layout, total.missing, found.active, plan.min_group)
    donors.quarantine(connection, total.faulty)
    protocol = PROTOCOLS[found.protocol]
    rounds.finish(connection, found.day, protocol.count(connection, found.day), total.counted)
    protocol.forget(connection, found.day)


def _publications(found: Round, layout: tuple[Part, ...], total: Total, add_noise: AddNoise) -> Iterator[Publication]:
    terms = {part.campaign: part.terms for part in layout}
    for block in blocks(layout):
        scale = DiscreteLaplace.for_terms(terms[block.campaign]).scale
        joined, searches, *totals = add_noise(total.numbers[block.place].tolist(), scale)
        yield Publication(
            campaign=block.campaign,
            stratum=block.stratum,
            day=found.day,
            donors=joined,
            searches=searches,
            confidence=total.counted / found.active,
            epsilon=terms[block.campaign].epsilon_per_day,
            scale=scale,
            totals=tuple(totals),
        )
