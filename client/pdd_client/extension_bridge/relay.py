"""In the native host: the app's questions to the extension, and the extension's answers to the app."""

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
"""Seconds to wait for each piece of an answer: less than the app waits."""


class Question(BaseModel):
    """To the extension: its visits in [since, until), microseconds since 1970; None is without bound."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", hide_input_in_errors=True)

    type: str = "ask"
    number: int = 0
    since: int | None
    until: int | None


class Tell:
    """Writes messages to the browser, one at a time, from whichever thread."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = Lock()

    def __call__(self, message: BaseModel) -> None:
        """BrokenPipeError where the browser has ended the line."""
        with self._lock:
            self._stream.write(framed(message.model_dump(mode="json")))
            self._stream.flush()


class Relay:
    """One question at a time; pieces that answer another one than the last are dropped."""

    def __init__(self, tell: Tell, patience: float = PATIENCE) -> None:
        self._tell = tell
        self._patience = patience
        self._numbers = count(1)
        self._asked = 0
        self._pieces: Queue[Piece] = Queue()

    def serve(self, listener: Listener) -> None:
        """Answer the app's questions until the listener is closed; to be run in a thread of its own."""
        while True:
            try:
                line = listener.accept()
            except OSError:
                return
            # Whatever is wrong with one line: the app does without this answer.
            with line, suppress(OSError, EOFError, ValueError):
                for piece in self._answer(line):
                    line.send_bytes(json.dumps(piece.model_dump(mode="json")).encode())

    def take(self, piece: Piece) -> None:
        """A piece of an answer has come from the extension."""
        if piece.number == self._asked:
            self._pieces.put(piece)

    def _answer(self, line: "Connection[Any, Any]") -> Iterator[Piece]:
        question = Question.model_validate_json(line.recv_bytes(MAX_BYTES))
        self._pieces = Queue()
        self._asked = next(self._numbers)
        self._tell(question.model_copy(update={"number": self._asked}))
        with suppress(Empty):
            while True:
                piece = self._pieces.get(timeout=self._patience)
                if piece.number != self._asked:
                    continue  # it was being put here while the question was asked
                yield piece
                if piece.last:
                    return
