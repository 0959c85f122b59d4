"""A review: what would be sent of a day, or, once the day's counts are locked, what was."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from pdd_client.core.consent import Consent, Objection, expected_part, expected_plan, of_day
from pdd_client.core.decisions import decided, seen_by
from pdd_client.core.donation import Donation, Given, donate, fillable
from pdd_client.core.visits import Skipped
from pdd_client.gateways.store_rows import Logged
from pdd_client.installation import Installation
from pdd_client.reading import Found
from pdd_client.work import zeros_for
from pdd_shared.messages import Plan


@dataclass(frozen=True)
class ReviewedEntry:
    """An entry that counts more than zero, and the ids of the searches behind it, which are not kept after locking."""

    entry: str
    count: int
    searches: tuple[str, ...] = ()


@dataclass(frozen=True)
class ReviewedCampaign:
    """One campaign's part: how many searches count, and for which entries; `why` it gets zeros, None if it does not."""

    id: str
    searches: int = 0
    entries: tuple[ReviewedEntry, ...] = ()
    why: str | None = None


@dataclass(frozen=True)
class Review:
    """What would be sent of a day, as counted now, or what was, where the day's counts are `locked` already."""

    day: date
    locked: bool
    campaigns: tuple[ReviewedCampaign, ...]
    skipped: tuple[Skipped, ...] = ()
    time: datetime | None = None
    """When it was counted; None where it is locked."""
    withheld: bool = False
    """Whether the donor chose to send zeros instead of this."""


def review(installation: Installation, day: date, read: Callable[[date], Found]) -> Review:
    """What would be sent of a day, or was; the histories are read only where the day is not locked.

    A day that waits for the donor, or is withheld, shows what would be sent if it is approved.
    """
    if installation.store.blinded(day) is not None:
        return Review(day, locked=True, campaigns=_locked(installation, day))
    store, info = installation.store, installation.membership().info
    plan, agreed, newest = _expected(installation, day), store.agreed(), store.campaigns()
    parts, objections = fillable(plan, agreed, newest, info, installation.ledger())
    now, found = installation.clock(), read(day)
    searches = found.searches if found.readable else None
    zone, decision = installation.zone, store.days.decided(day)
    approved = decision if decision and decision.approved else None
    donation = donate(plan, parts, objections, seen_by(approved, searches), store.exclusions(zone), zone, now)
    elsewhere = Objection.GIVEN_ELSEWHERE if store.extensions.given_elsewhere(day) else None
    campaigns = _counted(decided(donation, approved, elsewhere))
    return Review(day, False, campaigns, found.skipped, now, withheld=decision is not None and approved is None)


def _expected(installation: Installation, day: date) -> Plan:
    """The plan of the day from the campaigns as signed last, so that an objection to them shows before the round."""
    membership, newest = installation.membership(), installation.store.campaigns()

    def at(consents: Sequence[Consent]) -> Consent:
        return of_day(consents, day, membership.zone)

    agreed = {name: at(consents) for name, consents in installation.store.agreed().items()}
    layout = [expected_part(consent, newest.get(name, consent.campaign)) for name, consent in agreed.items()]
    return expected_plan(membership.info, day, layout)


def _counted(donation: Donation) -> tuple[ReviewedCampaign, ...]:
    given = {part.campaign: part for part in donation.given}
    names = [part.campaign for part in donation.plan.layout]
    return tuple(
        _counts(given[name])
        if name in given
        else ReviewedCampaign(name, why="paused" if donation.paused else donation.objections.get(name))
        for name in names
    )


def _counts(given: Given) -> ReviewedCampaign:
    rows = zip(given.labels, given.counts.entries, given.behind, strict=True)
    entries = tuple(ReviewedEntry(label, count, ids) for label, count, ids in rows if count)
    return ReviewedCampaign(given.campaign, given.counts.searches, entries)


def _locked(installation: Installation, day: date) -> tuple[ReviewedCampaign, ...]:
    """What the log says of the day: the numbers before locking, and the campaigns that got zeros for a reason."""
    lines = [line for line in installation.store.logged() if line.round == day]
    sent = [given for line in lines if line.what == "vector" for given in line.given or ()]
    campaigns = [
        ReviewedCampaign(
            given["campaign"],
            given["searches"],
            tuple(ReviewedEntry(label, count) for label, count in given["counts"].items()),
        )
        for given in sent
    ]
    counted = {campaign.id for campaign in campaigns}
    others = [name for name in installation.store.consents() if name not in counted]
    return (*campaigns, *(ReviewedCampaign(name, why=_why(lines, name)) for name in others))


def _why(lines: Sequence[Logged], campaign: str) -> str:
    """The reason the log gives for a campaign's zeros; none where the donor paused, had left, or not yet joined."""
    reasons = [line.reason for line in lines if line.what == "refusal" and line.detail == zeros_for(campaign)]
    return next((reason for reason in reasons if reason), "zeros-sent")
