"""The first run, and joining later: which step comes after which, and what is agreed to at the end."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pdd_client.desktop.first_run.browsers import BrowsersStep
from pdd_client.desktop.first_run.choose import ChooseStep
from pdd_client.desktop.first_run.consent import ConsentStep
from pdd_client.desktop.first_run.intro import intro
from pdd_client.desktop.first_run.link import JoinLink
from pdd_client.desktop.first_run.sending import SendingStep
from pdd_client.desktop.first_run.steps import Step, Steps
from pdd_client.desktop.first_run.where import OwnServerStep, WhereStep
from pdd_client.desktop.jobs import Job, SetSendingJob
from pdd_client.desktop.server_jobs import AcceptJob

if TYPE_CHECKING:
    from pdd_client.joining import Offer


class Joining(Steps):
    """Steps of which one finds an offer; the chosen campaigns' steps follow it, and are agreed to after the last."""

    def __init__(
        self, before: Sequence[Step], where: WhereStep | OwnServerStep, last: Sequence[SendingStep], language: str
    ) -> None:
        super().__init__((*before, where, *last), expected=len(before) + len(last) + 3)
        self._last, self._language = last, language
        self._offer: Offer | None = None
        self._link: JoinLink | None = None
        self._consents: list[ConsentStep] = []
        where.offered.connect(self._offered)

    def finish(self) -> None:
        """See Steps: agree to what was chosen."""
        if self._offer is None or self._link is None:
            return
        if self._last:
            self.want(SetSendingJob(self._last[-1].mode))
        else:
            self._accept(self._offer, self._link)

    def _accept(self, offer: "Offer", link: JoinLink) -> None:
        strata = tuple((step.campaign.id, step.stratum) for step in self._consents)
        self.want(AcceptJob(offer, strata, link.invitation, self._language))

    def show_result(self, job: Job, result: Any) -> None:
        """See Page: nothing is joined before it holds how to send."""
        if isinstance(job, SetSendingJob) and self._offer and self._link:
            self._accept(self._offer, self._link)
        super().show_result(job, result)
        if isinstance(job, AcceptJob):
            self.finished.emit()

    def _offered(self, offer: "Offer", link: JoinLink) -> None:
        self._offer, self._link = offer, link
        free = [
            campaign
            for name, campaign in offer.campaigns.items()
            if name not in offer.held or offer.held[name].campaign != campaign
        ]
        if any(campaign.id == link.campaign for campaign in free):
            self._choose((str(link.campaign),))
            return
        choose = ChooseStep(offer.info.name, free, link.campaign)
        choose.chosen.connect(self._choose)
        self.follow([choose], len(self._last))

    def _choose(self, names: tuple[str, ...]) -> None:
        if self._offer is None:
            return
        self._consents = [ConsentStep(self._offer.campaigns[name], self._language) for name in names]
        if not self._last:
            self._consents[-1].label = self.tr("&Join")
        self.follow(self._consents, len(self._last))


def first_run(language: str) -> Joining:
    """What a person sees first: what this is, their browsers, what they join, how they send."""
    return Joining((*intro(), BrowsersStep()), WhereStep(), (SendingStep(),), language)


def join_later(language: str) -> Joining:
    """Another campaign of the server that was joined."""
    return Joining((), OwnServerStep(), (), language)
