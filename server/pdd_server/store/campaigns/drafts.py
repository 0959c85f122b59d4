"""Drafts of campaigns, and the list of campaigns without a public page."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Connection, Row, insert, literal, select, update

from pdd_server.store.accounts.tables import belongs
from pdd_server.store.campaigns.draft_tables import drafts, unlisted
from pdd_server.store.upserts import upsert


@dataclass(frozen=True)
class StoredDraft:
    """A draft of a campaign.

    Attributes:
        id: The draft's id.
        state: A value of `DraftState`.
        revision: Rises each time the draft is saved.
        content: The form as it was filled in, as JSON.
        editor: The id of the account that saved it last; None for an operator's command.
        edited: The date it was saved last.
        approver: The id of the account that approved this revision; None for an operator's command, and if nobody has.
        campaign: The id of the campaign launched from this draft, or None.
    """

    id: str
    state: str
    revision: int
    content: str
    editor: str | None
    edited: date
    approver: str | None
    campaign: str | None


def add(connection: Connection, draft: StoredDraft) -> None:
    """Add a draft."""
    connection.execute(insert(drafts).values(**vars(draft)))


def replace(connection: Connection, draft: StoredDraft) -> None:
    """Replace the draft with the same id."""
    connection.execute(update(drafts).where(drafts.c.id == draft.id).values(**vars(draft)))


def get(connection: Connection, draft: str) -> StoredDraft | None:
    """Return the draft of this id, or None."""
    row = connection.execute(select(drafts).where(drafts.c.id == draft)).first()
    return _stored(row) if row else None


def all_of(connection: Connection, among: Collection[str] | None = None) -> list[StoredDraft]:
    """Return every draft, or those with the ids in `among`; the last edited first."""
    query = select(drafts) if among is None else select(drafts).where(drafts.c.id.in_(among))
    return [_stored(row) for row in connection.execute(query.order_by(drafts.c.edited.desc(), drafts.c.id))]


def belong_too(connection: Connection, draft: str, campaign: str) -> None:
    """Let every account that works on a draft also work on the campaign launched from it."""
    who = select(belongs.c.account, literal(campaign)).where(belongs.c.campaign == draft)
    connection.execute(upsert(belongs).from_select(["account", "campaign"], who).on_conflict_do_nothing())


def hide(connection: Connection, campaign: str) -> None:
    """Record that a campaign has no public page."""
    connection.execute(upsert(unlisted).values(campaign=campaign).on_conflict_do_nothing())


def _stored(row: Row[Any]) -> StoredDraft:
    return StoredDraft(**row._mapping)
