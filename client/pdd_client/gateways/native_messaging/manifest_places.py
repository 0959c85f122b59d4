"""Where browsers look for manifests of native hosts, browser by browser."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Family = Literal["chromium", "firefox"]

_MAC = "Library/Application Support"


@dataclass(frozen=True)
class Place:
    """One browser: its own folders below the user's on Linux and macOS, and its key of the Windows registry.

    A Linux folder that begins with `.config/` follows XDG_CONFIG_HOME. Without a key of its own, on Windows, a browser
    reads that of Chrome or of Firefox.
    """

    family: Family
    linux: tuple[str, ...]
    mac: str
    registry: str | None

    def folders(self, platform: str, user: Path, environment: Mapping[str, str] = os.environ) -> list[Path]:
        """Where a manifest goes: below each of the browser's own folders that is there."""
        inside = (
            "native-messaging-hosts" if self.family == "firefox" and platform != "darwin" else "NativeMessagingHosts"
        )
        names = (f"{_MAC}/{self.mac}",) if platform == "darwin" else self.linux
        folders = [_configured(name, user, environment) for name in names]
        return [folder / inside for folder in folders if folder.is_dir()]


def _configured(name: str, user: Path, environment: Mapping[str, str]) -> Path:
    configured = Path(environment.get("XDG_CONFIG_HOME", ""))
    if name.startswith(".config/") and configured.is_absolute():
        return configured / name.removeprefix(".config/")
    return user / name


PLACES: Mapping[str, Place] = {
    "chrome": Place(
        "chromium", (".config/google-chrome",), "Google/Chrome", r"Software\Google\Chrome\NativeMessagingHosts"
    ),
    "chromium": Place("chromium", (".config/chromium",), "Chromium", r"Software\Chromium\NativeMessagingHosts"),
    "edge": Place(
        "chromium", (".config/microsoft-edge",), "Microsoft Edge", r"Software\Microsoft\Edge\NativeMessagingHosts"
    ),
    "brave": Place("chromium", (".config/BraveSoftware/Brave-Browser",), "BraveSoftware/Brave-Browser", None),
    "vivaldi": Place("chromium", (".config/vivaldi",), "Vivaldi", None),
    "opera": Place("chromium", (".config/opera",), "com.operasoftware.Opera", None),
    # Since Firefox 147 new profiles go below .config; where its manifests go then is not said, so both get one.
    "firefox": Place("firefox", (".mozilla", ".config/mozilla"), "Mozilla", r"Software\Mozilla\NativeMessagingHosts"),
    "librewolf": Place("firefox", (".librewolf", ".config/librewolf"), "LibreWolf", None),
}
