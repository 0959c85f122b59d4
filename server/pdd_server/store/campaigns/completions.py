"""Completion codes of campaigns. Who was told a code is not stored."""

from dataclasses import dataclass, field
from datetime import date
from functools import cache
from typing import Any

from sqlalchemy import Connection, Date, Select, delete, func, select

from pdd_server.store.campaigns.campaigns import of_message
from pdd_server.store.campaigns.draft_tables import completion_codes
from pdd_server.store.tables import campaigns
from pdd_server.store.upserts import upsert
from pdd_shared.protocol.limits import MOST_COMPLETIONS


@dataclass(frozen=True)
class CompletionCode:
    """A campaign's completion code, and on how many days a donor must have been active before it is told the code."""

    campaign: str
    code: str = field(repr=False)
    days: int


@dataclass(frozen=True)
class DatedCode:
    """A completion code, and the days on which its campaign runs, both included.

    Attributes:
        code: The code.
        first: The campaign's first day.
        last: Its last day, or the day on which it was closed before that.
    """

    code: CompletionCode
    first: date
    last: date


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


def count(connection: Connection) -> int:
    """Return how many campaigns have a code."""
    return connection.execute(select(func.count()).select_from(completion_codes)).scalar_one()


def with_days(connection: Connection) -> list[DatedCode]:
    """Return the codes of all campaigns that have one, with the campaigns' days, in order of the campaigns' ids."""
    rows = connection.execute(_with_days(connection.dialect.name))
    return [
        DatedCode(CompletionCode(row.campaign, row.code, row.days), row.first, min(row.end, row.closed or row.end))
        for row in rows
    ]


@cache
def _with_days(dialect: str) -> Select[Any]:
    """Return the query for the codes. Each check-in makes it, so it is built once, and no message is parsed for it."""
    first, end = of_message(dialect, "start", Date()), of_message(dialect, "end", Date())
    return (
        select(completion_codes, first.label("first"), end.label("end"), campaigns.c.closed)
        .join(campaigns, campaigns.c.id == completion_codes.c.campaign)
        .order_by(completion_codes.c.campaign)
        .limit(MOST_COMPLETIONS)  # a message has no more; `completion_code.put` refuses further ones
    )


def remove(connection: Connection, campaign: str) -> None:
    """Delete a campaign's code, if it has one."""
    connection.execute(delete(completion_codes).where(completion_codes.c.campaign == campaign))
