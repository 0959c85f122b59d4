"""One day on the Sent page: what became of it, the counts before locking, and what was published."""

from datetime import date

from PySide6.QtWidgets import QVBoxLayout, QWidget

from pdd_client.desktop.sent import sent_texts
from pdd_client.desktop.sent.view_model import GivenCampaign, SentViewModel
from pdd_client.desktop.texts import reason_texts, wording
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.widgets.layout.wide_page import paragraph
from pdd_client.desktop.widgets.tables.table import Table
from pdd_shared.protocol.days import days_of


class DayDetails(QWidget):
    """Shows one day, with a table for each campaign that got counts."""

    def __init__(self) -> None:
        super().__init__()
        self.title, self.state, self.why = paragraph("", "heading"), paragraph(""), paragraph("", "amber")
        self._campaigns = QVBoxLayout()
        self.tables: list[Table] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for label in (self.title, self.state, self.why):
            column.addWidget(label)
        column.addLayout(self._campaigns)
        column.addStretch(1)

    def show_day(self, shown: SentViewModel, day: date) -> None:
        """Show what became of this day; for a day before joining, after today, or within a week alone, say that."""
        found = shown.day(day)
        self.title.setText(wording.day(day))
        self._clear()
        if found is None:
            self.state.setText(self._unknown(shown, day))
            self.why.hide()
            return
        self.state.setText(sent_texts.of_day(shown, found))
        why = "\n".join(dict.fromkeys(reason_texts.full(line.reason or "") for line in found.refusals))
        self.why.setText(why)
        self.why.setVisible(bool(why))
        for campaign in shown.given(found):
            self._add(campaign)

    def _unknown(self, shown: SentViewModel, day: date) -> str:
        """Return why nothing is known of a day alone."""
        if last := shown.week_of(day):
            return tr("day_of_week", day=wording.day(last))
        return tr("sent_unknown")

    def _add(self, campaign: GivenCampaign) -> None:
        name = tr("given_to", campaign=campaign.title)
        table = Table(name, most=8)
        heads = (tr("keyword"), tr("you"), tr("everybody"))
        counts = campaign.counts
        table.rows.show_rows(heads, len(counts), lambda row: sent_texts.count_row(counts[row]))
        self.tables.append(table)
        self._campaigns.addWidget(paragraph(campaign.title))
        if campaign.week:
            text = tr("sent_week")
            first, last = wording.day(days_of("week", campaign.week)[0]), wording.day(campaign.week)
            self._campaigns.addWidget(paragraph(text.format(first=first, last=last), "quiet"))
        self._campaigns.addWidget(table)
        self._campaigns.addWidget(paragraph(tr("others_zero"), "quiet"))
        if campaign.missing:
            self._campaigns.addWidget(
                paragraph(sent_texts.missing(campaign.missing, weekly=campaign.week is not None), "quiet")
            )

    def _clear(self) -> None:
        self.tables.clear()
        while item := self._campaigns.takeAt(0):
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()
