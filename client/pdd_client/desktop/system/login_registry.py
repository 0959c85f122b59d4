"""The registry values by which Windows starts a program at login, and by which the Task Manager switches it off.

Not tried on Windows.
"""

import sys
from contextlib import suppress
from typing import Any

RUN = r"Software\Microsoft\Windows\CurrentVersion\Run"
"""The key below HKEY_CURRENT_USER that has the commands to run at login, by name."""
APPROVED = r"Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run"
"""The key in which the Task Manager notes which of these commands are switched off."""


def approved(value: bytes | None) -> bool:
    """Return whether a value under StartupApproved lets the program start.

    Args:
        value: the value; None if the registry has no value for the program. Its first byte is odd if the Task
            Manager switched the program off.

    """
    return not value or value[0] % 2 == 0


if sys.platform == "win32":
    import winreg

    def enabled(name: str) -> bool:
        """Return whether there is a command of this name, and it is not switched off."""
        return _value(RUN, name) is not None and approved(_value(APPROVED, name))

    def set_enabled(name: str, command: str | None) -> None:
        """Run the command at login, even if it was switched off before; with None, run it no more."""
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
