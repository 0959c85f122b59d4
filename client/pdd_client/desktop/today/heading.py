"""The top of the Today page: the list of days, how many searches were found, and the buttons to pause and resume."""

from datetime import date
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QMenu, QPushButton, QVBoxLayout, QWidget

from pdd_client.desktop.texts import wording
from pdd_client.desktop.texts.catalogue import plain, tr
from pdd_client.desktop.texts.pause_choices import pauses
from pdd_client.desktop.today import day_texts
from pdd_client.desktop.today.view_model import DayViewModel
from pdd_client.desktop.widgets.layout import wheel
from pdd_client.desktop.widgets.layout.flow import Flow
from pdd_client.desktop.widgets.layout.wide_page import paragraph


class Heading(QWidget):
    """Lets the person choose a day, pause and resume; says what was found on the day and who has seen it."""

    day_chosen = Signal(object)
    """The date of the day that the person chose."""
    pause_chosen = Signal(object)
    """The end of the chosen pause, an aware datetime; None for a pause that lasts until the person resumes."""
    resumed = Signal()
    """The person ended the pause."""

    def __init__(self) -> None:
        super().__init__()
        self.days, self.found = wheel.unless_focused(QComboBox()), paragraph("")
        self.seen = paragraph("", "quiet")
        self.days.setAccessibleName(tr("day"))
        self.days.setAccessibleDescription(tr("day"))  # on Linux the name of a list of choices is the chosen one
        self.days.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.days.activated.connect(lambda index: self.day_chosen.emit(self.days.itemData(index)))
        self.pause, self.resume = QPushButton(tr("pause")), QPushButton(tr("resume"))
        self._menu = QMenu(self.pause)
        self.pause.setMenu(self._menu)
        self.pause.setAccessibleName(plain("pause"))
        self.resume.clicked.connect(self.resumed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(Flow(self.days, self.pause, self.resume, trailing=1))
        column.addWidget(self.found)
        column.addWidget(self.seen)

    def show_day(self, day: DayViewModel) -> None:
        """Show the day's counts, choose it in the list of days, and offer to pause or to resume."""
        self._show_days(day)
        self.found.setText(day_texts.found(day))
        self.seen.setText(day_texts.who_sees(day))
        paused = day.paused_since is not None
        self.pause.setVisible(day.joined and not paused)
        self.resume.setVisible(day.joined and paused)
        self._menu.clear()
        for label, until in pauses(day.now):
            self._menu.addAction(label).triggered.connect(partial(self._paused, until))

    def _show_days(self, day: DayViewModel) -> None:
        states: dict[date, str] = {one.day: one.state for one in day.days}
        # `days` lacks a day that no campaign counts, but today and the day that is shown are always in the list.
        states.setdefault(day.today, "counting")
        states.setdefault(day.day, day.state)
        self.days.clear()
        for one in sorted(states, reverse=True):
            self.days.addItem(day_texts.named(wording.day(one), states[one]), one)
            if one == day.day:
                self.days.setCurrentIndex(self.days.count() - 1)

    def _paused(self, until: object) -> None:
        self.pause_chosen.emit(until)
