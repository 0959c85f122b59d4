"""The texts of the page to join by: complete in each language, and true to the campaign's terms."""

import re
import tomllib
from pathlib import Path

import pytest
from werkzeug.datastructures import LanguageAccept

import pdd_server.services.campaigns.donor_texts as shared
import pdd_server.web.public.join as package
from pdd_server.services.campaigns.donor_texts.texts import LANGUAGES
from pdd_server.web.public.join.texts import texts_in
from pdd_server.web.public.join.visitor import visitor_of
from pdd_shared.protocol.informing_lines import LINES

_FOLDER, _SHARED = Path(package.__file__).parent, Path(shared.__file__).parent
FILES = {
    tag: tomllib.loads((_SHARED / f"{tag}.toml").read_text("utf-8"))
    | tomllib.loads((_FOLDER / "texts" / f"{tag}.toml").read_text("utf-8"))
    for tag in LANGUAGES
}


def parts(text: object) -> set[str]:
    return set(re.findall(r"{(\w+)}", str(text)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_every_text_with_the_same_parts(language: str) -> None:
    """No text is in one language only, and each has the same parts to fill in."""
    english, other = FILES["en"], FILES[language]
    assert {name: parts(text) for name, text in other.items()} == {name: parts(text) for name, text in english.items()}
    assert other["systems"].keys() == english["systems"].keys()
    assert len(other["months"]) == 12


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_short(language: str) -> None:
    """No text has more than 200 characters, and none is longer than 1.7 times the English one."""
    for name, text in FILES[language].items():
        if isinstance(text, str):
            assert len(text) <= 200, name
            assert len(text) <= max(1.7 * len(FILES["en"][name]), 40), name


def test_each_text_is_used() -> None:
    """A template or module names each text, so that none is translated in vain."""
    used = "".join(file.read_text("utf-8") for folder in (_FOLDER.parent, _SHARED) for file in folder.rglob("*.py"))
    pages = (_FOLDER.parents[1] / part for part in ("public/templates/public", "portal/templates/portal/recruiting"))
    used += "".join(file.read_text("utf-8") for folder in pages for file in folder.glob("*.html"))
    used += (_FOLDER.parents[1] / "portal/campaigns/recruiting.py").read_text("utf-8")
    states = {f"{state}_{kind}" for state in ("ended", "full", "unknown") for kind in ("title", "text")}
    made = states | {"counted_day", "counted_week", "months", "systems", *LINES}
    assert set(FILES["en"]) - set(re.findall(r"""["'](\w+)["']""", used)) <= made


def test_numbers_and_dates_are_written_as_the_language_does() -> None:
    """Thousands and decimals have the language's own signs."""
    assert [texts_in(tag).number(12_345) for tag in LANGUAGES] == ["12,345", "12.345", "12.345", "12\u202f345"]
    assert [texts_in(tag).megabytes(4_250_000) for tag in LANGUAGES] == ["4.2", "4,2", "4,2", "4,2"]


@pytest.mark.parametrize(
    ("agent", "device", "browser"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "linux", "firefox"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36",
            "windows",
            "chromium",
        ),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18.0 Safari/605", "macos", "other"),
        ("Mozilla/5.0 (X11; CrOS x86_64 14541) AppleWebKit/537 Chrome/140.0 Safari/537", "other", "chromium"),
        ("Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537 Chrome/140.0 Mobile Safari/537", "phone", "other"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Mobile/15E148", "phone", "other"),
        ("", "other", "other"),
    ],
)
def test_the_device_is_read_from_the_user_agent(agent: str, device: str, browser: str) -> None:
    """Device and browser follow from the usual User-Agents; a phone is never offered the extension."""
    found = visitor_of(agent, LanguageAccept(), None)
    assert (found.device, found.browser) == (device, browser)


def test_a_chosen_language_wins() -> None:
    """The language is the chosen one, else the best of the header's, else English."""
    header = LanguageAccept([("it", 1), ("de-AT", 0.8)])
    assert visitor_of("", header, None).language == "de"
    assert visitor_of("", header, "fr").language == "fr"
    assert visitor_of("", header, "xx").language == "de"
    assert visitor_of("", LanguageAccept([("it", 1)]), None).language == "en"
