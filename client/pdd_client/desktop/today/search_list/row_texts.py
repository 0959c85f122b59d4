"""The texts of the rows of the Today page's list, for the screen and for screen readers."""

from PySide6.QtCore import QObject

from pdd_client.desktop.texts import reason_texts, wording
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
            said.append(self.tr("%n time(s)", "", row.count))
        elif row.search:
            said.append(self._count(row))
        said.append(self._more(row))
        if opened is not None:
            said.append(self.tr("open") if opened else self.tr("closed"))
        return self.tr(", ").join(part for part in said if part)

    def _name(self, row: Row) -> str:
        if row.kind is Kind.OTHERS and row.campaign:
            count = len(row.campaign.zeros)
            if row.campaign.entries:
                return self.tr("%n other keyword(s)", "", count)
            return self.tr("%n keyword(s)", "", count)
        if row.kind is Kind.PARTS:
            return self.tr("any of {keywords}").format(keywords=row.text)
        if row.search:
            return self.tr("“{query}”").format(query=row.text)
        if row.weekday:
            return wording.day(row.weekday.day)
        return self._fixed(row.kind) or row.text

    def _fixed(self, kind: Kind) -> str:
        """Return the text of a kind of rows that all have the same one; empty for others."""
        if kind is Kind.ALL:
            return self.tr("all searches")
        if kind is Kind.TAKEN_OUT:
            return self.tr("taken out")
        if kind is Kind.LEFT_OUT:
            return self.tr("not counted")
        return self.tr("Day by day") if kind is Kind.DAY_BY_DAY else ""

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
            return self.tr("number only")
        if row.kind is Kind.TAKEN_OUT:
            return self.tr("left out; can be restored")
        if row.kind is Kind.LEFT_OUT:
            return self.tr("open to see why")
        if row.kind is Kind.OFFER:
            return self.tr("not joined: look at it")
        if row.entry:
            return self._behind(row.entry)
        return self._search(row.search) if row.search else ""

    def _campaign(self, campaign: CampaignViewModel) -> str:
        """Return why a campaign gets nothing, or which week its counts are of."""
        if campaign.why:
            return self.tr("nothing is given: {reason}").format(reason=reason_texts.short(campaign.why))
        if campaign.last is None:
            return ""
        text = self.tr("the week to {day}, once more") if campaign.repeated else self.tr("the week to {day}")
        return text.format(day=wording.day(campaign.last))

    def _weekday(self, day: WeekdayViewModel) -> str:
        """Return what counts of one day of a week, or why nothing does."""
        if day.why:
            return self.tr("does not count: {reason}").format(reason=reason_texts.short(day.why))
        counts = self.tr(", ").join(
            self.tr("{keyword} {count}").format(keyword=label, count=wording.number(count))
            for label, count in day.entries
        )
        if not day.kept:
            return counts
        kept = self.tr("counted before the history was cleared")
        return self.tr("{counts}; {note}").format(counts=counts, note=kept) if counts else kept

    def _behind(self, entry: KeywordViewModel) -> str:
        """Return the queries of the first searches behind a count."""
        queries = (self.tr("“{query}”").format(query=search.query) for search in entry.searches[:_PREVIEWED])
        return self.tr(", ").join(queries)

    def _search(self, search: SearchViewModel) -> str:
        where = {"engine": search.engine, "browser": search.browser}
        if search.why == "blocked":
            return self.tr("{engine}, {browser}; a blocked word: does not count").format(**where)
        if search.why == "removed":
            return self.tr("{engine}, {browser}; taken out: does not count").format(**where)
        if search.why == "site":
            return self.tr("{engine}, {browser}; a search engine you left out: does not count").format(**where)
        if search.why == "hours":
            return self.tr("{engine}, {browser}; in hours you left out: does not count").format(**where)
        if search.why in _LIMITED:
            return self._left_out(search)
        if search.why:
            return self.tr("{engine}, {browser}; made in a pause: does not count").format(**where)
        return self.tr("{engine}, {browser}").format(**where)

    def _left_out(self, search: SearchViewModel) -> str:
        """Return why a search that the donor did not keep out does not count, or not for all its keywords."""
        if search.why == OVER_WEEK:
            return self.tr("over this campaign's limit of searches a week")
        if search.why == "over-searches":
            return self.tr("over this campaign's limit of searches a day")
        if not search.entries:
            return self.tr("not in what you agreed to send")
        keywords = self.tr(", ").join(search.entries)
        if search.why == "over-hits":
            text = self.tr("does not count for {keywords}: the campaign's limit for keywords is reached")
        else:
            text = self.tr("does not count for {keywords}: not in what you agreed to send")
        return text.format(keywords=keywords)
