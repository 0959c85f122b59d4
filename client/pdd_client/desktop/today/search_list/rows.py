"""The rows of the Today page's list: campaigns, their keywords, and what is opened beneath. No Qt."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum

from pdd_client.desktop.today.view_model import CampaignViewModel, DayViewModel, KeywordViewModel, SearchViewModel

Key = tuple[str, str, str]
"""Names a row that can be opened, across changes of the day's numbers: kind, campaign, keyword."""


class Kind(StrEnum):
    """What a row is."""

    CAMPAIGN = "campaign"
    ENTRY = "entry"
    OTHERS = "others"
    """All keywords of a campaign that count zero, in one row."""
    ZERO = "zero"
    ALL = "all"
    """How many searches there were, of which only the number is given."""
    TAKEN_OUT = "taken-out"
    """The searches that were taken out, in one row."""
    LEFT_OUT = "left-out"
    """All other searches that don't count for a campaign, in one row."""
    SEARCH = "search"
    OFFER = "offer"
    """A campaign that is not joined."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its count, if it has one; `key` if it can be opened; `depth` is how far it is moved in."""

    kind: Kind
    text: str
    depth: int = 1
    count: int | None = None
    campaign: CampaignViewModel | None = None
    entry: KeywordViewModel | None = None
    search: SearchViewModel | None = None
    key: Key | None = None


Item = Row | SearchViewModel | str
"""What stands for a row: itself, or, where there may be thousands of a kind, what it is made of when it is seen."""


def as_row(item: Item) -> Row:
    """The row that an item stands for."""
    if isinstance(item, str):
        return Row(Kind.ZERO, item, 2, 0)
    return Row(Kind.SEARCH, item.query, 2, search=item) if isinstance(item, SearchViewModel) else item


def named(item: Item) -> tuple[str, ...]:
    """What an item is, across changes of the day's numbers; a search may be beneath several rows."""
    if isinstance(item, str):
        return (Kind.ZERO, item)
    if isinstance(item, SearchViewModel):
        return (Kind.SEARCH, item.id)
    return item.key or (item.kind, item.text)


def rows_of(day: DayViewModel, opened: Set[Key]) -> list[Item]:
    """All rows of a day, with what lies beneath the opened ones."""
    return [item for top in _tops(day) for item in (top, *(beneath(day, top) if top.key in opened else ()))]


def beneath(day: DayViewModel, row: Row) -> Sequence[Item]:
    """What opening a row shows."""
    if row.kind is Kind.ALL and row.campaign:
        # What was taken out stays at its place, marked: the button that took it out puts it back.
        return sorted((*row.campaign.counted, *day.taken_out), key=lambda search: search.time)
    if row.kind is Kind.LEFT_OUT and row.campaign:
        return row.campaign.left_out
    if row.kind is Kind.TAKEN_OUT:
        return day.taken_out
    if row.kind is Kind.OTHERS and row.campaign:
        return row.campaign.zeros
    return row.entry.searches if row.entry else ()


def _tops(day: DayViewModel) -> Iterator[Row]:
    for campaign in day.campaigns:
        yield Row(Kind.CAMPAIGN, campaign.title, 0, campaign=campaign)
        if campaign.why is None:
            yield from _counts(day, campaign)
    for title in day.offers:
        yield Row(Kind.OFFER, title, 0)


def _counts(day: DayViewModel, campaign: CampaignViewModel) -> Iterator[Row]:
    for entry in campaign.entries:
        key = (Kind.ENTRY, campaign.id, entry.label) if entry.searches else None
        yield Row(Kind.ENTRY, entry.label, 1, entry.count, campaign, entry, key=key)
    if campaign.zeros:
        yield Row(Kind.OTHERS, "", 1, 0, campaign, key=(Kind.OTHERS, campaign.id, ""))
    if out := len(day.taken_out):
        yield Row(Kind.TAKEN_OUT, "", 1, out, campaign, key=(Kind.TAKEN_OUT, campaign.id, ""))
    key = (Kind.ALL, campaign.id, "") if campaign.counted or out else None
    yield Row(Kind.ALL, "", 1, campaign.searches, campaign, key=key)
    if campaign.left_out:
        whole = sum(not search.entries for search in campaign.left_out)
        yield Row(Kind.LEFT_OUT, "", 1, whole, campaign, key=(Kind.LEFT_OUT, campaign.id, ""))
