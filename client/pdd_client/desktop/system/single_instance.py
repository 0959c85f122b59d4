"""One instance of the app for each home: a second start raises the window of the first.

A lock file decides which instance is the first; a local socket carries the request of the second, and the link that
the person followed, if that is why it was started.
"""

import hashlib
from functools import partial
from pathlib import Path

from PySide6.QtCore import QDir, QLockFile, QObject, QStandardPaths, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_PATIENCE = 2_000
"""How long to wait for the first instance to answer, in milliseconds: it may be starting itself."""
_LONGEST = 4_000
"""The most bytes of a link that are read: any program of the same user can write to the socket."""


class SingleInstance(QObject):
    """The right to be the only instance of a home. It ends with the process, even if that is killed."""

    raised = Signal()
    """A second start asks for the window."""
    linked = Signal(str)
    """A second start brings the link that the person followed."""

    def __init__(self, home: Path) -> None:
        super().__init__()
        # Two paths to one folder are one home, so resolve it. The hash keeps the name short: sockets have short paths.
        self._name = f"pdd-donor-{hashlib.sha256(str(home.resolve()).encode()).hexdigest()[:16]}"
        # 0: a lock never counts as stale because of its age. Qt still takes over the lock of a process that is gone.
        self._lock = QLockFile(str(_runtime_folder() / f"{self._name}.lock"))
        self._lock.setStaleLockTime(0)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._asked)

    def acquire(self, link: str = "") -> bool:
        """Become the instance of this home, or ask the one that it has to raise its window.

        Args:
            link: the link that the person followed, for the instance that the home has; empty for none.

        Returns:
            Whether this is the instance now.

        """
        if not self._lock.tryLock(0):
            self._ask_first(link)
            return False
        QLocalServer.removeServer(self._name)  # a process that was killed leaves its socket behind
        self._server.listen(self._name)
        return True

    def release(self) -> None:
        """Let another process be the instance of this home."""
        self._server.close()
        self._lock.unlock()

    def _ask_first(self, link: str) -> None:
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if socket.waitForConnected(_PATIENCE):
            socket.write(link.encode()[:_LONGEST])
            socket.disconnectFromServer()  # what was written still goes out
            if socket.state() != QLocalSocket.LocalSocketState.UnconnectedState:
                socket.waitForDisconnected(_PATIENCE)

    def _asked(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            self.raised.emit()
            socket.setReadBufferSize(_LONGEST)
            if socket.state() == QLocalSocket.LocalSocketState.UnconnectedState:
                self._read(socket)
            else:
                socket.disconnected.connect(partial(self._read, socket))

    def _read(self, socket: QLocalSocket) -> None:
        """Read what the second instance wrote, once it has ended."""
        if link := bytes(socket.readAll().data()).decode(errors="replace"):
            self.linked.emit(link)
        socket.deleteLater()


def _runtime_folder() -> Path:
    where = QStandardPaths.StandardLocation.RuntimeLocation
    return Path(QStandardPaths.writableLocation(where) or QDir.tempPath())
