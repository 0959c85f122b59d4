"""Invitation codes of campaigns, stored by their hash. Who used a code is not stored."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection, delete, insert, select

from pdd_server.store.campaigns.draft_tables import recruiting_codes
from pdd_server.store.tables import campaigns


@dataclass(frozen=True)
class Code:
    """An invitation code.

    Attributes:
        hash: The hash of the code, by which it is known.
        campaign: The id of its campaign.
        label: Where the code is given out, in its maker's words.
        maker: The id of the account that made it; None for an operator's command.
        made: The date it was made.
        last_day: The last date on which it registers donors.
    """

    hash: bytes
    campaign: str
    label: str
    maker: str | None
    made: date
    last_day: date


def add(connection: Connection, code: Code) -> None:
    """Add a code."""
    connection.execute(insert(recruiting_codes).values(**vars(code)))


def get(connection: Connection, hashed: bytes) -> Code | None:
    """Return the code of this hash, or None."""
    row = connection.execute(select(recruiting_codes).where(recruiting_codes.c.hash == hashed)).first()
    return Code(**row._mapping) if row else None


def of_campaign(connection: Connection, campaign: str) -> list[Code]:
    """Return a campaign's codes, the newest first."""
    query = select(recruiting_codes).where(recruiting_codes.c.campaign == campaign)
    newest = query.order_by(recruiting_codes.c.made.desc(), recruiting_codes.c.label)
    return [Code(**row._mapping) for row in connection.execute(newest)]


def withdraw(connection: Connection, campaign: str, hashed: bytes) -> bool:
    """Delete a campaign's code; return whether there was one of this hash."""
    same = (recruiting_codes.c.hash == hashed) & (recruiting_codes.c.campaign == campaign)
    return connection.execute(delete(recruiting_codes).where(same)).rowcount == 1


def is_valid(connection: Connection, hashed: bytes, today: date) -> bool:
    """Return whether a code registers donors today: its last day is not over, and its campaign is not closed."""
    query = select(recruiting_codes.c.hash).join(campaigns).where(recruiting_codes.c.hash == hashed)
    open_today = query.where(recruiting_codes.c.last_day >= today, campaigns.c.closed.is_(None))
    return connection.execute(open_today).first() is not None
