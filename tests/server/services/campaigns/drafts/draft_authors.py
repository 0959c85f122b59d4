"""Helpers for tests of drafts: accounts in a server's database, their actions, and a valid draft."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

from pdd_server.services.accounts.model import Account, Role, of_stored
from pdd_server.services.campaigns.drafts.draft_content import ConsentText, DraftContent
from pdd_server.services.campaigns.drafts.workflow import Act
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.store.accounts import accounts, audit
from tests.support.consent_texts import CONSENT, CONTACT


def typed(**changes: Any) -> DraftContent:
    """Return the form of a campaign that can be launched on the tests' server, with these changes."""
    known: dict[str, Any] = {
        "id": "winter-flu",
        "title": "Winter flu",
        "purpose": "Where does flu spread?",
        "contact": CONTACT,
        "start": "2026-11-20",
        "end": "2027-01-31",
        "strata": "england\nscotland",
        "vocabulary": "flu\nfever + child\n",
        "consent": (ConsentText(language="en", text=CONSENT),),
        "amount": "0.5",
        "way": "epsilon_per_day",
        "delta": "",
        "share": "1",
        "donors": "5000",
    }
    return DraftContent(**{**known, **changes})


def account(server: Deployment, name: str, role: Role = Role.RESEARCHER, *campaigns: str) -> Account:
    """Return an account of this name with these campaigns, created if it is not there."""
    email = f"{name}@example.org"
    with server.store.write() as connection:
        if accounts.by_email(connection, email) is None:
            day = date(2026, 11, 1)
            row = {"role": role.value, "password": "", "secret": None, "step": 0, "created": day, "seen": day}
            accounts.add(connection, id=name.encode().hex(), email=email, name=name, **row)
        found = accounts.by_email(connection, email)
        assert found
        for campaign in campaigns:
            accounts.belong(connection, found.id, campaign)
        again = accounts.by_email(connection, email)
        assert again
        return of_stored(again)


@contextmanager
def act(server: Deployment, who: Account | None = None) -> Iterator[Act]:
    """Open a write transaction that acts as this account, or as the operator."""
    with server.store.write() as connection:
        yield Act(connection, server.config, server.clock(), who)


def audited(server: Deployment) -> list[tuple[str | None, str, str]]:
    """Return the audit log as (who, action, object), the oldest first."""
    with server.store.read() as connection:
        return [(one.email, one.action, one.subject) for one in reversed(audit.page(connection, 1000, None))]
