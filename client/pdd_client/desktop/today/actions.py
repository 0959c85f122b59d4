"""The actions of the Today page: on the chosen search, and on the day as a whole."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QPushButton, QVBoxLayout, QWidget

from pdd_client.desktop.texts import wording
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.theme import role
from pdd_client.desktop.today import day_texts
from pdd_client.desktop.today.view_model import DayViewModel, SearchViewModel
from pdd_client.desktop.widgets.layout.flow import Flow
from pdd_client.desktop.widgets.layout.wide_page import paragraph
from pdd_client.desktop.widgets.swapped_button import PressedOnce

_STAYS_OUT = ("blocked", "paused", "site", "hours")
"""Why a search does not count that can't be taken out or put back by itself (`SearchViewModel.why`)."""


class SearchActions(QWidget):
    """Shows the chosen search, with buttons to take it out, put it back, or block one of its words."""

    take_out_wanted = Signal()
    put_back_wanted = Signal()
    block_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.what = paragraph("", "quiet")
        self.out, self.block = PressedOnce(), QPushButton(tr("block_word"))
        self._is_out = self._pressed = False
        self.out.clicked.connect(self._press)
        self.block.clicked.connect(self.block_wanted)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.what)
        column.addLayout(Flow(self.out, self.block))
        self.show_search(None, locked=False)

    def show_search(self, search: SearchViewModel | None, *, locked: bool) -> None:
        """Show the chosen search and offer what can be done with it.

        Args:
            search: the chosen search; None if no search is chosen.
            locked: whether the day's numbers have left, so that nothing can be changed.

        """
        can = search is not None and not locked
        # One button takes out and puts back, so that it keeps the keyboard focus when its meaning changes.
        self._pressed, self._is_out = False, search is not None and search.why == "removed"
        self.out.setText(tr("put_back") if self._is_out else tr("take_out"))
        allowed = can and search is not None and search.why not in _STAYS_OUT
        if not allowed and self.window().focusWidget() is self.out:
            self.what.setFocus()  # Qt would focus the next control, which would get the next press
        self.out.setEnabled(allowed)
        self.block.setEnabled(can and search is not None and search.why != "blocked")
        if search is None:
            self.what.setText(tr("row_hint"))
        else:
            text = tr("search_in_full")
            where = {"query": search.query, "time": wording.time(search.time)}
            self.what.setText(text.format(**where, engine=search.engine, browser=search.browser))

    def _press(self) -> None:
        """Ask once to take the search out or put it back, until the result is shown.

        The button is not disabled meanwhile: it would lose the keyboard focus.
        """
        if not self._pressed:
            self._pressed = True
            (self.put_back_wanted if self._is_out else self.take_out_wanted).emit()

    def take_out(self) -> None:
        """Press the button that takes the search out; do nothing if the search is out already."""
        if not self._is_out:
            self.out.click()


class DayActions(QWidget):
    """Says what will happen to the day, with the buttons that decide about it."""

    sent = Signal()
    """The person sends or approves the day's counts."""
    withheld = Signal()
    """The person chose to send nothing for the day."""
    mode_chosen = Signal(str)
    """How days are sent from now on: "review" or "by-itself"."""
    help_wanted = Signal()
    results_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.decision, self.leaves = paragraph(""), paragraph("", "quiet")
        self.send = QPushButton()
        self.withhold = QPushButton(tr("send_nothing"))
        self.by_itself = QCheckBox(tr("by_itself_now"))
        self.help = QPushButton(tr("how"))
        self.results = QPushButton(tr("see_what_came"))
        role(self.send, "primary")
        role(self.help, "link")
        self.send.clicked.connect(self.sent)
        self.withhold.clicked.connect(self.withheld)
        self.help.clicked.connect(self.help_wanted)
        self.results.clicked.connect(self.results_wanted)
        self.by_itself.clicked.connect(lambda on: self.mode_chosen.emit("by-itself" if on else "review"))
        self._lay_out()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.decision)
        column.addLayout(Flow(self.results, self.send, self.withhold, self.by_itself, trailing=3))
        column.addWidget(self.leaves)
        column.addLayout(Flow(self.help))

    def show_day(self, day: DayViewModel) -> None:
        """Show what happens to this day, with the buttons for what can still be decided."""
        by_itself = day.sending == "by-itself"
        self.decision.setText(day_texts.decision(day))
        # A `cohort` day goes out at a set time, approved or not. A button labelled "send" would promise something else.
        self.send.setText(tr("approve") if day.in_cohort else tr("send"))
        self.leaves.setText(day_texts.what_leaves(day))
        closed = day.locked or day.not_counted or day.in_week
        can_send = day.state != "approved" and (not by_itself or day.state == "nothing")
        self._allow(self.send, can_send and not closed)
        self._allow(self.withhold, day.state != "nothing" and not closed)
        # Hide both buttons together: if one went alone, the other would move under the second press of a double click.
        self.send.setVisible(not closed)
        self.withhold.setVisible(not closed)
        self.by_itself.setChecked(by_itself)
        self.by_itself.setVisible(not day.not_counted)
        self.results.setVisible(day.has_results)

    def _allow(self, button: QPushButton, allowed: bool) -> None:
        """Enable or disable a button; a disabled one gives its keyboard focus to the sentence about the day.

        Otherwise Qt would focus the next control, and a second key press would trigger that one.
        """
        if not allowed and self.window().focusWidget() is button:
            self.decision.setFocus()
        button.setEnabled(allowed)
