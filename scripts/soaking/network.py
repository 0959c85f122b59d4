"""A TCP proxy on loopback between donors and server. It keeps its port when the server moves, and cuts connections."""

import socket
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock, Thread
from typing import Literal

Direction = Literal["request", "answer"]
_CHUNK = 65536


@dataclass(frozen=True)
class Cut:
    """A planned cut: the first connection that carries more bytes than `after` in a direction ends there."""

    direction: Direction
    after: int


@dataclass
class CuttingProxy:
    """Passes connections on to the server's present port; without a server they are closed.

    Attributes:
        target: The server's port; 0 while there is no server.
        cuts: The cuts to come. Each is made once.
    """

    target: int = 0
    cuts: list[Cut] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def start(self) -> str:
        """Listen, and return the address for donors."""
        listening = socket.create_server(("127.0.0.1", 0), backlog=256)
        Thread(target=self._accept, args=(listening,), daemon=True).start()
        return f"http://127.0.0.1:{listening.getsockname()[1]}"

    def _accept(self, listening: socket.socket) -> None:
        while True:
            client, _ = listening.accept()
            Thread(target=self._connect, args=(client,), daemon=True).start()

    def _connect(self, client: socket.socket) -> None:
        try:
            server = socket.create_connection(("127.0.0.1", self.target))
        except OSError:
            client.close()
            return
        answers = Thread(target=self._pass_on, args=(server, client, "answer"), daemon=True)
        answers.start()
        self._pass_on(client, server, "request")
        answers.join()
        client.close()
        server.close()

    def _pass_on(self, source: socket.socket, sink: socket.socket, direction: Direction) -> None:
        """Copy bytes until one side ends or a cut is due; then end both sides."""
        passed = 0
        try:
            while data := source.recv(_CHUNK):
                left = self._left(direction, passed, passed + len(data))
                if left is not None:
                    sink.sendall(data[:left])
                    break
                sink.sendall(data)
                passed += len(data)
        except OSError:
            pass
        for end in (source, sink):
            _shut(end)

    def _left(self, direction: Direction, passed: int, after: int) -> int | None:
        """Return how many bytes of the next chunk still pass if a cut is due within it, else None."""
        with self._lock:
            due = next((cut for cut in self.cuts if cut.direction == direction and passed <= cut.after < after), None)
            if due is None:
                return None
            self.cuts.remove(due)
            return due.after - passed


def _shut(end: socket.socket) -> None:
    with suppress(OSError):  # the other side has ended it already
        end.shutdown(socket.SHUT_RDWR)
