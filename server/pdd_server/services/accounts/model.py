"""An account as the pages and the API know it: nothing of its password or second factor is in it."""

from dataclasses import dataclass
from enum import StrEnum

from pdd_server.store.accounts.accounts import Stored


class Role(StrEnum):
    """What an account is for: everything; its own campaigns; or only looking at them."""

    ADMINISTRATOR = "administrator"
    RESEARCHER = "researcher"
    VIEWER = "viewer"


@dataclass(frozen=True)
class Account:
    """Who asks: `campaigns` are the ids of the campaigns, drafts among them, that it belongs to."""

    id: str
    email: str
    name: str
    role: Role
    campaigns: frozenset[str]


def of_stored(stored: Stored) -> Account:
    """The account of a row."""
    return Account(stored.id, stored.email, stored.name, Role(stored.role), stored.campaigns)
