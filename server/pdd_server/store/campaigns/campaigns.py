"""Campaigns. Each is stored as the JSON of its `Campaign` message, which donors read."""

from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, TypeVar

from sqlalchemy import JSON, ColumnElement, Connection, Integer, Row, cast, func, insert, select, update
from sqlalchemy.types import TypeEngine

from pdd_server.store.campaigns.draft_tables import unlisted
from pdd_server.store.results.publications import Missing
from pdd_server.store.tables import campaigns, missing, rounds
from pdd_shared.protocol.messages import Campaign

_Kind = TypeVar("_Kind")


@dataclass(frozen=True)
class StoredCampaign:
    """A campaign, and the date on which it was closed before its end; None if it was not closed."""

    campaign: Campaign
    closed: date | None

    def is_active(self, day: date) -> bool:
        """Return whether a plan made now for this data day includes the campaign.

        A closed campaign gets no new days, also not days before it was closed.
        """
        return self.closed is None and self.campaign.start <= day <= self.campaign.end


@dataclass(frozen=True)
class StoredStatus:
    """The stored facts from which a campaign's status follows.

    Attributes:
        stored: The campaign.
        listed: Whether it has a public page.
        last_missing: Its latest data day without totals; None if there is none.
        newest_round: The latest data day with a round of any campaign; None if there is none.
    """

    stored: StoredCampaign
    listed: bool
    last_missing: Missing | None
    newest_round: date | None


def add(connection: Connection, campaign: Campaign) -> None:
    """Add a campaign; its id must be new."""
    connection.execute(insert(campaigns).values(id=campaign.id, payload=campaign.model_dump_json()))


def replace(connection: Connection, campaign: Campaign) -> None:
    """Replace the message of the campaign with the same id."""
    where = campaigns.c.id == campaign.id
    connection.execute(update(campaigns).where(where).values(payload=campaign.model_dump_json()))


def get(connection: Connection, campaign: str) -> StoredCampaign | None:
    """Return the campaign of this id, or None."""
    row = connection.execute(select(campaigns).where(campaigns.c.id == campaign)).first()
    return stored(row) if row else None


def exists(connection: Connection, campaign: str) -> bool:
    """Return whether there is a campaign of this id, without reading its message."""
    return connection.execute(select(campaigns.c.id).where(campaigns.c.id == campaign)).first() is not None


def threshold(connection: Connection, campaign: str) -> int | None:
    """Return the least total that is published of a campaign; None if all totals are.

    Raises:
        NoResultFound: There is no campaign of this id.
    """
    of_payload = of_message(connection.dialect.name, "threshold", Integer())
    return connection.execute(select(of_payload).where(campaigns.c.id == campaign)).scalar_one()


def of_message(dialect: str, name: str, kind: TypeEngine[_Kind]) -> ColumnElement[_Kind]:
    """Return the column of a field of the message; `kind` is its type.

    The database extracts it, because parsing the whole vocabulary would take longer.
    """
    if dialect == "sqlite":
        return func.json_extract(campaigns.c.payload, f"$.{name}", type_=kind)
    return cast(cast(campaigns.c.payload, JSON)[name].as_string(), kind)


def all_of(connection: Connection) -> list[StoredCampaign]:
    """Return every campaign, in order of id."""
    return [stored(row) for row in connection.execute(select(campaigns).order_by(campaigns.c.id))]


def statuses(connection: Connection, campaign: str | None = None) -> list[StoredStatus]:
    """Return the status of every campaign in order of id, or only of the campaign with this id.

    One statement reads all of it.
    """
    days = missing.alias()
    newest = (
        select(func.max(days.c.day)).where(days.c.campaign == campaigns.c.id).correlate(campaigns).scalar_subquery()
    )
    joined = campaigns.outerjoin(unlisted, unlisted.c.campaign == campaigns.c.id).outerjoin(
        missing, (missing.c.campaign == campaigns.c.id) & (missing.c.day == newest)
    )
    newest_round = select(func.max(rounds.c.day)).scalar_subquery().label("newest_round")
    columns = (missing.c.day, missing.c.reason, missing.c.active, missing.c.needed, newest_round)
    query = (
        select(campaigns, unlisted.c.campaign.label("hidden"), *columns).select_from(joined).order_by(campaigns.c.id)
    )
    if campaign is not None:
        query = query.where(campaigns.c.id == campaign)
    return [_status(row) for row in connection.execute(query)]


def close(connection: Connection, campaign: str, today: date) -> None:
    """Record that a campaign was closed today, before its end."""
    connection.execute(update(campaigns).where(campaigns.c.id == campaign).values(closed=today))


def stored(row: Row[Any]) -> StoredCampaign:
    """Return the campaign in a row that has its columns `payload` and `closed`."""
    return StoredCampaign(_parsed(row.payload), row.closed)


def _status(row: Row[Any]) -> StoredStatus:
    last = Missing(row.id, row.day, row.reason, row.active, row.needed) if row.day else None
    return StoredStatus(stored(row), row.hidden is None, last, row.newest_round)


@lru_cache(maxsize=32)
def _parsed(payload: str) -> Campaign:
    """Return the campaign in this JSON, which is immutable.

    Recent ones are kept, because parsing a long vocabulary takes longer than most of what is done with it.
    """
    return Campaign.model_validate_json(payload)
