"""The app's reader of a browser's file, and the extension's of its interface, find the same visits in real browsers."""

import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import parse_qsl, urlsplit
from zoneinfo import ZoneInfo

import pytest

from pdd_client.core.searches import find_searches, result_pages
from pdd_client.core.visits import Visit
from pdd_client.gateways.browser_history.read_visits import read_visits
from pdd_shared.counting.search_urls import host_hints
from tests.extension.browser.drivers import chromium
from tests.extension.browser.drivers.protocol import bundled
from tests.extension.browser.drivers.search_engines import ResultPage, serving
from tests.support.processes.chromium import PROGRAM
from tests.support.processes.timeouts import until

# The driver leaves a socket of its own to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
MILLISECOND = timedelta(milliseconds=1)
SEARCH = "https://www.google.com/search?q="
PAGES = {
    "refresh": '<meta http-equiv="refresh" content="0;url={to}">',
    "lead": "<script>location.replace('{to}')</script>",
    "offer": "<script>onload = () => setTimeout(() => location.replace('{to}&do=download'))</script>",
    "push": "<script>history.pushState(null, '', '{numbered}')</script>",
    "state": "<script>history.replaceState(null, '', '{numbered}')</script>",
    "frame": '<iframe name="inner" onload="if (frames[0].location.search) document.body.id = `loaded`"></iframe>'
    '<a target="inner" href="/search?q=framed">Open</a>',
}
"""What pages do: lead on by an element or a script, offer a file, change their address, open a link in a frame."""
ACTIONS = (
    ("typed", "typed"),
    ("hop&do=302", "hop&end"),
    ("refresh&do=refresh", "refresh&end"),
    ("lead&do=lead", "lead&end"),
    ("push&do=push", "push&do=push&n=1"),
    ("state&do=state", "state&do=state&n=1"),
    *((f"error&do={status}", f"error&do={status}") for status in (403, 429, 500)),
    ("missing&do=404", "missing&do=404"),
    # A page that first asks who is there, and is shown later: the browser knows two visits to it, and shows one.
    ("asks&do=once", "asks&end"),
    ("asks&do=once", "asks&do=once"),
    # A page that is opened in a frame as well.
    ("framed", "framed"),
    ("outer&do=frame", "outer&do=frame"),
)
"""Pages that are opened, and where each of them ends."""
FIRST_HOPS = ("hop&do=302", "refresh&do=refresh", "lead&do=lead", "asks&do=once", "missing&do=404")
"""What Chromium hides, and Firefox does not."""
SHOWN = [*(end for _, end in ACTIONS if end != "missing&do=404"), "push&do=push", "state&do=state"]
QUERIES = 10
"""What was searched for: `typed`, `hop`, `refresh`, `lead`, `push`, `state`, `error`, `asks`, `framed` and `outer`."""
_SHOW = """
const show = (found) => (document.querySelector("pre").textContent = JSON.stringify(found));
protocol.readVisits(chrome.history, Number(location.search.slice(1)), Date.now() + 1000)
  .then(show, (error) => show(String(error)));
"""
Seen = list[tuple[str, int, bool]]
"""Of each visit the address, the time in whole milliseconds since 1970, which is all that Firefox tells, and whether it
was a reload."""


class Wishes(ResultPage):
    """Answers as the address wishes: `do` is a status, or what the page does."""

    asked: ClassVar[Counter[str]] = Counter()

    def do_GET(self) -> None:  # noqa: N802 - the standard library's name
        wish = dict(parse_qsl(urlsplit(self.path).query))
        query, do = wish.get("q", ""), wish.get("do", "")
        self.asked[query] += 1
        count = self.asked[query]
        numbered = f"/search?q={query}&do={do}&n={count}"
        to = numbered if do == "again" else f"/search?q={query}&end"
        # Every other time, as the page to which it led is asked for in turn.
        do = {"again": "lead" if count % 2 else "", "once": "302" if count == 1 else ""}.get(do, do)
        page = f"<!doctype html><title>{query}</title>{PAGES.get(do, '').format(to=to, numbered=numbered)}".encode()
        self.send_response(int(do) if do.isdigit() else 200)
        if do == "302":
            self.send_header("Location", to)
        if do == "download":
            self.send_header("Content-Disposition", "attachment")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)


@pytest.fixture
def engines() -> Iterator[int]:
    """Return the port of the search engines."""
    Wishes.asked.clear()
    with serving(Wishes) as port:
        yield port


@pytest.fixture
def reader(extension: Path, tmp_path: Path) -> Path:
    """Return a copy of the extension with a page that shows what its reader finds."""
    folder = shutil.copytree(extension, tmp_path / "reader")
    read = bundled('export { readVisits } from "./src/gateways/browser/history.js";')
    (folder / "visits.js").write_text(read + _SHOW)
    (folder / "visits.html").write_text('<!doctype html><pre></pre><script src="visits.js" defer></script>')
    return folder


def told(text: str) -> Seen:
    """Return the visits that the extension's page shows."""
    return sorted((visit["url"], int(visit["time"]), visit["reload"]) for visit in json.loads(text))


def read(file: Path, since: float = 0) -> list[Visit]:
    """Return the visits in the file from a time on, in milliseconds since 1970."""
    return read_visits(file, since=datetime.fromtimestamp(since / 1000, UTC), until=None, hints=host_hints())


def seen(visits: list[Visit]) -> Seen:
    since_1970 = datetime.fromtimestamp(0, UTC)
    return sorted((visit.url, (visit.time - since_1970) // MILLISECOND, visit.reload) for visit in visits)


def searches(visits: list[Visit]) -> int:
    return len(find_searches(result_pages(visits), ZoneInfo("UTC"), b"secret"))


def shows(ask: Callable[[], Seen], *expected: str, reloads: tuple[str, ...] = ()) -> Seen:
    """Wait until the extension finds these visits, because browsers write them a moment later, and return them."""
    wanted = sorted([*((SEARCH + end, False) for end in expected), *((SEARCH + end, True) for end in reloads)])
    found: Seen = []

    def holds() -> bool:
        found[:] = ask()
        return sorted((url, reload) for url, _, reload in found) == wanted

    until(holds)
    return found


def test_chromium(reader: Path, engines: int, tmp_path: Path) -> None:
    """Of a page that leads on the end alone counts. Reloads, a start page and restored tabs begin no search."""
    if PROGRAM is None or chromium.CLOCK is None:
        pytest.skip("needs Chromium and libfaketime: scripts/test installs them")
    profile = tmp_path / "profile"
    with chromium.browsing(profile, reader, engines, datetime.now(UTC)) as browser:
        tab = browser.context.new_page()
        for address, end in ACTIONS:
            open_page(tab, address, end)
        tab.click("a")
        tab.wait_for_selector("#loaded")
        open_page(tab, "typed", "typed")
        tab.reload()
        tab.context.new_cdp_session(tab).send(
            "Page.navigate", {"url": f"{SEARCH}start", "transitionType": "auto_toplevel"}
        )
        tab.wait_for_url(lambda url: url == f"{SEARCH}start")
        open_page(tab, "again&do=again", "again&do=again&n=1")
        open_page(browser.context.new_page(), "kept&do=state", "kept&do=state&n=1")
        first = [*SHOWN, "typed", "again&do=again&n=1", "kept&do=state", "kept&do=state&n=1"]
        shows(lambda: in_chromium(browser), *first, reloads=("typed", "start"))
    restored = datetime.now(UTC).timestamp() * 1000
    with chromium.browsing(profile, reader, engines, datetime.now(UTC), "--restore-last-session") as browser:
        after, again = ("again&do=again&n=3", "kept&do=state&n=2"), ("again&do=again&n=1", "kept&do=state&n=1")
        later = shows(lambda: in_chromium(browser, restored), *after, reloads=again)
        whole = shows(lambda: in_chromium(browser), *first, *after, reloads=("typed", "start", *again))
    file = profile / "Default/History"
    assert seen(read(file)) == whole
    assert seen(read(file, restored)) == later
    assert searches(read(file)) == QUERIES + 2  # and `again` and `kept`
    assert searches(read(file, restored)) == 0


def open_page(tab: Any, address: str, end: str) -> None:
    """Open a page in Chromium, and wait until it has led on."""
    tab.goto(SEARCH + address)
    tab.wait_for_url(lambda url: url == SEARCH + end)


def in_chromium(browser: chromium.Browser, since: float = 0) -> Seen:
    """Return what the extension finds from a time on, in milliseconds since 1970."""
    page = browser.open(f"visits.html?{since}")
    page.wait_for_selector("pre:not(:empty)")
    text = page.inner_text("pre")
    page.close()
    return told(text)


def test_firefox(reader: Path, engines: int, tmp_path: Path) -> None:
    """Every page of a redirect counts, and so do a missing page and a download."""
    firefox = pytest.importorskip("tests.extension.browser.drivers.firefox", reason="needs Mozilla's driver")
    if firefox.PROGRAM is None:
        pytest.skip("needs Firefox: scripts/test installs it")
    profile = tmp_path / "profile"
    with firefox.browsing(profile, reader, engines) as browser:
        for address, end in ACTIONS:
            browser.search("", engine=SEARCH + address)
            browser.lands(SEARCH + end)
        browser.click("a")
        browser.find("#loaded")
        browser.search("", engine=f"{SEARCH}file&do=offer")
        until(lambda: Wishes.asked["file"] == 2)

        def ask() -> Seen:
            browser.open("visits.html?0")
            return told(browser.find("pre:not(:empty)").text)

        found = shows(ask, *SHOWN, *FIRST_HOPS, "file&do=offer", "file&end&do=download")
        visits = read(profile / "places.sqlite")
    assert seen(visits) == found
    assert searches(visits) == QUERIES + 2  # and `missing` and `file`
