"""Where Tab leads on a page, and what can't be reached by it."""

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QApplication, QPushButton, QRadioButton, QWidget

_PATIENCE = 60_000
"""Milliseconds in which a window gets the focus on a busy machine."""
_MOST = 400
"""More stops than any page has."""


def tab_stops(shown: QWidget) -> dict[str, Any]:
    """Press Tab through a window; return its stops, and the names of visible controls that Tab does not reach."""
    shown.activateWindow()
    assert QTest.qWaitForWindowActive(shown, _PATIENCE)
    stops, met = [], []
    for control in _round(shown):
        met.append(control)
        stops.append(_stop(shown, control))
    return {"stops": stops, "missed": [_name(control) for control in _controls(shown) if control not in met]}


def _round(shown: QWidget) -> Iterator[QWidget]:
    """Yield the controls that get the focus, once round."""
    last: QWidget | None = None
    met = set()
    for _ in range(_MOST):
        QTest.keyClick(QApplication.focusWidget() or shown, Qt.Key.Key_Tab)
        focused = QApplication.focusWidget()
        if focused is None or focused is last:  # a time field has a stop for each of its parts
            continue
        if focused in met:
            return
        met.add(focused)
        last = focused
        yield focused


def _controls(shown: QWidget) -> Iterator[QWidget]:
    """Yield what a person can do something with: a group of radio buttons is one control, with its chosen button."""
    for control in shown.findChildren(QWidget):
        usable = control.isVisible() and control.isEnabled() and control.focusProxy() is None
        others = isinstance(control, QRadioButton) and not control.isChecked()
        can_focus = control.focusPolicy() & Qt.FocusPolicy.TabFocus or isinstance(control, QAbstractButton)
        if usable and can_focus and not others and not _inside_field(control):
            yield control


def _inside_field(control: QWidget) -> bool:
    """Return whether a button belongs to a text field, whose own keys do the same, as the button that clears it."""
    return control.metaObject().className() in ("QLineEditIconButton", "QTableCornerButton")


def _stop(shown: QWidget, control: QWidget) -> dict[str, Any]:
    place = QRect(control.mapTo(shown, QPoint()), control.size())
    parent, top = control.parentWidget(), 0
    while parent is not None and parent is not shown:
        if isinstance(parent, QAbstractScrollArea):
            top += parent.verticalScrollBar().value()
        parent = parent.parentWidget()
    place.translate(0, top)
    edges = [place.left(), place.top(), place.right(), place.bottom()]
    return {"name": _name(control), "place": edges, "seen": _seen(control), "pressed": _pressed(control)}


def _seen(control: QWidget) -> bool:
    """Return whether the page has scrolled to the control that has the focus."""
    return not control.visibleRegion().isEmpty()


def _pressed(control: QWidget) -> bool | None:
    """Return whether Space presses a button, without letting go; None for what is no button, or opens a menu."""
    if not isinstance(control, QAbstractButton) or (isinstance(control, QPushButton) and control.menu()):
        return None
    QTest.keyPress(control, Qt.Key.Key_Space)
    down = control.isDown()
    QTest.keyClick(control, Qt.Key.Key_Escape)  # lets go without a click
    return down


def _name(control: QWidget) -> str:
    label = control.text() if isinstance(control, QAbstractButton) else ""
    return control.accessibleName() or label or control.metaObject().className()
