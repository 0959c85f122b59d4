"""Authorisation: one pure function that decides what an account may do, for the portal and the API."""

from enum import StrEnum

from pdd_server.services.accounts.model import Account, Role


class Action(StrEnum):
    """A kind of access to a campaign; ADMINISTER is access to the server and its accounts."""

    SEE = "see"
    CHANGE = "change"
    LAUNCH = "launch"
    ADMINISTER = "administer"


def may(account: Account, action: Action, campaign: str | None = None) -> bool:
    """Return whether an account is permitted an action.

    Administrators may do everything, researchers everything but ADMINISTER in their own campaigns, viewers only SEE
    their own campaigns.

    Args:
        account: The account; for a request with a token, cut down to the token's campaigns.
        action: The action.
        campaign: The campaign's or draft's id; None asks about no campaign in particular, such as to start a draft.
    """
    if account.role == Role.ADMINISTRATOR:
        return True
    if action == Action.ADMINISTER or (campaign is not None and campaign not in account.campaigns):
        return False
    return action == Action.SEE or account.role == Role.RESEARCHER
