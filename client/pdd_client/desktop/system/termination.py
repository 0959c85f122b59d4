"""Ending the app when the system asks for it by SIGTERM: at logout, at shutdown, or by `kill`."""

import signal
import socket
from collections.abc import Callable
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier


class Termination(QObject):
    """Calls `end` in Qt's event loop when SIGTERM comes.

    Python runs a signal's handler only when the interpreter runs, and Qt's idle loop does not run it. So the signal
    also writes to a socket, whose notifier wakes the loop and calls Python.
    """

    def __init__(self, end: Callable[[], None]) -> None:
        super().__init__()
        self._end = end
        self._reader, self._writer = socket.socketpair()
        for one in (self._reader, self._writer):
            one.setblocking(False)
        self._notifier = QSocketNotifier(self._reader.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(lambda: self._reader.recv(64))
        self._before = signal.signal(signal.SIGTERM, self._terminate)
        self._waker = signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)

    def stop(self) -> None:
        """Restore the handling of signals from before."""
        signal.set_wakeup_fd(self._waker)
        signal.signal(signal.SIGTERM, self._before)
        self._notifier.setEnabled(False)
        self._reader.close()
        self._writer.close()

    def _terminate(self, _number: int, _frame: FrameType | None) -> None:
        self._end()
