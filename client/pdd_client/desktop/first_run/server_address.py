"""The steps that find a server's offer: by a link that the person has, or from the server that was joined."""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton

from pdd_client.core.errors import DonorError
from pdd_client.core.join_link import JoinLink, parse_link
from pdd_client.desktop.first_run.steps import Missing, Step
from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.jobs.server_jobs import FetchOfferJob
from pdd_client.desktop.page.erase_dialog import ask_to_erase
from pdd_client.desktop.texts import wording
from pdd_client.desktop.texts.catalogue import plain, tr
from pdd_client.desktop.theme import role

if TYPE_CHECKING:
    from pdd_client.donor.campaigns.join import Offer


class WhereStep(Step):
    """Takes a link or an address, looks at its server's offer, and asks for an invitation if that is needed."""

    offered = Signal(object, object)
    """The Offer, and a JoinLink with the server's address, the campaign that was named, and the invitation."""

    def __init__(self) -> None:
        super().__init__()
        self._link, self._code = QLineEdit(), QLineEdit()
        self._code_label, self._note, self._trouble = QLabel(tr("invitation")), QLabel(), QLabel()
        self._offer: Offer | None = None
        self.label = tr("look_at_offer")
        self._lay_out()
        self._link.textChanged.connect(self._forget_offer)
        self._code.textChanged.connect(self.changed)

    def _lay_out(self) -> None:
        self.say(plain("join"), "title")
        self.say(tr("where_what"))
        self.say(tr("one_program"))
        self.gap()
        label = self.add(QLabel(tr("link")))
        label.setBuddy(self.add(self._link))
        self._link.setAccessibleName(plain("link"))
        self._link.setPlaceholderText("https://pdd.example.org/join/winter-flu")
        self._trouble = self.say("", "amber")
        self._trouble.hide()
        self._note = self.say(tr("invitation_what"))
        self._code_label.setBuddy(self._code)
        self._code.setAccessibleName(plain("invitation"))
        for widget in (self.add(self._code_label), self.add(self._code), self._note):
            widget.hide()
        self.end()

    @property
    def missing(self) -> Missing | None:
        """See Step."""
        if not self._link.text().strip():
            return Missing(tr("missing_link"), self._link)
        needs_code = self._code.isVisibleTo(self) and not self._code.text().strip()
        return Missing(tr("missing_invitation"), self._code) if needs_code else None

    def enter(self) -> None:
        """See Step."""
        self._link.setFocus()

    def leave(self) -> bool:
        """See Step. The next step is shown once the offer is here, and an invitation if the server wants one."""
        if self._offer is None:
            try:
                self.wants.emit(FetchOfferJob(parse_link(self._link.text()).url))
            except DonorError as error:
                self.refused.emit(wording.error(error))
            return False
        return self._offered()

    def take_link(self, link: JoinLink) -> None:
        """Fill in a link that the person followed. The server is contacted only when they go on."""
        self._link.setText(link.text)

    def show_result(self, _job: Job, result: Any) -> None:
        """See Step. An offer that comes after the link was changed to another server's is dropped."""
        if not self._is_of_link(result):
            return
        self._offer = result
        if self._offered():
            self.done.emit()

    def show_trouble(self, text: str) -> bool:
        """See Step. The place is below the link, which is what the person may have to change."""
        self._trouble.setText(text)
        self._trouble.setVisible(bool(text))
        self._link.setAccessibleDescription(text)  # a screen reader says it with the field
        if text:
            self._link.setFocus()
            self.ensureWidgetVisible(self._trouble)
        return True

    def _offered(self) -> bool:
        """Emit `offered` and return True if nothing is missing; else ask for the invitation and return False."""
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

    def _is_of_link(self, offer: "Offer") -> bool:
        try:
            return parse_link(self._link.text()).url == offer.url
        except DonorError:
            return False

    def _forget_offer(self) -> None:
        """Forget the offer, which may be another server's once the link is changed."""
        self._offer = None
        self.show_trouble("")
        for widget in (self._note, self._code_label, self._code):
            widget.hide()
        self.changed.emit()


class OwnServerStep(Step):
    """Looks at what the joined server offers now. It can also erase everything, for a person who wants another one."""

    offered = Signal(object, object)
    """See WhereStep."""

    def __init__(self) -> None:
        super().__init__()
        self.label = tr("look_at_offer")
        self._followed: JoinLink | None = None
        self.say(plain("join_another"), "title")
        self.say(tr("own_server_asked"))
        self._trouble = self.say("", "amber")
        self._trouble.hide()
        self.gap(16)
        self.say(tr("other_server"), "heading")
        self.say(tr("other_server_what"))
        erase = QPushButton(tr("erase"))
        role(erase, "danger")
        erase.clicked.connect(lambda: ask_to_erase(self, self.wants.emit))
        self.add_row(erase)
        self.end()

    def show_trouble(self, text: str) -> bool:
        """See Step."""
        self._trouble.setText(text)
        self._trouble.setVisible(bool(text))
        return True

    def take_link(self, link: JoinLink) -> None:
        """Keep a link that the person followed; its campaign is shown if this server has it."""
        self._followed = link

    def leave(self) -> bool:
        """See Step."""
        self.wants.emit(FetchOfferJob())
        return False

    def show_result(self, job: Job, result: Any) -> None:
        """See Step. With a link to another server, the person stays here, where they can erase everything."""
        if not isinstance(job, FetchOfferJob):
            return
        link, self._followed = self._followed or JoinLink(result.url), None
        if link.url != result.url:
            text = tr("own_server_other")
            self.show_trouble(text.format(server=link.url))
            return
        self.offered.emit(result, link)
        self.done.emit()
