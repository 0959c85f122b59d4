"""The order in which Tab leads through the window: as one reads.

Qt's own order is that in which controls are made. Parts of a page that are filled later, such as the cards of
campaigns, would come after all that is below them.
"""

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QRadioButton, QScrollArea, QStackedWidget, QWidget


def next_control(window: QWidget, focused: QWidget | None, *, forward: bool) -> QWidget | None:
    """Return the control that Tab, or Shift and Tab, leads to; the first or last one if none has the focus.

    Args:
        window: a window whose widgets have layouts.
        focused: what has the focus. It may be a message, at which Tab does not stop.
        forward: whether to go on; else back.

    """
    widgets = list(_in_order(window))
    if not forward:
        widgets.reverse()
    here = widgets.index(focused) + 1 if focused in widgets else 0
    return next((widget for widget in (*widgets[here:], *widgets[:here]) if _is_stop(widget)), None)


def scroll_to(control: QWidget) -> None:
    """Scroll every area that the control is in, so that it can be seen."""
    parent = control.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            parent.ensureWidgetVisible(control)
        parent = parent.parentWidget()


def _in_order(widget: QWidget) -> Iterator[QWidget]:
    """Yield all visible widgets inside one, in the order of their layouts."""
    for inner in _inside(widget):
        if inner.isVisible():
            yield inner
            yield from _in_order(inner)


def _inside(widget: QWidget) -> Iterator[QWidget]:
    if isinstance(widget, QScrollArea | QStackedWidget):
        inner = widget.widget() if isinstance(widget, QScrollArea) else widget.currentWidget()
        if inner is not None:
            yield inner
    elif (layout := widget.layout()) is not None:
        yield from _laid_out(layout)


def _laid_out(layout: QLayout) -> Iterator[QWidget]:
    for place in range(layout.count()):
        item = layout.itemAt(place)
        if item is not None and (widget := item.widget()) is not None:
            yield widget
        elif item is not None and (inner := item.layout()) is not None:
            yield from _laid_out(inner)


def _is_stop(control: QWidget) -> bool:
    """Return whether Tab stops at a control. Of a group of radio buttons it stops at the chosen one."""
    if isinstance(control, QRadioButton) and not control.isChecked():
        return False
    by_tab = bool(control.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return by_tab and control.isEnabled() and control.focusProxy() is None
