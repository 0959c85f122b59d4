"""Where browsers on Windows look for manifests: the default value of a key of the user's. Not tried on Windows."""

import sys
from contextlib import suppress

if sys.platform == "win32":
    import winreg

    def manifest(key: str | None, name: str) -> str | None:
        """The path of the manifest registered under this name, None if there is none."""
        with suppress(FileNotFoundError):
            return winreg.QueryValue(winreg.HKEY_CURRENT_USER, rf"{key}\{name}") if key else None
        return None

    def register(key: str | None, name: str, path: str | None) -> None:
        """Register a manifest; None: take it away."""
        if key is None:
            return
        if path is not None:
            winreg.SetValue(winreg.HKEY_CURRENT_USER, rf"{key}\{name}", winreg.REG_SZ, path)
            return
        with suppress(FileNotFoundError):
            winreg.DeleteKey(winreg.HKEY_CURRENT_USER, rf"{key}\{name}")

else:

    def manifest(key: str | None, name: str) -> str | None:  # noqa: ARG001
        """There is no registry here."""
        return None

    def register(key: str | None, name: str, path: str | None) -> None:
        """There is no registry here."""
