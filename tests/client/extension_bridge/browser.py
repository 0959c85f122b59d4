"""A browser as the native host sees it: it starts the launcher in a manifest, and its extension answers."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

from pdd_client.gateways.native_messaging.message_format import BRIDGE_VERSION, Ended, framed, read_message
from tests.support.processes.timeouts import PATIENCE


@dataclass
class Extension:
    """The extension in a browser that has started the host: it answers each question from `visits`."""

    process: "subprocess.Popen[bytes]"
    visits: list[tuple[str, str, int, bool]] = field(default_factory=list)
    answers: bool = True
    questions: list[dict[str, Any]] = field(default_factory=list)
    told: "Queue[dict[str, Any] | None]" = field(default_factory=Queue)
    """What the host has told; None is its end."""

    def send(self, message: dict[str, Any]) -> None:
        """Send one message to the host."""
        self.write(framed(message))

    def write(self, data: bytes) -> None:
        """Write any bytes to the host."""
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send one message to the host and return the status that it answers."""
        self.send(message)
        return self.hear()

    def hear(self) -> dict[str, Any]:
        """Return the host's next message."""
        told = self.told.get(timeout=PATIENCE)
        assert told is not None, "the host has ended"
        return told

    def status(self) -> dict[str, Any]:
        return self.ask({"type": "status", "version": BRIDGE_VERSION})

    def hand_over(self, *days: str) -> dict[str, Any]:
        return self.ask({"type": "hand-over", "bound": days})

    def listen(self) -> None:
        """Read what the host writes until it ends."""
        assert self.process.stdout is not None
        with suppress(Ended, BrokenPipeError):
            while True:
                message = read_message(self.process.stdout.read)
                if message["type"] != "ask":
                    self.told.put(message)
                    continue
                self.questions.append(message)
                if self.answers:
                    self.answer(message)
        self.told.put(None)

    def answer(self, question: dict[str, Any]) -> None:
        """Answer with the visits in two pieces, like a long answer."""
        half = len(self.visits) // 2
        for visits, last in ((self.visits[:half], False), (self.visits[half:], True)):
            self.send({"type": "visits", "number": question["number"], "visits": visits, "last": last})


@contextmanager
def started(manifest: Path, *arguments: str) -> Iterator[Extension]:
    """Start this manifest's host as a browser does; at the end the browser closes the connection."""
    program = json.loads(manifest.read_text())["path"]
    command = [program, *(arguments or ("chrome-extension://piipdhdljipfoafojgiecgojoiibkpop/",))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        extension = Extension(process)
        listening = Thread(target=extension.listen, daemon=True)
        listening.start()
        try:
            yield extension
        finally:
            assert process.stdin is not None
            with suppress(BrokenPipeError):
                process.stdin.close()
            process.wait(PATIENCE)
            listening.join(PATIENCE)
