"""Campaigns, as the Campaign message that donors read."""

from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Integer, Row, func, insert, select, update

from pdd_server.store.tables import campaigns
from pdd_shared.protocol.messages import Campaign


@dataclass(frozen=True)
class Stored:
    """A campaign, and the date it was closed before its end, if it was."""

    campaign: Campaign
    closed: date | None

    def is_active(self, day: date) -> bool:
        """Whether searches of this data day are counted for it."""
        return self.closed is None and self.campaign.start <= day <= self.campaign.end


def add(connection: Connection, campaign: Campaign) -> None:
    """Add a campaign."""
    connection.execute(insert(campaigns).values(id=campaign.id, payload=campaign.model_dump_json()))


def replace(connection: Connection, campaign: Campaign) -> None:
    """Write a campaign's new message in place of its last."""
    where = campaigns.c.id == campaign.id
    connection.execute(update(campaigns).where(where).values(payload=campaign.model_dump_json()))


def get(connection: Connection, campaign: str) -> Stored | None:
    """The campaign of that id."""
    row = connection.execute(select(campaigns).where(campaigns.c.id == campaign)).first()
    return _stored(row) if row else None


def exists(connection: Connection, campaign: str) -> bool:
    """Whether there is a campaign of that id, without reading it."""
    return connection.execute(select(campaigns.c.id).where(campaigns.c.id == campaign)).first() is not None


def threshold(connection: Connection, campaign: str) -> int | None:
    """A campaign's threshold of publication, without reading its whole vocabulary for it."""
    of_payload = func.json_extract(campaigns.c.payload, "$.threshold", type_=Integer)
    return connection.execute(select(of_payload).where(campaigns.c.id == campaign)).scalar_one()


def all_of(connection: Connection) -> list[Stored]:
    """Every campaign, in order of id."""
    return [_stored(row) for row in connection.execute(select(campaigns).order_by(campaigns.c.id))]


def close(connection: Connection, campaign: str, today: date) -> None:
    """Record that a campaign is over before its end."""
    connection.execute(update(campaigns).where(campaigns.c.id == campaign).values(closed=today))


def _stored(row: Row[Any]) -> Stored:
    return Stored(_parsed(row.payload), row.closed)


@lru_cache(maxsize=32)
def _parsed(payload: str) -> Campaign:
    """Reading a long vocabulary takes longer than most of what is done with it."""
    return Campaign.model_validate_json(payload)
