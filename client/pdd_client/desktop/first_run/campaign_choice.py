"""The step in which the person chooses among the campaigns that a server offers."""

from collections.abc import Sequence
from textwrap import fill
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox

from pdd_client.desktop.first_run.steps import Missing, Step
from pdd_client.desktop.texts import wording
from pdd_client.desktop.texts.catalogue import tr

if TYPE_CHECKING:
    from pdd_shared.protocol.messages import Campaign

_LETTERS = 48
"""The letters after which a title is broken into lines, because the label of a QCheckBox does not wrap by itself."""


class ChooseStep(Step):
    """Lists each campaign with its purpose. Those that are chosen are shown in full by the next steps."""

    chosen = Signal(object)
    """The ids of the chosen campaigns, in the server's order."""

    def __init__(self, server: str, campaigns: "Sequence[Campaign]", about_link: str = "") -> None:
        """Offer these campaigns.

        Args:
            server: the server's name.
            campaigns: what can be joined. A single one is ticked, unless the link named another.
            about_link: why the campaign that the person's link names is not among these; empty if it names none.

        """
        super().__init__()
        self._boxes: dict[str, QCheckBox] = {}
        self._none = tr("offer_none", server=server)
        self.say(tr("offer_title"), "title")
        if about_link:
            self.say(about_link, "amber")
        if not campaigns:
            self.say(self._none)
        else:
            self.say(tr("offer_what", server=server))
        for campaign in campaigns:
            self._offer(campaign, chosen=len(campaigns) == 1 and not about_link)
        self.end()

    @property
    def missing(self) -> Missing | None:
        """See Step."""
        boxes = list(self._boxes.values())
        if any(box.isChecked() for box in boxes):
            return None
        return Missing(tr("missing_campaign"), boxes[0]) if boxes else Missing(self._none, self)

    def leave(self) -> bool:
        """See Step."""
        self.chosen.emit(tuple(name for name, box in self._boxes.items() if box.isChecked()))
        return True

    def _offer(self, campaign: "Campaign", *, chosen: bool) -> None:
        self.gap()
        # In the label of a Qt control, "&" marks a shortcut and "&&" stands for the character itself.
        box = self.add(QCheckBox(fill(campaign.title.replace("&", "&&"), _LETTERS)))
        box.setAccessibleName(campaign.title)
        box.setAccessibleDescription(campaign.purpose)
        box.setChecked(chosen)
        box.toggled.connect(self.changed)
        self._boxes[campaign.id] = box
        self.say(campaign.purpose)
        until = tr("contact_until", contact=campaign.contact, day=wording.short_day(campaign.end))
        self.say(until, "quiet")
