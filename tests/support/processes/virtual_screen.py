"""A virtual screen: an X server of its own, the windows on it, and closing a window as a person does."""

import ctypes
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.processes.timeouts import PATIENCE

needs_screen = pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("xwininfo")), reason="Xvfb and xwininfo are missing: see scripts/test"
)

_WINDOW = re.compile(r'(0x[0-9a-f]+) "([^"]*)": \(.*\)  (\d+)x(\d+)\+')
_PICTURE = """
import sys
from PySide6.QtGui import QGuiApplication
application = QGuiApplication([])
sys.exit(not application.primaryScreen().grabWindow(0).save(sys.argv[1]))
"""


@dataclass(frozen=True)
class Screen:
    """An X server's display, such as ":99"."""

    display: str

    def environment(self, home: Path) -> dict[str, str]:
        """Return the environment of a program on this screen, for a person with this home folder and no keychain."""
        kept = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "DISPLAY": self.display, "HOME": str(home)}
        return kept | {"XDG_RUNTIME_DIR": str(home), "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}

    def windows(self) -> Mapping[str, int]:
        """Return the numbers of the windows that are larger than a few pixels, by their names."""
        command = ["xwininfo", "-display", self.display, "-root", "-tree"]
        tree = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        found = (match.groups() for match in _WINDOW.finditer(tree))
        return {name: int(number, 16) for number, name, width, height in found if min(int(width), int(height)) > 9}

    def wait_for_window(self, name: str, program: "subprocess.Popen[str]", seconds: float = PATIENCE) -> int:
        """Wait for a window and return its number; fail if the program ends before it shows one."""
        for _ in range(int(seconds / 0.1)):
            if number := self.windows().get(name):
                return number
            try:
                code = program.wait(0.1)
            except subprocess.TimeoutExpired:
                continue
            raise AssertionError(f"ended with {code} before its window appeared")
        raise AssertionError(f"no window {name!r} within {seconds} s")

    def shows(self, number: int) -> bool:
        """Return whether a window is there and not hidden."""
        command = ["xwininfo", "-display", self.display, "-id", str(number)]
        told = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        return "Map State: IsViewable" in told

    def close_window(self, number: int) -> None:
        """Ask the window to close, as its title bar's button does (ICCCM 4.2.8.1)."""
        with self._connection() as (x, display):
            protocols, delete = (x.XInternAtom(display, name, 0) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW"))
            client_message = 33
            _send(x, display, number, client_message, 0, 1, 0, number, protocols, 32, delete, 0)

    def press_enter(self, number: int) -> None:
        """Press Enter in the window."""
        with self._connection() as (x, display):
            code = x.XKeysymToKeycode(display, ctypes.c_ulong(0xFF0D))
            for kind in (2, 3):  # KeyPress, KeyRelease
                _send(x, display, number, kind, 0, 1, 0, number, 0, 0, 0, 0, 0, code << 32, 1)

    @contextmanager
    def _connection(self) -> Iterator[tuple[ctypes.CDLL, ctypes.c_void_p]]:
        """Yield Xlib and a connection to the screen."""
        x = ctypes.CDLL("libX11.so.6")
        x.XOpenDisplay.restype = ctypes.c_void_p
        x.XInternAtom.restype = ctypes.c_ulong
        display = ctypes.c_void_p(x.XOpenDisplay(self.display.encode()))
        yield x, display
        x.XCloseDisplay(display)

    def picture(self, file: Path) -> None:
        """Write a screenshot as PNG."""
        environment = os.environ | {"DISPLAY": self.display, "QT_QPA_PLATFORM": "xcb"}
        subprocess.run([sys.executable, "-c", _PICTURE, str(file)], env=environment, check=True)


def _send(x: ctypes.CDLL, display: ctypes.c_void_p, window: int, *event: int) -> None:
    """Send a window an event, whose fields are as long as a pointer (Xlib's XEvent)."""
    x.XSendEvent(display, ctypes.c_ulong(window), 0, ctypes.c_long(0), (ctypes.c_ulong * 24)(*event))


@contextmanager
def screen(width: int = 1280, height: int = 1024) -> Iterator[Screen]:
    """Run an X server while the block runs, and yield its screen."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            yield Screen(f":{told.readline().strip()}")
    finally:
        server.terminate()
        server.wait()
