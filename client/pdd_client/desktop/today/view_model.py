"""What the Today page shows of a day, put together from what the donor knows. No Qt."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import TYPE_CHECKING

from pdd_client.desktop.texts.display_names import browser_name, engine_name

if TYPE_CHECKING:
    from pdd_client.core.donation.exclusions import Excluded
    from pdd_client.core.searches import Search
    from pdd_client.core.visits import Skipped
    from pdd_client.donor.days.calendar import Day
    from pdd_client.donor.days.review import Review, ReviewedCampaign
    from pdd_client.donor.status import JoinedCampaign

LOCKED = ("sent", "zeros-sent")
"""The states of a day whose numbers have left."""


@dataclass(frozen=True, slots=True)
class SearchViewModel:
    """A search as the person sees it; `why` it does not count, None if it does.

    Where it has `entries`, it counts, but not for these keywords.
    """

    id: str
    time: datetime
    engine: str
    browser: str
    query: str = field(repr=False)
    why: str | None
    entries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeywordViewModel:
    """A keyword that counts, and the searches behind the count; of a locked day they are not kept."""

    label: str
    count: int
    searches: tuple[SearchViewModel, ...]


@dataclass(frozen=True, slots=True)
class CampaignViewModel:
    """A campaign's part of the day: the keywords that count, those that don't, and `why` it gets zeros, if it does.

    `counted` are the searches that count, `left_out` those that don't (or not for all that they match), but for those
    that were taken out.
    """

    id: str
    title: str
    searches: int
    entries: tuple[KeywordViewModel, ...]
    zeros: tuple[str, ...] = field(repr=False)
    why: str | None
    counted: tuple[SearchViewModel, ...] = ()
    left_out: tuple[SearchViewModel, ...] = ()


@dataclass(frozen=True)
class DayViewModel:
    """A day: what would be sent of it, or was, and where the donor stands; `review` is what approving it means.

    `state` is one of core days, or "not-counted": no campaign counts the day. `standings` are the campaigns that were
    joined and not left. `numbers` is how many numbers leave, `others` the people they are locked together with at the
    least. `offers` are the titles of campaigns that are not joined. `last_check_in` None: there was none yet.
    `goes_out` and `goes_out_at` are those of core days. `in_cohort` is whether the server runs `cohort`; `serves_until`
    and `waits_for_epoch` are those of the status.
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
    skipped: tuple["Skipped", ...]
    numbers: int
    others: int
    offers: tuple[str, ...]
    paused_since: datetime | None
    paused_until: datetime | None
    last_check_in: datetime | None
    standings: tuple["JoinedCampaign", ...] = ()
    goes_out: date | None = None
    goes_out_at: datetime | None = None
    in_cohort: bool = False
    serves_until: date | None = None
    waits_for_epoch: bool = False

    @property
    def locked(self) -> bool:
        """Whether the day's numbers have left."""
        return self.state in LOCKED

    @property
    def not_counted(self) -> bool:
        """Whether there is nothing to give and to decide, because no campaign counts the day."""
        return self.state == "not-counted"

    @property
    def has_results(self) -> bool:
        """Whether no campaign counts the day any more, and results of one are here."""
        return self.not_counted and any(one.published for one in self.standings)

    @property
    def matching(self) -> int:
        """How many of the searches are behind a keyword's count."""
        ids = {search.id for part in self.campaigns for entry in part.entries for search in entry.searches}
        return len(ids)

    @property
    def taken_out(self) -> tuple[SearchViewModel, ...]:
        """The searches that the person took out, and can put back; none where the numbers have left."""
        return () if self.locked else tuple(search for search in self.searches if search.why == "skipped")

    @property
    def unreadable(self) -> bool:
        """Whether no history could be read."""
        return any(part.why == "no-history" for part in self.campaigns)


def search_view_models(found: Iterable[tuple["Search", "Excluded | None"]]) -> tuple[SearchViewModel, ...]:
    """The searches in the order they were made, each on one line."""
    from pdd_client.core.printable import one_line

    return tuple(
        SearchViewModel(
            one.id, one.time, engine_name(one.engine), browser_name(one.browser), one_line(one.query), why and str(why)
        )
        for one, why in found
    )


def campaign_view_models(
    review: "Review",
    titles: Mapping[str, str],
    labels: Mapping[str, Sequence[str]],
    searches: Iterable[SearchViewModel],
) -> tuple[CampaignViewModel, ...]:
    """The review's campaigns; `labels` are all keywords agreed to, by campaign."""
    by_id = {search.id: search for search in searches}
    return tuple(
        _campaign(part, titles.get(part.id, part.id), labels.get(part.id, ()), by_id) for part in review.campaigns
    )


def _campaign(
    part: "ReviewedCampaign", title: str, labels: Sequence[str], by_id: Mapping[str, SearchViewModel]
) -> CampaignViewModel:
    entries = tuple(
        KeywordViewModel(row.entry, row.count, tuple(by_id[one] for one in row.searches)) for row in part.entries
    )
    counted = {entry.label for entry in entries}
    zeros = tuple(label for label in labels if label not in counted)
    counted_searches = tuple(by_id[one] for one in part.counted)
    left_out = tuple(
        replace(by_id[one.search], why=one.why, entries=one.entries) for one in part.left_out if one.why != "skipped"
    )
    return CampaignViewModel(part.id, title, part.searches, entries, zeros, part.why, counted_searches, left_out)


def first_day(days: Sequence["Day"], today: date) -> date:
    """The day to begin with: the one that waits for the donor and ends first, else today."""
    waiting = [one.day for one in days if one.state == "waits-for-you" and one.day < today]
    return min(waiting, default=today)
