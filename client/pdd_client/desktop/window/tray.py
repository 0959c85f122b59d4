"""The icon in the system's tray, with the app's status and a menu to open, pause and quit."""

from datetime import datetime

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu, QSystemTrayIcon, QWidget

from pdd_client.desktop.jobs.app_status import AppStatus
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.texts.pause_choices import pauses
from pdd_client.desktop.widgets.drawing import ring_icon


class Tray(QObject):
    """The tray icon and its menu. Many systems have no tray: then this does nothing, and the app works without it."""

    opened = Signal()
    quit = Signal()
    paused = Signal(object)
    """The end of the chosen pause (aware); None for one that lasts until the person resumes."""
    resumed = Signal()
    message_clicked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._icon, self._menu = QSystemTrayIcon(self), QMenu(parent)
        self._icon.setContextMenu(self._menu)
        self._icon.activated.connect(self._activated)
        self._icon.messageClicked.connect(self.message_clicked)

    @property
    def there(self) -> bool:
        """Whether the icon is shown, so that the person can find the app in the tray."""
        return self._icon.isVisible()

    def show(self, app_status: AppStatus) -> None:
        """Show the app's status, if the system has a tray."""
        if not QSystemTrayIcon.isSystemTrayAvailable():
            return
        self._icon.setIcon(ring_icon(app_status.ring))
        self._icon.setToolTip(app_status.line())
        self._fill(app_status)
        self._icon.show()

    def notify(self, title: str, text: str) -> bool:
        """Show a notification from the icon; return False if there is no icon that can show one."""
        if not (self.there and QSystemTrayIcon.supportsMessages()):
            return False
        self._icon.showMessage(title, text, self._icon.icon())
        return True

    def hide(self) -> None:
        """Hide the icon."""
        self._icon.hide()

    def _fill(self, app_status: AppStatus) -> None:
        self._menu.clear()
        self._menu.addAction(app_status.line()).setEnabled(False)
        self._menu.addSeparator()
        self._menu.addAction(tr("open")).triggered.connect(self.opened)
        if app_status.status.paused_since:
            self._menu.addAction(tr("resume")).triggered.connect(self.resumed)
        elif app_status.joined:
            menu = self._menu.addMenu(tr("pause"))
            for label, until in pauses(app_status.now):
                self._offer(menu, label, until)
        self._menu.addAction(tr("quit")).triggered.connect(self.quit)

    def _offer(self, menu: QMenu, label: str, until: datetime | None) -> None:
        menu.addAction(label).triggered.connect(lambda: self.paused.emit(until))

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick):
            self.opened.emit()
