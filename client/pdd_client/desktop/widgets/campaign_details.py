"""A campaign's details, in parts that unfold, and the dialog that shows them again later."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from pdd_client.core.donation.consent import language_of
from pdd_client.desktop.texts import campaign_texts, wording
from pdd_client.desktop.texts.catalogue import counted, tr
from pdd_client.desktop.texts.terms_texts import certainty, privacy_sentences, risk
from pdd_client.desktop.widgets.layout.column import COPIED, Column, resize_to_read
from pdd_client.desktop.widgets.layout.unfold import Unfold
from pdd_client.desktop.widgets.tables.keyword_list import Keywords
from pdd_shared.protocol.informing_lines import told

if TYPE_CHECKING:
    from pdd_client.core.donation.consent import Consent
    from pdd_shared.protocol.messages import Campaign


class CampaignDetails(QWidget):
    """Shows a campaign's details. A part is shown once its heading is pressed."""

    def __init__(self, campaign: "Campaign", language: str, vouching: str = "") -> None:
        """Make the parts, all closed.

        Args:
            campaign: what is agreed to.
            language: the tag of the language in which the consent text is shown, if the campaign has it.
            vouching: a sentence on who vouches for the server, if there is one.

        """
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        parts = (
            self._keywords(campaign),
            self._privacy(campaign, vouching),
            self._responsible(campaign),
            self._stopping(),
        )
        for part in (*self._rest(campaign, language), *parts):
            column.addWidget(part)

    def _rest(self, campaign: "Campaign", language: str) -> list[Unfold]:
        """Return the parts with the paragraphs that the first screen leaves out, if there are any."""
        agreed = campaign.consent.get(language_of(campaign, language), "")
        texts = ((tr("all_of_consent"), agreed), (tr("more_about"), campaign.purpose))
        return [self._part(heading, *text.split("\n")) for heading, text in texts if "\n" in text.strip()]

    def _keywords(self, campaign: "Campaign") -> Unfold:
        part = self._part(
            counted("keywords_counted", len(campaign.vocabulary)),
            tr("keywords_what"),
        )
        part.add(Keywords(campaign.vocabulary))
        return part

    def _privacy(self, campaign: "Campaign", vouching: str) -> Unfold:
        hidden = tr("region_what")
        of_region = (hidden,) if campaign.strata else ()
        return self._part(tr("your_privacy"), *privacy_sentences(campaign.terms), vouching, *of_region)

    def _responsible(self, campaign: "Campaign") -> Unfold:
        dates = tr("runs", start=wording.short_day(campaign.start), end=wording.short_day(campaign.end))
        contact = tr("who_answers", contact=campaign.contact)
        lines = (tr(name, line=text) for name, text in told(campaign).items())
        part = self._part(tr("who_responsible"), contact, *lines, dates)
        for label in part.findChildren(QLabel):
            label.setTextInteractionFlags(COPIED)  # the app opens no address by itself
        return part

    def _stopping(self) -> Unfold:
        return self._part(
            tr("how_to_stop"),
            tr("stop_what"),
        )

    def _part(self, heading: str, *paragraphs: str) -> Unfold:
        part = Unfold(heading)
        for text in paragraphs:
            if text.strip():
                part.say(text)
        return part


class AgreedDialog(QDialog):
    """Shows again what a donor agreed to: the campaign as it was then, not as it may be now."""

    def __init__(self, consent: "Consent") -> None:
        super().__init__()
        campaign = consent.campaign
        self.setWindowTitle(tr("agreed_title"))
        resize_to_read(self, 30)
        text, buttons = Column(), QDialogButtonBox()
        text.say(campaign.title, "title")
        text.say(tr("agreed_on", time=wording.moment(consent.time)), "quiet")
        for paragraph in (campaign.purpose, campaign.consent.get(language_of(campaign, consent.language), "")):
            text.say(paragraph)
        if consent.stratum is not None:
            text.say(tr("your_region", region=campaign_texts.region_name(consent.stratum)))
        text.say(certainty(campaign.terms.budget))
        text.say(risk(campaign.terms.protocol))
        text.add(CampaignDetails(campaign, consent.language))
        text.end()
        buttons.addButton(tr("close"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(text)
        column.addWidget(buttons)
