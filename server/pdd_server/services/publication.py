"""The end of a round: sums are added up, noised, published and deleted, in the caller's one transaction."""

from collections.abc import Iterator
from datetime import date

import numpy as np
from sqlalchemy import Connection

from pdd_server.services.noise import AddNoise
from pdd_server.store import nights, publications, rounds
from pdd_server.store.publications import Missing, Publication
from pdd_server.store.rounds import Round, RoundState
from pdd_shared.layout import as_signed, blocks, width
from pdd_shared.messages import Part, Plan
from pdd_shared.privacy.noise import DiscreteLaplace
from pdd_shared.rounds import plain


def end_rounds(connection: Connection, delay: int) -> list[date]:
    """End the rounds whose groups are all summed or whose window is over; the data days of those ended.

    A window ends in the (delay + 1)-th night after the one that opened it, of the nights the server lived through.
    """
    ended = [
        found.day
        for found in rounds.in_state(connection, RoundState.OPEN)
        if rounds.all_summed(connection, found.day) or nights.count_after(connection, found.opened) > delay
    ]
    for day in ended:
        rounds.set_closing(connection, day)
    return ended


def publish(connection: Connection, day: date, add_noise: AddNoise) -> None:
    """Publish a round that has ended, and delete its sums, plan and rosters; nothing if that is done already."""
    found = rounds.get(connection, day)
    if found is None or found.state != RoundState.CLOSING:
        return
    plan = Plan.model_validate_json(rounds.plan_of(connection, day).payload)
    counted, numbers = _noised_sums(connection, day, plan.layout, add_noise)
    if counted:
        publications.add(connection, _publications(found, plan.layout, counted, numbers))
    else:
        lost = [Missing(part.campaign, day, "lost", found.active, plan.min_group) for part in plan.layout]
        publications.add_missing(connection, lost)
    rounds.finish(connection, day, rounds.count_submitted(connection, day), counted)


def _noised_sums(
    connection: Connection, day: date, layout: tuple[Part, ...], add_noise: AddNoise
) -> tuple[int, list[list[int]]]:
    """How many donors' vectors were summed, and each block's numbers with noise.

    A sum without noise lives in this function alone.
    """
    total, counted = np.zeros(width(layout), dtype=np.int64), 0
    for number in rounds.group_numbers(connection, day):
        group = plain.close(rounds.load_group(connection, day, number))
        if isinstance(group, plain.Summed):
            total += as_signed(group.total)
            counted += group.size
    scales = {part.campaign: DiscreteLaplace.for_terms(part.terms).scale for part in layout}
    return counted, [add_noise(total[block.place].tolist(), scales[block.campaign]) for block in blocks(layout)]


def _publications(
    found: Round, layout: tuple[Part, ...], counted: int, numbers: list[list[int]]
) -> Iterator[Publication]:
    terms = {part.campaign: part.terms for part in layout}
    for block, (joined, searches, *totals) in zip(blocks(layout), numbers, strict=True):
        yield Publication(
            campaign=block.campaign,
            stratum=block.stratum,
            day=found.day,
            donors=joined,
            searches=searches,
            confidence=counted / found.active,
            epsilon=terms[block.campaign].epsilon_per_day,
            scale=DiscreteLaplace.for_terms(terms[block.campaign]).scale,
            totals=tuple(totals),
        )
