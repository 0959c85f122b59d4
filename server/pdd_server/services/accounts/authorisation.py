"""Who may do what: one pure function that pages, API and commands ask."""

from enum import StrEnum

from pdd_server.services.accounts.model import Account, Role


class Action(StrEnum):
    """What can be done to a campaign, or, for ADMINISTER, to the server and its accounts."""

    SEE = "see"
    CHANGE = "change"
    LAUNCH = "launch"
    ADMINISTER = "administer"


def may(account: Account, action: Action, campaign: str | None = None) -> bool:
    """Whether the account may do this to the campaign; without one, whether it may do it at all, such as start one."""
    if account.role == Role.ADMINISTRATOR:
        return True
    if action == Action.ADMINISTER or (campaign is not None and campaign not in account.campaigns):
        return False
    return action == Action.SEE or account.role == Role.RESEARCHER
