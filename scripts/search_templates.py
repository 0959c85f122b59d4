"""`python -m scripts.search_templates`: read the addresses of installed browsers' search engines by our rules.

Chromium has these templates as texts in its program, Firefox in a file of its archive `omni.ja`. Both change from
version to version. The script prints each template that is no search, and exits with 1 if one of them should be one.
"""

import argparse
import json
import mmap
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from zipfile import ZipFile

from pdd_shared.counting.search_urls import parse_search_url

CHROMIUM = Path("/usr/lib/chromium/chromium")
FIREFOX = Path("/usr/lib/firefox-esr/browser/omni.ja")
TYPED = "cats"
NOT_RECOGNISED = "NOT RECOGNISED"

NO_ENGINES = {
    "assistant of no engine": "gemini.google.com",
    "dictionary": (
        "dict.leo.org dict.longdo.com eudict.com faclair.com ordbok.uib.no priberam.pt tyda.se wiktionary.org"
    ),
    "search by image": "lens.google.com",
    "map or directory": "gulesider.no mapy.cz odpiralnicasi.com",
    "one site's own content": "developer.mozilla.org reddit.com wikipedia.org wolnelektury.pl youtube.com",
    "shop or prices": (
        "allegro.pl auctions.yahoo.co.jp ceneje.si ebay mercadolibre mercadolivre pazaruvaj.com prisjakt.nu readmoo.com"
        " salidzini.lv search.rakuten.co.jp shopping.gmx.net vatera.hu"
    ),
}
"""Why templates are no searches of the web: kinds of sites, and their hosts. `ebay` stands for every country's host."""

# Chromium's texts don't say which of them ask for suggestions. No result page may look like one of these.
_SUGGESTIONS = re.compile(r"sugg|sug\.so\.|//ac\.|/ac/|//api|/api/|osjson|autocomplete|AssistSearch", re.IGNORECASE)
_LONGEST = 2000
_PLACEHOLDER = re.compile(r"\{([\w:]+)\}")
# What Chromium and Firefox put in place of placeholders on a computer; nothing for any other.
_VALUES = {
    "searchTerms": TYPED,
    "google:baseURL": "https://www.google.com/",
    "yandex:searchPath": "search/",
    "inputEncoding": "UTF-8",
    "language": "en",
}


class Template(NamedTuple):
    """A template of a browser.

    Attributes:
        source: The browser, and its name for the engine if it has one.
        text: The address with placeholders; of a search by POST the address without the query.
        post: Whether the browser sends the query by POST, so that it is in no address and no history.
    """

    source: str
    text: str
    post: bool = False


def main() -> None:
    """Print the templates that are no searches; exit with 1 if one should be."""
    parser = argparse.ArgumentParser(prog="python -m scripts.search_templates", description=__doc__)
    parser.add_argument("--chromium", type=Path, default=CHROMIUM, help=f"the program: {CHROMIUM}")
    parser.add_argument("--firefox", type=Path, default=FIREFOX, help=f"the archive: {FIREFOX}")
    options = parser.parse_args()
    templates = {"Chromium": in_chromium(options.chromium), "Firefox": in_firefox(options.firefox)}
    sys.exit(1 if sum(report(browser, found) for browser, found in templates.items()) else 0)


def in_chromium(program: Path) -> list[Template]:
    """Return the templates in Chromium's program."""
    with program.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        found = {_text_around(data, match.start()) for match in re.finditer(rb"\{searchTerms\}", data)}
    return _any([Template("chromium", text) for text in sorted(found - {"{searchTerms}"})], program)


def _text_around(data: mmap.mmap, at: int) -> str:
    """Return the run of printable ASCII at a place of a program; other bytes are around each text of it."""
    before, after = data[max(0, at - _LONGEST) : at].decode("latin-1"), data[at : at + _LONGEST].decode("latin-1")
    return re.split("[^!-~]", before)[-1] + re.split("[^!-~]", after)[0]


def in_firefox(archive: Path) -> list[Template]:
    """Return the templates in Firefox's archive."""
    with ZipFile(archive) as files:
        names = [name for name in files.namelist() if re.search(r"/search-config(-v\d+)?\.json$", name)]
        records = [record for name in names for record in json.loads(files.read(name))["data"]]
    return _any([*dict.fromkeys(each for record in records for each in _of_record(record))], archive)


def _any(templates: list[Template], file: Path) -> list[Template]:
    """Return the templates; without any the browser has changed where it keeps them, and nothing would be checked."""
    if not templates:
        raise SystemExit(f"{file} has no search templates: look where this version of the browser has them")
    return templates


def _of_record(record: dict[str, Any]) -> Iterator[Template]:
    base = record.get("base", {})
    for variant in ({}, *record.get("variants", [])):
        for part in ({}, *variant.get("subVariants", [])):
            for kind in {**base.get("urls", {}), **variant.get("urls", {}), **part.get("urls", {})}:
                if kind not in ("suggestions", "trending"):
                    urls = [each.get("urls", {}).get(kind, {}) for each in (base, variant, part)]
                    yield _of_firefox(record["identifier"], urls[0] | urls[1] | urls[2])


def _of_firefox(identifier: str, url: dict[str, Any]) -> Template:
    pairs = [f"{param['name']}={param['value']}" for param in url.get("params", []) if "value" in param]
    if name := url.get("searchTermParamName"):
        pairs.append(f"{name}={{searchTerms}}")
    post = url.get("method", "GET") != "GET"
    query = "" if post or not pairs else ("&" if "?" in url["base"] else "?") + "&".join(pairs)
    return Template(f"firefox {identifier}", url["base"] + query, post)


def report(browser: str, templates: Iterable[Template]) -> int:
    """Print the templates that are no searches, and how many there are of each kind; return how many should be."""
    kinds = [(kind_of(template), template) for template in templates]
    for kind, template in kinds:
        if kind != "search":
            print(f"{template.source}: {kind}: {template.text}")
    counts = Counter(kind for kind, _ in kinds)
    print(f"{browser}: {', '.join(f'{number} {kind}' for kind, number in counts.most_common())}")
    return counts[NOT_RECOGNISED]


def kind_of(template: Template) -> str:
    """Return what a template is: "search" if our rules read it, else why it is none."""
    if template.post:
        return "by POST, in no history"
    url = filled(template.text)
    search = parse_search_url(url)
    if search and search.query == TYPED:
        return "search"
    if not url.startswith(("https://", "http://")):
        return "no page of the web"
    host = f".{urlsplit(url).hostname}."
    for kind, hosts in NO_ENGINES.items():
        if any(f".{name}." in host for name in hosts.split()):
            return kind
    asks = template.source == "chromium" and _SUGGESTIONS.search(url.partition("?")[0])
    return "suggestions" if asks else NOT_RECOGNISED


def filled(template: str) -> str:
    """Return the address that a browser makes of a template when somebody types `TYPED`."""
    # Chromium's wildcard stands for any text in addresses that Chromium reads, and for none in those that it writes.
    # If it is all between two slashes, it stands for folders: Baidu's phone pages have several.
    whole = template.replace("/{google:pathWildcard}/", "/from=844b/ssid=0/")
    return _PLACEHOLDER.sub(lambda match: _VALUES.get(match[1], ""), whole)


if __name__ == "__main__":
    main()
