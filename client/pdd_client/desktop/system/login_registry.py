"""What Windows starts at login for one person: a value under Run, and whether the Task Manager has switched it off.

Not tried on Windows.
"""

import sys
from contextlib import suppress
from typing import Any

RUN = r"Software\Microsoft\Windows\CurrentVersion\Run"
APPROVED = r"Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run"


def approved(value: bytes | None) -> bool:
    """Whether a value under StartupApproved lets the program start: its first byte is odd where it is switched off."""
    return not value or value[0] % 2 == 0


if sys.platform == "win32":
    import winreg

    def enabled(name: str) -> bool:
        """Whether there is a command of this name, and nobody has switched it off."""
        return _value(RUN, name) is not None and approved(_value(APPROVED, name))

    def set_enabled(name: str, command: str | None) -> None:
        """Run the command at login; None: don't."""
        with (
            suppress(FileNotFoundError),
            winreg.OpenKey(winreg.HKEY_CURRENT_USER, APPROVED, 0, winreg.KEY_SET_VALUE) as key,
        ):
            winreg.DeleteValue(key, name)
        with winreg.CreateKeyEx(winreg.HKEY_CURRENT_USER, RUN, 0, winreg.KEY_SET_VALUE) as key:
            if command is not None:
                winreg.SetValueEx(key, name, 0, winreg.REG_SZ, command)
            else:
                with suppress(FileNotFoundError):
                    winreg.DeleteValue(key, name)

    def _value(path: str, name: str) -> Any:
        with suppress(FileNotFoundError), winreg.OpenKey(winreg.HKEY_CURRENT_USER, path) as key:
            return winreg.QueryValueEx(key, name)[0]
        return None
