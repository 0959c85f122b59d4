"""The Sent page: a calendar of what left, the chosen day, refusals, the privacy account, and the export."""

from datetime import date
from pathlib import Path
from typing import Any

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QFileDialog, QPushButton, QVBoxLayout, QWidget

from pdd_client.core.errors import DonorError
from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.jobs.server_jobs import ExportJob
from pdd_client.desktop.page.page import Page
from pdd_client.desktop.sent import sent_texts
from pdd_client.desktop.sent.account_view import AccountView
from pdd_client.desktop.sent.day_view import DayDetails
from pdd_client.desktop.sent.job import AccountJob, SetCeilingJob, ShowSentJob
from pdd_client.desktop.sent.refusals import Refusals
from pdd_client.desktop.sent.view_model import SentViewModel
from pdd_client.desktop.texts import wording
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.widgets.empty_state import EmptyState
from pdd_client.desktop.widgets.layout.flow import Flow
from pdd_client.desktop.widgets.layout.side_by_side import SideBySide
from pdd_client.desktop.widgets.layout.wide_page import paragraph, scrolled
from pdd_client.desktop.widgets.tables.calendar import Calendar, Legend


class SentPage(Page):
    """Shows everything ever sent, day by day, with the counts before locking."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: SentViewModel | None = None
        self.calendar, self.details = Calendar(tr("days")), DayDetails()
        self.refusals, self.account, self.empty = Refusals(), AccountView(), EmptyState()
        self.export = QPushButton(tr("export"))
        self._body = QWidget()
        self._lay_out()
        self.calendar.chosen.connect(self._show_day)
        self.account.ceiling_chosen.connect(lambda ceiling: self.wants.emit(SetCeilingJob(ceiling)))
        self.export.clicked.connect(self._ask_where)
        self.empty.acted.connect(self._act_on_empty)

    def _lay_out(self) -> None:
        column, inner, left = scrolled(self), QVBoxLayout(self._body), QWidget()
        month = QVBoxLayout(left)
        month.setContentsMargins(0, 0, 0, 0)
        month.addWidget(self.calendar)
        month.addWidget(Legend(tuple(sent_texts.marks().values())))
        month.addStretch(1)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(16)
        seen = tr("sent_seen")
        inner.addWidget(paragraph(seen, "quiet"))
        inner.addWidget(SideBySide(left, self.details))
        inner.addWidget(self.refusals)
        inner.addWidget(self.account)
        inner.addLayout(Flow(self.export))
        inner.addStretch(1)
        column.addWidget(self.empty)
        column.addWidget(self._body, 1)
        self._body.hide()

    # --- see Page

    def refresh(self) -> None:
        """See Page."""
        self.wants.emit(ShowSentJob())
        self.wants.emit(AccountJob())

    def show_result(self, job: Job, result: Any) -> None:
        """See Page."""
        if isinstance(job, ShowSentJob):
            self._show(result)
        elif isinstance(job, AccountJob) and self.shown:
            self.account.show_account(result, self.shown.titles, self.shown.today)
        elif isinstance(job, ExportJob):
            self.says.emit(tr("export_written", file=result))

    def show_error(self, job: Job, error: DonorError) -> None:
        """Show the error of loading the page or the account in its place, and any other error above the page."""
        if isinstance(job, AccountJob):
            self.account.show_error(wording.error(error))
        elif isinstance(job, ShowSentJob):
            self._body.hide()
            self.empty.tell(tr("page_unshown"), wording.error(error), tr("look_again"))
        else:
            super().show_error(job, error)

    # --- showing

    def _show(self, shown: SentViewModel) -> None:
        first, before, self.shown = self.shown is None, self.shown, shown
        if before is None or before.days != shown.days:
            self.account.show_waiting()  # the account that is shown may be out of date, and the new one takes seconds
        self._body.setVisible(bool(shown.days))
        self.empty.setVisible(not shown.days)
        if not shown.days:
            self.empty.tell(
                tr("nothing_sent"),
                tr("nothing_sent_yet"),
            )
            return
        marks = sent_texts.marks()
        days = {one.day: marks[one.state] for one in shown.days}
        every = [one.day for one in shown.days]
        self.calendar.show_days(days, min(every), max(shown.today, max(every)))
        self.refusals.show_refusals(shown.refusals)
        self._show_some_day(shown, first)

    def _show_some_day(self, shown: SentViewModel, first: bool) -> None:
        """Keep showing the day that the person chose; the first time, show the last day that does not wait."""
        current = self.calendar.table.currentIndex()
        if not first and current.isValid():
            self._show_day(self.calendar.model.day_at(current))
            return
        done = [one.day for one in shown.days if one.state != "waiting"]
        self.calendar.choose(max(done, default=shown.today))

    def _show_day(self, day: date) -> None:
        if self.shown:
            self.details.show_day(self.shown, day)

    # --- what the person wants

    def _ask_where(self) -> None:
        dialog = QFileDialog(self, tr("export_button"), "", tr("export_files"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("json")
        dialog.selectUrl(QUrl.fromLocalFile("private-data-donor.json"))
        dialog.fileSelected.connect(lambda name: self.wants.emit(ExportJob(Path(name))))
        dialog.open()

    def _act_on_empty(self) -> None:
        self.refresh()
