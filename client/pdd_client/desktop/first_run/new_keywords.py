"""The page of changed campaigns: what has changed in those that were joined, and the consent to it."""

from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from pdd_client.core.donation.consent import only_grows
from pdd_client.desktop.first_run.consent import ConsentStep
from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.jobs.server_jobs import AcceptJob, FetchOfferJob
from pdd_client.desktop.page.page import Page
from pdd_client.desktop.texts.catalogue import counted, tr
from pdd_client.desktop.texts.terms_texts import privacy_sentences
from pdd_client.desktop.theme import role
from pdd_client.desktop.widgets.layout.column import MARGIN, Column
from pdd_client.desktop.widgets.tables.keyword_list import Keywords

if TYPE_CHECKING:
    from pdd_client.core.donation.consent import Consent
    from pdd_client.donor.campaigns.join import Offer
    from pdd_shared.protocol.messages import Campaign


class NewKeywordsPage(Page):
    """Shows each campaign that has changed since the donor agreed to it, with a button that agrees again.

    If more has changed than its keywords, the button shows the whole consent first, as on joining.
    """

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language, self._column, self._stack = language, Column(), QStackedWidget()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._stack)
        self._stack.addWidget(self._column)

    def refresh(self) -> None:
        """See Page."""
        self.wants.emit(FetchOfferJob())

    def show_result(self, job: Job, result: Any) -> None:
        """See Page."""
        if isinstance(job, AcceptJob):
            self.says.emit(tr("agreed_new"))
        elif isinstance(job, FetchOfferJob):
            self._show(result)

    def _show(self, offer: "Offer") -> None:
        self._column.clear()
        # Leave out campaigns that are as the donor agreed to them, and those that the server does not list any more.
        same = {name for name, held in offer.consents.items() if offer.campaigns.get(name) in (None, held.campaign)}
        changed = [held for name, held in offer.consents.items() if name not in same]
        self._column.say(tr("new_keywords"), "title")
        if not changed:
            self._column.say(tr("no_new_keywords"))
        for held in changed:
            self._show_campaign(offer, held, offer.campaigns[held.campaign.id])
        back = QPushButton(tr("back_to_today"))
        back.clicked.connect(lambda: self.goes.emit("today"))
        self._column.gap(16)
        self._column.add_row(back)
        self._column.end()

    def _show_campaign(self, offer: "Offer", held: "Consent", newest: "Campaign") -> None:
        known = frozenset(held.campaign.vocabulary)
        new = [word for word in newest.vocabulary if word not in known]
        self._column.gap(16)
        self._column.say(newest.title, "heading")
        if new:
            self._column.say(counted("keywords_added", len(new)))
        self._column.add(Keywords(newest.vocabulary, frozenset(new)))
        if newest.terms != held.campaign.terms:
            self._column.say(tr("terms_changed"), "amber")
            for sentence in privacy_sentences(newest.terms):
                self._column.say(sentence)
        self._column.add_row(self._decision(offer, held, newest))

    def _decision(self, offer: "Offer", held: "Consent", newest: "Campaign") -> QPushButton:
        """Return the button that agrees to new keywords, or for any other change, the one that shows all of it."""
        if only_grows(newest, held.campaign):
            button = QPushButton(tr("agree"))
            button.setAccessibleName(tr("changes_agree_named", title=newest.title))
            button.clicked.connect(lambda: self._agree(offer, newest, held.stratum))
        else:
            self._column.say(tr("more_changed"), "amber")
            button = QPushButton(tr("changes_read_all"))
            button.setAccessibleName(tr("changes_read_named", title=newest.title))
            button.clicked.connect(lambda: self._show_in_full(offer, newest))
        role(button, "primary")
        return button

    def _agree(self, offer: "Offer", campaign: "Campaign", stratum: str | None) -> None:
        self.wants.emit(AcceptJob(offer, ((campaign.id, stratum),), None, self._language))

    def _show_in_full(self, offer: "Offer", campaign: "Campaign") -> None:
        """Show the consent to a campaign as on joining, in place of the list."""
        step, page = ConsentStep(campaign, self._language, offer.info.witnesses), QWidget()
        back, agree = QPushButton(tr("back")), QPushButton(tr("agree_changes"))

        def leave() -> None:
            self._stack.removeWidget(page)
            page.deleteLater()

        def decide() -> None:
            leave()
            self._agree(offer, campaign, step.stratum)

        role(agree, "primary")
        agree.setEnabled(False)
        step.changed.connect(lambda: agree.setEnabled(step.missing is None))
        back.clicked.connect(leave)
        agree.clicked.connect(decide)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(step, 1)
        column.addWidget(_foot(back, agree))
        self._stack.addWidget(page)
        self._stack.setCurrentWidget(page)


def _foot(back: QPushButton, on: QPushButton) -> QFrame:
    foot = QFrame()
    role(foot, "footer")
    row = QHBoxLayout(foot)
    row.setContentsMargins(MARGIN, 12, MARGIN, 12)
    row.addStretch(1)
    row.addWidget(back)
    row.addWidget(on)
    return foot
