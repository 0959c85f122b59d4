"""Authorisation: one pure function that pages, API and commands ask who may do what."""

from enum import StrEnum

from pdd_server.services.accounts.model import Account, Role


class Action(StrEnum):
    """What an account wants to do to a campaign; ADMINISTER is about the server and its accounts."""

    SEE = "see"
    CHANGE = "change"
    LAUNCH = "launch"
    ADMINISTER = "administer"


def may(account: Account, action: Action, campaign: str | None = None) -> bool:
    """Return whether an account may do something.

    Args:
        account: The account, cut down to a token's campaigns where it uses one.
        action: What it wants to do.
        campaign: The campaign's or draft's id; None asks whether it may do this at all, such as start a campaign.
    """
    if account.role == Role.ADMINISTRATOR:
        return True
    if action == Action.ADMINISTER or (campaign is not None and campaign not in account.campaigns):
        return False
    return action == Action.SEE or account.role == Role.RESEARCHER
