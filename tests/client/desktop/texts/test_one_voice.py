"""App and extension use the same words in one tone, and promise nothing false."""

import re
import tomllib
from pathlib import Path

import pytest

from pdd_client.desktop.texts.terms_texts import privacy_sentences
from tests.client.cohort_fakes import cohort_terms
from tests.support.catalogue import TRANSLATED, sections, texts_of
from tests.support.terms import terms

ROOT = Path(__file__).parents[4]
TO_JOIN_BY = ROOT / "server/pdd_server/services/campaigns/donor_texts"
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


def test_what_matters_most_is_said_in_the_same_words() -> None:
    """The sentences on consent, cost, who has seen a day and what becomes of it are the same in app and extension."""
    kinds = ("account_", "limit_", "terms_", "seen_", "decision_", "how_", "sent_", "completion_")
    assert len([key for key in sections("en")["both"] if key.startswith(kinds)]) > 75
    assert [key for key in sections("en")["extension"] if key.startswith(kinds)] == []


@pytest.mark.parametrize("tag", ["en", *TRANSLATED])
def test_the_limit_of_the_promise_is_said_before_joining_in_the_same_words(tag: str) -> None:
    """The page to join by says in the extension's words what a server that cheats could do."""
    page, extension = tomllib.loads((TO_JOIN_BY / f"{tag}.toml").read_text("utf-8")), texts_of("extension", tag)
    for name in ("cohort_enough", "cohort_honest", "cohort_cheats"):
        assert page[name] == extension[f"terms_{name}"]
    for name in ("vouched_by_none", "vouched_by_witnesses"):
        assert page[name] == extension[name]


@pytest.mark.parametrize("tag", TRANSLATED)
def test_every_text_addresses_a_person_alike(tag: str) -> None:
    """Every sentence addresses the person alike: *du* in German, *vous* in French, *tú* in Spanish."""
    texts = [*texts_of("extension", tag).values(), *texts_of("app", tag).values()]
    assert len(texts) > 800
    assert [text for text in texts if re.search(OTHER_TONE[tag], text)] == []


def test_nothing_is_promised_that_does_not_hold() -> None:
    """No text says that the server learns nothing, keeps nothing, or can never read one person's counts."""
    texts = {*texts_of("extension", "en").values(), *texts_of("app", "en").values()}
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
