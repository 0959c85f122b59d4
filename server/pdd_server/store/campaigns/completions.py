"""Completion codes of campaigns. Who was told a code is not stored."""

from dataclasses import dataclass, field

from sqlalchemy import Connection, delete, select

from pdd_server.store.campaigns.campaigns import StoredCampaign, stored
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


# A check-in needs this, so it is built once. A message has no more codes.
_WITH_CAMPAIGNS = (
    select(completion_codes, campaigns.c.payload, campaigns.c.closed)
    .join(campaigns, campaigns.c.id == completion_codes.c.campaign)
    .order_by(completion_codes.c.campaign)
    .limit(MOST_COMPLETIONS)
)


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


def with_campaigns(connection: Connection) -> list[tuple[CompletionCode, StoredCampaign]]:
    """Return the codes of all campaigns that have one, each with its campaign, in order of the campaigns' ids."""
    rows = connection.execute(_WITH_CAMPAIGNS)
    return [(CompletionCode(row.campaign, row.code, row.days), stored(row)) for row in rows]


def remove(connection: Connection, campaign: str) -> None:
    """Delete a campaign's code, if it has one."""
    connection.execute(delete(completion_codes).where(completion_codes.c.campaign == campaign))
