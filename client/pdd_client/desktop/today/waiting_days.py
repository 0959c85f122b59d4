"""The days that wait for the donor, all on one page: what each would give, and one button that approves them."""

from datetime import date
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout

from pdd_client.desktop.texts import reason_texts, wording
from pdd_client.desktop.texts.catalogue import counted, tr
from pdd_client.desktop.theme import role
from pdd_client.desktop.today.view_model import DayViewModel, WaitingDayViewModel
from pdd_client.desktop.widgets.layout.flow import Flow
from pdd_client.desktop.widgets.layout.wide_page import paragraph
from pdd_client.desktop.widgets.swapped_button import PressedOnce

FEWEST = 2
"""With fewer waiting days, the page of the day itself is enough."""


class WaitingDays(QFrame):
    """Lists the waiting days with their counts. Hidden while fewer than two days wait."""

    approved = Signal()
    """The person approves all days that are listed, but those of which a campaign gets nothing."""
    opened = Signal(object)
    """The date of a day that the person wants to look at."""

    def __init__(self) -> None:
        super().__init__()
        role(self, "notice")
        self.title, self.approve = paragraph("", "heading"), PressedOnce()
        self._rows = QVBoxLayout()
        self._shown: tuple[WaitingDayViewModel, ...] = ()
        self.approve.clicked.connect(self.approved)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        column.addWidget(self.title)
        column.addLayout(self._rows)
        column.addLayout(Flow(self.approve))
        self.hide()

    def show_days(self, day: DayViewModel) -> None:
        """Show the days that wait, the oldest first."""
        self.setVisible(len(day.waiting) >= FEWEST)
        self.title.setText(counted("waiting_days", len(day.waiting)))
        ready = len(day.approvable)
        self.approve.setVisible(ready > 0)
        self.approve.setText(counted("approve_all", ready) if day.in_cohort else counted("send_all", ready))
        if day.waiting != self._shown:  # else a row that has the keyboard focus would lose it
            self._shown = day.waiting
            self._fill()

    def _fill(self) -> None:
        while (item := self._rows.takeAt(0)) is not None:
            if (row := item.widget()) is not None:
                row.deleteLater()
        for one in self._shown:
            self._rows.addWidget(self._row(one))

    def _row(self, one: WaitingDayViewModel) -> QFrame:
        row, opens = QFrame(), QPushButton(wording.day(one.day))
        role(opens, "link")
        opens.setAccessibleName(tr("waiting_open", day=wording.day(one.day)))
        opens.clicked.connect(partial(self._open, one.day))
        column = QVBoxLayout(row)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(Flow(opens))
        if one.entries or one.searches or not one.whys:
            column.addWidget(paragraph(_counts(one)))
        if one.whys:
            nothing = tr("waiting_nothing")
            column.addWidget(paragraph(nothing.format(why=", ".join(map(reason_texts.short, one.whys)))))
        if one.until:
            until = tr("waiting_until")
            column.addWidget(paragraph(until.format(day=wording.day(one.until)), "quiet"))
        return row

    def _open(self, day: date) -> None:
        self.opened.emit(day)


def _counts(one: WaitingDayViewModel) -> str:
    """Return what the day would give: the keywords that count, and how many searches as a number only."""
    searches = counted("waiting_searches", one.searches)
    if not one.entries:
        return tr("waiting_no_keyword", searches=searches)
    entries = (tr("waiting_keyword", keyword=label, count=wording.number(count)) for label, count in one.entries)
    return tr("waiting_counts", keywords=", ".join(entries), searches=searches)
