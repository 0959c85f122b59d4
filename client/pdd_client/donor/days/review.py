"""The review of a day: what would be sent now or, once the day's counts are locked, what was sent."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Literal

from pdd_client.core.donation.consent import AnyPlan, Objection, objection_to_terms
from pdd_client.core.donation.decisions import Decision
from pdd_client.core.donation.donation import Given
from pdd_client.core.donation.exclusions import Excluded
from pdd_client.core.donation.expected_plan import expected_part, expected_plan
from pdd_client.core.donation.prepare_donation import DonorState, PreparedDonation, prepare_donation
from pdd_client.core.searches import Search
from pdd_client.core.visits import UnreadHistory
from pdd_client.donor.campaigns.campaign_states import campaign_states
from pdd_client.donor.days.donor_state import donor_state
from pdd_client.donor.days.keep_days import days_to_read
from pdd_client.donor.days.read_searches import Found
from pdd_client.donor.days.repeated_weeks import repeated_weeks
from pdd_client.donor.installation import Installation
from pdd_client.gateways.home_store.log_store import Logged
from pdd_shared.protocol.days import Period, last_day


@dataclass(frozen=True)
class ReviewedEntry:
    """An entry that counts more than zero.

    Attributes:
        entry: its label.
        count: how many searches count for it.
        searches: the ids of these searches; empty for a locked day, which does not keep them.
        text: its canonical text; empty for a locked day, which keeps the label.

    """

    entry: str = field(repr=False)
    count: int = field(repr=False)
    searches: tuple[str, ...] = field(default=(), repr=False)
    text: str = field(default="", repr=False)


WhyLeftOut = Literal["blocked", "removed", "paused", "site", "hours", "over-searches", "over-hits", "not-seen"]
"""Why a search does not count for a campaign.

`blocked`, `removed`, `paused`, `site`, `hours`: the donor excludes it. `over-searches`: it came after the first
`max_searches` searches of the day, or of the week. `over-hits`: a cap on hits was reached before it. `not-seen`: it is
not part of what the donor approved.
"""


@dataclass(frozen=True)
class LeftOut:
    """A search of the period that does not count for a campaign.

    Attributes:
        search: the search's id.
        why: the reason.
        entries: the keywords that it does not count for; empty if it does not count at all.

    """

    search: str
    why: WhyLeftOut
    entries: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class ReviewedDay:
    """One day of a week, in the review of a weekly campaign.

    Attributes:
        day: the data day.
        why: why it gives nothing, an Objection or "paused"; None if it counts.
        kept: whether it was counted earlier, and the history was cleared since. Its searches are not known any more.
        searches: how many of its searches count.
        entries: by its label, each entry for which searches of the day count, and how many.

    """

    day: date
    why: str | None
    kept: bool
    searches: int = field(repr=False)
    entries: tuple[tuple[str, int], ...] = field(repr=False)


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
        left_out: the searches that don't count at all, or not for all their keywords; empty for a locked day.
        period: whether the counts are of the day, or of the week that holds it.
        days: the days of the week; empty if the campaign counts by day, gets zeros, or the counts are locked.
        repeats: the last day of a lost week that the plan asks for once more; None for the period that holds the day.
        left: of the hits that count in all periods of the campaign, how many are left after these counts, and how many
            there are; None for a locked day, and if the campaign caps only each period's.

    """

    id: str
    searches: int = field(default=0, repr=False)
    entries: tuple[ReviewedEntry, ...] = field(default=(), repr=False)
    why: str | None = None
    counted: tuple[str, ...] = field(default=(), repr=False)
    left_out: tuple[LeftOut, ...] = field(default=(), repr=False)
    period: Period = "day"
    days: tuple[ReviewedDay, ...] = ()
    repeats: date | None = None
    left: tuple[int, int] | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Review:
    """What would be sent of a day as counted now or, if the day's counts are `locked`, what was sent.

    Campaigns that count by week show the week that holds the day. Their counts go out with its last day: only a
    decision about that day is one about them. If the day's plan asks for a lost week once more, the campaign shows that
    week instead, and a decision about the day is one about it.
    """

    day: date
    locked: bool
    campaigns: tuple[ReviewedCampaign, ...]
    unread: tuple[UnreadHistory, ...] = ()
    time: datetime | None = None
    """When the searches were counted; None if the day is locked."""
    withheld: bool = False
    """Whether the donor has withheld the day, so that zeros will be sent instead of these counts."""

    @property
    def decided(self) -> tuple[ReviewedCampaign, ...]:
        """The parts that a decision about the day is about."""
        return tuple(part for part in self.campaigns if part.repeats or last_day(part.period, self.day) == self.day)


def review(installation: Installation, day: date, read: Callable[[date, date], Found]) -> Review:
    """Return the review of a day.

    A day that is withheld, or waits for the donor, shows what would be sent if the donor approved it now.

    Args:
        installation: the home, which has joined a server.
        day: the data day.
        read: reads the searches of a first to a last day; called only where the day is not locked.

    """
    state = donor_state(installation, installation.membership(), day)
    repeats = repeated_weeks(installation.store).get(day, {})
    by_plan: dict[date, set[str]] = {day: set()}
    for name, consents in state.consents.items():
        last = day if name in repeats else last_day(consents[-1].campaign.terms.period, day)
        by_plan.setdefault(last, set()).add(name)
    if installation.store.days.blinded(day) is not None:
        return Review(day, locked=True, campaigns=tuple(_locked(installation, day, by_plan[day])))
    found = read(*days_to_read(installation, day))
    campaigns = [part for one, names in by_plan.items() for part in _of_plan(installation, one, names, found)]
    withheld = state.decision is not None and not state.decision.approved
    return Review(day, False, tuple(campaigns), found.unread, state.now, withheld)


def _of_plan(installation: Installation, day: date, names: set[str], found: Found) -> Sequence[ReviewedCampaign]:
    """Return the parts of these campaigns in the plan of a day, whose counts may be locked."""
    is_locked = installation.store.days.blinded(day) is not None
    return _locked(installation, day, names) if is_locked else _now(installation, day, names, found)


def _now(installation: Installation, day: date, names: set[str], found: Found) -> tuple[ReviewedCampaign, ...]:
    """Return what an approval now would give these campaigns in the plan of a day."""
    state = donor_state(installation, installation.membership(), day).as_if_approved()
    repeats = repeated_weeks(installation.store).get(day, {})
    plan = _expected(state, day, names, repeats)
    prepared = prepare_donation(plan, state, lambda: found.searches if found.readable else None)
    searches = [(search, state.exclusions.reason(search)) for search in found.searches]
    campaigns = _counted(prepared, state.decision, searches)
    # No honest plan has a part for a campaign of another protocol or period, so such campaigns are added here.
    placed = {part.campaign for part in plan.layout}
    others = (ReviewedCampaign(name, why=_changed(state, name)) for name in state.consents if name in names - placed)
    return tuple(_within_dates(installation, (*campaigns, *others), day, repeats))


def _expected(state: DonorState, day: date, names: Collection[str], repeats: Mapping[str, date]) -> AnyPlan:
    """Return the plan to expect for the day. It uses the newest signed texts, so objections to them show early."""
    layout = []
    for name in state.consents:
        if name in names:
            week = repeats.get(name)
            part = expected_part(state.consents[name], week or day, state.zone, state.newest.get(name))
            layout.append(part.model_copy(update={"repeats": week}) if week else part)
    return expected_plan(state.info, day, layout)


def _changed(state: DonorState, name: str) -> Objection:
    """Return why a campaign has no part in an honest plan."""
    latest = state.consents[name][-1].campaign
    newest = state.newest.get(name, latest)
    return objection_to_terms(newest.terms, latest.terms) or Objection.CHANGED_PROTOCOL


def _within_dates(
    installation: Installation, campaigns: Iterable[ReviewedCampaign], day: date, repeats: Mapping[str, date]
) -> Iterator[ReviewedCampaign]:
    """Yield the parts, with an empty part for each campaign that has not begun by its period's end, or was over before.

    `repeats` has the last day of each week that the day's plan asks for once more, by campaign.
    """
    newest = {name: consents[-1] for name, consents in installation.store.consents.agreed().items()}
    states = campaign_states(installation, newest)
    for part in campaigns:
        end = repeats.get(part.id, day)
        over, early = end > states[part.id].last, end < newest[part.id].campaign.start
        shown = ReviewedCampaign(part.id, why="over" if over else "not-begun") if over or early else part
        yield replace(shown, period=newest[part.id].campaign.terms.period, repeats=repeats.get(part.id))


Searches = Sequence[tuple[Search, Excluded | None]]
"""Searches, the oldest first, each with the donor's reason for excluding it; None if not excluded."""


def _counted(prepared: PreparedDonation, approved: Decision | None, searches: Searches) -> tuple[ReviewedCampaign, ...]:
    """Return the part of each campaign in the plan.

    `approved` is the donor's decision to send the day; None without one.
    """
    donation = prepared.donation
    given, before = ({part.campaign: part for part in one.given} for one in (donation, prepared.undecided))
    most = {part.campaign: part.terms.caps.campaign_hits for part in donation.plan.layout}
    return tuple(
        _counts(given[name], tuple(_left_out(given[name], before[name], approved, searches)), most[name])
        if name in given
        else ReviewedCampaign(name, why="paused" if name in donation.paused else donation.objections.get(name))
        for name in most
    )


def _counts(given: Given, left_out: tuple[LeftOut, ...], most: int | None) -> ReviewedCampaign:
    rows = zip(given.labels, given.counts.entries, given.behind, given.texts, strict=True)
    entries = tuple(ReviewedEntry(*row) for row in rows if row[1])
    days = tuple(_reviewed_days(given)) if len(given.days) > 1 else ()
    left = None if most is None else ((given.left or 0) - sum(given.counts.entries), most)
    found = given.counts.searches, entries, None, given.searches, left_out
    return ReviewedCampaign(given.campaign, *found, days=days, left=left)


def _reviewed_days(given: Given) -> Iterator[ReviewedDay]:
    for one in given.days:
        ids = {search.id for search in one.searches}
        rows = zip(given.labels, given.behind, strict=True)
        counts = tuple((label, times) for label, row in rows if (times := len(ids & set(row))))
        yield ReviewedDay(one.day, one.why, one.kept, len(ids & set(given.searches)), counts)


def _left_out(given: Given, before: Given, approved: Decision | None, searches: Searches) -> Iterator[LeftOut]:
    """Yield the searches that don't count at all, or not for all keywords that they match.

    Args:
        given: the campaign's counts after the donor's decision.
        before: the same before the decision cut them down.
        approved: the donor's decision to send the day; None without one.
        searches: the searches that the history has, of other days too.

    """
    days = {one.day: one for one in given.days}
    beyond = _labels(given.labels, given.beyond)
    unseen = _labels(
        given.labels, [set(whole) - set(kept) for whole, kept in zip(before.behind, given.behind, strict=True)]
    )
    for search, excluded in searches:
        if (day := days.get(search.day)) is None or (excluded is None and (day.why or day.kept)):
            continue  # of another period, or of a day that is not counted from the history
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


def _locked(installation: Installation, day: date, names: Collection[str]) -> tuple[ReviewedCampaign, ...]:
    """Return the parts of a locked day from the log: the counts as they were locked, and zeros for other campaigns.

    `names` are the joined campaigns of which a period ends on the day.
    """
    lines = [line for line in installation.store.log.lines() if line.round == day]
    sent = [given for line in lines if line.what == "vector" for given in line.given or ()]
    campaigns = [
        ReviewedCampaign(
            given["campaign"],
            given["searches"],
            tuple(ReviewedEntry(label, count) for label, count in given["counts"].items()),
            repeats=date.fromisoformat(given["repeats"]) if "repeats" in given else None,
        )
        for given in sent
    ]
    counted = {campaign.id for campaign in campaigns}
    consents = installation.store.consents.newest()
    due = [name for name, (_, left) in consents.items() if name in names or left is not None]
    others = [ReviewedCampaign(name, why=_why(lines, name)) for name in due if name not in counted]
    periods = {name: consent.campaign.terms.period for name, (consent, _) in consents.items()}
    return tuple(replace(part, period=periods.get(part.id, "day")) for part in (*campaigns, *others))


def _why(lines: Sequence[Logged], campaign: str) -> str:
    """Return the logged reason for a campaign's zeros, or "zeros-sent" if the log has no reason.

    It has none if the donor had paused, had left the campaign, or had not joined it yet.
    """
    reasons = [line.reason for line in lines if line.what == "refusal" and line.campaign == campaign]
    return next((reason for reason in reasons if reason), "zeros-sent")
