"""The first run, and joining a campaign later: the order of the steps, and what is agreed to at the end."""

from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pdd_client.core.join_link import JoinLink
from pdd_client.desktop.first_run.browsers import BrowsersStep
from pdd_client.desktop.first_run.campaign_choice import ChooseStep
from pdd_client.desktop.first_run.consent import ConsentStep
from pdd_client.desktop.first_run.intro import IntroStep
from pdd_client.desktop.first_run.last_week import LastWeekStep
from pdd_client.desktop.first_run.sending import SendingStep
from pdd_client.desktop.first_run.server_address import OwnServerStep, WhereStep
from pdd_client.desktop.first_run.steps import Step, Steps
from pdd_client.desktop.jobs.jobs import Job, SetPreferenceJob, SetSendingJob, StartAtLoginJob
from pdd_client.desktop.jobs.server_jobs import AcceptJob
from pdd_client.desktop.texts.catalogue import tr

if TYPE_CHECKING:
    from pdd_client.donor.campaigns.join import Offer


_CHOICES = (StartAtLoginJob, SetSendingJob, SetPreferenceJob)
"""The jobs that save what was chosen on the last step."""


class Joining(Steps):
    """Steps that find a server's offer, show the chosen campaigns in full, and join them after the last step.

    The steps of the chosen campaigns are not known at first; they are put in once there is an offer.
    """

    def __init__(
        self, before: Sequence[Step], where: WhereStep | OwnServerStep, last: Sequence[SendingStep], language: str
    ) -> None:
        """Make the steps that are known at the start.

        Args:
            before: the steps before the one that finds an offer.
            where: the step that finds it.
            last: the steps after the campaigns; the last one of them asks how to send. If there are none, the way to
                send stays as it is.
            language: the tag of the language in which consents are shown.

        """
        super().__init__((*before, where, *last), expected=len(before) + len(last) + 4)
        self._last, self._language = last, language
        self._offer: Offer | None = None
        self._link: JoinLink | None = None
        self._consents: list[ConsentStep] = []
        self._to_save: deque[Job] = deque()
        where.offered.connect(self.take_offer)

    def finish(self) -> None:
        """Save how to send and what else was chosen, if the person was asked, then agree to the chosen campaigns."""
        self._to_save = deque(self._last[-1].choices() if self._last else ())
        self._go_on()

    def _go_on(self) -> None:
        """Save the next choice; after the last one, agree to the campaigns. An error leaves the rest undone."""
        if self._to_save:
            self.want(self._to_save.popleft())
        elif self._offer is not None and self._link is not None:
            self._accept(self._offer, self._link)

    def _accept(self, offer: "Offer", link: JoinLink) -> None:
        strata = tuple((step.campaign.id, step.stratum) for step in self._consents)
        self.want(AcceptJob(offer, strata, link.invitation, self._language))

    def show_result(self, job: Job, result: Any) -> None:
        """See Page. The campaigns are joined only after everything chosen is saved."""
        if isinstance(job, _CHOICES):
            self._go_on()
        super().show_result(job, result)
        if isinstance(job, AcceptJob):
            self.finished.emit()

    def take_link(self, link: JoinLink) -> None:
        """See Page. A person who is past the address comes back to it, because what follows belongs to another link.

        Whoever is before the address stays there and reads on: any web page can offer a link.
        """
        for place, step in enumerate(self._steps):
            if isinstance(step, WhereStep | OwnServerStep):
                step.take_link(link)
                if place < self._here:
                    self._show(place)

    def take_offer(self, offer: "Offer", link: JoinLink) -> None:
        """Go on with an offer: to the campaign that the link names, if it can be joined, else to a choice."""
        self._offer, self._link = offer, link
        # What can be agreed to: campaigns that are not joined, or have changed since.
        free = [
            campaign
            for name, campaign in offer.campaigns.items()
            if name not in offer.consents or offer.consents[name].campaign != campaign
        ]
        if any(campaign.id == link.campaign for campaign in free):
            self.choose((str(link.campaign),))
            return
        choose = ChooseStep(offer.info.name, free, _about_named(offer, link.campaign))
        choose.chosen.connect(self.choose)
        self.follow([choose], len(self._last))

    def choose(self, names: tuple[str, ...]) -> None:
        """Put in a step with the last week, and one for each of these campaigns, in place of an earlier choice's."""
        if self._offer is None:
            return
        witnesses = self._offer.info.witnesses
        self._consents = [ConsentStep(self._offer.campaigns[name], self._language, witnesses) for name in names]
        if not self._last:
            self._consents[-1].label = tr("join")
        self._expected = 0  # from here on the number of steps is known
        self.follow([LastWeekStep(self._offer, names), *self._consents], len(self._last))


def _about_named(offer: "Offer", named: str | None) -> str:
    """Return what the person is told if their link names a campaign that can't be joined; empty if it names none."""
    if named is None:
        return ""
    if named in offer.campaigns:
        return tr("link_joined", title=offer.campaigns[named].title)
    return tr("link_not_offered", campaign=named[:64])


def first_run(language: str) -> Joining:
    """Return the first run: introduction, browsers, server, last week, campaigns, and how to send.

    Args:
        language: the tag of the language in which consents are shown.

    """
    return Joining((IntroStep(), BrowsersStep()), WhereStep(), (SendingStep(),), language)


def join_later(language: str) -> Joining:
    """Return the steps to join another campaign of the server that was joined.

    Args:
        language: the tag of the language in which consents are shown.

    """
    return Joining((), OwnServerStep(), (), language)
