"""The use cases of connecting the browsers' extensions with a home."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pdd_client.core.errors import DonorError
from pdd_client.core.extension_ids import read_ids
from pdd_client.donor.error_translation import translates_errors
from pdd_client.donor.installation import Installation
from pdd_client.donor.settings.extension_versions import Outdated, outdated
from pdd_client.gateways.native_messaging import manifests
from pdd_client.gateways.native_messaging.manifest_places import PLACES


@dataclass(frozen=True)
class ExtensionBrowser:
    """A browser that can have the extension.

    Attributes:
        name: the browser's name, a key of `PLACES`.
        allowed: whether its extension may connect to this home.
        connected: whether its extension is connected now.
        outdated: which of app and extension has to be updated before the app can use its searches; None if they fit.

    """

    name: str
    allowed: bool
    connected: bool
    outdated: Outdated | None = None


class Extensions:
    """Connects the browsers' extensions with a home, and disconnects them."""

    def __init__(self, installation: Installation, home: Path) -> None:
        """Take an opened installation and its folder."""
        self.installation = installation
        self._home = home

    @translates_errors
    def browsers(self) -> tuple[ExtensionBrowser, ...]:
        """Return the browsers of this computer that can have the extension, by name."""
        connected = {extension.browser for extension in self.installation.store.extensions.connected()}
        unfit = outdated(self.installation)
        return tuple(
            ExtensionBrowser(
                name, manifests.is_connected(self._home, name, Path.home()), name in connected, unfit.get(name)
            )
            for name in manifests.present(Path.home())
        )

    @translates_errors
    def connect(self, browser: str) -> None:
        """Let the extension in this browser connect to this home. It connects once the person asks for that there.

        Raises:
            DonorError: no extension can be connected in this browser.

        """
        manifests.connect(self._home, _known(browser), Path.home(), others=self.ids())

    @translates_errors
    def ids(self) -> tuple[str, ...]:
        """Return the ids of the extensions that the donor allowed besides the project's."""
        return tuple(json.loads(self.installation.store.fact("extension_ids") or "[]"))

    @translates_errors
    def set_ids(self, ids: Sequence[str]) -> None:
        """Replace the ids that the donor allows, and rewrite the manifests of the browsers that are connected.

        Raises:
            DonorError: an id is malformed, there are too many, or a manifest can't be written.

        """
        if read_ids(" ".join(ids)) != tuple(ids):
            raise DonorError("these are no extensions' ids: nothing was changed; copy them from the browser's settings")
        with self.installation.store.transaction():
            self.installation.store.set_fact("extension_ids", json.dumps(list(ids)))
        self.renew()

    @translates_errors
    def renew(self) -> None:
        """Write manifests and launchers of the connected browsers anew: this program may lie elsewhere by now."""
        for browser in manifests.present(Path.home()):
            if manifests.is_connected(self._home, browser, Path.home()):
                self.connect(browser)

    @translates_errors
    def disconnect(self, browser: str) -> None:
        """Forbid the extension in this browser to connect to this home. A connection lasts until the browser is closed.

        Raises:
            DonorError: no extension can be connected in this browser.

        """
        manifests.disconnect(self._home, _known(browser), Path.home())
        with self.installation.store.transaction():
            self.installation.store.kept.forget_all()

    @translates_errors
    def disconnect_all(self) -> None:
        """Disconnect all browsers. A manifest that can't be removed starts nothing once the home is gone."""
        for browser in PLACES:
            with suppress(DonorError):
                manifests.disconnect(self._home, browser, Path.home())


def _known(browser: str) -> str:
    if browser not in PLACES:
        raise DonorError(f"no extension can be connected in {browser[:40]!r}: only in {', '.join(PLACES)}")
    return browser
