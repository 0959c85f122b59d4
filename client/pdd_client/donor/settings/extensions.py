"""The browsers' extensions: connected with this home, or not."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pdd_client.core.errors import DonorError
from pdd_client.donor.error_translation import speaks_plainly
from pdd_client.donor.installation import Installation
from pdd_client.gateways.native_messaging import manifests
from pdd_client.gateways.native_messaging.manifest_places import PLACES


@dataclass(frozen=True)
class ExtensionBrowser:
    """A browser that can have the extension: whether that is let talk to this home, and whether it does so now."""

    name: str
    allowed: bool
    connected: bool


@speaks_plainly
class Extensions:
    """The part of a Donor that says which browsers' extensions may talk to it."""

    installation: Installation
    home: Path

    def extension_browsers(self) -> tuple[ExtensionBrowser, ...]:
        """The browsers of this computer that can have the extension, by name."""
        connected = {extension.browser for extension in self.installation.store.extensions.connected()}
        return tuple(
            ExtensionBrowser(name, manifests.is_connected(self.home, name, Path.home()), name in connected)
            for name in manifests.present(Path.home())
        )

    def connect_extension(self, browser: str) -> None:
        """Let the extension in this browser talk to this home; it has to be asked there as well."""
        manifests.connect(self.home, _known(browser), Path.home())

    def disconnect_extension(self, browser: str) -> None:
        """Let it talk to this home no more, from when its browser is started next."""
        manifests.disconnect(self.home, _known(browser), Path.home())

    def disconnect_extensions(self) -> None:
        """The same of all browsers; what can't be removed starts nothing once the home is gone."""
        for browser in PLACES:
            with suppress(DonorError):
                manifests.disconnect(self.home, browser, Path.home())


def _known(browser: str) -> str:
    if browser not in PLACES:
        raise DonorError(f"no extension can be connected in {browser[:40]!r}: only in {', '.join(PLACES)}")
    return browser
