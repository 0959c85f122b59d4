"""The status of a campaign: its state, whether it has a public page, and why it is not counted at present."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from sqlalchemy import Connection

from pdd_server.errors import Rejected, Rejection
from pdd_server.store.campaigns import campaigns
from pdd_server.store.campaigns.campaigns import StoredCampaign, StoredStatus
from pdd_server.store.results.publications import Missing
from pdd_shared.protocol.days import latest_end
from pdd_shared.protocol.messages import Campaign

State = Literal["not-started", "running", "ended", "closed"]


@dataclass(frozen=True)
class CampaignStatus:
    """A campaign's status on a day.

    Attributes:
        campaign: The campaign as donors read it.
        closed: The date it was closed before its end, if it was.
        listed: Whether it has a public page.
        state: The state by its dates.
        hold: The last day without totals, if a running campaign waits for donors or has spent its budget; None if a
            later day is counted.
    """

    campaign: Campaign
    closed: date | None
    listed: bool
    state: State
    hold: Missing | None

    @property
    def state_now(self) -> str:
        """The state by dates and budget: `budget-spent` if the budget holds the campaign up, else `state`."""
        return "budget-spent" if self.hold and self.hold.reason == "budget" else self.state

    @property
    def is_open(self) -> bool:
        """Whether somebody can join it: it waits for its first day, or its days are still counted."""
        return self.state_now in ("not-started", "running")


def campaign_status(connection: Connection, campaign: str, today: date) -> CampaignStatus:
    """Return the status of a campaign, read in one statement.

    Raises:
        Rejected: NO_SUCH_CAMPAIGN.
    """
    found = campaigns.statuses(connection, campaign)
    if not found:
        raise Rejected(Rejection.NO_SUCH_CAMPAIGN, "This server has no such campaign.")
    return _status(found[0], today)


def campaign_statuses(connection: Connection, today: date) -> list[CampaignStatus]:
    """Return the status of every campaign of the server, in order of id."""
    return [_status(one, today) for one in campaigns.statuses(connection)]


def state_of(stored: StoredCampaign, today: date) -> State:
    """Return the state of a campaign by its dates."""
    if stored.closed is not None:
        return "closed"
    if today < stored.campaign.start:
        return "not-started"
    return "running" if today <= stored.campaign.end else "ended"


def _status(found: StoredStatus, today: date) -> CampaignStatus:
    state = state_of(found.stored, today)
    hold = _hold(found) if state == "running" else None
    return CampaignStatus(found.stored.campaign, found.stored.closed, found.listed, state, hold)


def _hold(found: StoredStatus) -> Missing | None:
    """Return a campaign's last day without totals if no later day is counted; None otherwise.

    A newer round of the server shows that a later day is counted. For a weekly campaign it has to be a week's last day.
    A day that the campaign's budget can't pay for may have a round itself, for other campaigns. A day with too few
    donors has none.
    """
    missing, newest = found.last_missing, _newest_due(found)
    if missing is None:
        return None
    since = {"waiting": newest + timedelta(days=1), "budget": newest}
    return missing if missing.day >= since.get(missing.reason, date.max) else None


def _newest_due(found: StoredStatus) -> date:
    """Return the last day of the campaign's newest period that is not after the newest round."""
    if found.newest_round is None:
        return date.min
    return latest_end(found.stored.campaign.terms.period, found.newest_round)
