"""One instance of the app for each home: a second start raises the window of the first.

A lock file decides which instance is the first; a local socket carries the request of the second.
"""

import hashlib
from pathlib import Path

from PySide6.QtCore import QDir, QLockFile, QObject, QStandardPaths, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_PATIENCE = 2_000
"""How long to wait for the first instance to answer, in milliseconds: it may be starting itself."""


class SingleInstance(QObject):
    """The right to be the only instance of a home. It ends with the process, even if that is killed."""

    raised = Signal()
    """A second start asks for the window."""

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

    def acquire(self) -> bool:
        """Become the instance of this home, or ask the one that it has to raise its window.

        Returns:
            Whether this is the instance now.

        """
        if not self._lock.tryLock(0):
            self._ask_first()
            return False
        QLocalServer.removeServer(self._name)  # a process that was killed leaves its socket behind
        self._server.listen(self._name)
        return True

    def release(self) -> None:
        """Let another process be the instance of this home."""
        self._server.close()
        self._lock.unlock()

    def _ask_first(self) -> None:
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if socket.waitForConnected(_PATIENCE):
            socket.disconnectFromServer()

    def _asked(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.deleteLater()
            self.raised.emit()


def _runtime_folder() -> Path:
    where = QStandardPaths.StandardLocation.RuntimeLocation
    return Path(QStandardPaths.writableLocation(where) or QDir.tempPath())
