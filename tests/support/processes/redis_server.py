"""A Redis server of a test's own, on a Unix socket, which keeps nothing on disk."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from redis import Redis
from redis.exceptions import RedisError

from tests.support.processes.timeouts import until


def program() -> str | None:
    """Return the path of the server's program; None if it is not installed."""
    return shutil.which("redis-server") or shutil.which("valkey-server")


@dataclass
class RedisServer:
    """A server in a folder; `start` and `stop` may alternate."""

    folder: Path
    _process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        """The server's address."""
        return f"unix://{self.folder}/redis.sock"

    def start(self) -> None:
        """Start the server, and return once it answers."""
        server = program()
        assert server is not None, "Redis is not installed: scripts/install/test-programs"
        options = ["--port", "0", "--unixsocket", f"{self.folder}/redis.sock", "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen([server, *options], cwd=self.folder, stdout=subprocess.DEVNULL)
        until(self._answers)

    def stop(self) -> None:
        """Kill the server; what it counted is gone."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def client(self) -> Redis:
        """Return a client."""
        return Redis.from_url(self.url)

    def _answers(self) -> bool:
        try:
            return bool(self.client().ping())
        except RedisError:
            return False


@contextmanager
def running() -> Iterator[RedisServer]:
    """Run a server during a block. Its folder has a short path, because the path of a Unix socket may not be long."""
    with TemporaryDirectory(prefix="pdd-redis-", dir="/tmp") as folder:
        server = RedisServer(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()
