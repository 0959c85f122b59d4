"""The check of browsers' search templates, on a made-up program of Chromium and archive of Firefox."""

import json
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from scripts.search_templates import Template, filled, kind_of, main

GOOD = "https://www.google.com/search?q={searchTerms}"
NEW = "https://www.seekly.example/find?text={searchTerms}"


def program(folder: Path, *templates: str) -> Path:
    file = folder / "chromium"
    file.write_bytes(b"\x7fELF \x00" + b"\x00\xff".join(text.encode() for text in templates) + b"\x00\x01")
    return file


def engine(identifier: str, base: str, **fields: Any) -> dict[str, Any]:
    return {"identifier": identifier, "base": {"urls": {"search": {"base": base, **fields}}}}


def archive(folder: Path, *records: dict[str, Any]) -> Path:
    file = folder / "omni.ja"
    with ZipFile(file, "w") as files:
        files.writestr("defaults/settings/main/search-config-v2.json", json.dumps({"data": [*records]}))
        files.writestr("defaults/settings/main/search-config-icons.json", json.dumps({"data": [{"identifier": "x"}]}))
    return file


def status(monkeypatch: pytest.MonkeyPatch, chromium: Path, firefox: Path) -> object:
    monkeypatch.setattr(sys, "argv", ["search_templates", "--chromium", str(chromium), "--firefox", str(firefox)])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code


def test_browsers_whose_engines_are_all_known_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Searches pass without a line of their own; templates of other kinds are printed with the reason."""
    chromium = program(tmp_path, GOOD, "{searchTerms}", "chrome://history/?q={searchTerms}")
    firefox = archive(
        tmp_path,
        engine("ddg", "https://duckduckgo.com/", searchTermParamName="q", params=[{"name": "t", "value": "x"}]),
        engine("wikipedia-de", "https://de.wikipedia.org/wiki/Spezial:Suche", searchTermParamName="search"),
        engine("posting", "https://www.seekly.example/find", searchTermParamName="q", method="POST"),
        {"recordType": "defaultEngines", "globalDefault": "ddg"},
    )
    assert status(monkeypatch, chromium, firefox) == 0
    assert capsys.readouterr().out.splitlines() == [
        "chromium: no page of the web: chrome://history/?q={searchTerms}",
        "Chromium: 1 no page of the web, 1 search",
        "firefox wikipedia-de: one site's own content: "
        "https://de.wikipedia.org/wiki/Spezial:Suche?search={searchTerms}",
        "firefox posting: by POST, in no history: https://www.seekly.example/find",
        "Firefox: 1 search, 1 one site's own content, 1 by POST, in no history",
    ]


def test_a_new_engine_of_chromium_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The script fails and names a template that no rule reads."""
    firefox = archive(tmp_path, engine("google", "https://www.google.com/search", searchTermParamName="q"))
    assert status(monkeypatch, program(tmp_path, GOOD, NEW), firefox) == 1
    assert f"chromium: NOT RECOGNISED: {NEW}\nChromium: 1 search, 1 NOT RECOGNISED\n" in capsys.readouterr().out


def test_a_new_address_of_a_variant_of_firefox_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An engine's variants and their variants are read too; what they leave out is the engine's."""
    google = engine("google", "https://www.google.com/search", searchTermParamName="q")
    variant = {"urls": {"search": {"params": [{"name": "client", "value": "x"}, {"name": "channel"}]}}}
    variant["subVariants"] = [{"urls": {"search": {"base": "https://www.google.com/new"}}}]  # type: ignore[assignment]
    firefox = archive(tmp_path, google | {"variants": [variant]})
    assert status(monkeypatch, program(tmp_path, GOOD), firefox) == 1
    assert capsys.readouterr().out.splitlines()[1:] == [
        "firefox google: NOT RECOGNISED: https://www.google.com/new?client=x&q={searchTerms}",
        "Firefox: 2 search, 1 NOT RECOGNISED",
    ]


def test_a_browser_without_templates_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser that keeps its list elsewhere fails: the check must not pass because it checked nothing."""
    assert "has no search templates" in str(status(monkeypatch, program(tmp_path, "x"), archive(tmp_path)))
    assert "has no search templates" in str(status(monkeypatch, program(tmp_path, GOOD), archive(tmp_path)))


@pytest.mark.parametrize(
    ("template", "address"),
    [
        ("{google:baseURL}search?q={searchTerms}&{google:RLZ}ie={inputEncoding}", "search?q=cats&ie=UTF-8"),
        ("{google:baseURL}s{google:pathWildcard}?q={searchTerms}", "s?q=cats"),
        ("{google:baseURL}x/{google:pathWildcard}/s?q={searchTerms}", "x/from=844b/ssid=0/s?q=cats"),
    ],
)
def test_placeholders_are_filled_in(template: str, address: str) -> None:
    """Known placeholders get the browser's value, others nothing, and a folder's wildcard two folders."""
    assert filled(template) == f"https://www.google.com/{address}"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("https://www.baidu.com/{google:pathWildcard}/s?word={searchTerms}", "search"),
        ("https://api.seekly.example/complete?q={searchTerms}", "suggestions"),
        ("https://www.seekly.example/complete?q={searchTerms}&from=suggest", "NOT RECOGNISED"),
        ("https://www.befr.ebay.be/sch/?kw={searchTerms}", "shop or prices"),
        ("https://notebay.example/sch/?kw={searchTerms}", "NOT RECOGNISED"),
        ("https://www.google.com/search?q=x&oq={searchTerms}", "NOT RECOGNISED"),
    ],
)
def test_kinds(text: str, kind: str) -> None:
    """A template is what its whole host and its address say; a search of something else is not recognised."""
    assert kind_of(Template("chromium", text)) == kind
