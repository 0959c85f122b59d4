"""The folders and registry keys in which each browser looks for manifests of native hosts."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pdd_client.core.extension_ids import Family

_MAC = "Library/Application Support"


@dataclass(frozen=True)
class Place:
    """Where one browser looks for manifests.

    Attributes:
        family: decides the manifest's format and the folder's name.
        linux: the browser's folders below the home folder. XDG_CONFIG_HOME replaces a leading `.config/`.
        mac: the browser's folder below `Library/Application Support`.
        registry: the browser's key below HKEY_CURRENT_USER; None for a browser that reads Chrome's or Firefox's key.
        signs: other folders below the home folder, which show that a browser is there that looks in the first folder.

    """

    family: Family
    linux: tuple[str, ...]
    mac: str
    registry: str | None
    signs: tuple[str, ...] = ()

    def folders(self, platform: str, user: Path, environment: Mapping[str, str] = os.environ) -> list[Path]:
        """Return the folders for a manifest: one in each of the browser's folders that exists. They may not exist yet.

        A Firefox that keeps its profiles elsewhere looks in the first folder, though it does not make it.

        Args:
            platform: value of `sys.platform`; "darwin" for macOS, any other for Linux.
            user: the user's home folder.
            environment: the environment variables.

        """
        inside = (
            "native-messaging-hosts" if self.family == "firefox" and platform != "darwin" else "NativeMessagingHosts"
        )
        names = (f"{_MAC}/{self.mac}",) if platform == "darwin" else self.linux
        folders = [_configured(name, user, environment) for name in names]
        found = [folder for folder in folders if folder.is_dir()]
        is_there = found or any((user / sign).is_dir() for sign in self.signs)
        if is_there and self.family == "firefox" and folders[0] not in found:
            found.append(folders[0])
        return [folder / inside for folder in found]


def _configured(name: str, user: Path, environment: Mapping[str, str]) -> Path:
    """Return a browser's folder, with `.config/` replaced by XDG_CONFIG_HOME if that is an absolute path."""
    configured = Path(environment.get("XDG_CONFIG_HOME", ""))
    if name.startswith(".config/") and configured.is_absolute():
        return configured / name.removeprefix(".config/")
    return user / name


# The keys are the browsers' names as `find_histories` and the donor's settings use them. Chromium's family looks in the
# folder of its profiles, and a beta has one of its own.
PLACES: Mapping[str, Place] = {
    "chrome": Place(
        "chromium",
        (".config/google-chrome", ".config/google-chrome-beta", ".config/google-chrome-unstable"),
        "Google/Chrome",
        r"Software\Google\Chrome\NativeMessagingHosts",
    ),
    "chromium": Place("chromium", (".config/chromium",), "Chromium", r"Software\Chromium\NativeMessagingHosts"),
    "edge": Place(
        "chromium",
        (".config/microsoft-edge", ".config/microsoft-edge-beta", ".config/microsoft-edge-dev"),
        "Microsoft Edge",
        r"Software\Microsoft\Edge\NativeMessagingHosts",
    ),
    "brave": Place("chromium", (".config/BraveSoftware/Brave-Browser",), "BraveSoftware/Brave-Browser", None),
    "vivaldi": Place("chromium", (".config/vivaldi", ".config/vivaldi-snapshot"), "Vivaldi", None),
    "opera": Place("chromium", (".config/opera",), "com.operasoftware.Opera", None),
    # Since Firefox 147 new profiles are below .config. Firefox 153 still looks for manifests in .mozilla alone, and
    # keeps its profiles where they are when that folder is made. Later versions may look where the profiles are. A snap
    # has the desktop's portal start the host, and the portal looks in .mozilla (keepassxc pull request 8756). Zen and
    # Floorp look there too, wherever their profiles are (zen-browser issue 10622). So they are connected as Firefox,
    # and their extensions are asked when Firefox's are.
    "firefox": Place(
        "firefox",
        (".mozilla", ".config/mozilla"),
        "Mozilla",
        r"Software\Mozilla\NativeMessagingHosts",
        signs=(
            *("snap/firefox/common", ".zen", ".config/zen", ".floorp", ".config/floorp"),
            *(f"{_MAC}/Firefox", f"{_MAC}/zen", f"{_MAC}/Floorp"),
        ),
    ),
    "librewolf": Place("firefox", (".librewolf", ".config/librewolf"), "LibreWolf", None),
    "waterfox": Place("firefox", (".waterfox", ".config/waterfox"), "Waterfox", None),
}
