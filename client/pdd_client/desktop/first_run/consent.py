"""The step in which the person reads a campaign in full, and agrees to it."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel

from pdd_client.core.donation.consent import language_of
from pdd_client.desktop.first_run.steps import Step
from pdd_client.desktop.first_run.terms_texts import privacy_sentences
from pdd_client.desktop.texts import wording
from pdd_client.desktop.widgets.layout import wheel
from pdd_client.desktop.widgets.tables.keyword_list import Keywords

if TYPE_CHECKING:
    from pdd_shared.protocol.messages import Campaign


class ConsentStep(Step):
    """Shows one campaign in full: purpose, contact, ethics, dates, privacy, keywords, region, and the consent text."""

    def __init__(self, campaign: "Campaign", language: str) -> None:
        super().__init__()
        self.campaign = campaign
        self._region, self._agree = wheel.unless_focused(QComboBox()), QCheckBox(self.tr("I &agree to this"))
        self._describe()
        self._privacy()
        self._show_keywords()
        self._ask_region()
        self._ask_consent(language)
        self.end()

    @property
    def complete(self) -> bool:
        """See Step."""
        return self._agree.isChecked() and not (self.campaign.strata and self.stratum is None)

    @property
    def stratum(self) -> str | None:
        """The region that the person chose; None if the campaign has no regions, or none is chosen yet."""
        data = self._region.currentData() if self.campaign.strata else None
        return str(data) if data else None

    def _describe(self) -> None:
        campaign = self.campaign
        self.say(campaign.title, "title")
        self.say(campaign.purpose)
        self.say(self.tr("Contact: {contact}").format(contact=campaign.contact), "quiet")
        if campaign.ethics:
            self.say(self.tr("Ethics: {ethics}").format(ethics=campaign.ethics), "quiet")
        dates = self.tr("It runs from {start} to {end}. Only days from now on count.").format(
            start=wording.short_day(campaign.start), end=wording.short_day(campaign.end)
        )
        self.say(dates, "quiet")

    def _privacy(self) -> None:
        self.gap()
        self.say(self.tr("Your privacy"), "heading")
        for sentence in privacy_sentences(self.campaign.terms):
            self.say(sentence)

    def _show_keywords(self) -> None:
        self.gap()
        self.say(self.tr("%n keyword(s) are counted", "", len(self.campaign.vocabulary)), "heading")
        self.say(
            self.tr(
                "Each becomes a number, and so does how many searches you made. The server also keeps your "
                "public keys, and on which of the last 60 days you were there."
            )
        )
        self.add(Keywords(self.campaign.vocabulary))

    def _ask_region(self) -> None:
        if not self.campaign.strata:
            return
        self.gap()
        label = QLabel(self.tr("Your re&gion"))
        label.setBuddy(self._region)
        self.add(label)
        self.add(self._region)
        self._region.setAccessibleName(self.tr("Your region"))
        self._region.setPlaceholderText(self.tr("Choose…"))
        for stratum in self.campaign.strata:
            self._region.addItem(stratum, stratum)
        self._region.setCurrentIndex(-1)
        self._region.currentIndexChanged.connect(self.changed)
        self.say(self.tr("The server is not told your region. It stays hidden in the locked numbers."), "quiet")

    def _ask_consent(self, language: str) -> None:
        self.gap()
        self.say(self.tr("What you agree to"), "heading")
        self.say(self.campaign.consent.get(language_of(self.campaign, language), ""))
        self._agree.setAccessibleName(self.tr("I agree to {title}").format(title=self.campaign.title))
        self._agree.toggled.connect(self.changed)
        self.add(self._agree)
