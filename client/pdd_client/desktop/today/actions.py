"""What can be done on the Today page: with the search that is chosen, and with the day."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QPushButton, QVBoxLayout, QWidget

from pdd_client.desktop.texts import wording
from pdd_client.desktop.theme import role
from pdd_client.desktop.today import day_texts
from pdd_client.desktop.today.view_model import DayViewModel, SearchViewModel
from pdd_client.desktop.widgets.layout.flow import Flow
from pdd_client.desktop.widgets.layout.wide_page import paragraph
from pdd_client.desktop.widgets.swapped_button import PressedOnce


class SearchActions(QWidget):
    """The search that is chosen, and what can be done with it."""

    take_out_wanted = Signal()
    put_back_wanted = Signal()
    block_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.what = paragraph("", "quiet")
        self.out, self.block = PressedOnce(), QPushButton(self.tr("&Block a word…"))
        self._is_out = self._pressed = False
        self.out.clicked.connect(self._press)
        self.block.clicked.connect(self.block_wanted)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.what)
        column.addLayout(Flow(self.out, self.block))
        self.show_search(None, locked=False)

    def show_search(self, search: SearchViewModel | None, *, locked: bool) -> None:
        """Offer what can be done with this search."""
        can = search is not None and not locked
        # One button, so that the person who has just pressed it by keyboard is still on it.
        self._pressed, self._is_out = False, search is not None and search.why == "skipped"
        self.out.setText(self.tr("Put b&ack") if self._is_out else self.tr("Take &out"))
        allowed = can and search is not None and search.why not in ("blocked", "paused")
        if not allowed and self.window().focusWidget() is self.out:
            self.what.setFocus()  # else the next control would have it, and the next press
        self.out.setEnabled(allowed)
        self.block.setEnabled(can and search is not None and search.why != "blocked")
        if search is None:
            self.what.setText(self.tr("Open a keyword to see the searches behind it. Choose one to take it out."))
        else:
            text = self.tr("“{query}”, {time}, {engine}, {browser}")
            where = {"query": search.query, "time": wording.time(search.time)}
            self.what.setText(text.format(**where, engine=search.engine, browser=search.browser))

    def _press(self) -> None:
        """What came of it is shown before it can be pressed again; disabled meanwhile, it would lose the focus."""
        if not self._pressed:
            self._pressed = True
            (self.put_back_wanted if self._is_out else self.take_out_wanted).emit()

    def take_out(self) -> None:
        """Take the search out, if it counts."""
        if not self._is_out:
            self.out.click()


class DayActions(QWidget):
    """What happens to the day, and what the person can decide about it."""

    sent = Signal()
    withheld = Signal()
    mode_chosen = Signal(str)
    help_wanted = Signal()
    results_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.decision, self.leaves = paragraph(""), paragraph("", "quiet")
        self.send = QPushButton()
        self.withhold = QPushButton(self.tr("Send &nothing for this day"))
        self.by_itself = QCheckBox(self.tr("Send by &itself from now on"))
        self.help = QPushButton(self.tr("&How does this work?"))
        self.results = QPushButton(self.tr("See what &came of it"))
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
        """Offer what can still be decided about this day."""
        by_itself = day.sending == "by-itself"
        self.decision.setText(day_texts.decision(day))
        # A cohort's day goes out later, approved or not: a button that says "send" would promise another thing.
        self.send.setText(self.tr("Appro&ve these counts") if day.in_cohort else self.tr("Sen&d these counts"))
        self.leaves.setText(day_texts.what_leaves(day))
        closed = day.locked or day.not_counted
        can_send = day.state != "approved" and (not by_itself or day.state == "nothing")
        self._allow(self.send, can_send and not closed)
        self._allow(self.withhold, day.state != "nothing" and not closed)
        # Both stay where they are until neither is of use: a second press on one must not meet the other.
        self.send.setVisible(not closed)
        self.withhold.setVisible(not closed)
        self.by_itself.setChecked(by_itself)
        self.by_itself.setVisible(not day.not_counted)
        self.results.setVisible(day.has_results)

    def _allow(self, button: QPushButton, allowed: bool) -> None:
        """Who has just pressed it by keyboard is on the sentence about it then, not on the next control."""
        if not allowed and self.window().focusWidget() is button:
            self.decision.setFocus()
        button.setEnabled(allowed)
