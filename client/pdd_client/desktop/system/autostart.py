"""Starting the app at login: an autostart entry on Linux, a launch agent on macOS, a value under Run on Windows.

Only the Linux way has been tried on its system; for the others, tests check the formats.
"""

import configparser
import os
import plistlib
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from xml.parsers.expat import ExpatError

from pdd_client.core.errors import Code, DonorError
from pdd_client.desktop.system import login_registry
from pdd_client.gateways.package_system import appimage

APP_ID = "io.github.privatedatadonor.Donor"
"""The name of the app's .desktop file and of its icon."""
ID = "private-data-donor"
NAME = "Private Data Donor"
PROGRAM = "pdd-donor-app"
GNOMES_SWITCH = "X-GNOME-Autostart-enabled"
"""The key with which GNOME switches an autostart entry off."""


def enabled() -> bool:
    """Return whether the app starts at login, as far as this system tells."""
    if sys.platform == "win32":
        return login_registry.enabled(NAME)
    with suppress(OSError, ValueError, configparser.Error):
        content = entry_file(sys.platform, os.environ, Path.home()).read_bytes()
        return agent_starts(content) if sys.platform == "darwin" else entry_starts(content)
    return False


def set_enabled(on: bool, home: Path | None = None) -> None:
    """Have the app start at login without opening its window, or stop that.

    Args:
        on: whether the app starts at login.
        home: the home that it opens; None for the usual one.

    Raises:
        DonorError: that can't be changed; it stays as it was.

    """
    try:
        command = _command(home) if on else ()
        if sys.platform == "win32":
            login_registry.set_enabled(NAME, subprocess.list2cmdline(command) if on else None)
            return
        file = entry_file(sys.platform, os.environ, Path.home())
        if on:
            _write(file, agent(command) if sys.platform == "darwin" else entry(command))
        else:
            file.unlink(missing_ok=True)
    except OSError as error:
        line = f"starting at login can't be changed: {error.strerror}: it stays as it was"
        raise DonorError(line, Code.START_AT_LOGIN) from None


def _command(home: Path | None) -> tuple[str, ...]:
    """Return the command that starts this app for this home; OSError if it can't be told."""
    if image := appimage(sys.executable, os.environ):
        command: tuple[str, ...] = (image, "--hidden")  # its AppRun starts the app if no program is named
    else:
        command = start_command(sys.executable, frozen=bool(getattr(sys, "frozen", False)))
    return command if home is None else (*command, "--home", str(home.absolute()))


def start_command(executable: str, *, frozen: bool) -> tuple[str, ...]:
    """Return the command that starts this app without its window.

    It is the packaged program, else the one in the same virtual environment, else the module itself.

    Args:
        executable: `sys.executable`.
        frozen: whether the app is packaged, so that `executable` lies beside the program.

    """
    python = Path(executable)
    suffix = ".exe" if python.suffix == ".exe" else ""
    beside = python.with_name(PROGRAM + suffix)
    if frozen or beside.exists():
        return (str(beside), "--hidden")
    return (executable, "-m", "pdd_client.desktop.app", "--hidden")


def entry_file(platform: str, environment: Mapping[str, str], home: Path) -> Path:
    """Return the file in which Linux desktops or macOS find what starts at login.

    Args:
        platform: `sys.platform`; all but "darwin" are taken as Linux.
        environment: the environment variables.
        home: the person's home folder.

    """
    if platform == "darwin":
        return home / "Library" / "LaunchAgents" / f"{ID}.plist"
    configured = Path(environment.get("XDG_CONFIG_HOME", ""))
    # The XDG base directory specification has a relative path ignored.
    return (configured if configured.is_absolute() else home / ".config") / "autostart" / f"{ID}.desktop"


# --- Linux: specifications.freedesktop.org, "Desktop Application Autostart" and "Desktop Entry"


def entry(command: Sequence[str]) -> bytes:
    """Return an autostart entry for this command. Because of TryExec, desktops skip it once the program is gone."""
    lines = (
        "[Desktop Entry]",
        "Type=Application",
        f"Name={NAME}",
        f"Exec={_escaped(' '.join(map(_quoted, command)))}",
        f"TryExec={_escaped(command[0])}",
        f"Icon={APP_ID}",
        "Terminal=false",
        f"{GNOMES_SWITCH}=true",
    )
    return "".join(f"{line}\n" for line in lines).encode()


def entry_starts(content: bytes) -> bool:
    """Return whether an autostart entry is in force. Desktops switch one off by a key in it.

    Raises:
        ValueError: it is not UTF-8.
        configparser.Error: it is no desktop entry.

    """
    parser = configparser.RawConfigParser(strict=False, delimiters=("=",), comment_prefixes=("#",))
    parser.read_string(content.decode())
    keys = {name: parser.get("Desktop Entry", name, fallback="") for name in ("exec", "hidden", GNOMES_SWITCH)}
    return bool(keys["exec"]) and keys["hidden"] != "true" and keys[GNOMES_SWITCH] != "false"


def _quoted(argument: str) -> str:
    """Quote one argument of an Exec key, where "%" would begin a field code."""
    for reserved in ("\\", '"', "`", "$"):
        argument = argument.replace(reserved, f"\\{reserved}")
    return '"' + argument.replace("%", "%%") + '"'


def _escaped(value: str) -> str:
    """Escape a string value of a desktop entry."""
    return value.replace("\\", "\\\\").replace("\n", "\\n")


# --- macOS: launchd.plist(5)


def agent(command: Sequence[str]) -> bytes:
    """Return a launch agent that runs this command once, at login."""
    return plistlib.dumps(
        {"Label": ID, "ProgramArguments": list(command), "RunAtLoad": True, "ProcessType": "Interactive"}
    )


def agent_starts(content: bytes) -> bool:
    """Return whether a launch agent is in force. `launchctl disable` keeps its list elsewhere, which is not read."""
    try:
        keys = plistlib.loads(content)
    except (ValueError, ExpatError):
        return False
    return isinstance(keys, dict) and bool(keys.get("RunAtLoad")) and not keys.get("Disabled")


def _write(file: Path, content: bytes) -> None:
    """Replace the file at once: a desktop may read it at any moment."""
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_name(f".{file.name}.new")
    with temporary.open("wb") as opened:
        opened.write(content)
        opened.flush()
        os.fsync(opened.fileno())
    temporary.replace(file)
