"""One instance for each home: a second start raises the window of the first."""

import hashlib
from pathlib import Path

from PySide6.QtCore import QDir, QLockFile, QObject, QStandardPaths, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_PATIENCE = 2_000
"""How long the first instance may take to answer, in milliseconds: it may be starting itself."""


class SingleInstance(QObject):
    """The right to be the app of this home, held until the process ends, however it ends."""

    raised = Signal()
    """Another start asks for the window."""

    def __init__(self, home: Path) -> None:
        super().__init__()
        # Also two names of one folder are one home; the name must be short, for sockets have short paths.
        self._name = f"pdd-donor-{hashlib.sha256(str(home.resolve()).encode()).hexdigest()[:16]}"
        # The lock decides; the socket only carries the request. A lock whose process is gone is taken over.
        self._lock = QLockFile(str(_runtime_folder() / f"{self._name}.lock"))
        self._lock.setStaleLockTime(0)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._asked)

    def acquire(self) -> bool:
        """Become the instance of this home; False where another is, which is asked to raise its window."""
        if not self._lock.tryLock(0):
            self._ask_first()
            return False
        QLocalServer.removeServer(self._name)  # left by a process that was killed
        self._server.listen(self._name)
        return True

    def release(self) -> None:
        """Let another be the instance of this home."""
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
