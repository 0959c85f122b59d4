"""The Sent page's list of refusals: the newest ones, and how many older ones there are."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from pdd_client.desktop.texts import reason_texts, wording
from pdd_client.desktop.texts.catalogue import counted, tr
from pdd_client.desktop.widgets.layout.wide_page import paragraph

if TYPE_CHECKING:
    from pdd_client.gateways.home_store.log_store import Logged

_SHOWN = 5
"""How many refusals are listed; of older ones only the number is shown."""


class Refusals(QWidget):
    """Lists the newest refusals, those of one day for one reason once; hidden if there are none."""

    def __init__(self) -> None:
        super().__init__()
        self._title = paragraph(tr("refused_head"), "heading")
        self.lines = [paragraph("") for _ in range(_SHOWN)]
        self.more = paragraph("", "quiet")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for label in (self._title, *self.lines, self.more):
            column.addWidget(label)
        self.hide()

    def show_refusals(self, refusals: "Sequence[Logged]") -> None:
        """Show these refusals, which come the newest first."""
        texts = list(dict.fromkeys(self._text(line) for line in refusals))
        for index, label in enumerate(self.lines):
            label.setVisible(index < len(texts))
            label.setText(texts[index] if index < len(texts) else "")
        left = len(texts) - _SHOWN
        self.more.setText(counted("refusals_older", max(0, left)))
        self.more.setVisible(left > 0)
        self.setVisible(bool(texts))

    def _text(self, line: "Logged") -> str:
        what = reason_texts.full(line.reason or "")
        return what if line.round is None else tr("calendar_day", day=wording.short_day(line.round), what=what)
