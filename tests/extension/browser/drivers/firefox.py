"""A real Firefox with the extension, driven by its own protocol, by the computer's clock or one of `moved_clock`."""

import json
import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

from marionette_driver import By, Wait
from marionette_driver.addons import Addons
from marionette_driver.errors import StaleElementException
from marionette_driver.marionette import Marionette

from tests.support.processes.timeouts import PATIENCE

PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")
_ORIGIN = "5b0c7f8e-8a51-4b6f-9d5c-2f1d3a7e9c40"
"""The name that Firefox is told to load the extension under: it would draw one."""
_PRESS = """
const icon = "extension_private-data-donor-browser-action"; // Firefox makes it of the extension's id
CustomizableUI.addWidgetToArea(icon, "nav-bar");
document.getElementById(icon).querySelector(".unified-extensions-item-action-button").click();
"""
_PRESS_IN_POPUP = """
const [popup] = window.wrappedJSObject.browser.extension.getViews({ type: "popup" });
const button = popup?.document.querySelector(arguments[0]);
button?.click();
return Boolean(button);
"""
_BACKGROUND = "return WebExtensionPolicy.getByHostname(arguments[0]).extension.backgroundState;"


class Firefox:
    """The browser while it runs."""

    def __init__(self, client: Marionette) -> None:
        self._client = client

    def leave(self) -> None:
        """Close the page, and wait until Firefox has stopped the extension's background, which has nothing to do."""
        # Behind the page that is shown next in the same tab, its timers would go on.
        other = self._client.open(type="tab")["handle"]
        self._client.close()
        self._client.switch_to_window(other)
        self._until(lambda: not self.runs())

    def runs(self) -> bool:
        """Return whether the extension's background runs."""
        with self._client.using_context("chrome"):
            return str(self._client.execute_script(_BACKGROUND, [_ORIGIN])) != "stopped"

    def open(self, page: str) -> None:
        """Open one of the extension's pages."""
        self._client.navigate(f"moz-extension://{_ORIGIN}/{page}")

    def press_icon(self, address: str, button: str) -> None:
        """Open an address in a new tab, press the extension's icon there, and then a button of the popup.

        The popup closes when another tab is shown, so its button is pressed from a page of the extension behind it.
        """
        behind = self._client.current_window_handle
        self.open("pages/main/main.html")
        self._client.switch_to_window(self._client.open(type="tab", focus=True)["handle"])
        self._client.navigate(address)
        with self._client.using_context("chrome"):
            self._client.execute_script(_PRESS)
        known = set(self._client.window_handles)
        self._client.switch_to_window(behind, focus=False)
        self._until(lambda: self._client.execute_script(_PRESS_IN_POPUP, [button]))
        (opened,) = self._until(lambda: set(self._client.window_handles) - known)
        self._client.switch_to_window(opened)

    def has(self, selector: str) -> bool:
        """Return whether the page has such an element now."""
        self.find("#next")
        return bool(self._client.find_elements(By.CSS_SELECTOR, selector))

    def value(self, selector: str) -> str:
        """Return the text in a field."""
        return str(self.find(selector).get_property("value"))

    def search(self, *queries: str, engine: str = "https://www.google.com/search?q=") -> None:
        """Search for these queries as a person does, one page after the other."""
        for query in queries:
            self._client.navigate(engine + quote_plus(query))

    def lands(self, address: str) -> None:
        """Wait until the page has this address, because a page may lead on by itself."""
        self._until(lambda: self._client.get_url() == address)

    def find(self, selector: str) -> Any:
        """Return the element once it exists and can be used."""
        return self._until(lambda: next(filter(_usable, self._client.find_elements(By.CSS_SELECTOR, selector)), None))

    def click(self, selector: str) -> None:
        """Click the element in the middle of the window, because a bar could cover it at the end."""
        self._until(lambda: self._clicked(selector))

    def _clicked(self, selector: str) -> bool:
        element = self.find(selector)
        self._client.execute_script("arguments[0].scrollIntoView({block: 'center'})", [element])
        element.click()
        return True

    def shows(self, selector: str, text: str, *, asking: str = "") -> None:
        """Wait until the element has this text, clicking on `asking` to have it drawn again."""
        self._until(lambda: self._shown(selector, text, asking))

    def _shown(self, selector: str, text: str, asking: str) -> bool:
        found = text in self.find(selector).text
        if asking and not found:
            self.click(asking)
        return found

    def _until(self, holds: Callable[[], Any]) -> Any:
        """Return what this gives once it is something; an element that is redrawn meanwhile is looked up again."""
        wait = Wait(self._client, timeout=PATIENCE, ignored_exceptions=StaleElementException)
        return wait.until(lambda _: holds())


def _usable(element: Any) -> bool:
    return bool(element.is_displayed() and element.is_enabled())


@contextmanager
def browsing(
    profile: Path, extension: Path, engines: int, environment: Mapping[str, str] | None = None
) -> Iterator[Firefox]:
    """Run Firefox with the extension in this profile while the block runs; `engines` is the port of the engines."""
    name = json.loads((extension / "manifest.json").read_text())["browser_specific_settings"]["gecko"]["id"]
    settings = {
        "extensions.webextensions.uuids": json.dumps({name: _ORIGIN}),
        "extensions.originControls.grantByDefault": True,
        # The browser's own question for a permission can't be clicked on: it is answered with yes.
        "extensions.webextOptionalPermissionPrompts": False,
        # Every name, and the port of every TLS connection, leads to the engines.
        "network.dns.forceResolve": "127.0.0.1",
        "network.socket.forcePort": f"443={engines}",
    }
    with started(profile, settings, environment) as client:
        Addons(client).install(str(extension), temp=True)
        yield Firefox(client)


@contextmanager
def started(
    profile: Path, settings: Mapping[str, bool | str], environment: Mapping[str, str] | None = None
) -> Iterator[Marionette]:
    """Run Firefox with these settings in a new profile while the block runs."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    profile.mkdir()
    preferences = {"marionette.port": port, **settings}
    lines = [f"user_pref({json.dumps(key)}, {json.dumps(value)});\n" for key, value in preferences.items()]
    (profile / "user.js").write_text("".join(lines))
    command = [
        str(PROGRAM),
        "--headless",
        "--marionette",
        "--remote-allow-system-access",
        "--no-remote",
        "--profile",
        str(profile),
    ]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    environment = {**os.environ, "HOME": str(profile), **(environment or {})}
    with subprocess.Popen(command, env=environment, **quiet) as process:
        client = Marionette(host="127.0.0.1", port=port)
        try:
            client.raise_for_port(timeout=PATIENCE)
            client.start_session({"acceptInsecureCerts": True})
            yield client
        finally:
            process.terminate()
            process.wait(PATIENCE)
            client.cleanup()
