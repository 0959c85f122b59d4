"""Registers manifests in the Windows registry, where browsers look for them. Not tried on Windows yet.

A manifest's path is the default value of a key below HKEY_CURRENT_USER. Outside of Windows the functions do nothing.
"""

import sys
from contextlib import suppress

if sys.platform == "win32":
    import winreg

    def manifest(key: str | None, name: str) -> str | None:
        """Return the path of the manifest registered under this name; None if no manifest is registered.

        Args:
            key: the browser's key below HKEY_CURRENT_USER, None for a browser without one.
            name: the native host's name.

        """
        with suppress(FileNotFoundError):
            return winreg.QueryValue(winreg.HKEY_CURRENT_USER, rf"{key}\{name}") if key else None
        return None

    def register(key: str | None, name: str, path: str | None) -> None:
        """Register a manifest's path under this name; None deletes the registration. No effect without a key."""
        if key is None:
            return
        if path is not None:
            winreg.SetValue(winreg.HKEY_CURRENT_USER, rf"{key}\{name}", winreg.REG_SZ, path)
            return
        with suppress(FileNotFoundError):
            winreg.DeleteKey(winreg.HKEY_CURRENT_USER, rf"{key}\{name}")

else:

    def manifest(key: str | None, name: str) -> str | None:  # noqa: ARG001
        """Return None: this system has no registry."""
        return None

    def register(key: str | None, name: str, path: str | None) -> None:
        """Do nothing: this system has no registry."""
