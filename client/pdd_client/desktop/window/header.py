"""The window's header: the app's sign, its name, and the tabs."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QFrame, QLabel, QTabBar, QVBoxLayout

from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.theme import role
from pdd_client.desktop.widgets.drawing import Drawing, Ring
from pdd_client.desktop.widgets.layout.flow import Flow


class _Tabs(QTabBar):
    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Ignore the wheel: only a press or a key chooses a page, never scrolling, even while a tab has the focus."""
        event.ignore()


class Header(QFrame):
    """Shows the sign and the name at the leading edge, and the tabs at the trailing edge."""

    chosen = Signal(str)
    """The name of the page whose tab the person chose."""

    def __init__(self) -> None:
        super().__init__()
        role(self, "header")
        self._names: list[str] = []
        self.ring: Ring = "ring"
        self._ring, name, self._tabs = Drawing("ring", 2), QLabel(), _Tabs()
        role(name, "heading")
        name.setText("Private Data Donor")
        self._ring.setFixedSize(self._ring.sizeHint())
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.setUsesScrollButtons(True)
        self._tabs.currentChanged.connect(lambda index: self.chosen.emit(self._names[index]))
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 8, 24, 8)
        # With a large font or long words there is no room for the tabs beside the name. Then they go below it.
        column.addLayout(Flow(self._ring, name, self._tabs, trailing=2))

    def show_tabs(self, tabs: tuple[tuple[str, str], ...]) -> None:
        """Show one tab for each page, or none.

        Args:
            tabs: the name and the label of each page.

        """
        # Signals are blocked here and below: only a choice of the person's may emit `chosen`.
        self._tabs.setAccessibleName(tr("pages"))
        self._tabs.blockSignals(True)
        while self._tabs.count():
            self._tabs.removeTab(0)
        self._names = [name for name, _ in tabs]
        for _, label in tabs:
            self._tabs.addTab(label)
        self._tabs.blockSignals(False)
        self._tabs.setVisible(bool(tabs))

    @property
    def has_tabs(self) -> bool:
        """Whether any tab is shown."""
        return bool(self._names)

    def show_chosen(self, name: str) -> None:
        """Mark the tab of the page that is shown, if it has one."""
        if name in self._names:
            self._tabs.blockSignals(True)
            self._tabs.setCurrentIndex(self._names.index(name))
            self._tabs.blockSignals(False)

    def show_ring(self, name: Ring) -> None:
        """Show the app's sign in this state."""
        self.ring = name
        self._ring.show_drawing(name)
