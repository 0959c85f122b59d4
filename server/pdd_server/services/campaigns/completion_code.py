"""A launched campaign's completion code: set, changed, taken away."""

from pdd_server.errors import invalid
from pdd_server.services.campaigns import campaigns
from pdd_server.services.campaigns.drafts.workflow import Act
from pdd_server.store.campaigns import completions
from pdd_server.store.campaigns.completions import CompletionCode
from pdd_shared.protocol.completion_codes import is_code


def put(act: Act, campaign: str, code: str, days: int) -> CompletionCode:
    """Give a campaign this code, told after so many days; Rejected names `completion` or `days`.

    A campaign that is over can have one too: whoever was there may still have to be paid. The same again changes
    nothing. The code is not in the audit log, which more people read.
    """
    campaigns.check_exists(act.connection, campaign)
    most = act.config.retention.activity
    if not is_code(code):
        raise invalid("completion", "must have 4 to 40 letters, digits and hyphens")
    if not 1 <= days <= most:
        raise invalid("days", f"must be from 1 to {most}: for longer it is not kept who was there on which day")
    made = CompletionCode(campaign, code, days)
    if completions.get(act.connection, campaign) != made:
        completions.put(act.connection, made)
        act.record("completion.set", campaign, f"told after {days} {'day' if days == 1 else 'days'}")
    return made


def remove(act: Act, campaign: str) -> None:
    """Take a campaign's code away: donors' programs forget it at their next check-in. Again changes nothing."""
    campaigns.check_exists(act.connection, campaign)
    if completions.get(act.connection, campaign) is not None:
        completions.remove(act.connection, campaign)
        act.record("completion.removed", campaign)
