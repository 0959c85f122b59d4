"""The texts of the rows of the Today page's list, for the screen and for screen readers."""

from PySide6.QtCore import QObject

from pdd_client.desktop.texts import reason_texts, wording
from pdd_client.desktop.texts.catalogue import counted, tr
from pdd_client.desktop.today.search_list.rows import Kind, Row
from pdd_client.desktop.today.view_model import (
    OVER_WEEK,
    CampaignViewModel,
    KeywordViewModel,
    SearchViewModel,
    WeekdayViewModel,
)

_PREVIEWED = 3
"""How many of the searches behind a count are listed beside it; what does not fit is cut off."""


_LIMITED = ("over-searches", OVER_WEEK, "over-hits", "not-seen")
"""Why a search that the donor did not keep out does not count, as in `SearchViewModel.why`."""


class RowTexts(QObject):
    """Returns the texts of rows in the app's language."""

    def cell(self, row: Row, column: int) -> str:
        """Return the text of a cell.

        Args:
            row: the row.
            column: 0 for what the row is, 1 for how many times or when, 2 for more about it.

        """
        return (self._name, self._count, self._more)[column](row)

    def spoken(self, row: Row, opened: bool | None) -> str:
        """Return the whole row as one phrase for a screen reader.

        Args:
            row: the row.
            opened: whether the row is open; None if it can't be opened.

        """
        said = [self._name(row)]
        if row.count is not None:
            said.append(counted("times", row.count))
        elif row.search:
            said.append(self._count(row))
        said.append(self._more(row))
        if opened is not None:
            said.append(tr("row_open") if opened else tr("row_closed"))
        return tr("row_next").join(part for part in said if part)

    def _name(self, row: Row) -> str:
        if row.kind is Kind.OTHERS and row.campaign:
            count = len(row.campaign.zeros)
            if row.campaign.entries:
                return counted("other_keywords", count)
            return counted("keywords", count)
        if row.kind is Kind.PARTS:
            return tr("row_any_of", keywords=row.text)
        if row.search:
            return tr("quoted", query=row.text)
        if row.weekday:
            return wording.day(row.weekday.day)
        return self._fixed(row.kind) or row.text

    def _fixed(self, kind: Kind) -> str:
        """Return the text of a kind of rows that all have the same one; empty for others."""
        if kind is Kind.ALL:
            return tr("all_searches")
        if kind is Kind.TAKEN_OUT:
            return tr("row_removed")
        if kind is Kind.LEFT_OUT:
            return tr("not_counted")
        if kind is Kind.PARTLY:
            return tr("partly_counted")
        return tr("day_by_day") if kind is Kind.DAY_BY_DAY else ""

    def _count(self, row: Row) -> str:
        if row.search:
            return wording.time(row.search.time, row.search.day)
        return "" if row.count is None else wording.number(row.count)

    def _more(self, row: Row) -> str:
        if row.kind is Kind.CAMPAIGN and row.campaign:
            return self._campaign(row.campaign)
        if row.weekday:
            return self._weekday(row.weekday)
        if row.kind is Kind.ALL:
            return tr("only_how_many")
        if row.kind is Kind.TAKEN_OUT:
            return tr("row_restorable")
        if row.kind in (Kind.LEFT_OUT, Kind.PARTLY):
            return tr("not_counted_why")
        if row.kind is Kind.OFFER:
            return tr("not_joined")
        if row.entry:
            return self._behind(row.entry)
        return self._search(row.search) if row.search else ""

    def _campaign(self, campaign: CampaignViewModel) -> str:
        """Return why a campaign gets nothing, or how many hits its counts leave, and which week they are of."""
        if campaign.why:
            return tr("nothing_given", reason=reason_texts.short(campaign.why))
        found = []
        if campaign.left is not None:  # first, as a narrow window cuts the rest, and the page names the day
            left, most = map(wording.number, campaign.left)
            found.append(tr("times_left", left=left, most=most))
        if campaign.last is not None:
            text = tr("row_week_again") if campaign.repeated else tr("row_week")
            found.append(text.format(day=wording.day(campaign.last)))
        return tr("row_next").join(found)

    def _weekday(self, day: WeekdayViewModel) -> str:
        """Return what counts of one day of a week, or why nothing does."""
        if day.why:
            return tr("row_not_counted", reason=reason_texts.short(day.why))
        counts = tr("row_next").join(
            tr("waiting_keyword", keyword=label, count=wording.number(count)) for label, count in day.entries
        )
        if not day.kept:
            return counts
        kept = tr("row_kept")
        return tr("row_note", counts=counts, note=kept) if counts else kept

    def _behind(self, entry: KeywordViewModel) -> str:
        """Return the queries of the first searches behind a count."""
        queries = (tr("quoted", query=search.query) for search in entry.searches[:_PREVIEWED])
        return tr("row_next").join(queries)

    def _search(self, search: SearchViewModel) -> str:
        where = {"engine": search.engine, "browser": search.browser}
        if search.why == "blocked":
            return tr("row_search_blocked").format(**where)
        if search.why == "removed":
            return tr("row_search_removed").format(**where)
        if search.why == "site":
            return tr("row_search_site").format(**where)
        if search.why == "hours":
            return tr("row_search_hours").format(**where)
        if search.why in _LIMITED:
            return self._left_out(search)
        if search.why:
            return tr("row_search_paused").format(**where)
        return tr("row_search").format(**where)

    def _left_out(self, search: SearchViewModel) -> str:
        """Return why a search that the donor did not keep out does not count, or not for all its keywords."""
        if search.why == OVER_WEEK:
            return tr("uncounted_over_searches_week")
        if search.why == "over-searches":
            return tr("uncounted_over_searches")
        if not search.entries:
            return tr("uncounted_not_seen")
        keywords = tr("row_next").join(search.entries)
        text = tr("partly_over_hits") if search.why == "over-hits" else tr("partly_not_seen")
        return text.format(keywords=keywords)
