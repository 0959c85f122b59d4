"""Shows reminders as notifications of the desktop: from the tray icon, or without one over D-Bus."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from pdd_client.desktop.jobs.app_status import AppStatus, AppStatusJob
from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.system.notifications import notify
from pdd_client.desktop.texts.reminder_texts import keeps_running, reminder_text
from pdd_client.desktop.window.tray import Tray
from pdd_client.desktop.window.window import Window

if TYPE_CHECKING:
    from pdd_client.core.reminders import Reminder
    from pdd_client.donor.donor import Donor

TITLE = "Private Data Donor"


@dataclass(frozen=True)
class ReminderJob(Job):
    """Asks which reminder is due now; it counts as shown then."""

    def run(self, donor: "Donor") -> "Reminder | None":
        """See `Reminders.next`."""
        return donor.reminders.next()


@dataclass(frozen=True)
class NotifyJob(Job):
    """Shows a notification over D-Bus, in the worker's thread because a desktop may be slow to answer."""

    text: str
    desktop_file: str

    def run(self, donor: "Donor") -> bool:  # noqa: ARG002 - the worker gives every job the donor
        """Return whether the desktop took it."""
        return notify(TITLE, self.text, self.desktop_file)


class Reminders(QObject):
    """Asks for a reminder after each status of the app, and shows it.

    While the window is in front, none is asked for: the page says the same.
    """

    opened = Signal(str)
    """The person clicks a notification; the name of the page that it is about."""

    def __init__(self, window: Window, tray: Tray) -> None:
        super().__init__(window)
        self._window, self._tray, self._about = window, tray, "today"
        window.outcome.connect(self._outcome)
        tray.message_clicked.connect(lambda: self.opened.emit(self._about))

    def tell_running(self) -> None:
        """Say that the app runs on without a window, on a desktop where no icon shows it."""
        self._notify(keeps_running(in_tray=False))

    def tell_in_tray(self) -> bool:
        """Say that the app runs on in the tray; return False if there is no tray, or none that can say it."""
        return self._tray.notify(TITLE, keeps_running(in_tray=True))

    def _outcome(self, job: Job, result: Any) -> None:
        if isinstance(job, AppStatusJob) and isinstance(result, AppStatus):
            if result.preferences.reminders and result.joined and not self._window.isActiveWindow():
                self._window.ask(ReminderJob())
        elif isinstance(job, ReminderJob) and result is not None:
            self._about = "results" if result.kind == "results" else "today"
            self._notify(reminder_text(result))

    def _notify(self, text: str) -> None:
        if not self._tray.notify(TITLE, text):
            self._window.ask(NotifyJob(text, QGuiApplication.desktopFileName()))
