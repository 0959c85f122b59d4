"""The view models of the Today page, computed from what the donor knows. No Qt."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import TYPE_CHECKING

from pdd_client.desktop.texts.display_names import browser_name, engine_name
from pdd_shared.counting.entry_texts import label_of, parts_of
from pdd_shared.protocol.days import last_day

if TYPE_CHECKING:
    from pdd_client.core.contribution import Contribution
    from pdd_client.core.donation.exclusions import Excluded
    from pdd_client.core.searches import Search
    from pdd_client.core.visits import UnreadHistory
    from pdd_client.donor.days.calendar import Day
    from pdd_client.donor.days.review import Review, ReviewedCampaign
    from pdd_client.donor.settings.extension_versions import Outdated
    from pdd_client.donor.status import JoinedCampaign

OVER_WEEK = "over-searches-of-week"
"""Why a search does not count: `over-searches`, where the campaign's limit is one of a week."""
_AS_EXPECTED = ("paused", "over", "not-begun")
"""Why a campaign gets zeros though nothing is wrong: the donor wanted that, or the campaign does not count the day."""
LOCKED = ("sent", "zeros-sent")
"""The states of a day whose numbers have left."""


@dataclass(frozen=True, slots=True)
class SearchViewModel:
    """A search as the page shows it.

    Attributes:
        id: names the search on this computer.
        time: when it was made (aware).
        engine: the search engine's name as people write it.
        browser: the browser's name as people write it.
        query: the text, on one line.
        why: why it does not count, an `Excluded` or a `WhyLeftOut`; None if it counts.
        entries: if there are any, the search counts, but not for these keywords.
        day: its data day, if it is another one than the page shows.

    """

    id: str
    time: datetime
    engine: str
    browser: str
    query: str = field(repr=False)
    why: str | None
    entries: tuple[str, ...] = ()
    day: date | None = None


@dataclass(frozen=True, slots=True)
class KeywordViewModel:
    """A keyword that counts more than zero, and the searches behind the count. These are not kept of a locked day.

    Attributes:
        parts: the keywords that count together, if it is an index.

    """

    label: str
    count: int
    searches: tuple[SearchViewModel, ...]
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WeekdayViewModel:
    """One day of a week that a campaign counts.

    Attributes:
        day: the data day.
        count: how many of its searches count.
        entries: how many count for which keywords.
        why: why nothing of it counts, as in `ReviewedDay`; None if its searches count.
        kept: whether it was counted before the history was cleared, so that its searches are not known.
        searches: its searches, also those that don't count.

    """

    day: date
    count: int
    entries: tuple[tuple[str, int], ...]
    why: str | None
    kept: bool
    searches: tuple[SearchViewModel, ...] = ()


@dataclass(frozen=True, slots=True)
class CampaignViewModel:
    """One campaign's part of a day.

    Attributes:
        searches: how many of the day's searches count.
        entries: the keywords that count more than zero.
        zeros: all other keywords and indexes that the donor agreed to, in canonical form.
        why: why the campaign gets zeros, as in `ReviewedCampaign`; None if it gets counts.
        counted: the searches that count.
        left_out: the searches that don't count, or not for all keywords that they match. Searches that the donor took
            out are not among them.
        last: the last day of the week, if the campaign counts by week; else None.
        days: the days of the week until today; empty if the campaign counts by day, or the counts are locked.
        repeated: whether the week was lost, and is asked for once more.
        left: of the hits that count in all of the campaign, how many are left after these counts, and how many there
            are; None if it caps only each period's.

    """

    id: str
    title: str
    searches: int
    entries: tuple[KeywordViewModel, ...]
    zeros: tuple[str, ...] = field(repr=False)
    why: str | None
    counted: tuple[SearchViewModel, ...] = ()
    left_out: tuple[SearchViewModel, ...] = ()
    last: date | None = None
    days: tuple[WeekdayViewModel, ...] = ()
    repeated: bool = False
    left: tuple[int, int] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class WaitingDayViewModel:
    """A day that waits for the donor's review, in short.

    Attributes:
        day: the data day.
        until: the last day on which the donor can surely decide about it.
        review: what an approval would approve.
        entries: the keywords that count, each with its largest count in any campaign.
        searches: the largest number of searches that count for any campaign.
        whys: why campaigns get zeros although the donor may expect otherwise, as in `ReviewedCampaign`. Such a day is
            not approved together with others: an approval would keep the zeros.

    """

    day: date
    until: date | None
    review: "Review"
    entries: tuple[tuple[str, int], ...]
    searches: int
    whys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FarewellViewModel:
    """A campaign that is finished, with what the donor gave to it and what came of it.

    Attributes:
        campaign: the campaign.
        weekly: whether it counted by week.
        numbers: what was given and published.

    """

    campaign: "JoinedCampaign"
    weekly: bool
    numbers: "Contribution"


@dataclass(frozen=True)
class DayViewModel:
    """A day as the page shows it: what would be sent of it, or was, and where the donor stands.

    Attributes:
        day: the data day that is shown.
        today: the data day now.
        now: the time of the donor's clock (aware).
        days: the days that can be chosen, the newest first; see `Days.to_review`.
        state: a `DayState`; "not-counted" if no campaign that was joined counts the day.
        until: the last day on which the donor can surely decide about it; None if nothing can be decided.
        sending: "review" or "by-itself".
        joined: whether the donor takes part in a campaign.
        searches: all searches of the day, in the order they were made.
        review: what an approval of the day would approve; None if no campaign is joined.
        campaigns: the part of each campaign in the review.
        unread: the history files that were not read.
        numbers: how many numbers leave, or have left.
        others: how many other people's numbers are at least in a sum with these.
        offers: the titles of campaigns that are not joined.
        paused_since: the begin of the pause in force; None if donating is not paused.
        paused_until: the end of that pause; None if it lasts until the donor resumes.
        last_check_in: the last contact with the server; None if there was none yet.
        joined_campaigns: the campaigns that were joined and not left.
        goes_out: the data day on which a `cohort` day is sent; as in `Day`.
        goes_out_at: the planned time of that contact; as in `Day`.
        in_cohort: whether the server runs `cohort`.
        serves_until: the last day on which this computer helps to unlock sums; as in `Status`.
        waits_for_epoch: whether the server's first tree is still to come; as in `Status`.
        waiting: the past days that wait for the donor, the oldest first.
        outdated: the connected browsers whose extension does not fit this app, by name, and which has to be updated.
        farewells: the joined campaigns, once all of them are finished.

    """

    day: date
    today: date
    now: datetime
    days: tuple["Day", ...]
    state: str
    until: date | None
    sending: str
    joined: bool
    searches: tuple[SearchViewModel, ...]
    review: "Review | None"
    campaigns: tuple[CampaignViewModel, ...]
    unread: tuple["UnreadHistory", ...]
    numbers: int
    others: int
    offers: tuple[str, ...]
    paused_since: datetime | None
    paused_until: datetime | None
    last_check_in: datetime | None
    joined_campaigns: tuple["JoinedCampaign", ...] = ()
    goes_out: date | None = None
    goes_out_at: datetime | None = None
    in_cohort: bool = False
    serves_until: date | None = None
    waits_for_epoch: bool = False
    waiting: tuple[WaitingDayViewModel, ...] = ()
    outdated: tuple[tuple[str, "Outdated"], ...] = ()
    farewells: tuple[FarewellViewModel, ...] = ()

    @property
    def approvable(self) -> tuple["Review", ...]:
        """What one press approves of the waiting days."""
        return tuple(one.review for one in self.waiting if not one.whys)

    @property
    def locked(self) -> bool:
        """Whether the day's numbers have left."""
        return self.state in LOCKED

    @property
    def not_counted(self) -> bool:
        """Whether no campaign counts the day, so that there is nothing to send or to decide."""
        return self.state == "not-counted"

    @property
    def in_week(self) -> bool:
        """Whether the day is only a part of a week, so that there is nothing to decide about it alone."""
        return self.state == "in-week"

    @property
    def has_results(self) -> bool:
        """Whether no campaign counts the day, and results of a campaign that is over are kept here."""
        return self.not_counted and any(one.published for one in self.joined_campaigns)

    @property
    def matching(self) -> int:
        """How many of the day's searches are behind the counts of keywords."""
        ids = {search.id for part in self.campaigns for entry in part.entries for search in entry.searches}
        return len(ids & {search.id for search in self.searches})

    @property
    def taken_out(self) -> tuple[SearchViewModel, ...]:
        """The searches that the donor took out and can put back; none once the numbers have left."""
        return () if self.locked else tuple(search for search in self.searches if search.why == "removed")

    @property
    def unreadable(self) -> bool:
        """Whether no browser history could be read."""
        return any(part.why == "no-history" for part in self.campaigns)


def search_view_models(found: Iterable[tuple["Search", "Excluded | None"]], shown: date) -> tuple[SearchViewModel, ...]:
    """Return the view models of searches, in the same order.

    Args:
        found: the searches, each with why the donor keeps it out; None if it counts.
        shown: the day that the page shows.

    """
    from pdd_client.core.texts.printable import one_line

    return tuple(
        SearchViewModel(
            one.id,
            one.time,
            engine_name(one.engine),
            browser_name(one.browser),
            one_line(one.query),
            why and str(why),
            day=None if one.day == shown else one.day,
        )
        for one, why in found
    )


def campaign_view_models(
    review: "Review",
    titles: Mapping[str, str],
    agreed: Mapping[str, Sequence[str]],
    searches: Iterable[SearchViewModel],
    today: date,
) -> tuple[CampaignViewModel, ...]:
    """Return the view models of a review's campaigns.

    Args:
        review: the review of a day.
        titles: the campaigns' titles, by id.
        agreed: all keywords and indexes that the donor agreed to for the day, in canonical form, by campaign id.
        searches: all searches of the day, and of its week if a campaign counts by week; the review names them by ids.
        today: the data day now.

    """
    by_id = {search.id: search for search in searches}
    campaigns = (
        _campaign(part, titles.get(part.id, part.id), agreed.get(part.id, ()), by_id) for part in review.campaigns
    )
    return tuple(
        _with_week(shown, part, by_id, review.day, today) if part.period == "week" else shown
        for shown, part in zip(campaigns, review.campaigns, strict=True)
    )


def _campaign(
    part: "ReviewedCampaign", title: str, agreed: Sequence[str], by_id: Mapping[str, SearchViewModel]
) -> CampaignViewModel:
    parts = {label_of(text): parts_of(text) for text in agreed}
    # A search of a day whose history was cleared is not known any more.
    entries = tuple(
        KeywordViewModel(
            row.entry, row.count, tuple(by_id[one] for one in row.searches if one in by_id), parts.get(row.entry, ())
        )
        for row in part.entries
    )
    counted = {entry.label for entry in entries}
    zeros = tuple(text for text in agreed if label_of(text) not in counted)
    counted_searches = tuple(by_id[one] for one in part.counted if one in by_id)
    limit = OVER_WEEK if part.period == "week" else "over-searches"
    left_out = tuple(
        replace(by_id[one.search], why=limit if one.why == "over-searches" else one.why, entries=one.entries)
        for one in part.left_out
        if one.why != "removed"
    )
    found = part.searches, entries, zeros, part.why, counted_searches, left_out
    return CampaignViewModel(part.id, title, *found, left=part.left)


def _with_week(
    shown: CampaignViewModel, part: "ReviewedCampaign", by_id: Mapping[str, SearchViewModel], day: date, today: date
) -> CampaignViewModel:
    """Return a weekly campaign's view model with the days of its week, in which each search says why it counts or not.

    Args:
        shown: the view model without the days.
        part: the campaign's part of the review.
        by_id: the searches of the week, by id.
        day: the day that the page shows.
        today: the data day now.

    """
    searches = {**by_id, **{search.id: search for search in shown.left_out}}
    days = tuple(
        WeekdayViewModel(
            one.day,
            one.searches,
            one.entries,
            one.why,
            one.kept,
            tuple(search for search in searches.values() if (search.day or day) == one.day),
        )
        for one in part.days
        if one.day <= today
    )
    return replace(shown, last=part.repeats or last_day("week", day), days=days, repeated=part.repeats is not None)


def waiting_day_view_model(day: date, until: date | None, review: "Review") -> WaitingDayViewModel:
    """Return the view model of a waiting day, with the counts that an approval of it would keep."""
    counts: dict[str, int] = {}
    given = [part for part in review.decided if part.why is None]
    for part in given:
        for row in part.entries:
            counts[row.entry] = max(row.count, counts.get(row.entry, 0))
    largest_first = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    searches = max((part.searches for part in given), default=0)
    whys = dict.fromkeys(part.why for part in review.decided if part.why and part.why not in _AS_EXPECTED)
    return WaitingDayViewModel(day, until, review, tuple(largest_first), searches, tuple(whys))


def first_day(days: Sequence["Day"], today: date) -> date:
    """Return the day to begin with: of the past days that wait for the donor the earliest, else today."""
    waiting = [one.day for one in days if one.state == "waits-for-you" and one.day < today]
    return min(waiting, default=today)
