"""Registers the native host with browsers: writes a manifest for each browser, and the launcher that it names.

Each browser has its own launcher in the donor's home. The launcher tells the host which browser has started it, and
for which home. Only the Linux folders were tried with real browsers. Tests compare those of macOS and Windows with the
browsers' documentation. A browser in a Flatpak can't start programs of the system, so its extension donates by itself.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from shlex import quote
from typing import Any

from pdd_client.core.errors import DonorError
from pdd_client.core.extension_ids import Family, family_of
from pdd_client.gateways.home_files.folder import LAUNCHER
from pdd_client.gateways.native_messaging import windows_registry
from pdd_client.gateways.native_messaging.manifest_places import PLACES, Place
from pdd_client.gateways.package_system import appimage

NAME = "private_data_donor"
"""The native host's name, by which the extension asks its browser for it."""
PROGRAM = "pdd-native-host"
ALLOWED: dict[Family, tuple[str, str]] = {
    "chromium": ("allowed_origins", "chrome-extension://piipdhdljipfoafojgiecgojoiibkpop/"),
    "firefox": ("allowed_extensions", "extension@private-data-donor"),
}
"""By family: the manifest's field that lists the extensions which may start the host, and the project's extension.

Chromium's family derives an extension's id from the public key in its manifest, so the id is the same everywhere.
"""


_INSTALLED = (
    f"Extensions/{ALLOWED['chromium'][1].removeprefix('chrome-extension://').rstrip('/')}",
    f"extensions/{ALLOWED['firefox'][1]}.xpi",
)
"""Where browsers keep the project's extension in a profile, once it was installed from a store or a file."""


def has_extension(profile: Path) -> bool:
    """Return whether the project's extension is seen in a browser's profile; not if the folder may not be read."""
    with suppress(OSError):
        return any((profile / place).exists() for place in _INSTALLED)
    return False


def present(user: Path, platform: str = sys.platform) -> tuple[str, ...]:
    """Return the names of the browsers that can be connected on this computer.

    These are the browsers whose folder exists in the home folder `user`. On Windows these are all browsers that have a
    registry key, because the key can be made whether or not the browser is installed.
    """
    if platform == "win32":
        return tuple(name for name, place in PLACES.items() if place.registry)
    return tuple(name for name, place in PLACES.items() if place.folders(platform, user))


def is_connected(home: Path, browser: str, user: Path, platform: str = sys.platform) -> bool:
    """Return whether this browser's manifest starts the native host for this donor's home.

    Args:
        home: the donor's home.
        browser: a key of `PLACES`.
        user: the user's home folder.
        platform: value of `sys.platform`.

    """
    launcher, place = launcher_file(home, browser, platform), PLACES[browser]
    if not launcher.exists():
        return False
    if platform == "win32":
        return _is_registered(home, browser)
    return any(_starts(folder / f"{NAME}.json", launcher) for folder in place.folders(platform, user))


def connect(home: Path, browser: str, user: Path, platform: str = sys.platform, others: Sequence[str] = ()) -> None:
    """Let the project's extension in this browser start the native host for this donor's home.

    The first arguments are those of `is_connected`. A manifest that another home has written is replaced.

    Args:
        home: the donor's home.
        browser: a key of `PLACES`.
        user: the user's home folder.
        platform: value of `sys.platform`.
        others: ids of more extensions that may start it; those of other families of browsers are left out.

    Raises:
        DonorError: the browser was not found, or a file can't be written.

    """
    place = PLACES[browser]
    launcher = launcher_file(home, browser, platform)
    content = json.dumps(manifest(place, launcher, others), indent=2).encode()
    try:
        _write(launcher, launching(_command(home, browser), platform), 0o700)
        if platform == "win32":
            _write(_windows_manifest(home, browser), content, 0o600)
            windows_registry.register(place.registry, NAME, str(_windows_manifest(home, browser)))
            return
        if not (folders := place.folders(platform, user)):
            raise DonorError(f"no {browser} was found on this computer: nothing was changed")
        for folder in folders:
            folder.mkdir(parents=True, exist_ok=True)
            _write(folder / f"{NAME}.json", content, 0o644)
    except OSError as error:
        raise DonorError(f"{browser} can't be connected ({error.strerror}): nothing was lost, try again") from None


def disconnect(home: Path, browser: str, user: Path, platform: str = sys.platform) -> None:
    """Delete the launcher, and the browser's manifest unless it belongs to another home.

    The arguments are those of `is_connected`.

    Raises:
        DonorError: a file can't be deleted.

    """
    launcher = launcher_file(home, browser, platform)
    try:
        if platform == "win32":
            if _is_registered(home, browser):
                windows_registry.register(PLACES[browser].registry, NAME, None)
            _windows_manifest(home, browser).unlink(missing_ok=True)
        else:
            for folder in PLACES[browser].folders(platform, user):
                if _starts(folder / f"{NAME}.json", launcher):
                    (folder / f"{NAME}.json").unlink()
        launcher.unlink(missing_ok=True)
    except OSError as error:
        raise DonorError(f"{browser} can't be disconnected ({error.strerror}): nothing was lost, try again") from None


def manifest(place: Place, launcher: Path, others: Sequence[str] = ()) -> dict[str, Any]:
    """Return the manifest's content, which lets only the project's extension and those named start the launcher.

    The browser checks it: no web page and no other extension can start the launcher.
    """
    field, extension = ALLOWED[place.family]
    named = [one for one in others if family_of(one) == place.family]
    origins = [f"chrome-extension://{one}/" for one in named] if place.family == "chromium" else named
    return {
        "name": NAME,
        "description": "Private Data Donor: hands searches over to the app on this computer when it counts them",
        "path": str(launcher),
        "type": "stdio",
        field: list(dict.fromkeys([extension, *origins])),
    }


def launcher_file(home: Path, browser: str, platform: str = sys.platform) -> Path:
    """Return the path of the launcher that a browser's manifest names."""
    return home.absolute() / f"{LAUNCHER}{browser}{'.bat' if platform == 'win32' else ''}"


def launching(command: Sequence[str], platform: str) -> bytes:
    """Return a script that runs the command and passes on the arguments that the browser adds."""
    if platform == "win32":
        line = subprocess.list2cmdline(command).replace("%", "%%")
        return f"@echo off\r\n{line} %*\r\n".encode()
    return f'#!/bin/sh\nexec {" ".join(map(quote, command))} "$@"\n'.encode()


def _command(home: Path, browser: str) -> list[str]:
    """Return the command that starts the native host for this home and browser.

    This is the installed program beside the running Python, or else this Python with the host's module. An AppImage's
    AppRun starts the program that its first argument names. OSError if the AppImage's file is not known.
    """
    if image := appimage(sys.executable, os.environ):
        return [image, PROGRAM, "--home", str(home.absolute()), "--browser", browser]
    python = Path(sys.executable)
    beside = python.with_name(PROGRAM + (".exe" if python.suffix == ".exe" else ""))
    started = [str(beside)] if beside.exists() else [str(python), "-m", "pdd_client.extension_bridge.native_host"]
    return [*started, "--home", str(home.absolute()), "--browser", browser]


def _windows_manifest(home: Path, browser: str) -> Path:
    return home.absolute() / f"{LAUNCHER}{browser}.json"


def _is_registered(home: Path, browser: str) -> bool:
    """Return whether the browser's registry key names this home's manifest; for Windows."""
    return windows_registry.manifest(PLACES[browser].registry, NAME) == str(_windows_manifest(home, browser))


def _starts(file: Path, launcher: Path) -> bool:
    """Return whether this manifest exists and names the launcher."""
    with suppress(OSError, ValueError):
        read = json.loads(file.read_bytes())
        return isinstance(read, dict) and read.get("path") == str(launcher)
    return False


def _write(file: Path, content: bytes, mode: int) -> None:
    """Replace the file as a whole, because a browser may read it at any moment."""
    temporary = file.with_name(f"{file.name}.new")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    with os.fdopen(descriptor, "wb") as opened:
        opened.write(content)
    temporary.replace(file)
