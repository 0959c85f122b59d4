"""Drafts of campaigns, and which campaigns have no public page."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Connection, Row, insert, literal, select, update
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from pdd_server.store.accounts.tables import belongs
from pdd_server.store.campaigns.draft_tables import drafts, unlisted


@dataclass(frozen=True)
class StoredDraft:
    """A row of a draft; `content` is JSON."""

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
    """Write a draft in place of what it was."""
    connection.execute(update(drafts).where(drafts.c.id == draft.id).values(**vars(draft)))


def get(connection: Connection, draft: str) -> StoredDraft | None:
    """The draft of that id."""
    row = connection.execute(select(drafts).where(drafts.c.id == draft)).first()
    return _stored(row) if row else None


def all_of(connection: Connection, among: Collection[str] | None = None) -> list[StoredDraft]:
    """Every draft, or those among these ids, the latest edited first."""
    query = select(drafts) if among is None else select(drafts).where(drafts.c.id.in_(among))
    return [_stored(row) for row in connection.execute(query.order_by(drafts.c.edited.desc(), drafts.c.id))]


def belong_too(connection: Connection, draft: str, campaign: str) -> None:
    """Let everybody who works on a draft work on the campaign that was launched of it."""
    who = select(belongs.c.account, literal(campaign)).where(belongs.c.campaign == draft)
    connection.execute(sqlite_insert(belongs).from_select(["account", "campaign"], who).on_conflict_do_nothing())


def hide(connection: Connection, campaign: str) -> None:
    """Record that a campaign has no public page."""
    connection.execute(sqlite_insert(unlisted).values(campaign=campaign).on_conflict_do_nothing())


def _stored(row: Row[Any]) -> StoredDraft:
    return StoredDraft(**row._mapping)
