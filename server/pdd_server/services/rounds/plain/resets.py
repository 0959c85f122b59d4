"""Resets of `plain`: rounds that a restored database has open may have been published since its backup was made."""

from collections.abc import Iterable
from datetime import date, timedelta

from sqlalchemy import Connection

from pdd_server.config import Config
from pdd_server.services.campaigns.campaigns import layout_of_day
from pdd_server.services.rounds.nightly_context import publish_missing
from pdd_server.store import donors
from pdd_server.store.results import charges
from pdd_server.store.rounds import nights, rounds
from pdd_server.store.rounds.rounds import RoundState
from pdd_shared.privacy.accounting.charges import charge_of_terms
from pdd_shared.protocol.messages import Part, Plan

_DAY = timedelta(days=1)


def give_up(connection: Connection, config: Config, today: date) -> None:
    """End the open rounds, and charge them and the days since the last night on record; publish them as missing.

    The server that was lost may have published these days, with other noise. The nightly run deletes the rosters and
    sums of the rounds.

    Args:
        connection: A write transaction.
        config: The settings.
        today: The present data day.
    """
    for found in rounds.all_of(connection):
        if found.protocol == "plain" and found.state != RoundState.PUBLISHED:
            layout = Plan.model_validate_json(rounds.plan_of(connection, found.day).payload).layout
            _charge(connection, found.day, layout, found.active)
            rounds.finish(connection, found.day, 0, 0)
    if config.protocol != "plain":
        return
    since = nights.last(connection) or donors.first_active_day(connection) or today
    for day in (since + ahead * _DAY for ahead in range(max(0, (today - since).days))):
        if rounds.get(connection, day) is None:
            layout_then = layout_of_day(connection, config, day)
            parts = (*layout_then.parts, *layout_then.over_budget)
            _charge(connection, day, parts, donors.count_active(connection, day))


def _charge(connection: Connection, day: date, parts: Iterable[Part], active: int) -> None:
    """Charge a day to the campaigns that were not charged for it before, and publish it as missing."""
    charged, lost = charges.campaigns_charged(connection, day), tuple(parts)
    for part in lost:
        if part.campaign not in charged:
            charges.add(connection, part.campaign, day, charge_of_terms(part.terms, part.campaign))
    publish_missing(connection, day, lost, "down", active, 0)
