"""A donor's status: campaigns joined, last and next check-in, and problems that need attention."""

from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, Literal

from pdd_client.core.campaign_state import CampaignState, Ending, State
from pdd_client.core.committee_duty import ServedEpoch, served_until
from pdd_client.core.donation.consent import Consent
from pdd_client.core.errors import DonorError
from pdd_client.donor.campaigns.campaign_states import campaign_states
from pdd_client.donor.campaigns.completions import completions
from pdd_client.donor.installation import Installation, Membership
from pdd_client.gateways.home_store.cohort.epoch_store import next_start
from pdd_client.gateways.home_store.local_store import LocalStore
from pdd_client.gateways.home_store.log_store import Logged
from pdd_shared.protocol.completion_codes import Completion
from pdd_shared.protocol.days import day_of
from pdd_shared.protocol.messages import Campaign

CLOCK_TOLERANCE = timedelta(hours=1)
"""A clock this far from the server's puts searches on the wrong day: worth a warning."""

Next = Literal["join", "check in today", "check in tomorrow"]


@dataclass(frozen=True)
class JoinedCampaign:
    """A campaign that the donor has joined, or had joined and left.

    Attributes:
        joined: when the donor joined it; the last time, if it left in between.
        left: when the donor left it; None if it did not.
        entries: how many entries the donor agreed to.
        waiting_entries: how many later entries wait for its consent.
        changed: whether the newest text differs from the one agreed to, and can still be agreed to.
        changed_protocol: whether the server has another protocol now, so that the campaign gets zeros until the donor
            agrees again.
        last: the last data day that can count; `ending` says why it may be sooner than `end`.
        published: whether results of a campaign that is over are kept here.
        completion: how far the donor is from the campaign's completion code; None if it has none, or none is known yet.

    """

    id: str
    title: str
    stratum: str | None
    joined: datetime
    left: datetime | None
    entries: int
    waiting_entries: int
    changed: bool
    changed_protocol: bool
    start: date
    end: date
    state: State = "running"
    ending: Ending = "as-agreed"
    last: date | None = None
    published: bool = False
    completion: Completion | None = None


@dataclass(frozen=True)
class Status:
    """A donor's status.

    Attributes:
        trouble: what keeps the donor's keys from being read now, in one line.
        failure: the code or problem name of the last check-in's error; None if it succeeded.
        paused_since: the start of the pause that goes on; None without one.
        paused_until: the end of that pause; None if it has none.
        blocked: the number of blocked words.
        clock_ahead: how far this computer's clock is ahead of the server's; None before the first check-in.
        serves_until: the last day on which this home may be asked to help unlock sums of `cohort`; None while it does
            not serve.
        waits_for_epoch: whether a `cohort` server has made no tree with this home yet, so that nothing is sent to it.

    """

    server: str | None
    server_name: str | None
    zone: str
    registered: bool
    trouble: str | None
    campaigns: tuple[JoinedCampaign, ...]
    last_check_in: datetime | None
    failure: str | None
    next: Next
    paused_since: datetime | None
    paused_until: datetime | None
    blocked: int
    ceiling: Decimal | None
    clock_ahead: timedelta | None
    refusals: tuple[Logged, ...]
    serves_until: date | None = None
    waits_for_epoch: bool = False

    @property
    def clock_is_wrong(self) -> bool:
        """Whether this computer and the server disagree about the time by more than an hour."""
        return self.clock_ahead is not None and abs(self.clock_ahead) > CLOCK_TOLERANCE


def status(installation: Installation) -> Status:
    """Read the donor's status from the home; nothing is sent."""
    store, membership = installation.store, installation.joined()
    newest, last, ahead = store.consents.campaigns(), store.fact("last_check_in"), store.fact("clock_ahead")
    told = completions(store)
    last_check_in = datetime.fromisoformat(last) if last else None
    now = installation.clock()
    pause = next((pause for pause in store.exclusions.pauses() if pause.goes_on(now)), None)
    registered, trouble = _keys(installation)
    consents, joined = store.consents.newest(), store.consents.joined()
    states = campaign_states(installation, {name: consent for name, (consent, _) in consents.items()})
    return Status(
        server=membership.url if membership else None,
        server_name=membership.info.name if membership else None,
        zone=installation.zone.key,
        registered=registered,
        trouble=trouble,
        campaigns=tuple(
            _view(store, consent, (joined[name], left), newest.get(name), states[name], told.get(name))
            for name, (consent, left) in consents.items()
        ),
        last_check_in=last_check_in,
        failure=store.fact("failure"),
        next=_next(installation, last_check_in),
        paused_since=pause.start if pause else None,
        paused_until=pause.end if pause else None,
        blocked=len(store.exclusions.blocked()),
        ceiling=installation.ceiling(),
        clock_ahead=timedelta(seconds=int(ahead)) if ahead else None,
        refusals=tuple(line for line in store.log.lines() if line.what == "refusal"),
        serves_until=_serves_until(installation, membership, now),
        waits_for_epoch=waits_for_epoch(installation),
    )


def _serves_until(installation: Installation, membership: Membership | None, now: datetime) -> date | None:
    placed = installation.store.epochs.placed()
    tickets = installation.store.epochs.tickets()  # without its secrets, a home that has other keys now can't serve
    served = [
        ServedEpoch(kept.epoch.start, next_start(placed, number))
        for number, kept in placed.items()
        if kept.serves and number in tickets
    ]
    return served_until(served, day_of(now, installation.zone), membership.info.delay) if membership else None


def waits_for_epoch(installation: Installation) -> bool:
    """Return whether the server's first tree is still to come: it has this home's ticket, but no tree."""
    kept = installation.store.epochs
    receipts = [ticket.receipt for ticket in kept.tickets().values() if ticket.receipt]
    return bool(receipts) and not kept.epochs() and all(receipt.index is None for receipt in receipts)


def _keys(installation: Installation) -> tuple[bool, str | None]:
    """Whether the server knows this home; keys that can't be read now are there all the same."""
    try:
        return installation.credentials() is not None, None
    except DonorError as error:
        return True, str(error)


def _view(
    store: LocalStore,
    consent: Consent,
    taking_part: tuple[datetime, datetime | None],
    newest: Campaign | None,
    state: CampaignState,
    completion: Completion | None,
) -> JoinedCampaign:
    agreed, newest = consent.campaign, newest or consent.campaign
    over = state.state in ("finishing", "finished")
    return JoinedCampaign(
        id=agreed.id,
        title=agreed.title,
        stratum=consent.stratum,
        joined=taking_part[0],
        left=taking_part[1],
        entries=len(agreed.vocabulary),
        # What has changed since can be agreed to only while something is still counted.
        waiting_entries=0 if over else max(0, len(newest.vocabulary) - len(agreed.vocabulary)),
        changed=newest != agreed and not over,
        changed_protocol=newest.terms.protocol != agreed.terms.protocol and not over,
        start=agreed.start,
        end=agreed.end,
        state=state.state,
        ending=state.ending,
        last=state.last,
        published=over and store.results.has_published(agreed.id),
        completion=completion,
    )


def _next(installation: Installation, last: datetime | None) -> Next:
    if not installation.store.consents.newest():
        return "join"
    zone = installation.zone
    done = last is not None and day_of(last, zone) >= day_of(installation.clock(), zone)
    return "check in tomorrow" if done else "check in today"


def status_json(now: Status) -> dict[str, Any]:
    """The status; its keys are described in docs/reference/donor-commands.md."""
    return {
        "server": now.server and {"url": now.server, "name": now.server_name},
        "zone": now.zone,
        "registered": now.registered,
        "trouble": now.trouble,
        "campaigns": [_campaign_json(campaign) for campaign in now.campaigns],
        "last_check_in": _iso(now.last_check_in),
        "failure": now.failure,
        "next": now.next,
        "serves_until": _iso(now.serves_until),
        "waits_for_epoch": now.waits_for_epoch,
        "paused_since": _iso(now.paused_since),
        "paused_until": _iso(now.paused_until),
        "blocked": now.blocked,
        "ceiling": None if now.ceiling is None else float(now.ceiling),
        "clock_ahead_seconds": None if now.clock_ahead is None else int(now.clock_ahead.total_seconds()),
        "clock_is_wrong": now.clock_is_wrong,
        "refusals": [
            {
                "time": line.time.isoformat(),
                "round": _iso(line.round),
                "reason": line.reason,
                "detail": line.detail,
                "campaign": line.campaign,
            }
            for line in now.refusals
        ],
    }


def _campaign_json(campaign: JoinedCampaign) -> dict[str, Any]:
    dates = {name: _iso(getattr(campaign, name)) for name in ("joined", "left", "start", "end", "last")}
    return asdict(campaign) | dates | {"completion": campaign.completion and campaign.completion.model_dump()}


def _iso(time: date | None) -> str | None:
    return None if time is None else time.isoformat()
