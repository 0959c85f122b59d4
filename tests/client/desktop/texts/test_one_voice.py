"""App and extension use the same words in one tone, and promise nothing false."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from pdd_client.desktop.texts.terms_texts import privacy_sentences
from tests.client.cohort_fakes import cohort_terms
from tests.client.desktop.translated import TRANSLATED, messages
from tests.support.terms import terms

ROOT = Path(__file__).parents[4]
LOCALES = ROOT / "extension/src/_locales"
TO_JOIN_BY = ROOT / "server/pdd_server/services/campaigns/donor_texts"
PROGRAM = {
    "en": ("extension", "app"),
    "de": ("Erweiterung", "App"),
    "fr": ("extension", "application"),
    "es": ("extensión", "aplicación"),
}
"""What each program calls itself."""
OTHER_TONE = {
    "de": r"\b(Sie|Ihnen|Ihre?[mnrs]?)\b",
    "fr": r"\b(tu|toi|te|ton|ta|tes)\b|\bt’",
    "es": r"\b(usted|ustedes|vosotros|vuestr[ao]s?)\b",
}
"""How a text would address a person otherwise. German begins no sentence with *Sie* or *Ihr*, also where it means a
campaign: the reader can't tell."""
BROKEN_PROMISES = (
    *("nothing of you.", "never contacted", "nothing else is taken", "nothing leaves", "nothing has left"),
    *("little randomness to", "little randomness added", "a little randomness", "before anyone can read"),
    *("nobody knew", "nobody can read yours", "only sums can be read", "over many people", "readable for you alone"),
    *("nobody else's counts are lost", "so nobody can tell", "nobody learns", "only this computer knows"),
    *("nobody can tell which", "many fake donors", "donors are fake"),
)
"""What was promised and does not hold: the server sees addresses, keeps keys and days, and where it adds the noise it
opens sums that may be over one person. A server that cheats needs no certain share of fake donors."""


def of_extension(tag: str) -> dict[str, str]:
    """Return the extension's texts by name, as the app would say them of itself."""
    texts = json.loads((LOCALES / tag / "messages.json").read_text(encoding="utf-8"))
    return {name: text["message"].replace(*PROGRAM[tag]) for name, text in texts.items()}


def of_app(tag: str) -> list[tuple[str, str]]:
    """Return the app's texts in English and this language, as the extension writes them."""
    plurals = {(one.context, one.source): one.forms for one in messages("en")}
    pairs = [
        pair
        for one in messages(tag)
        for pair in zip(plurals.get((one.context, one.source), (one.source,)), one.forms, strict=True)
    ]
    return [(plain(english), plain(text)) for english, text in pairs]


def plain(text: str) -> str:
    """Return the text without mnemonics, with its number as the extension writes it."""
    return text.replace("&", "").replace("%n", "{n}")


@pytest.mark.parametrize("tag", TRANSLATED)
def test_equal_english_texts_are_translated_alike(tag: str) -> None:
    """Texts that app and extension share in English are translated alike in each language, to the no-break space."""
    english, texts = of_extension("en"), of_extension(tag)
    known: dict[str, set[str]] = {}
    for name, text in english.items():
        known.setdefault(text, set()).add(texts[name])
    shared = [(source, text) for source, text in of_app(tag) if source in known]
    assert len(shared) > 350
    assert [(source, text) for source, text in shared if text not in known[source]] == []


@pytest.mark.parametrize(
    "names", ["account_", "limit_", "terms_", "seen_", "decision_", "how_", "sent_", "completion_"]
)
def test_what_matters_most_is_said_in_the_same_words(names: str) -> None:
    """The sentences on consent, cost, who has seen a day and what becomes of it are the same in app and extension."""
    app = {source for source, _ in of_app("de")}
    said = {name: text for name, text in of_extension("en").items() if name.startswith(names)}
    assert said
    assert {name: text for name, text in said.items() if text not in app} == {}


@pytest.mark.parametrize("tag", ["en", *TRANSLATED])
def test_the_limit_of_the_promise_is_said_before_joining_in_the_same_words(tag: str) -> None:
    """The page to join by says in the extension's words what a server that cheats could do."""
    page, extension = tomllib.loads((TO_JOIN_BY / f"{tag}.toml").read_text("utf-8")), of_extension(tag)
    for name in ("cohort_enough", "cohort_honest", "cohort_cheats"):
        assert page[name] == extension[f"terms_{name}"]


@pytest.mark.parametrize("tag", TRANSLATED)
def test_every_text_addresses_a_person_alike(tag: str) -> None:
    """Every sentence addresses the person alike: *du* in German, *vous* in French, *tú* in Spanish."""
    texts = [*of_extension(tag).values(), *(text for _, text in of_app(tag))]
    assert len(texts) > 800
    assert [text for text in texts if re.search(OTHER_TONE[tag], text)] == []


def test_nothing_is_promised_that_does_not_hold() -> None:
    """No text says that the server learns nothing, keeps nothing, or can never read one person's counts."""
    texts = {*of_extension("en").values(), *(source for source, _ in of_app("de"))}
    found = {text for text in texts for phrase in BROKEN_PROMISES if phrase in text.casefold()}
    assert found == set()


def test_who_adds_the_noise_is_said_with_what_it_means() -> None:
    """Where the server adds the noise, the person reads that it could read their counts, and what to do then."""
    server = " ".join(privacy_sentences(terms()))
    donors = " ".join(privacy_sentences(cohort_terms()))
    for said in ("that sum is your counts", "the server could read them", "do not join"):
        assert said in server
        assert said not in donors
    assert "nobody sees a sum without noise, not even the server" in donors
    assert "not even the server" not in server
