"""What donors read in the app is easy, short in every language, and short on each page of the first run."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from pdd_client.desktop.first_run.browsers import BrowsersStep
from pdd_client.desktop.first_run.consent import ConsentStep
from pdd_client.desktop.first_run.intro import IntroStep
from pdd_client.desktop.first_run.sending import SendingStep
from pdd_client.desktop.texts.language import Language
from pdd_client.desktop.texts.terms_texts import certainty, privacy_sentences
from pdd_client.desktop.widgets.layout.unfold import Unfold
from pdd_shared.protocol.terms import Budget
from tests.client.cohort_fakes import cohort_campaign, cohort_terms
from tests.client.fakes import campaign
from tests.docs.reading_level import level, sentences_of
from tests.support.catalogue import TRANSLATED, texts_of
from tests.support.reading import words
from tests.support.terms import terms

GRADE = 8
"""The highest grade of school for texts that donors read."""
WORDS = {"en": 40, "de": 48, "es": 48, "fr": 48}
"""The most words on a page of the first run; German, Spanish and French need some more for the same."""
HIGH = Budget(epsilon=Decimal(9), delta=Decimal("0.000001"))


@pytest.fixture
def speaking(qapp: QApplication) -> Iterator[Language]:
    """Set another language for this test alone."""
    language = Language(qapp)
    yield language
    language.choose(None)


def grade(texts: set[str]) -> float:
    return level([part for text in sorted(texts) for part in sentences_of(re.sub(r"\{\w+\}", "it", text))]).grade


def test_apps_texts_are_easy() -> None:
    """The app's English texts need at most eight years of school."""
    assert grade({*texts_of("app", "en").values()}) <= GRADE


def test_privacy_is_easy_to_read() -> None:
    """The terms of both protocols, and the sentence of the privacy account, need at most eight years of school."""
    for found in (terms(budget=HIGH), cohort_terms("20", budget=HIGH)):
        assert grade(set(privacy_sentences(found))) <= GRADE
    assert grade({certainty(HIGH)}) <= GRADE


@pytest.mark.parametrize("tag", TRANSLATED)
def test_no_translation_is_long(tag: str) -> None:
    """No text of app or extension is more than twice as long as in English, beside a dozen letters."""
    for program in ("app", "extension"):
        english, texts = texts_of(program, "en"), texts_of(program, tag)
        assert [text for key, text in texts.items() if len(text) > 2 * len(english[key]) + 12] == []


def own_words(step: QWidget, of_campaign: tuple[str, ...] = ()) -> int:
    """Count the words of a page, without the campaign's own, those that unfold, and the headings that open them."""
    folded = [inside for part in step.findChildren(Unfold) for inside in part.findChildren(QWidget)]
    found = [
        *(label.text() for label in step.findChildren(QLabel) if label not in folded),
        *(button.text() for button in step.findChildren(QAbstractButton) if button not in folded),
        *(box.placeholderText() for box in step.findChildren(QComboBox) if box not in folded),
    ]
    return words(text for text in found if not text.startswith(of_campaign))


@pytest.mark.parametrize("tag", ["en", *TRANSLATED])
@pytest.mark.parametrize(
    "asked",
    [
        campaign(strata=("north", "south"), terms=terms(budget=HIGH)),
        cohort_campaign(strata=("north", "south"), terms=cohort_terms("20", budget=HIGH)),
    ],
    ids=["plain", "cohort"],
)
def test_no_page_is_long(speaking: Language, qtbot: QtBot, tag: str, asked: Any) -> None:
    """A page has at most 40 words in English, the consent also with a region and a high privacy cost."""
    speaking.choose(tag)
    consent = ConsentStep(asked, tag)
    texts = (asked.title, asked.purpose, asked.contact, *asked.consent.values())
    pages = [IntroStep(), BrowsersStep(), SendingStep(), consent]
    for page in pages:
        qtbot.addWidget(page)
        assert own_words(page, texts if page is consent else ()) <= WORDS[tag], type(page).__name__
