"""The native host's relay: it passes the app's questions to the extension, and the extension's answers to the app.

Two threads work on it. `serve` runs in its own thread, accepts the app's connections and waits for pieces. The main
thread reads the browser's messages and calls `take` for each piece.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from multiprocessing.connection import Connection, Listener
from queue import Empty, Queue
from threading import Lock
from typing import Any, BinaryIO

from pydantic import BaseModel, ConfigDict

from pdd_client.gateways.native_messaging.extension_searches import Piece
from pdd_client.gateways.native_messaging.message_format import MAX_BYTES, framed

PATIENCE = 15.0
"""Seconds to wait for each piece of an answer; less than the app waits (`extension_searches.PATIENCE`)."""


class Question(BaseModel):
    """Message to the extension that asks for its visits in [since, until).

    `since` and `until` are microseconds since 1970, None for no limit. The relay sets `number`, which each piece of the
    answer repeats.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", hide_input_in_errors=True)

    type: str = "ask"
    number: int = 0
    since: int | None
    until: int | None


class Tell:
    """Writes messages to the browser. Any thread may call it: a lock keeps messages from mixing."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = Lock()

    def __call__(self, message: BaseModel) -> None:
        """Write one message.

        Raises:
            BrokenPipeError: the browser has closed the stream.
            ValueError: the message is too large.

        """
        with self._lock:
            self._stream.write(framed(message.model_dump(mode="json")))
            self._stream.flush()


class Relay:
    """Passes one question at a time to the extension. Pieces that answer an earlier question are dropped."""

    def __init__(self, tell: Tell, patience: float = PATIENCE) -> None:
        self._tell = tell
        self._patience = patience
        self._numbers = count(1)
        self._asked = 0
        self._pieces: Queue[Piece] = Queue()

    def serve(self, listener: Listener) -> None:
        """Answer the app's questions until the listener is closed; run it in a thread of its own."""
        while True:
            try:
                line = listener.accept()
            except OSError:
                return
            # After any error of one connection, the app does without this answer and the next one is accepted.
            with line, suppress(OSError, EOFError, ValueError):
                for piece in self._answer(line):
                    line.send_bytes(json.dumps(piece.model_dump(mode="json")).encode())

    def take(self, piece: Piece) -> None:
        """Queue a piece that has come from the extension, unless it answers an earlier question."""
        if piece.number == self._asked:
            self._pieces.put(piece)

    def _answer(self, line: "Connection[Any, Any]") -> Iterator[Piece]:
        """Pass the question from this connection on, and yield the pieces that come for it.

        The pieces end without a last one if the extension takes too long. The app then drops the whole answer.
        """
        question = Question.model_validate_json(line.recv_bytes(MAX_BYTES))
        self._pieces = Queue()
        self._asked = next(self._numbers)
        self._tell(question.model_copy(update={"number": self._asked}))
        with suppress(Empty):
            while True:
                piece = self._pieces.get(timeout=self._patience)
                if piece.number != self._asked:
                    continue  # `take` put a late piece into the new queue while this question was being asked
                yield piece
                if piece.last:
                    return
