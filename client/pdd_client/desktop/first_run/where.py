"""The step that asks where to join."""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QLineEdit

from pdd_client.desktop.first_run.link import JoinLink, parse_link
from pdd_client.desktop.first_run.steps import Step
from pdd_client.desktop.jobs import Job
from pdd_client.desktop.server_jobs import LookJob
from pdd_client.errors import DonorError

if TYPE_CHECKING:
    from pdd_client.joining import Offer


class WhereStep(Step):
    """Takes a link, looks at what its server offers, and asks for an invitation where the server wants one."""

    offered = Signal(object, object)
    """The Offer, and the JoinLink it was found by."""

    def __init__(self) -> None:
        super().__init__()
        self._link, self._code = QLineEdit(), QLineEdit()
        self._code_label, self._note = QLabel(self.tr("&Invitation code")), QLabel()
        self._offer: Offer | None = None
        self.label = self.tr("&Look at what it offers")
        self._lay_out()
        self._link.textChanged.connect(self._forget_offer)
        self._code.textChanged.connect(self.changed)
        for field in (self._link, self._code):
            field.returnPressed.connect(self.entered)

    def _lay_out(self) -> None:
        self.say(self.tr("Join"), "title")
        self.say(self.tr("You were given a link or an address. Looking at it tells the server nothing of you."))
        self.gap()
        label = self.add(QLabel(self.tr("Link or &address")))
        label.setBuddy(self.add(self._link))
        self._link.setAccessibleName(self.tr("Link or address"))
        self._link.setPlaceholderText("https://pdd.example.org/#winter-flu")
        self._note = self.say(self.tr("This server takes donors by invitation. Enter the code you were given."))
        self._code_label.setBuddy(self._code)
        self._code.setAccessibleName(self.tr("Invitation code"))
        for widget in (self.add(self._code_label), self.add(self._code), self._note):
            widget.hide()
        self.end()

    @property
    def complete(self) -> bool:
        """See Step."""
        return bool(self._link.text().strip()) and not (self._code.isVisibleTo(self) and not self._code.text().strip())

    def enter(self) -> None:
        """See Step."""
        self._link.setFocus()

    def leave(self) -> bool:
        """See Step."""
        if self._offer is None:
            try:
                self.wants.emit(LookJob(parse_link(self._link.text()).url))
            except DonorError as error:
                self.refused.emit(str(error))
            return False
        return self._offered()

    def show_result(self, _job: Job, result: Any) -> None:
        """See Step."""
        self._offer = result
        if self._offered():
            self.done.emit()

    def _offered(self) -> bool:
        """Whether all is there that the server wants."""
        if self._offer is None:
            return False
        link = parse_link(self._link.text())
        invitation = self._code.text().strip() or link.invitation
        if self._offer.info.invitation_required and not invitation:
            for widget in (self._note, self._code_label, self._code):
                widget.show()
            self._code.setFocus()
            return False
        self.offered.emit(self._offer, JoinLink(link.url, link.campaign, invitation))
        return True

    def _forget_offer(self) -> None:
        self._offer = None
        for widget in (self._note, self._code_label, self._code):
            widget.hide()
        self.changed.emit()


class OwnServerStep(Step):
    """For who has joined a server: looks at what it offers now."""

    offered = Signal(object, object)
    """See WhereStep."""

    def __init__(self) -> None:
        super().__init__()
        self.label = self.tr("&Look at what it offers")
        self.say(self.tr("Join another campaign"), "title")
        self.say(self.tr("The server is asked what it offers. That tells it nothing of you."))
        self.end()

    def leave(self) -> bool:
        """See Step."""
        self.wants.emit(LookJob())
        return False

    def show_result(self, _job: Job, result: Any) -> None:
        """See Step."""
        self.offered.emit(result, JoinLink(result.url))
        self.done.emit()
