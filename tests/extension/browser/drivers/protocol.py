"""The extension's protocol in real browsers: its functions called in a page of Chromium or Firefox."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from tests.extension.javascript import EXTENSION, node, run
from tests.support.processes.chromium import PATIENCE, needs_chromium

Ask = Callable[[str, Any], Any]
"""What a function in JavaScript, which finds the modules under their names in `protocol`, gives for an argument."""

DECODE = """([label, all]) => all.map((hex) => {
    const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
    return protocol.decode(bytes, label);
})"""
"""The texts of many sequences of bytes, given in hex, in one encoding."""
SEARCHES = "(urls) => urls.map((url) => protocol.parseSearchUrl(url))"
"""The searches of many URLs."""
HOMES = "(all) => protocol.allDone(all)"
"""What homes of the `cohort` protocol say, of whom extension/tests/programs/cohort_homes.js is told."""
_ADDRESS = "http://127.0.0.1/"
_MODULES = """
export { decode } from "./src/counting/legacy_encodings.js";
export { parseSearchUrl } from "./src/counting/search_urls.js";
export { agreementKey, withoutWebCrypto } from "./src/protocol/primitives.js";
export { allDone } from "./tests/programs/cohort_homes.js";
"""


def bundled(modules: str, *options: str) -> str:
    """Bundle a module into one script, which defines `protocol` as what the module exports.

    Args:
        modules: The module's text. It may import others by their paths in the extension's folder.
        options: More options of esbuild.
    """
    node()
    esbuild = str(EXTENSION / "node_modules/.bin/esbuild")
    # In ASCII, for half a surrogate pair would not survive being sent to a browser.
    command = [esbuild, "--bundle", "--format=iife", "--global-name=protocol", "--charset=ascii", *options]
    done = run(command, modules)
    assert done.returncode == 0, done.stderr
    return done.stdout


def protocol_modules() -> str:
    """Return the script with the protocol's functions, for the functions in JavaScript of this module."""
    return bundled(_MODULES)


@contextmanager
def in_chromium(make: Callable[[], str] = protocol_modules) -> Iterator[Ask]:
    """Open a page of Chromium with the script that `make` returns."""
    program, bundle = needs_chromium(), make()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"], timeout=PATIENCE)
        page = browser.new_page()
        # A page of this computer is a secure context, as an extension's is: others get no WebCrypto.
        page.route(_ADDRESS, lambda route: route.fulfill(content_type="text/html", body="<!doctype html>"))
        page.goto(_ADDRESS)
        yield lambda function, given: json.loads(page.evaluate(_code(bundle, function, given)))
        browser.close()


@contextmanager
def in_firefox(profile: Path, make: Callable[[], str] = protocol_modules) -> Iterator[Ask]:
    """Open a page of Firefox, in a new profile, with the script that `make` returns.

    Without Firefox and its driver the test is skipped.
    """
    firefox = pytest.importorskip("tests.extension.browser.drivers.firefox", reason="needs Mozilla's marionette_driver")
    if firefox.PROGRAM is None:
        pytest.skip("needs Firefox to compare what it reads: scripts/test installs it")
    bundle = make()
    with firefox.started(profile, {}) as client:
        client.timeout.script = PATIENCE / 1000
        client.navigate("data:text/html,")
        # In the page's own world: the driver's sandbox sees bytes through a wrapper that forbids to read them.
        run_in_page = "return window.wrappedJSObject.eval(arguments[0]);"
        yield lambda function, given: json.loads(client.execute_script(run_in_page, [_code(bundle, function, given)]))


def _code(bundle: str, function: str, given: Any) -> str:
    """Return the script that answers in JSON, at once or later."""
    return f"{bundle}; Promise.resolve(({function})({json.dumps(given)})).then(JSON.stringify)"
