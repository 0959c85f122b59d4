"""Copies of the extension that report the noise that they draw, so that a test knows the noise in a published sum."""

import shutil
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from pdd_shared.protocol.limits import DECOYS_A_LAW
from tests.support.processes.timeouts import until

_SHORTEST = 32 * DECOYS_A_LAW
"""Bytes: a vector has decoys. Nothing else that a home draws is as long."""
_TELLS = """
{
  const draw = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (bytes) => {
    const drawn = draw(bytes);
    if (drawn.length >= SHORTEST) fetch("ADDRESS", { method: "POST", mode: "no-cors", body: drawn.slice() });
    return drawn;
  };
}
"""
_SCRIPTS = ("background.js", "pages/main/main.js")
"""Whatever contacts a server: the background, and the page with the button for it."""


@dataclass
class Remembered:
    """Where copies report; `noise` has the random bytes of each copy's vectors, in order."""

    address: str = ""
    noise: defaultdict[str, list[bytes]] = field(default_factory=lambda: defaultdict(list), repr=False)

    def copy(self, extension: Path, folder: Path) -> Path:
        """Make a copy of the extension that reports under the folder's name."""
        shutil.copytree(extension, folder)
        tells = _TELLS.replace("SHORTEST", str(_SHORTEST)).replace("ADDRESS", f"{self.address}/{folder.name}")
        for name in _SCRIPTS:
            script = folder / name
            script.write_text(tells + script.read_text(encoding="utf-8"), encoding="utf-8")
        return folder

    def wait(self, name: str, number: int) -> list[bytes]:
        """Return a copy's draws, once it has reported so many."""
        until(lambda: len(self.noise[name]) >= number)
        return self.noise[name]


@contextmanager
def remembering() -> Iterator[Remembered]:
    """Listen to the copies while the block runs."""
    found = Remembered()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            drawn = self.rfile.read(int(self.headers["Content-Length"]))
            found.noise[self.path[1:]].append(drawn)
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *arguments: object) -> None:
            """Write no log."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listener:
        found.address = f"http://127.0.0.1:{listener.server_address[1]}"
        Thread(target=listener.serve_forever, daemon=True).start()
        try:
            yield found
        finally:
            listener.shutdown()
