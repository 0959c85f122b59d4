"""The step that lists what a server offers."""

from collections.abc import Sequence
from textwrap import fill
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox

from pdd_client.desktop.first_run.steps import Step
from pdd_client.desktop.texts import wording

if TYPE_CHECKING:
    from pdd_shared.protocol.messages import Campaign

_LETTERS = 48
"""The longest line of a title: the label of a box does not wrap by itself."""


class ChooseStep(Step):
    """Each campaign with its purpose; those chosen are shown in full on the next pages."""

    chosen = Signal(object)
    """The ids of the campaigns chosen, in the server's order."""

    def __init__(self, server: str, campaigns: "Sequence[Campaign]", about_link: str = "") -> None:
        """`about_link` says why the campaign of the person's link is not among these, where it named one."""
        super().__init__()
        self._boxes: dict[str, QCheckBox] = {}
        self.say(self.tr("What it offers"), "title")
        if about_link:
            self.say(about_link, "amber")
        if not campaigns:
            self.say(
                self.tr("{server} has no campaign that you have not joined. Come back later.").format(server=server)
            )
        else:
            self.say(self.tr("{server} asks for these. You will see each one in full first.").format(server=server))
        for campaign in campaigns:
            self._offer(campaign, chosen=len(campaigns) == 1 and not about_link)
        self.end()

    @property
    def complete(self) -> bool:
        """See Step."""
        return any(box.isChecked() for box in self._boxes.values())

    def leave(self) -> bool:
        """See Step."""
        self.chosen.emit(tuple(name for name, box in self._boxes.items() if box.isChecked()))
        return True

    def _offer(self, campaign: "Campaign", *, chosen: bool) -> None:
        self.gap()
        box = self.add(QCheckBox(fill(campaign.title.replace("&", "&&"), _LETTERS)))
        box.setAccessibleName(campaign.title)
        box.setAccessibleDescription(campaign.purpose)
        box.setChecked(chosen)
        box.toggled.connect(self.changed)
        self._boxes[campaign.id] = box
        self.say(campaign.purpose)
        until = self.tr("{contact}, until {day}").format(contact=campaign.contact, day=wording.short_day(campaign.end))
        self.say(until, "quiet")
