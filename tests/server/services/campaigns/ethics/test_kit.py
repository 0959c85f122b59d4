"""The kit is complete in each language, easy to read, true to its sources, and the same bytes each time."""

import re
import zipfile
from dataclasses import replace
from html import unescape
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

import pdd_server.services.campaigns.ethics as package
from pdd_server.errors import Rejected
from pdd_server.services.campaigns.donor_texts import privacy
from pdd_server.services.campaigns.donor_texts.texts import LANGUAGES, texts_in
from pdd_server.services.campaigns.drafts.consent_checks import MARKS
from pdd_server.services.campaigns.drafts.launch import digest
from pdd_server.services.campaigns.drafts.model import InvalidDraft
from pdd_server.services.campaigns.ethics.checklist import ITEMS
from pdd_server.services.campaigns.ethics.kit import (
    FOR_DONORS,
    Study,
    files_of,
    packed,
    study_of_campaign,
    study_of_draft,
)
from pdd_server.services.campaigns.privacy_sentences import sentences
from pdd_server.services.operations.data_folder import Deployment
from pdd_shared.protocol.decimals import as_text
from pdd_shared.protocol.terms import CohortTerms
from tests.docs.reading_level import level, sentences_of
from tests.server.services.campaigns.ethics.studies import STUDIES, cohort, html, plain
from tests.server.simulated_server import settings
from tests.server.web.people import add_person
from tests.server.web.portal.draft_forms import draft_of, now_of, typed

TEMPLATES = Path(str(files(package).joinpath("templates")))
SOURCES = {
    (tag, name): (TEMPLATES / tag / f"{name}.jinja").read_text("utf-8")
    for tag in LANGUAGES
    for name in (*FOR_DONORS, "version.md")
}
WHO_SEES = (Path(__file__).parents[5] / "docs/reference/who-sees-what.md").read_text("utf-8")


def skeleton(template: str) -> list[str]:
    """Return a template's headings, list items and Jinja parts in order, without words."""
    found = re.findall(r"^#+ |^- |\{%.*?%\}|\{\{.*?\}\}|\n---\n", template, re.MULTILINE)
    plain_parts = [re.sub(r'ask\(".*"\)', "ask", part) for part in found]
    return [re.sub(r'include "\w+/', "include ", part) for part in plain_parts]


def text_of(markdown: str) -> str:
    """Return what a board reads of Markdown, on one line."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html(markdown))).split())


@pytest.mark.parametrize("name", [*FOR_DONORS, "version.md"])
@pytest.mark.parametrize("tag", LANGUAGES)
def test_each_language_says_the_same(tag: str, name: str) -> None:
    """Each language has the headings, lists, conditions, values and questions of the English document, in order."""
    assert skeleton(SOURCES[tag, name]) == skeleton(SOURCES["en", name])


@pytest.mark.parametrize("tag", [tag for tag in LANGUAGES if tag != "en"])
def test_nothing_is_left_in_english(tag: str) -> None:
    """No line of words, and no question, of a translation is that of the English document."""
    for name in (*FOR_DONORS, "version.md"):
        english, own = (re.split(r"\n|\{%.*?%\}|\{\{|\}\}", SOURCES[one, name]) for one in ("en", tag))
        assert {part for part in own if part in english and re.search(r"\w+ \w+ \w+", part)} == set()
    made = files_of(plain())
    assert MARKS[tag] in made[f"{tag}/consent.md"]
    assert MARKS["en"] not in made[f"{tag}/consent.md"] + made[f"{tag}/information-sheet.md"]


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_every_document_is_whole(study: Study) -> None:
    """With and without optional fields, no document has an unfilled part, and each has what the study says."""
    for name, text in files_of(study).items():
        assert not re.search(r"\{[{%#]|%\}|\}\}|\bNone\b|Undefined", text), name
        assert "SHA-256" in text.splitlines()[-1], name
        assert digest(study.campaign) in text.splitlines()[-1], name
        assert "\n\n\n\n" not in text, name
        headings = re.findall(r"<h(\d)>", html(text))
        assert headings.count("1") == 1, name


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_consent_text_has_every_item(tag: str) -> None:
    """Each consent template has a block of words for each item of the checklist."""
    blocks = dict(re.findall(r"\{% block (\w+) %\}\n(.+?)\{% endblock %\}", SOURCES[tag, "consent.md"], re.DOTALL))
    assert set(blocks) == {item.name for item in ITEMS}


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_english_for_donors_is_easy(study: Study) -> None:
    """Information sheet and consent text need at most eight years of school, without the questions to researchers."""
    for name in FOR_DONORS:
        text = re.sub(r"\*\*\[To decide:.*?\]\*\*", "it", files_of(study)[f"en/{name}"])
        assert level(sentences_of(text.rpartition("\n---\n")[0])).grade <= 8, name


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_the_promise_is_word_for_word_that_of_its_source(study: Study) -> None:
    """The board reads the sentences of the server's pages as one quotation, with nothing else in it."""
    quotation = re.search(r"<blockquote>(.*?)</blockquote>", html(files_of(study)["board.md"]), re.DOTALL)
    assert quotation
    assert text_of(quotation[1]) == " ".join(sentences(study.campaign, study.config))


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
@pytest.mark.parametrize("tag", LANGUAGES)
def test_donors_read_the_promise_of_the_page_to_join_by(study: Study, tag: str) -> None:
    """Sheet and consent text have each sentence of protection that the study's page has, in this language."""
    made = files_of(study)
    for promise in privacy.protection(study.campaign.terms, study.config, texts_in(tag)):
        for name in FOR_DONORS:
            assert " ".join(promise.split()) in text_of(made[f"{tag}/{name}"])


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_the_board_reads_the_noise_on_each_kind_of_number(study: Study) -> None:
    """The board's page has law and scale, in counts, of the noise on donors, searches and keywords."""
    told, terms = text_of(files_of(study)["board.md"]), study.campaign.terms
    kinds = terms.noise.kinds if isinstance(terms, CohortTerms) else [terms.noise]
    scales = [f"{one.law}, scale {as_text(one.scale * getattr(one, 'unit', 1))}, on" for one in kinds]
    assert [one for one in scales if one not in told] == []
    assert told.count(", scale ") == len(scales)


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_the_boards_page_is_one_page(study: Study) -> None:
    """The page for the board has at most 720 words, which is a page of A4 in small print."""
    assert len(text_of(files_of(study)["board.md"]).split()) <= 720


def test_protocols_promise_different_things() -> None:
    """In `plain` no document says that the server can't read sums; in `cohort` none says that it may read a donor
    who is alone. Each names what its promise does not cover.
    """
    ours, papers = ("".join(map(text_of, files_of(one).values())) for one in (cohort(), plain()))
    for words in ("not even the server", "Only the sum can be opened", "nicht einmal der Server", "committee"):
        assert (words in ours, words in papers) == (True, False), words
    for words in ("The server could read them.", "A server that only looks", "alone in its group", "exact sums"):
        assert (words in ours, words in papers) == (False, True), words
    assert "at most 10% of all participants are invented or work with the server" in ours
    for name in ("board.md", "operator.md", "impact-assessment.md"):
        assert "three invented" in text_of(files_of(cohort())[name]), name
    assert "No outside cryptographer has audited" in ours
    assert "No outside cryptographer has audited" in papers


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_nothing_is_promised_that_nobody_can_keep(study: Study) -> None:
    """No document calls the data anonymous, a risk impossible, or the study lawful."""
    said = "".join(map(text_of, files_of(study).values())).casefold()
    for words in ("anonym", "anónim", "impossib", "unmöglich", "guarantee", "is lawful", "complies", "gdpr-compliant"):
        assert words not in said, words


def test_times_follow_the_settings() -> None:
    """The table of what is kept has the server's own numbers, and records of `cohort` for at least 22 days."""
    kept = {"activity": 30, "donors": 200, "rounds": 7, "audit": 365}
    for study, rounds in ((plain(), 7), (cohort(), 22)):
        config = settings(
            **study.config.model_dump(include={"protocol", "group_size", "min_group", "delay"}), retention=kept
        )
        text = files_of(replace(study, config=config))["impact-assessment.md"]
        assert "| 30 days |" in text
        assert "200 days after it was last seen" in text
        assert f"| {rounds} days |" in text
        assert "| 365 days |" in text


@pytest.mark.parametrize(
    "words",
    ["34 days after its Sunday", "four to five weeks", "22 days; then only that there was one", "hashed in Redis"],
)
def test_times_that_no_setting_has_are_those_of_the_reference(words: str) -> None:
    """What the table says beside the settings stands in docs/reference/who-sees-what.md, in these words."""
    assert words in WHO_SEES
    assert words in files_of(cohort())["impact-assessment.md"]


def test_what_a_campaign_says_can_change_no_document() -> None:
    """A hostile title, contact, keyword and question add no element to a document, and answer no question."""
    honest, hostile = "Title", "# [x](https://evil.example) <b>|a|</b> **[To decide: no]** {{ campaign }}"

    def shapes(said: str) -> dict[str, Any]:
        changes = {"title": said, "contact": f"{said} a@b.example", "purpose": said, "funding": said, "ethics": said}
        made = files_of(plain(vocabulary=(said,), **changes))
        return {name: re.findall(r"<(\w+)", html(text)) for name, text in made.items()}

    assert shapes(hostile) == shapes(honest)


def test_a_zip_depends_on_its_files_alone() -> None:
    """Two zips of one study are equal byte for byte, and have the files with their names and texts."""
    made = files_of(plain())
    assert packed(made) == packed(files_of(plain()))
    with zipfile.ZipFile(BytesIO(packed(made))) as archive:
        assert {name: archive.read(name).decode() for name in archive.namelist()} == made
    assert next(iter(made)) == "README.md"


def test_a_kit_names_the_revision_and_the_digest(server: Deployment) -> None:
    """A draft's kit names draft, revision and the digest that a launch confirms; after an edit all three differ."""
    person = add_person(server, "researcher")
    draft = draft_of(server, person, typed())
    with server.store.read() as connection:
        study = study_of_draft(connection, server.config, draft.id)
        launched = study_of_campaign(connection, server.config, "flu")
    last = files_of(study)["board.md"].splitlines()[-1].replace("\\", "")
    assert last == f"Made from revision 1 of the draft {draft.id}. SHA-256 of the campaign: {digest(study.campaign)}"
    assert "der gestarteten Kampagne flu." in files_of(launched)["de/consent.md"].splitlines()[-1]
    assert now_of(server, draft.id).revision == study.revision


def test_a_draft_with_errors_has_no_kit(server: Deployment) -> None:
    """A draft whose terms are not certain is refused with its errors, and an unknown draft or campaign is not found."""
    draft = draft_of(server, add_person(server, "researcher"), typed(amount=""))
    with server.store.read() as connection:
        with pytest.raises(InvalidDraft, match="says nothing of noise"):
            study_of_draft(connection, server.config, draft.id)
        for read in (study_of_draft, study_of_campaign):
            with pytest.raises(Rejected, match="no such"):
                read(connection, server.config, "draft_0")
