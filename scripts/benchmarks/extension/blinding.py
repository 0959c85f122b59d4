"""The extension in a real Chromium: blinding compared with Python's and the original PDD client's; package size."""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import numpy as np
from nacl.utils import random
from playwright.sync_api import Browser, Page, Route, sync_playwright

from pdd_shared.protocol.keys import DonorSecrets
from pdd_shared.rounds.plain.blinding import blind
from scripts.benchmarks.figures import Figure, at_most, faster_than, medians
from scripts.benchmarks.protocol.blinding import CONTEXT, ENTRIES, MEMBERS
from scripts.packaging import extension as packaging
from tests.support.processes.chromium import PROGRAM

HERE = Path(__file__).parent
PEERS = HERE / "peers"
ESBUILD = packaging.SOURCE / "node_modules/.bin/esbuild"
# Browsers offer WebCrypto in secure contexts alone. A page of this computer is one, as an extension's page is.
ADDRESS = "http://127.0.0.1/"
# The original client takes seconds for each entry, so only some are timed; the time grows linearly with the entries.
TIMED_ENTRIES = 10
ROUNDS, FIRSTS, SLOW_ROUNDS = 31, 7, 3
PACKAGE_KB = 165
TIMED = "async () => { const start = performance.now(); await blinding(); return (performance.now() - start) / 1000; }"


class Group:
    """The first member of a group, and a vector of zeros to blind."""

    def __init__(self) -> None:
        donors = [DonorSecrets.generate(random) for _ in range(MEMBERS)]
        self.secret = donors[0].exchange_secret
        self.publics = tuple(donor.exchange_public for donor in donors)
        self._zeros = np.zeros(ENTRIES, dtype=np.uint32)

    def blind(self) -> list[int]:
        """Return the vector as Python blinds it."""
        return list(blind(self._zeros, self.secret, 0, self.publics, CONTEXT).tolist())

    def seconds(self) -> float:
        """Return the seconds that Python takes to blind it."""
        start = time.perf_counter()
        blind(self._zeros, self.secret, 0, self.publics, CONTEXT)
        return time.perf_counter() - start

    def page(self, browser: Browser, script: Path, *, with_webcrypto: bool) -> Page:
        """Return a new page that is ready to blind the same vector; without WebCrypto it uses @noble's X25519."""
        told = {"secret": self.secret.hex(), "publics": [public.hex() for public in self.publics]}
        more = {"context": CONTEXT.hex(), "entries": ENTRIES, "withWebCrypto": with_webcrypto}
        return opened(browser, script, told | more)


def opened(browser: Browser, script: Path, told: object) -> Page:
    """Return a new page that has loaded a script and called the script's `prepare` with `told`."""

    def blank(route: Route) -> None:
        route.fulfill(content_type="text/html", body="<!doctype html><title>Benchmark</title>")

    page = browser.new_page()
    page.route(ADDRESS, blank)
    page.goto(ADDRESS)
    page.add_script_tag(path=script)
    page.evaluate("(told) => prepare(told)", told)
    return page


def seconds(page: Page) -> float:
    """Return the seconds that the page takes to blind once, by its own clock."""
    return float(page.evaluate(TIMED))


def first_seconds(browser: Browser, group: Group, script: Path) -> float:
    """Return the seconds of the first blinding in a new page.

    Nothing is compiled yet, as in a service worker that was just started.
    """
    page = group.page(browser, script, with_webcrypto=True)
    taken = seconds(page)
    page.close()
    return taken


def against_python(browser: Browser, script: Path) -> list[Figure]:
    """Compare blinding with Python's: with WebCrypto's X25519, with @noble's, and the first time in a page.

    Raises:
        RuntimeError: if the extension and Python blind differently.
    """
    group = Group()
    ours, noble = (group.page(browser, script, with_webcrypto=native) for native in (True, False))
    if (
        not group.blind()
        == ours.evaluate("async () => [...await blinding()]")
        == noble.evaluate("async () => [...await blinding()]")
    ):
        raise RuntimeError("the extension and Python blind differently")
    fast, slow, python = medians(ROUNDS, partial(seconds, ours), partial(seconds, noble), group.seconds)
    first = statistics.median(first_seconds(browser, group, script) for _ in range(FIRSTS))
    return [
        at_most("extension: blinding, beside Python", fast, python, 5),
        at_most("extension: the same with @noble alone", slow, python, 20),
        at_most("extension: the first in a new page, beside Python", first, python, 20),
    ]


def against_original(browser: Browser, ours: Path, original: Path) -> Figure:
    """Compare blinding with the original client's, which is timed for a few entries and extrapolated."""
    page = Group().page(browser, ours, with_webcrypto=True)
    peer = opened(browser, original, {"members": MEMBERS, "entries": TIMED_ENTRIES})
    fast, few = medians(SLOW_ROUNDS, partial(seconds, page), partial(seconds, peer))
    name = f"extension: faster than the original client's way, extrapolated from {TIMED_ENTRIES} of {ENTRIES} entries"
    return faster_than(name, fast, few * ENTRIES / TIMED_ENTRIES, 1000)


def size(folder: Path) -> Figure:
    """Measure the packaged .zip, in KB of 1,000 bytes."""
    bundle = packaging.bundle(folder / "bundle", "chromium")
    unpacked = sum(path.stat().st_size for path in bundle.rglob("*") if path.is_file())
    packed = packaging.package(bundle, folder, "chromium").stat().st_size
    return at_most(f"extension: package, KB ({unpacked / 1000:.0f} unpacked)", packed / 1000, PACKAGE_KB, 1.0)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run Chromium without the extension, whose modules are loaded into pages instead, and yield it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox"])
        yield browser
        browser.close()


def bundled(script: Path, folder: Path) -> Path:
    """Bundle a script with all that it imports, as the extension is, and return the file."""
    made = folder / script.name
    options = ["--bundle", "--target=chrome116", "--log-level=error", f"--outfile={made}"]
    subprocess.run([str(ESBUILD), str(script), *options], check=True)
    return made


def peers_installed() -> bool:
    """Install the original client's libraries unless they are there; return whether that worked."""
    lock, done = PEERS / "package-lock.json", PEERS / "node_modules/.package-lock.json"
    if done.exists() and done.stat().st_mtime >= lock.stat().st_mtime:
        return True
    command = ["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"]
    return subprocess.run(command, cwd=PEERS, stdout=sys.stderr, check=False).returncode == 0


def figures() -> list[Figure]:
    """Measure all figures, without those of a peer that can't be installed."""
    # If this can't install what is missing, bundling fails below and says so.
    subprocess.run([HERE.parents[1] / "javascript"], stdout=sys.stderr, check=False)
    if PROGRAM is None:
        raise SystemExit("bench extension: needs Chromium: install it (Debian's package: chromium)")
    with tempfile.TemporaryDirectory() as temporary, chromium() as browser:
        folder = Path(temporary)
        package = size(folder)
        ours = bundled(HERE / "blinding.js", folder)
        found = against_python(browser, ours)
        if peers_installed():
            found.append(against_original(browser, ours, bundled(PEERS / "original.js", folder)))
        else:
            print("bench: the original client's libraries can't be installed; its figure is left out", file=sys.stderr)
        return [*found, package]
