"""The checklist finds what donors are not told, and says which field or sentence tells it."""

import re

import pytest

from pdd_server.services.campaigns.donor_texts.texts import LANGUAGES
from pdd_server.services.campaigns.drafts.consent_checks import consent_problems
from pdd_server.services.campaigns.ethics.checklist import ITEMS, check
from pdd_server.services.campaigns.ethics.documents import sentence
from pdd_server.services.campaigns.ethics.facts import consent_of, fields_of
from pdd_server.services.campaigns.ethics.kit import files_of
from tests.server.services.campaigns.ethics.studies import bare, cohort, plain
from tests.server.web.portal.draft_forms import typed
from tests.support.consent_texts import CONSENT

BY_TEXT = [item.name for item in ITEMS if not item.field]
FIELDS = [item.field for item in ITEMS if item.field]
FILLED = dict.fromkeys(FIELDS, "x")


def untold(fields: dict[str, str], consent: dict[str, str]) -> set[str]:
    """Return the names of the items that are not told."""
    return {one.item.name for one in check(fields, consent) if not one.is_told}


def whole(language: str, without: str = "") -> str:
    """Return a consent text of the kit's own sentences, without those of one item."""
    return "\n\n".join(sentence(language, name) for name in BY_TEXT if name != without)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_kits_own_text_tells_everything(language: str) -> None:
    """The kit's consent text in each language lacks nothing, and its sentence about funding is recognised, too."""
    assert untold(FILLED, {language: whole(language)}) == set()
    document = files_of(bare(cohort()))[f"{language}/consent.md"]
    assert untold({**FILLED, "funding": ""}, {language: document}) == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BY_TEXT)
def test_a_removed_sentence_is_missed(language: str, name: str) -> None:
    """A consent text without the sentence of one item lacks exactly this item, and the check gives the sentence."""
    found = {one.item.name: one for one in check(FILLED, {language: whole(language, without=name)})}
    assert {one for one, checked in found.items() if not checked.is_told} == {name}
    assert dict(found[name].missing) == {language: sentence(language, name)}


@pytest.mark.parametrize("field", ["contact", "purpose", "vocabulary", "funding"])
def test_an_emptied_field_of_a_draft_is_missed(field: str) -> None:
    """A draft whose field is emptied lacks what this field tells, and nothing else."""
    full = typed(consent=[{"language": "en", "text": whole("en")}])
    assert untold(dict(fields_of(full)), dict(consent_of(full))) == set()
    cut = full.model_copy(update={field: " "})
    expected = {item.name for item in ITEMS if item.field == field}
    assert untold(dict(fields_of(cut)), dict(consent_of(cut))) == expected
    assert all(one.field_is_empty for one in check(fields_of(cut), consent_of(cut)) if not one.is_told)


def test_each_language_is_checked_for_itself() -> None:
    """A sentence in one language does not make up for another; a language that the check can't read is named."""
    found = check(FILLED, {"en": whole("en"), "de-AT": whole("de", without="age"), "it": "Testo"})
    age = next(one for one in found if one.item.name == "age")
    assert (list(age.missing), age.unknown) == (["de-AT"], ("it",))
    assert [one.item.name for one in found if not one.is_told] == ["age"]


def test_a_draft_without_texts_lacks_all() -> None:
    """With no consent text, or an empty one, every item that a text tells is missing in English."""
    for consent in ({}, {"en": ""}):
        assert untold(FILLED, consent) == set(BY_TEXT)


def test_a_short_text_lacks_most() -> None:
    """The shortest text that a launch takes says how to stop, and lacks seven other things."""
    assert untold(FILLED, {"en": CONSENT}) == set(BY_TEXT) - {"stop"}


OTHER_WORDS = {
    "voluntary": ("You don't have to take part.", "Du musst nicht mitmachen.", "Vous n’êtes pas obligé de participer."),
    "stop": ("You may withdraw at any time.", "Du kannst jederzeit aussteigen.", "Puedes retirarte cuando quieras."),
    "undo": ("What was added cannot be removed.", "Das kann man nicht mehr rückgängig machen.", "No se puede borrar."),
    "complaints": ("Complaints go to the board.", "Beschwerden an die Kommission.", "Puede presentar una queja."),
    "age": ("Only adults can join.", "Du bist volljährig.", "Soy mayor de edad."),
    "shared": (
        "On a shared computer, others count, too.",
        "Gemeinsam genutzte Computer zählen alle.",
        "Un ordinateur partagé compte tout.",
    ),
    "public": (
        "Totals are published and can't be taken back.",
        "Veröffentlicht wird dauerhaft.",
        "Les totaux publiés le restent pour toujours.",
    ),
}


@pytest.mark.parametrize(("name", "texts"), OTHER_WORDS.items())
def test_other_words_are_recognised(name: str, texts: tuple[str, ...]) -> None:
    """What researchers write in words of their own is found in each language."""
    for text in texts:
        language = "de" if re.search(r"\b(du|man|an die|alle|wird)\b", text, re.IGNORECASE) else "en"
        language = "fr" if re.search(r"\b(Vous|Un ordinateur|Les)\b", text) else language
        language = "es" if re.search(r"\b(Puede|Puedes|No se|Soy)\b", text) else language
        assert name not in untold(FILLED, {language: text}), text


def test_the_check_is_in_the_kit() -> None:
    """`checklist.md` names what the campaign's own text lacks, with the sentences that would tell it."""
    text = files_of(plain(consent={"en": CONSENT}))["checklist.md"]
    assert text.count("**missing** in en") == len(BY_TEXT) - 1
    assert f"- en: {sentence('en', 'undo')}" in text
    told = files_of(plain(consent={"en": whole("en")}))["checklist.md"]
    assert "**missing**" not in told
    assert "Nothing is missing from the consent texts." in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unanswered_question_is_refused(language: str) -> None:
    """A consent text in which a question of the kit is left is an error, so that no donor reads it."""
    text = f"{whole(language)} a@b.example"
    ((found, reason),) = consent_problems({language: text}, "Dr A, a@b.example")
    assert (found, "question that only you can answer" in reason) == (language, True)
    answered = re.sub(r"\[[^\]]*\]", "18", text)
    assert list(consent_problems({language: answered}, "Dr A, a@b.example")) == []
