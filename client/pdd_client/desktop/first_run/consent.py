"""The step in which a person reads what they would agree to, and agrees."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel

from pdd_client.core.consent import language_of
from pdd_client.desktop import wording
from pdd_client.desktop.first_run.steps import Step
from pdd_client.desktop.widgets import wheel
from pdd_client.desktop.widgets.keywords import Keywords

if TYPE_CHECKING:
    from pdd_shared.messages import Campaign
    from pdd_shared.terms import Terms

translate = QCoreApplication.translate


class ConsentStep(Step):
    """One campaign in full: purpose, contact, ethics, dates, privacy, keywords, region, and the text to agree to."""

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
        """The region chosen, None where the campaign asks for none."""
        data = self._region.currentData() if self.campaign.strata else None
        return str(data) if data else None

    def _describe(self) -> None:
        campaign = self.campaign
        self.say(campaign.title, "title")
        self.say(campaign.purpose)
        self.say(self.tr("Who answers for it: {contact}").format(contact=campaign.contact), "quiet")
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
        self.say(self.tr("The server is not told: your counts go to its place in the locked list."), "quiet")

    def _ask_consent(self, language: str) -> None:
        self.gap()
        self.say(self.tr("What you agree to"), "heading")
        self.say(self.campaign.consent.get(language_of(self.campaign, language), ""))
        self._agree.setAccessibleName(self.tr("I agree to {title}").format(title=self.campaign.title))
        self._agree.toggled.connect(self.changed)
        self.add(self._agree)


def privacy_sentences(terms: "Terms") -> Iterator[str]:
    """What the terms of a campaign mean for a donor."""
    yield translate(
        "terms",
        "Of one day, at most your first {searches} searches count, each for at most {matches} keywords.",
    ).format(searches=wording.number(terms.max_searches), matches=wording.number(terms.max_matches))
    yield translate(
        "terms",
        "Your counts are locked together with those of at least {others} other people. The server can "
        "open only the sum.",
    ).format(others=wording.number(terms.min_group - 1))
    if terms.protocol == "plain":
        yield translate("terms", "If anyone in your group is missing, the whole group's day is lost.")
    else:
        yield translate("terms", "If anyone in your group is missing, only their counts are left out.")
    if terms.noise.added_by == "donors":
        yield translate(
            "terms",
            "The donors' computers add random noise before they lock the counts. So not even the server "
            "sees an exact sum.",
        )
    else:
        yield translate(
            "terms",
            "The server sees your group's exact sum, for each campaign and region, and adds random noise "
            "before it publishes. If you are the only one of your group there, that sum is your counts, "
            "and the server could read them. If you do not want that, choose a campaign in which the "
            "donors add the noise.",
        )
    yield translate(
        "terms",
        "All that is ever published has a privacy cost of at most {cost} for you. As a guide: up to "
        "1, little can be learned about you from it; above 10, the noise promises little. The app "
        "keeps the account.",
    ).format(cost=QLocale().toString(float(terms.budget.epsilon), "g", 6))
