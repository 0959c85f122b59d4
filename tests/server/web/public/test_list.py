"""The list of a server's campaigns: its order, its languages, and its links."""

import re
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest

from pdd_server.services.campaigns import campaigns
from pdd_server.services.campaigns.donor_texts.texts import LANGUAGES
from pdd_server.services.operations.data_folder import Deployment
from tests.server.simulated_server import DAY, HandClock, campaign, client_of, new_server

DAYS = {"a-over": (-30, -2), "b-closed": (-30, 90), "c-newer": (-30, -1), "d-begins": (5, 99), "e-runs": (-30, 30)}
"""Days after today on which campaigns begin and end."""
AS_LISTED = ["f-runs", "e-runs", "d-begins", "b-closed", "c-newer", "a-over"]


@pytest.fixture
def server(tmp_path: Path, clock: HandClock) -> Iterator[Deployment]:
    """Return a server with campaigns in each state, whose ids are in another order than the list."""
    spans = {**DAYS, "f-runs": (-30, 40)}
    many = (
        campaign(id=name, title="...", purpose="?", start=DAY + timedelta(first), end=DAY + timedelta(last))
        for name, (first, last) in spans.items()
    )
    clock.next_day(-40)
    made = new_server(tmp_path, clock, *many)
    clock.next_day(40)
    with made.store.write() as connection:
        campaigns.close(connection, "b-closed", DAY)
    yield made
    made.store.dispose()


def words_of(page: str) -> list[str]:
    """Return the pieces of text of a page's main part."""
    (main,) = re.findall(r"<main>(.*)</main>", page, re.DOTALL)
    return [piece for one in re.split(r"<[^>]+>", main) if (piece := unescape(one).strip())]


def test_open_campaigns_come_first(server: Deployment) -> None:
    """Open ones come first, then those to begin, then those that are over: the newest end first. Only those that can be
    joined are offered.
    """
    page = client_of(server).get("/").text
    assert re.findall(r'href="/campaigns/([\w-]+)"', page) == AS_LISTED
    assert re.findall(r'href="/join/([\w-]+)"', page) == AS_LISTED[:3]
    said = [piece for piece in words_of(page) if "2026" in piece or "2027" in piece]
    assert said == [
        *("Until 30 December 2026.", "Until 20 December 2026.", "It starts on 25 November 2026."),
        *("It ended on 20 November 2026.", "It ended on 19 November 2026.", "It ended on 18 November 2026."),
    ]


def test_the_list_is_in_the_readers_language(server: Deployment) -> None:
    """It is in the chosen language, else the browser's, else English; no sentence of another language is left."""
    client = client_of(server)
    said = {tag: client.get("/", headers={"Accept-Language": tag}).text for tag in LANGUAGES}
    for tag, page in said.items():
        assert f'<html lang="{tag}">' in page
        for other in set(LANGUAGES) - {tag}:
            shared = {*words_of(page)} & {*words_of(said[other])}
            assert {piece for piece in shared if re.search(r"\w", piece)} == set(), (tag, other)
        assert words_of(client.get(f"/?lang={tag}", headers={"Accept-Language": "it"}).text) == words_of(page)
    assert "Bis 30. Dezember 2026." in words_of(said["de"])
    for asked in ("/?lang=xx", "/?lang="):
        assert words_of(client.get(asked, headers={"Accept-Language": "fr"}).text) == words_of(said["fr"])


def test_a_chosen_language_goes_along(server: Deployment) -> None:
    """Links to the page to join by and back carry a language that was chosen, and no other."""
    client = client_of(server)
    assert 'href="/join/e-runs?lang=de"' in client.get("/?lang=de").text
    assert 'href="/?lang=de"' in client.get("/join/none?lang=de").text
    assert 'href="/join/e-runs"' in client.get("/?lang=xx", headers={"Accept-Language": "de"}).text


def test_the_list_keeps_nothing(server: Deployment) -> None:
    """It sets no cookie, has no script, and says that it depends on the reader's language."""
    answer = client_of(server).get("/")
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["Vary"] == "Accept-Language"
    assert "Cache-Control" not in answer.headers
    assert "<script" not in answer.text
