"""The review of a day: what would be sent now or, once the day's counts are locked, what was sent."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from pdd_client.core.donation.consent import AnyPlan, Objection
from pdd_client.core.donation.decisions import Decision
from pdd_client.core.donation.exclusions import Excluded
from pdd_client.core.donation.expected_plan import expected_part, expected_plan
from pdd_client.core.donation.prepare_donation import DonorState, Given, PreparedDonation, prepare_donation
from pdd_client.core.searches import Search
from pdd_client.core.visits import UnreadHistory
from pdd_client.donor.campaigns.campaign_states import campaign_states
from pdd_client.donor.days.donor_state import donor_state
from pdd_client.donor.days.read_searches import Found
from pdd_client.donor.installation import Installation
from pdd_client.gateways.home_store.log_store import Logged


@dataclass(frozen=True)
class ReviewedEntry:
    """An entry that counts more than zero.

    Attributes:
        entry: its label.
        count: how many searches count for it.
        searches: the ids of these searches; empty for a locked day, which does not keep them.
        text: its canonical text; empty for a locked day, which keeps the label.

    """

    entry: str
    count: int
    searches: tuple[str, ...] = ()
    text: str = ""


WhyLeftOut = Literal["blocked", "removed", "paused", "over-searches", "over-hits", "not-seen"]
"""Why a search does not count for a campaign.

`blocked`, `removed`, `paused`: the donor excludes it. `over-searches`: it came after
the day's first `max_searches` searches. `over-hits`: a cap on hits was reached before it.
`not-seen`: it is not part of what the donor approved.
"""


@dataclass(frozen=True)
class LeftOut:
    """A search of the day that does not count for a campaign.

    Attributes:
        search: the search's id.
        why: the reason.
        entries: the keywords that it does not count for; empty if it does not count at all.

    """

    search: str
    why: WhyLeftOut
    entries: tuple[str, ...] = ()


@dataclass(frozen=True)
class ReviewedCampaign:
    """One campaign's part of a review.

    Attributes:
        id: the campaign's id.
        searches: the number of searches that count.
        entries: the entries that count more than zero.
        why: why the campaign gets zeros; None if it does not. It is an Objection, "paused", "over" or "not-begun" (the
            campaign does not count the day), "zeros-sent" (a locked day without a logged reason), or the reason in the
            log of a locked day.
        counted: the ids of the searches that count; empty for a locked day.
        left_out: the day's searches that don't count at all, or not for all their keywords; empty for a locked day.

    """

    id: str
    searches: int = 0
    entries: tuple[ReviewedEntry, ...] = ()
    why: str | None = None
    counted: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


@dataclass(frozen=True)
class Review:
    """What would be sent of a day as counted now or, if the day's counts are `locked`, what was sent."""

    day: date
    locked: bool
    campaigns: tuple[ReviewedCampaign, ...]
    unread: tuple[UnreadHistory, ...] = ()
    time: datetime | None = None
    """When the searches were counted; None if the day is locked."""
    withheld: bool = False
    """Whether the donor has withheld the day, so that zeros will be sent instead of these counts."""


def review(installation: Installation, day: date, read: Callable[[date], Found]) -> Review:
    """Return the review of a day.

    A day that is withheld, or waits for the donor, shows what would be sent if the donor approved it now.

    Args:
        installation: the home, which has joined a server.
        day: the data day.
        read: reads the day's searches; called only where the day is not locked.

    """
    if installation.store.days.blinded(day) is not None:
        return Review(day, locked=True, campaigns=_locked(installation, day))
    as_it_is = donor_state(installation, installation.membership(), day)
    state = as_it_is.as_if_approved()
    plan, found = _expected(state, day), read(day)
    prepared = prepare_donation(plan, state, lambda: found.searches if found.readable else None)
    of_day = [(search, state.exclusions.reason(search)) for search in found.searches if search.day == day]
    campaigns = _counted(prepared, state.decision, of_day)
    # The server's plans have no part for a campaign of another protocol, so such campaigns are added here.
    placed = {part.campaign for part in plan.layout}
    others = (ReviewedCampaign(name, why=Objection.CHANGED_PROTOCOL) for name in state.consents if name not in placed)
    campaigns = tuple(_within_dates(installation, (*campaigns, *others), day))
    withheld = as_it_is.decision is not None and state.decision is None
    return Review(day, False, campaigns, found.unread, state.now, withheld)


def _expected(state: DonorState, day: date) -> AnyPlan:
    """Return the plan to expect for the day. It uses the newest signed texts, so objections to them show early."""
    layout = [
        expected_part(consents, day, state.zone, state.newest.get(name)) for name, consents in state.consents.items()
    ]
    return expected_plan(state.info, day, layout)


def _within_dates(
    installation: Installation, campaigns: Iterable[ReviewedCampaign], day: date
) -> Iterator[ReviewedCampaign]:
    """Yield the parts, with an empty part for each campaign that has not begun by the day, or was over before it."""
    newest = {name: consents[-1] for name, consents in installation.store.consents.agreed().items()}
    states = campaign_states(installation, newest)
    for part in campaigns:
        over, early = day > states[part.id].last, day < newest[part.id].campaign.start
        yield ReviewedCampaign(part.id, why="over" if over else "not-begun") if over or early else part


SearchesOfDay = Sequence[tuple[Search, Excluded | None]]
"""The searches of a day, the oldest first, each with the donor's reason for excluding it; None if not excluded."""


def _counted(
    prepared: PreparedDonation, approved: Decision | None, of_day: SearchesOfDay
) -> tuple[ReviewedCampaign, ...]:
    """Return the part of each campaign in the plan.

    `approved` is the donor's decision to send the day; None without one.
    """
    donation = prepared.donation
    given, before = ({part.campaign: part for part in one.given} for one in (donation, prepared.undecided))
    names = [part.campaign for part in donation.plan.layout]
    return tuple(
        _counts(given[name], tuple(_left_out(given[name], before[name], approved, of_day)))
        if name in given
        else ReviewedCampaign(name, why="paused" if name in donation.paused else donation.objections.get(name))
        for name in names
    )


def _counts(given: Given, left_out: tuple[LeftOut, ...]) -> ReviewedCampaign:
    rows = zip(given.labels, given.counts.entries, given.behind, given.texts, strict=True)
    entries = tuple(ReviewedEntry(*row) for row in rows if row[1])
    return ReviewedCampaign(given.campaign, given.counts.searches, entries, None, given.searches, left_out)


def _left_out(given: Given, before: Given, approved: Decision | None, of_day: SearchesOfDay) -> Iterator[LeftOut]:
    """Yield the searches that don't count at all, or not for all keywords that they match.

    Args:
        given: the campaign's counts after the donor's decision.
        before: the same before the decision cut them down.
        approved: the donor's decision to send the day; None without one.
        of_day: the day's searches.

    """
    beyond = _labels(given.labels, given.beyond)
    unseen = _labels(
        given.labels, [set(whole) - set(kept) for whole, kept in zip(before.behind, given.behind, strict=True)]
    )
    for search, excluded in of_day:
        late = approved is not None and search.time >= approved.time
        if excluded is not None:
            yield LeftOut(search.id, excluded.value)
        elif search.id not in given.searches:
            yield LeftOut(search.id, "not-seen" if late or search.id in before.searches else "over-searches")
        elif search.id in unseen:
            yield LeftOut(search.id, "not-seen", tuple(unseen[search.id]))
        elif search.id in beyond:
            yield LeftOut(search.id, "over-hits", tuple(beyond[search.id]))


def _labels(labels: Sequence[str], rows: Iterable[Iterable[str]]) -> dict[str, list[str]]:
    """Return, for each search id, the labels of the rows that contain it."""
    found: dict[str, list[str]] = {}
    for label, row in zip(labels, rows, strict=True):
        for search in row:
            found.setdefault(search, []).append(label)
    return found


def _locked(installation: Installation, day: date) -> tuple[ReviewedCampaign, ...]:
    """Return the parts of a locked day from the log: the counts as they were locked, and zeros for other campaigns."""
    lines = [line for line in installation.store.log.lines() if line.round == day]
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
    others = [name for name in installation.store.consents.newest() if name not in counted]
    return (*campaigns, *(ReviewedCampaign(name, why=_why(lines, name)) for name in others))


def _why(lines: Sequence[Logged], campaign: str) -> str:
    """Return the logged reason for a campaign's zeros, or "zeros-sent" if the log has no reason.

    It has none if the donor had paused, had left the campaign, or had not joined it yet.
    """
    reasons = [line.reason for line in lines if line.what == "refusal" and line.campaign == campaign]
    return next((reason for reason in reasons if reason), "zeros-sent")
