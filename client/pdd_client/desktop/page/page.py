"""What every page of the window is."""

from typing import Any, ClassVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from pdd_client.core.errors import DonorError
from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.texts import wording


class Page(QWidget):
    """A page: it says what it wants done, and shows what came of it. It never calls a Donor itself.

    The window calls `refresh` when the page is shown for the first time, and again whenever something of the donor's
    has changed since the page was shown last.
    """

    ages: ClassVar[bool] = False
    """Whether what it shows is soon out of date: it is refreshed whenever a person comes to it."""

    wants = Signal(object)
    """A Job to be done; its outcome comes back to this page alone."""
    goes = Signal(str)
    """The name of another page to show: "today", "sent", "results", "settings", or "join"."""
    says = Signal(str)
    """A sentence for the status line: what was just done."""
    warns = Signal(str)
    """What the window shows above the page until the person has read it."""

    def refresh(self) -> None:
        """Want what the page shows."""

    def show_result(self, job: Job, result: Any) -> None:
        """Show what came of a job this page wanted."""

    def show_error(self, _job: Job, error: DonorError) -> None:
        """Show why a job this page wanted could not be done: above the page, unless it has a better place."""
        self.warns.emit(wording.error(error))
