"""The dialog that explains in a few sentences how the app works, opened from the Today page."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from pdd_client.desktop.texts.catalogue import plain, tr
from pdd_client.desktop.texts.terms_texts import risk
from pdd_client.desktop.widgets.accessible import speak_as
from pdd_client.desktop.widgets.layout.column import Column, resize_to_read


class Explanation(QDialog):
    """Explains what is counted, how the counts are locked, and who sees what."""

    def __init__(self, parent: QWidget | None = None, *, in_cohort: bool = False) -> None:
        super().__init__(parent)
        self.setWindowTitle(plain("how"))
        resize_to_read(self, 36)
        text, buttons, column = Column(), QDialogButtonBox(), QVBoxLayout(self)
        for one in self._texts(in_cohort):
            text.say(one)
        text.end()
        speak_as(text, QAccessible.Role.Document)
        text.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # so that arrow keys scroll it
        text.setAccessibleName(self.windowTitle())
        buttons.addButton(tr("close"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        column.addWidget(text)
        column.addWidget(buttons)

    def _texts(self, in_cohort: bool) -> tuple[str, ...]:
        return (
            tr("how_counts"),
            tr("hidden_engines"),
            *(self._cohort() if in_cohort else self._groups()),
            tr("how_zeros"),
            tr("how_final"),
            tr("shared_computer"),
        )

    def _groups(self) -> tuple[str, ...]:
        return (
            tr("how_locked"),
            tr("how_sum"),
        )

    def _cohort(self) -> tuple[str, ...]:
        return (
            tr("how_cohort_locked"),
            tr("how_cohort_sum"),
            tr("how_cohort_helpers"),
            risk("cohort"),
        )
