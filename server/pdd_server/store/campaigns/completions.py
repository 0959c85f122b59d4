"""Completion codes of campaigns, beside nothing that tells who was told one."""

from dataclasses import dataclass, field

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects.sqlite import insert

from pdd_server.store.campaigns.draft_tables import completion_codes


@dataclass(frozen=True)
class CompletionCode:
    """A campaign's code, and the days a donor has to have been there before it is told it."""

    campaign: str
    code: str = field(repr=False)
    days: int


def put(connection: Connection, code: CompletionCode) -> None:
    """Give a campaign its code, in place of the one it had."""
    row = vars(code)
    changed = {"code": code.code, "days": code.days}
    connection.execute(insert(completion_codes).values(**row).on_conflict_do_update(["campaign"], set_=changed))


def get(connection: Connection, campaign: str) -> CompletionCode | None:
    """A campaign's code."""
    row = connection.execute(select(completion_codes).where(completion_codes.c.campaign == campaign)).first()
    return CompletionCode(**row._mapping) if row else None


def all_of(connection: Connection) -> list[CompletionCode]:
    """Every campaign's code, in order of the campaigns' ids."""
    rows = connection.execute(select(completion_codes).order_by(completion_codes.c.campaign))
    return [CompletionCode(**row._mapping) for row in rows]


def remove(connection: Connection, campaign: str) -> None:
    """Take a campaign's code away."""
    connection.execute(delete(completion_codes).where(completion_codes.c.campaign == campaign))
