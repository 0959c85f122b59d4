"""The page of changed campaigns: what has changed in those that were joined, and the consent to it."""

from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QPushButton, QVBoxLayout

from pdd_client.desktop.first_run.terms_texts import privacy_sentences
from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.jobs.server_jobs import AcceptJob, FetchOfferJob
from pdd_client.desktop.page.page import Page
from pdd_client.desktop.theme import role
from pdd_client.desktop.widgets.layout.column import Column
from pdd_client.desktop.widgets.tables.keyword_list import Keywords

if TYPE_CHECKING:
    from pdd_client.core.donation.consent import Consent
    from pdd_client.donor.campaigns.join import Offer
    from pdd_shared.protocol.messages import Campaign


class NewKeywordsPage(Page):
    """Shows each campaign that has changed since the donor agreed to it, with a button that agrees again."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language, self._column = language, Column()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._column)

    def refresh(self) -> None:
        """See Page."""
        self.wants.emit(FetchOfferJob())

    def show_result(self, job: Job, result: Any) -> None:
        """See Page."""
        if isinstance(job, AcceptJob):
            self.says.emit(self.tr("Agreed. The changes hold from today on."))
        elif isinstance(job, FetchOfferJob):
            self._show(result)

    def _show(self, offer: "Offer") -> None:
        self._column.clear()
        # Leave out campaigns that are as the donor agreed to them, and those that the server does not list any more.
        same = {name for name, held in offer.consents.items() if offer.campaigns.get(name) in (None, held.campaign)}
        changed = [held for name, held in offer.consents.items() if name not in same]
        self._column.say(self.tr("What has changed"), "title")
        if not changed:
            self._column.say(self.tr("Nothing has changed: you have agreed to all that your campaigns count."))
        for held in changed:
            self._show_campaign(offer, held, offer.campaigns[held.campaign.id])
        back = QPushButton(self.tr("&Back to today"))
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
            self._column.say(self.tr("%n keyword(s) were added. They count nothing until you agree.", "", len(new)))
        self._column.add(Keywords(newest.vocabulary, frozenset(new)))
        if newest.terms != held.campaign.terms:
            self._column.say(self.tr("Its privacy terms have changed. They are now:"), "amber")
            for sentence in privacy_sentences(newest.terms):
                self._column.say(sentence)
        agree = QPushButton(self.tr("&Agree"))
        agree.setAccessibleName(self.tr("Agree to the changes of {title}").format(title=newest.title))
        role(agree, "primary")
        strata = ((newest.id, held.stratum),)
        agree.clicked.connect(lambda: self.wants.emit(AcceptJob(offer, strata, None, self._language)))
        self._column.add_row(agree)
