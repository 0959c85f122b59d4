"""The dialog that explains in a few sentences how the app works, opened from the Today page."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from pdd_client.desktop.texts.terms_texts import risk
from pdd_client.desktop.widgets.accessible import speak_as
from pdd_client.desktop.widgets.layout.column import Column, resize_to_read


class Explanation(QDialog):
    """Explains what is counted, how the counts are locked, and who sees what."""

    def __init__(self, parent: QWidget | None = None, *, in_cohort: bool = False) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("How does this work?"))
        resize_to_read(self, 36)
        text, buttons, column = Column(), QDialogButtonBox(), QVBoxLayout(self)
        for one in self._texts(in_cohort):
            text.say(one)
        text.end()
        speak_as(text, QAccessible.Role.Document)
        text.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # so that arrow keys scroll it
        text.setAccessibleName(self.windowTitle())
        buttons.addButton(self.tr("&Close"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        column.addWidget(text)
        column.addWidget(buttons)

    def _texts(self, in_cohort: bool) -> tuple[str, ...]:
        return (
            self.tr("Your computer counts how often you searched for each keyword. The searches stay here."),
            *(self._cohort() if in_cohort else self._groups()),
            self.tr(
                "Keywords that count nothing are sent as zeros in the same message, and so are campaigns that "
                "you have not joined. So the message does not show what you searched for, or what you take "
                "part in."
            ),
            self.tr("Once locked numbers are added up, nobody can take them out again, not even you."),
            self.tr(
                "Do others use this computer? Their searches in a browser that is counted count as yours. Each "
                "person needs an account or a browser of their own."
            ),
        )

    def _groups(self) -> tuple[str, ...]:
        return (
            self.tr(
                "The numbers are locked before they leave: each looks random. They say something only when "
                "those of all the people in your group are added up."
            ),
            self.tr(
                "The server sees your group's sum for each campaign and region. If you are the only one of "
                "your group there, that sum is your counts. Everybody sees the day's totals. The server adds "
                "random noise to them first."
            ),
        )

    def _cohort(self) -> tuple[str, ...]:
        return (
            self.tr(
                "The numbers are locked before they leave: each looks random. They say something only when "
                "those of many people are added up."
            ),
            self.tr(
                "Every donor's computer adds a bit of random noise before it locks its numbers. So nobody sees "
                "a sum without noise, not even the server."
            ),
            self.tr(
                "Each week some computers help to unlock the sums. Where few people take part, all of them do. "
                "They see nobody's counts."
            ),
            risk("cohort"),
        )
