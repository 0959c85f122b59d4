"""The step in which the person decides about a campaign. The rest of what they agree to unfolds below."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel

from pdd_client.core.donation.consent import language_of
from pdd_client.desktop.first_run.steps import Missing, Step
from pdd_client.desktop.texts import campaign_texts, wording
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.texts.terms_texts import certainty, risk, vouching
from pdd_client.desktop.theme import role
from pdd_client.desktop.widgets.campaign_details import CampaignDetails
from pdd_client.desktop.widgets.certainty_bar import CertaintyBar
from pdd_client.desktop.widgets.layout import wheel
from pdd_shared.privacy.accounting.certainty import is_high, percent_of

if TYPE_CHECKING:
    from pdd_shared.protocol.messages import Campaign, WitnessPolicy


class ConsentStep(Step):
    """Shows what a person needs to decide about one campaign: purpose, who asks, privacy, region, and the consent.

    A campaign whose privacy cost is high asks one thing more: whether that is all right.
    """

    def __init__(self, campaign: "Campaign", language: str, witnesses: "WitnessPolicy | None" = None) -> None:
        """Make the step.

        Args:
            campaign: the campaign.
            language: the tag of the language in which the consent text is shown, if the campaign has it.
            witnesses: the witnesses that the server names.

        """
        super().__init__()
        self.campaign = campaign
        self._is_high = is_high(campaign.terms.budget)
        self._region, self._agree = wheel.unless_focused(QComboBox()), QCheckBox(tr("i_agree"))
        self._accepts_cost = QCheckBox(tr("yes"))
        self._describe()
        self._privacy()
        self._ask_region()
        self._ask_consent(language)
        self.gap()
        is_cohort = campaign.terms.protocol == "cohort"
        self.add(CampaignDetails(campaign, language, vouching(witnesses) if is_cohort else ""))
        self.end()

    @property
    def missing(self) -> Missing | None:
        """See Step."""
        if self._is_high and not self._accepts_cost.isChecked():
            return Missing(tr("missing_cost"), self._accepts_cost)
        if self.campaign.strata and self.stratum is None:
            return Missing(tr("missing_region"), self._region)
        return None if self._agree.isChecked() else Missing(tr("missing_consent"), self._agree)

    @property
    def stratum(self) -> str | None:
        """The region that the person chose; None if the campaign has no regions, or none is chosen yet."""
        data = self._region.currentData() if self.campaign.strata else None
        return str(data) if data else None

    def _describe(self) -> None:
        campaign = self.campaign
        self.say(campaign.title, "title")
        self.say(_first_paragraph(campaign.purpose))
        until = tr("contact_until")
        self.say(until.format(contact=campaign.contact, day=wording.short_day(campaign.end)), "quiet")

    def _privacy(self) -> None:
        """Say what the results and the server can tell about the person; ask whether a high cost is all right."""
        budget = self.campaign.terms.budget
        self.gap()
        self.say(certainty(budget), "amber" if self._is_high else None)
        if (percent := percent_of(budget)) is not None:
            self.add(CertaintyBar(percent, high=self._is_high))
        if self._is_high:
            self.say(tr("cost_ok"), "amber")
            role(self._accepts_cost, "amber")
            self._accepts_cost.setAccessibleName(tr("cost_accepted"))
            self._accepts_cost.toggled.connect(self.changed)
            self.add(self._accepts_cost)
        self.say(risk(self.campaign.terms.protocol))

    def _ask_region(self) -> None:
        if not self.campaign.strata:
            return
        label = QLabel(tr("region_label"))
        label.setBuddy(self._region)
        self.add_row(label, self._region)
        self._region.setAccessibleName(tr("region_choice"))
        self._region.setPlaceholderText(tr("choose"))
        for stratum in self.campaign.strata:
            self._region.addItem(campaign_texts.region_name(stratum), stratum)
        self._region.setCurrentIndex(-1)
        self._region.currentIndexChanged.connect(self.changed)

    def _ask_consent(self, language: str) -> None:
        self.gap()
        agreed = self.campaign.consent.get(language_of(self.campaign, language), "")
        self.say(_first_paragraph(agreed))
        self._agree.setAccessibleName(tr("agree_named", title=self.campaign.title))
        self._agree.toggled.connect(self.changed)
        self.add(self._agree)


def _first_paragraph(text: str) -> str:
    return text.strip().partition("\n")[0]
