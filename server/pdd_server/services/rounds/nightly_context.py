"""What a nightly run works with, in both protocols."""

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
"""Puts a list into a random order, in place; random as in `secrets`."""


@dataclass(frozen=True)
class Night:
    """The night that begins `day`: the data days over since the last one, settings, keys, random orders."""

    day: date
    over: tuple[date, ...]
    config: Config
    identity: bytes
    key: SigningKey = field(repr=False)
    shuffle: Shuffle


def publish_missing(
    connection: Connection, day: date, layout: Iterable[PlacedPart], reason: MissingReason, active: int, needed: int
) -> None:
    """Publish that a data day has no totals, in each of its campaigns."""
    publications.add_missing(connection, [Missing(part.campaign, day, reason, active, needed) for part in layout])
