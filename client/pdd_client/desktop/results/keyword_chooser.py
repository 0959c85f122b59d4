"""The choice of keywords that are shown: a button for each that hides it, and a field that adds another."""

from collections.abc import Sequence

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtWidgets import QCompleter, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.theme import role
from pdd_client.desktop.widgets.chart.chart_box import MOST_LINES
from pdd_client.desktop.widgets.layout.flow import Flow
from pdd_client.desktop.widgets.layout.wide_page import paragraph

_MATCHES = 12
"""How many matching keywords are offered at once, before the list of them scrolls."""
_LETTERS = 36
"""The width of the field, in letters of average width."""


class Chooser(QWidget):
    """Lets the person choose up to MOST_LINES keywords of a campaign."""

    changed = Signal()
    """The chosen keywords may have changed."""

    def __init__(self, campaign: str) -> None:
        super().__init__()
        self.chosen: list[str] = []
        self._entries: Sequence[str] = ()
        self._words = QStringListModel(self)
        self.field, self.problem = QLineEdit(), paragraph("", "amber")
        self.field.setAccessibleName(tr("another_keyword_of", campaign=campaign))
        self.field.setPlaceholderText(tr("a_keyword"))
        self.field.setMinimumWidth(_LETTERS * self.fontMetrics().averageCharWidth())
        self.field.returnPressed.connect(lambda: self.add(self.field.text()))
        self.field.setCompleter(self._completer())
        self.chips = [QPushButton() for _ in range(MOST_LINES)]
        for index, chip in enumerate(self.chips):
            role(chip, "link")
            chip.clicked.connect(lambda _=False, place=index: self.remove(place))
        another = QLabel(tr("another_keyword"))
        another.setBuddy(self.field)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(Flow(another, self.field, *self.chips))
        column.addWidget(self.problem)
        self.problem.hide()

    def _completer(self) -> QCompleter:
        completer = QCompleter(self._words, self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setMaxVisibleItems(_MATCHES)
        # Queued, because the completer writes the text into the field after this signal.
        completer.activated.connect(self.add, Qt.ConnectionType.QueuedConnection)
        return completer

    def offer(self, entries: Sequence[str]) -> None:
        """Offer these keywords. Chosen ones that are still among them stay; if none is, the first ones are chosen."""
        self._entries = entries
        self._words.setStringList(list(entries))
        kept = [entry for entry in self.chosen if entry in set(entries)]
        self.chosen = kept or list(entries[:MOST_LINES])
        self._show()

    def add(self, text: str) -> None:
        """Show one more keyword; if there are too many, the one shown longest is hidden.

        Args:
            text: the keyword as the person typed it. If there is no such keyword, the person is told.

        """
        if not (wanted := text.strip().casefold()):
            return
        entry = next((one for one in self._entries if one.casefold() == wanted), None)
        self.problem.setVisible(entry is None)
        if entry is None:
            self.problem.setText(tr("no_such_keyword"))
            return
        self.chosen = [*[one for one in self.chosen if one != entry][-(MOST_LINES - 1) :], entry]
        self.field.clear()
        self._show()

    def remove(self, place: int) -> None:
        """Hide the chosen keyword at this place, unless it is the only one."""
        if len(self.chosen) > 1:
            del self.chosen[place]
            self._show()

    def _show(self) -> None:
        for index, chip in enumerate(self.chips):
            shown = index < len(self.chosen)
            chip.setVisible(shown and len(self.chosen) > 1)
            if shown:
                name = self.chosen[index].replace("&", "&&")
                chip.setText(tr("hide", keyword=name))
        self.changed.emit()
