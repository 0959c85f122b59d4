"""The base class of the window's pages."""

from typing import Any, ClassVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from pdd_client.core.errors import DonorError
from pdd_client.core.join_link import JoinLink
from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.texts import wording


class Page(QWidget):
    """A page of the window. It asks for jobs and shows their outcomes; it never calls a Donor itself.

    The window calls `refresh` when the page is shown for the first time, and again whenever something of the donor's
    has changed since the page was shown last.
    """

    ages: ClassVar[bool] = False
    """Whether the page soon goes out of date. Then it is refreshed whenever the person comes to it."""

    wants = Signal(object)
    """A Job to do. Its outcome comes back to this page alone."""
    goes = Signal(str)
    """The name of another page to show; see `page_factories`."""
    says = Signal(str)
    """A sentence for the status line about what was just done."""
    warns = Signal(str)
    """A text that the window shows above the page until the person closes it."""

    def refresh(self) -> None:
        """Ask for what the page shows."""

    def take_link(self, _link: JoinLink) -> None:
        """Enter a link that the person followed. A page that joins nothing has no place for it."""

    def show_result(self, job: Job, result: Any) -> None:
        """Show the result of a job that this page asked for."""

    def show_error(self, _job: Job, error: DonorError) -> None:
        """Show why a job of this page failed: above the page, unless a subclass has a better place."""
        self.warns.emit(wording.error(error))
