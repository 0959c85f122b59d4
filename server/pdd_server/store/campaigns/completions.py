"""Completion codes of campaigns. Who was told a code is not stored."""

from dataclasses import dataclass, field

from sqlalchemy import Connection, delete, select

from pdd_server.store.campaigns.draft_tables import completion_codes
from pdd_server.store.upserts import upsert


@dataclass(frozen=True)
class CompletionCode:
    """A campaign's completion code, and on how many days a donor must have been active before it is told the code."""

    campaign: str
    code: str = field(repr=False)
    days: int


def put(connection: Connection, code: CompletionCode) -> None:
    """Set a campaign's code, in place of an earlier one."""
    row = vars(code)
    changed = {"code": code.code, "days": code.days}
    connection.execute(
        upsert(completion_codes).values(**row).on_conflict_do_update(index_elements=["campaign"], set_=changed)
    )


def get(connection: Connection, campaign: str) -> CompletionCode | None:
    """Return a campaign's code, or None."""
    row = connection.execute(select(completion_codes).where(completion_codes.c.campaign == campaign)).first()
    return CompletionCode(**row._mapping) if row else None


def all_of(connection: Connection) -> list[CompletionCode]:
    """Return the codes of all campaigns that have one, in order of the campaigns' ids."""
    rows = connection.execute(select(completion_codes).order_by(completion_codes.c.campaign))
    return [CompletionCode(**row._mapping) for row in rows]


def remove(connection: Connection, campaign: str) -> None:
    """Delete a campaign's code, if it has one."""
    connection.execute(delete(completion_codes).where(completion_codes.c.campaign == campaign))
