"""An account as the portal and the API use it, without its password and second factor."""

from dataclasses import dataclass
from enum import StrEnum

from pdd_server.store.accounts.accounts import StoredAccount


class Role(StrEnum):
    """The role of an account: it may do everything, change its own campaigns, or only see them."""

    ADMINISTRATOR = "administrator"
    RESEARCHER = "researcher"
    VIEWER = "viewer"


@dataclass(frozen=True)
class Account:
    """A researcher's account.

    Attributes:
        id: Random hex.
        email: The folded e-mail address.
        name: The name that others read.
        role: What it may do.
        campaigns: The ids of the campaigns and drafts that it belongs to; an administrator reaches all others, too.
    """

    id: str
    email: str
    name: str
    role: Role
    campaigns: frozenset[str]


def of_stored(stored: StoredAccount) -> Account:
    """Return the account in a database row."""
    return Account(stored.id, stored.email, stored.name, Role(stored.role), stored.campaigns)
