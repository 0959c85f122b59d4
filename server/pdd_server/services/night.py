"""What a night works with, and what planning a round is in both protocols."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from nacl.signing import SigningKey
from sqlalchemy import Connection

from pdd_server.config import Config
from pdd_server.store import publications
from pdd_server.store.publications import Missing, MissingReason
from pdd_shared.layout import PlacedPart
from pdd_shared.messages import Part, Plan

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

    def plan(self, day: date, layout: tuple[Part, ...]) -> Plan:
        """The plan of a data day's round, under the settings now in force."""
        return Plan(
            protocol=self.config.protocol,
            version=1,
            server=self.identity.hex(),
            day=day,
            zone=self.config.zone,
            group_size=self.config.group_size,
            min_group=self.config.min_group,
            delay=self.config.delay,
            reveal_days=self.config.reveal_days,
            layout=layout,
        )


def publish_missing(
    connection: Connection, day: date, layout: Iterable[PlacedPart], reason: MissingReason, active: int, needed: int
) -> None:
    """Publish that a data day has no totals, in each of its campaigns."""
    publications.add_missing(connection, [Missing(part.campaign, day, reason, active, needed) for part in layout])
