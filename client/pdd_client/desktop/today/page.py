"""The Today page: what would be sent of a day, and what the donor decides about it."""

from datetime import date
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from pdd_client.core.errors import DonorError
from pdd_client.desktop.jobs.jobs import (
    BlockJob,
    Job,
    PauseJob,
    RemoveSearchJob,
    RestoreSearchJob,
    ResumeJob,
    SetSendingJob,
    WithholdJob,
)
from pdd_client.desktop.page.page import Page
from pdd_client.desktop.texts import campaign_texts, wording
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.today import day_texts
from pdd_client.desktop.today.actions import DayActions, SearchActions
from pdd_client.desktop.today.block_dialog import BlockDialog
from pdd_client.desktop.today.explanation import Explanation
from pdd_client.desktop.today.farewells import Farewells
from pdd_client.desktop.today.heading import Heading
from pdd_client.desktop.today.job import ApproveAllJob, ApproveSeenJob, ShowDayJob
from pdd_client.desktop.today.search_list.model import DayModel
from pdd_client.desktop.today.search_list.view import DayView
from pdd_client.desktop.today.undo_bar import UndoBar
from pdd_client.desktop.today.view_model import DayViewModel
from pdd_client.desktop.today.waiting_days import WaitingDays
from pdd_client.desktop.widgets.empty_state import EmptyState
from pdd_client.desktop.widgets.layout.wide_page import paragraph, scrolled


class TodayPage(Page):
    """Shows one day at a time, and asks for a job for each thing that the person decides about it.

    The page does not show a decision by itself. The job changes the home, and the window then refreshes the page.
    """

    ages = True

    def __init__(self) -> None:
        super().__init__()
        self.day: DayViewModel | None = None
        self._wanted: ShowDayJob = ShowDayJob()
        self._taken_out: list[str] = []
        self.model = DayModel(self)
        self.heading, self.view, self.empty = Heading(), DayView(self.model), EmptyState()
        self.waiting, self.farewells = WaitingDays(), Farewells()
        self.undo, self.searching, self.acting = UndoBar(), SearchActions(), DayActions()
        self.warnings, self.duty = paragraph("", "amber"), paragraph("", "quiet")
        self.view.setAccessibleName(tr("keyword_table"))
        self._body = QWidget()
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        column, inner = scrolled(self), QVBoxLayout(self._body)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(12)
        column.addWidget(self.heading)
        column.addWidget(self.warnings)
        column.addWidget(self.duty)
        column.addWidget(self.waiting)
        column.addWidget(self.farewells)
        column.addWidget(self.empty)
        column.addWidget(self._body, 1)
        inner.addWidget(self.view, 1)
        inner.addWidget(self.undo)
        inner.addWidget(self.searching)
        inner.addWidget(self.acting)
        inner.addStretch()  # takes the room of a list that is hidden
        for part in (self.heading, self.warnings, self.duty, self._body):
            part.hide()

    def _connect(self) -> None:
        self.heading.day_chosen.connect(self.choose)
        self.waiting.opened.connect(self._open_waiting)
        self.waiting.approved.connect(self._approve_all)
        self.heading.pause_chosen.connect(lambda until: self.wants.emit(PauseJob(until)))
        self.heading.resumed.connect(lambda: self.wants.emit(ResumeJob()))
        self.view.chosen.connect(self._show_search)
        self.view.offer_opened.connect(lambda: self.goes.emit("join"))
        self.view.removal_wanted.connect(self.searching.take_out)
        self.undo.undone.connect(self._undo)
        self.searching.take_out_wanted.connect(self._take_out)
        self.searching.put_back_wanted.connect(self._put_back)
        self.searching.block_wanted.connect(self._block)
        self.acting.sent.connect(self._send)
        self.acting.withheld.connect(self._withhold)
        self.acting.mode_chosen.connect(lambda mode: self.wants.emit(SetSendingJob(mode)))
        self.acting.results_wanted.connect(lambda: self.goes.emit("results"))
        self.acting.help_wanted.connect(
            lambda: Explanation(self, in_cohort=self.day is not None and self.day.in_cohort).open()
        )
        self.empty.acted.connect(self._act_on_empty)
        shortcut = QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(self._undo)

    # --- see Page

    def refresh(self) -> None:
        """See Page."""
        self.wants.emit(self._wanted)

    def choose(self, day: date) -> None:
        """Show another day. Until it is loaded, the controls of the day that is still shown are disabled."""
        self._wanted = ShowDayJob(day)
        self._offer_no_undo()
        self._body.setEnabled(False)
        self.refresh()

    def show_result(self, job: Job, result: Any) -> None:
        """See Page."""
        if isinstance(job, ShowDayJob):
            if job == self._wanted:
                self._show(result)
        elif isinstance(job, RemoveSearchJob):
            self._offer_undo(job)
        else:
            self._forget(job)
            self.says.emit(self._done(job, result))

    def show_error(self, job: Job, error: DonorError) -> None:
        """Show the error of loading a day in place of the day, and any other error above the page."""
        if not isinstance(job, ShowDayJob):
            super().show_error(job, error)
            self.refresh()  # a box that the person has ticked may differ from the setting that is kept
            return
        self.day = None
        for part in (self.heading, self.warnings, self.duty, self.waiting, self.farewells, self._body):
            part.hide()
        self.empty.tell(tr("day_unshown"), wording.error(error), tr("look_again"))

    # --- showing

    def _show(self, day: DayViewModel) -> None:
        if self.day and self.day.today != day.today:
            self._wanted = ShowDayJob()  # a new data day has begun: from the next refresh, show the day to begin with
        if self.day and self.day.day != day.day:
            self._offer_no_undo()
        self.day = day
        self.heading.show_day(day)
        self.heading.setVisible(not day.farewells or day.paused_since is not None)
        warnings = "\n".join(day_texts.warnings(day))
        self.warnings.setText(warnings)
        self.warnings.setVisible(bool(warnings))
        self.duty.setText(campaign_texts.duty(day.serves_until))
        self.duty.setVisible(day.serves_until is not None)
        self._show_waiting(day)
        self.farewells.show_campaigns(day.farewells)
        self._body.setVisible(day.joined)
        if day.locked:
            self.undo.hide()
        self.empty.setVisible(not day.joined)
        if not day.joined:
            self.empty.tell(
                tr("nothing_joined"),
                tr("nothing_leaves"),
                tr("join_campaign"),
            )
        self.view.show_day(day)
        self.view.setVisible(not day.farewells or bool(day.offers))
        self.acting.show_day(day)
        self.searching.setVisible(not (day.not_counted or day.locked))  # such a day has no keyword to open
        self._body.setEnabled(True)
        self._show_search()

    def _show_waiting(self, day: DayViewModel) -> None:
        """Show the days that wait; if the list goes while it has the keyboard focus, the list of days takes that."""
        focus = self.window().focusWidget()
        held = focus is not None and self.waiting.isAncestorOf(focus)
        self.waiting.show_days(day)
        if held and self.waiting.isHidden():
            self.heading.days.setFocus()

    def _show_search(self) -> None:
        locked = self.day is not None and self.day.locked
        self.searching.show_search(self.view.search, locked=locked)

    def _done(self, job: Job, result: Any) -> str:
        """Return the sentence for the status line about a job that is done; empty if the page shows enough."""
        if isinstance(job, ApproveSeenJob):
            return day_texts.approved(self.day)
        if isinstance(job, ApproveAllJob):
            return day_texts.approved_all(result, len(job.reviews))
        if isinstance(job, WithholdJob):
            return tr("withheld_done")
        if isinstance(job, RestoreSearchJob):
            return self._put_back_said()
        if isinstance(job, BlockJob):
            return tr("blocked_done")
        return ""

    def _put_back_said(self) -> str:
        """Return the sentence about a search that was put back. On an approved day it still does not count."""
        if self.day and self.day.state == "approved":
            return tr("restored_approved")
        return tr("put_back_done")

    def _offer_undo(self, job: RemoveSearchJob) -> None:
        """Offer to undo a removal. Several removals are undone one by one, the newest first."""
        self._taken_out.append(job.search)
        self.undo.tell(tr("taken_out"))
        if self.window().focusWidget() is self.searching.out:  # else a second press would take out the next search
            self.undo.take_focus()

    def _offer_no_undo(self) -> None:
        """Withdraw the offer to undo: another day is shown."""
        self._taken_out.clear()
        self.undo.hide()

    def _forget(self, job: Job) -> None:
        """Withdraw the offer to undo once a search that was taken out is put back."""
        if isinstance(job, RestoreSearchJob) and job.search in self._taken_out:
            self._taken_out.remove(job.search)
            if self.window().focusWidget() is self.undo.undo:
                self.view.setFocus()
            self.undo.hide()

    # --- what the person wants

    def _send(self) -> None:
        if self.day and self.day.review:
            self._wanted = ShowDayJob(self.day.day)  # stay on this day to show what becomes of it
            self.wants.emit(ApproveSeenJob(self.day.review))

    def _open_waiting(self, day: date) -> None:
        self.choose(day)
        self.heading.days.setFocus()

    def _approve_all(self) -> None:
        """Approve the days as they are listed, but those of which a campaign gets nothing."""
        if self.day and self.day.approvable:
            self._wanted = ShowDayJob(self.day.day)
            self.wants.emit(ApproveAllJob(self.day.approvable))

    def _withhold(self) -> None:
        if self.day:
            self._wanted = ShowDayJob(self.day.day)
            self.wants.emit(WithholdJob(self.day.day))

    def _take_out(self) -> None:
        if search := self.view.search:
            self.wants.emit(RemoveSearchJob(search.id))

    def _put_back(self) -> None:
        if search := self.view.search:
            self.wants.emit(RestoreSearchJob(search.id))

    def _undo(self) -> None:
        if self._taken_out and self._body.isEnabled():
            self.wants.emit(RestoreSearchJob(self._taken_out[-1]))

    def _block(self) -> None:
        if search := self.view.search:
            dialog = BlockDialog(search.query, self)
            dialog.finished.connect(lambda code: self._blocked(dialog.text, code))
            dialog.open()

    def _blocked(self, text: str, code: int) -> None:
        if code == QDialog.DialogCode.Accepted and text:
            self.wants.emit(BlockJob(text))

    def _act_on_empty(self) -> None:
        """Load the day again after an error; if no campaign is joined, go to joining one."""
        if self.day is None:
            self.refresh()
        else:
            self.goes.emit("join")
