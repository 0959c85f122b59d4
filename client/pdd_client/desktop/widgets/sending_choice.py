"""The choice between the two ways to send days."""

from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QVBoxLayout, QWidget

from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.widgets.layout.column import paragraph

Mode = Literal["review", "by-itself"]


class SendingChoice(QWidget):
    """Shows two radio buttons, each with what it means. At first "review" is chosen."""

    chosen = Signal(str)
    """The person chose "review" or "by-itself"."""

    def __init__(self) -> None:
        super().__init__()
        review = QRadioButton(tr("after_look"))
        itself = QRadioButton(tr("by_itself"))
        means = {
            review: tr("after_look_means"),
            itself: tr("by_itself_means"),
        }
        self._modes: dict[Mode, QRadioButton] = {"review": review, "by-itself": itself}
        group, column = QButtonGroup(self), QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for mode, button in self._modes.items():
            group.addButton(button)
            button.setAccessibleDescription(means[button])
            button.clicked.connect(lambda _checked=False, mode=mode: self.chosen.emit(mode))
            column.addWidget(button)
            column.addWidget(paragraph(means[button], "quiet"))
        review.setChecked(True)

    @property
    def mode(self) -> Mode:
        """The way to send that is chosen."""
        return "review" if self._modes["review"].isChecked() else "by-itself"

    def show_mode(self, mode: Mode) -> None:
        """Choose a way to send, without emitting `chosen`."""
        self._modes[mode].setChecked(True)
