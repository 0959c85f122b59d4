"""Roles for screen readers, for what Qt's own widgets have none: headings, charts, and the app's window."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QLabel, QWidget

_ROLE = "accessible_role"
"""The name of the property in which a widget has its role."""
_HEADINGS = ("title", "heading")
"""The roles of `theme` that make a label a heading."""


class _Heading(QAccessibleWidget):
    """A label that readers can jump to; Qt reads any other label as plain text.

    A label has to get its role before its text: Qt asks what it is when the text is set, and keeps the answer.
    """

    def __init__(self, label: QLabel) -> None:
        super().__init__(label, QAccessible.Role.Heading)
        self._label = label

    def text(self, kind: QAccessible.Text) -> str:
        """Return the label's text as its name."""
        return self._label.text() if kind == QAccessible.Text.Name else super().text(kind)


def speak_as(widget: QWidget, role: QAccessible.Role) -> None:
    """Give a widget of our own the role that a screen reader says, before its name; see `_Heading`."""
    widget.setProperty(_ROLE, role.value)


def install() -> None:
    """Have screen readers told these roles, in the whole process."""
    QAccessible.installFactory(_interface)


def _interface(_class: str, found: QObject | None) -> QAccessibleInterface | None:
    """Return what a screen reader is told of an object; None for all that Qt knows by itself."""
    if isinstance(found, QLabel) and found.property("role") in _HEADINGS:
        return _Heading(found)
    if isinstance(found, QWidget) and (role := found.property(_ROLE)) is not None:
        return QAccessibleWidget(found, QAccessible.Role(role))
    return None
