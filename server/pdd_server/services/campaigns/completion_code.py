"""Set, change and remove the completion code of a launched campaign."""

from pdd_server.errors import invalid
from pdd_server.services.campaigns import campaigns
from pdd_server.services.campaigns.drafts.workflow import Act
from pdd_server.store.campaigns import completions
from pdd_server.store.campaigns.completions import CompletionCode
from pdd_shared.protocol.completion_codes import is_code
from pdd_shared.protocol.limits import MOST_COMPLETIONS


def put(act: Act, campaign: str, code: str, days: int) -> CompletionCode:
    """Give a campaign a completion code in place of the one it has.

    A campaign that is over can get one, too: its donors may still have to be paid. Setting the same code again changes
    nothing. The code itself is not written into the audit log, which more people may read.

    Args:
        act: The transaction.
        campaign: The campaign's id.
        code: The code.
        days: On how many days of the campaign a donor must have been there to be told the code.

    Returns:
        The code as it is stored.

    Raises:
        Rejected: NO_SUCH_CAMPAIGN; INVALID, with the field `completion` or `days`; also if as many campaigns have a
            code as donors can be told.
    """
    campaigns.check_exists(act.connection, campaign)
    most = act.config.retention.activity
    if not is_code(code):
        raise invalid("completion", "must have 4 to 40 letters, digits and hyphens")
    if not 1 <= days <= most:
        raise invalid("days", f"must be from 1 to {most}: for longer it is not kept who was there on which day")
    made, kept = CompletionCode(campaign, code, days), completions.get(act.connection, campaign)
    if kept is None and completions.count(act.connection) >= MOST_COMPLETIONS:
        raise invalid(
            "completion", f"can't be set: a server has at most {MOST_COMPLETIONS:,}; remove one that nobody needs now"
        )
    if kept != made:
        completions.put(act.connection, made)
        act.record("completion.set", campaign, f"told after {days} {'day' if days == 1 else 'days'}")
    return made


def remove(act: Act, campaign: str) -> None:
    """Remove a campaign's completion code. Donors' programs forget it at their next check-in.

    Removing it again changes nothing.

    Raises:
        Rejected: NO_SUCH_CAMPAIGN.
    """
    campaigns.check_exists(act.connection, campaign)
    if completions.get(act.connection, campaign) is not None:
        completions.remove(act.connection, campaign)
        act.record("completion.removed", campaign)
