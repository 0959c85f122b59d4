"""The poster and the square picture in the study's languages, and the poster on paper."""

import re
from base64 import b64decode
from collections.abc import Iterator
from datetime import date
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from pdd_server.services.accounts.model import Role
from pdd_server.services.campaigns.donor_texts.texts import LANGUAGES
from pdd_server.services.operations.data_folder import Deployment
from tests.server.simulated_server import HandClock, campaign, new_server
from tests.server.web.browsing import Pages, fill
from tests.server.web.people import Person, Portal, send
from tests.support.terms import cohort_terms

CODE = "K7QM-4TXA-9WDE"
LONG_CODE = "K7QM-4TXA-9WDE-K7QM-4TXA-9WDE-K7QM-4TXA"
WITHIN_MARGINS: ViewportSize = {"width": 680, "height": 1009}
"""A4 without its margins of 15 mm, in CSS pixels."""
STUDY: dict[str, Any] = {
    **{"title": "Grippe", "purpose": "Wie breitet sie sich aus?", "contact": "grippe@example.org", "ethics": "12/26"},
    "terms": cohort_terms(),
}
LONGEST: dict[str, Any] = {
    **{"title": ("Grippewelle " * 42)[:499], "purpose": "Wie?\n" * 4_000, "contact": ("Erika " * 84)[:499]},
    **{"ethics": ("Votum " * 84)[:499], "vocabulary": tuple(f"grippe{number}" for number in range(1_234))},
    **{"start": date(2026, 11, 2), "end": date(2026, 12, 27)},
    "terms": cohort_terms(period="week", max_matches=None, max_hits_per_keyword=5, max_campaign_hits=6),
}


@pytest.fixture
def server(tmp_path: Path, clock: HandClock) -> Iterator[Deployment]:
    """Return a server with campaigns in one language, in all of ours, and in none; one has the longest texts."""
    of_all = dict.fromkeys(("fr", "it", "de-AT", "de-CH", "en", "es"), "Du gibst Zahlen.")
    made = new_server(
        tmp_path,
        clock,
        campaign(id="one", consent={"de": "Du gibst Zahlen."}, **STUDY),
        campaign(id="all", consent=of_all, **STUDY),
        campaign(id="none", consent={"it": "Dai numeri."}, **STUDY),
        campaign(id="longest", consent=of_all, **LONGEST),
        protocol="cohort",
    )
    yield made
    made.store.dispose()


def poster_of(portal: Portal, boss: Person, path: str) -> tuple[str, set[str]]:
    """Return the language of a poster, and its pieces of text."""
    page = portal.client(boss).get(f"/portal/campaigns/{path}")
    found = re.search(r'<article class="poster" lang="(\w+)">(.*)</article>', page.text, re.DOTALL)
    assert found
    return found[1], {unescape(piece).strip() for piece in re.split(r"<[^>]+>", found[2])}


def test_a_poster_is_in_a_language_of_the_study(portal: Portal, people: dict[Role, Person]) -> None:
    """It is in the chosen language if the study has it, else in the study's first of ours, else in English."""
    boss = people[Role.ADMINISTRATOR]
    tags = {"one": "de", "one?lang=fr": "de", "all": "fr", "all?lang=xx": "fr", "all?lang=es": "es"}
    for path, tag in {**tags, "none": "en", "none?lang=it": "en"}.items():
        study, _, query = path.partition("?")
        assert poster_of(portal, boss, f"{study}/recruiting/poster?{query}")[0] == tag, path


def test_no_sentence_of_another_language_is_left(portal: Portal, people: dict[Role, Person]) -> None:
    """Posters of two languages share the study's own texts alone, and write dates and numbers in their own way."""
    boss = people[Role.ADMINISTRATOR]
    own = {"", STUDY["title"], STUDY["purpose"], STUDY["contact"], "Responsable"}  # French and Spanish write it alike
    said = {tag: poster_of(portal, boss, f"all/recruiting/poster?lang={tag}")[1] for tag in LANGUAGES}
    for tag in LANGUAGES:
        for other in set(LANGUAGES) - {tag}:
            assert {piece for piece in said[tag] & said[other] if "/join/" not in piece} <= own, (tag, other)
    assert "31. Dezember 2026. Du kannst jeden Tag aufhören. Beginn: 1. November 2026." in said["de"]
    assert "1\u202f234" in " ".join(poster_of(portal, boss, "longest/recruiting/poster?lang=fr")[1])


def test_pictures_are_offered_in_each_language(portal: Portal, people: dict[Role, Person]) -> None:
    """One language is not named; of several each has a poster and a square picture in its own words."""
    client = portal.client(people[Role.ADMINISTRATOR])
    page = client.get("/portal/campaigns/one/recruiting").text
    assert 'download="one-square.svg"' in page
    assert "Deutsch" not in page
    page = client.get("/portal/campaigns/all/recruiting").text
    squares = re.findall(r'base64,([^"]+)" download="all-square-(\w+).svg"', page)
    starts = {"fr": "Scannez", "de": "Scanne,", "en": "Scan to", "es": "Escanea"}
    assert [tag for _, tag in squares] == [*starts]
    for data, tag in squares:
        drawn = b64decode(data).decode()
        assert starts[tag] in drawn
        assert "…" not in drawn
        assert f'href="/portal/campaigns/all/recruiting/poster?lang={tag}"' in page


def test_a_code_stays_out_of_addresses(portal: Portal, people: dict[Role, Person]) -> None:
    """The page of a code sends it by POST to the poster of each language; no address of the page has it."""
    client, address = portal.client(people[Role.ADMINISTRATOR]), "/portal/campaigns/all/recruiting"
    page = send(client, address, {"code": CODE, "label": "Aushang", "last_day": "2026-12-01"}).text
    posters = [f"{address}/poster?lang={tag}" for tag in ("fr", "de", "en", "es")]
    assert re.findall(r'formaction="([^"]+)"', page) == posters
    assert not [one for one in re.findall(r'(?:href|action)="([^"]+)"', page) if "K7QM" in one]
    sent = send(client, f"{address}/poster?lang=de", {"code": CODE}).text
    assert f"Ohne Scannen wirst du nach diesem Code gefragt: <strong>{CODE}</strong>" in sent


@pytest.mark.parametrize(("study", "tag"), [("one", "de"), *(("longest", tag) for tag in LANGUAGES)])
def test_a_poster_is_one_sheet(pages: Pages, people: dict[Role, Person], study: str, tag: str) -> None:
    """Printed from a dark screen, a poster is one page of A4 with all there is to act on, however long the texts."""
    tab = pages.open(f"/portal/campaigns/{study}/recruiting", people[Role.ADMINISTRATOR], theme="dark")
    fill(tab, code=LONG_CODE, label="Aushang")
    tab.get_by_role("button", name="Make the code").click()
    tab.locator(f"[formaction$='lang={tag}']").click()
    last = tab.locator(".poster strong")
    expect(last).to_have_text(LONG_CODE)
    assert "K7QM" not in tab.url
    tab.wait_for_load_state()  # before it, styles may be missing, and paper would not be A4
    printed = tab.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
    (box,) = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", printed)
    assert [round(float(side) / 72 * 25.4) for side in box] == [210, 297]
    tab.emulate_media(media="print")
    tab.set_viewport_size(WITHIN_MARGINS)
    seen = last.bounding_box()
    assert seen
    assert seen["y"] + seen["height"] <= WITHIN_MARGINS["height"]
    cut = "[...document.querySelectorAll('.poster :is(h1, .question)')].map(one => one.scrollHeight > one.clientHeight)"
    assert tab.evaluate(cut) == [study == "longest"] * 2
