"""The rows of the Today page's list: campaigns, their keywords, and the searches beneath opened rows. No Qt."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum

from pdd_client.desktop.today.view_model import (
    CampaignViewModel,
    DayViewModel,
    KeywordViewModel,
    SearchViewModel,
    WeekdayViewModel,
)

Key = tuple[str, str, str]
"""The name of a row that can be opened: kind, campaign id, keyword. It stays the same when the counts change."""


class Kind(StrEnum):
    """The kinds of rows."""

    CAMPAIGN = "campaign"
    """The title of a campaign."""
    ENTRY = "entry"
    """A keyword that counts more than zero."""
    PARTS = "parts"
    """The keywords that an index counts together, beneath an opened ENTRY."""
    OTHERS = "others"
    """One row for all keywords of a campaign that count zero."""
    ZERO = "zero"
    """A keyword that counts zero, beneath an opened OTHERS."""
    ALL = "all"
    """The number of searches that count for a campaign. Only this number is given, not the searches."""
    TAKEN_OUT = "taken-out"
    """One row for the searches that the donor took out."""
    DAY_BY_DAY = "day-by-day"
    """The heading of the days of a week."""
    WEEKDAY = "weekday"
    """One day of the week, beneath a campaign that counts by week."""
    LEFT_OUT = "left-out"
    """One row for all other searches, which do not count for a campaign."""
    PARTLY = "partly"
    """One row for the searches that do not count for all their keywords."""
    SEARCH = "search"
    """A search, beneath an opened row."""
    OFFER = "offer"
    """A campaign that is not joined."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the list.

    Attributes:
        kind: what the row is.
        text: the title, keyword or query; empty for kinds that have a fixed text.
        depth: how far the row is indented, in steps.
        count: how many times; None if the row has no count.
        campaign: the campaign that the row is about, if it is about one.
        entry: the keyword, in a row of the kind ENTRY.
        search: the search, in a row of the kind SEARCH.
        weekday: the day, in a row of the kind WEEKDAY.
        key: the name under which the row can be opened; None if it can't.

    """

    kind: Kind
    text: str
    depth: int = 1
    count: int | None = None
    campaign: CampaignViewModel | None = None
    entry: KeywordViewModel | None = None
    search: SearchViewModel | None = None
    weekday: WeekdayViewModel | None = None
    key: Key | None = None


Item = Row | SearchViewModel | str
"""A row, or what its row is made of when it becomes visible: a search, or a keyword that counts zero.

A day may have thousands of searches and zeros, so their rows are not made in advance. See `as_row`.
"""


def as_row(item: Item) -> Row:
    """Return the row that an item stands for."""
    if isinstance(item, str):
        return Row(Kind.ZERO, item, 2, 0)
    return Row(Kind.SEARCH, item.query, 2, search=item) if isinstance(item, SearchViewModel) else item


def named(item: Item) -> tuple[str, ...]:
    """Return a name for an item that stays the same when the day's counts change.

    A search that is beneath several rows has the same name in all of them.
    """
    if isinstance(item, str):
        return (Kind.ZERO, item)
    if isinstance(item, SearchViewModel):
        return (Kind.SEARCH, item.id)
    return item.key or (item.kind, item.text)


def rows_of(day: DayViewModel, opened: Set[Key]) -> list[Item]:
    """Return all rows of a day, including those beneath opened rows."""
    return [item for top in _tops(day) for item in (top, *(beneath(day, top) if top.key in opened else ()))]


def beneath(day: DayViewModel, row: Row) -> Sequence[Item]:
    """Return the rows that opening a row shows beneath it."""
    if row.kind is Kind.ALL and row.campaign:
        # Searches taken out stay in the list, marked: the button that took one out can put it back.
        return sorted((*row.campaign.counted, *day.taken_out), key=lambda search: search.time)
    if row.weekday:
        return row.weekday.searches
    if row.kind in (Kind.LEFT_OUT, Kind.PARTLY) and row.campaign:
        return _left_out(row.campaign, row.kind)
    if row.kind is Kind.TAKEN_OUT:
        return day.taken_out
    if row.kind is Kind.OTHERS and row.campaign:
        return row.campaign.zeros
    if row.entry is None:
        return ()
    parts = [Row(Kind.PARTS, ", ".join(row.entry.parts), 2)] if row.entry.parts else []
    return (*parts, *row.entry.searches)


def _left_out(campaign: CampaignViewModel, kind: Kind) -> Sequence[SearchViewModel]:
    """Return the searches that don't count at all, or those that don't for the keywords that they name."""
    return [search for search in campaign.left_out if bool(search.entries) == (kind is Kind.PARTLY)]


def _tops(day: DayViewModel) -> Iterator[Row]:
    """Yield the rows that are there whether or not anything is opened: campaigns with their keywords, then offers."""
    for campaign in day.campaigns:
        yield Row(Kind.CAMPAIGN, campaign.title, 0, campaign=campaign)
        if campaign.why is None:
            yield from _counts(day, campaign)
    for title in day.offers:
        yield Row(Kind.OFFER, title, 0)


def _counts(day: DayViewModel, campaign: CampaignViewModel) -> Iterator[Row]:
    """Yield the rows below a campaign's title."""
    for entry in campaign.entries:
        key = (Kind.ENTRY, campaign.id, entry.label) if entry.searches or entry.parts else None
        yield Row(Kind.ENTRY, entry.label, 1, entry.count, campaign, entry, key=key)
    if campaign.zeros:
        yield Row(Kind.OTHERS, "", 1, 0, campaign, key=(Kind.OTHERS, campaign.id, ""))
    if out := len(day.taken_out):
        yield Row(Kind.TAKEN_OUT, "", 1, out, campaign, key=(Kind.TAKEN_OUT, campaign.id, ""))
    key = (Kind.ALL, campaign.id, "") if campaign.counted or out else None
    yield Row(Kind.ALL, "", 1, campaign.searches, campaign, key=key)
    for kind in (Kind.LEFT_OUT, Kind.PARTLY):
        if left := _left_out(campaign, kind):
            yield Row(kind, "", 1, len(left), campaign, key=(kind, campaign.id, ""))
    if campaign.days:
        yield Row(Kind.DAY_BY_DAY, "", 1, campaign=campaign)
    for one in campaign.days:
        name = one.day.isoformat()
        opens = (Kind.WEEKDAY, campaign.id, name) if one.searches else None
        yield Row(Kind.WEEKDAY, name, 1, one.count, campaign, weekday=one, key=opens)
