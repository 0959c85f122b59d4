"""What a nightly run hands to both protocols, and the publishing of days without totals, which both need."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from nacl.signing import SigningKey
from sqlalchemy import Connection

from pdd_server.config import Config
from pdd_server.store.results import publications
from pdd_server.store.results.publications import Missing, MissingReason
from pdd_shared.rounds.layout import PlacedPart

Shuffle = Callable[[list[Any]], None]
"""Puts a list into a random order, in place. The randomness must be cryptographic, as of `secrets.SystemRandom`."""


@dataclass(frozen=True)
class NightlyContext:
    """The date, settings and keys of one nightly run. They are passed in, so that tests can run any night.

    Attributes:
        day: The date on which the run takes place; the data day before it is over.
        over: The data days that ended since the last run, oldest first; more than one after the server was down.
        config: The settings now in force.
        identity: The server's public identity key, 32 bytes.
        key: The online key, which signs plans and epochs.
        shuffle: Puts donors into a random order.
    """

    day: date
    over: tuple[date, ...]
    config: Config
    identity: bytes
    key: SigningKey = field(repr=False)
    shuffle: Shuffle


def publish_missing(
    connection: Connection, day: date, layout: Iterable[PlacedPart], reason: MissingReason, active: int, needed: int
) -> None:
    """Publish that a data day has no totals, for each campaign of these parts.

    Args:
        connection: A write transaction.
        day: The data day.
        layout: Parts of the day's vector, one a campaign.
        reason: Why there are no totals.
        active: How many donors were active on the day.
        needed: How many donors a sum would have needed; 0 where donors were not what it lacked.
    """
    publications.add_missing(connection, [Missing(part.campaign, day, reason, active, needed) for part in layout])
