"""An S3-compatible store of a test's own: moto's server, which speaks S3 over real HTTP and keeps objects in memory.

It is installed beside our own packages, because boto3 wants an older python-dateutil than ours.
"""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from pdd_server.config import Published
from pdd_server.store.published.bucket import Bucket, BucketSettings
from tests.support.processes.timeouts import PATIENCE, until

_INSTALLED = Path(__file__).parents[3] / ".venv" / "tests" / "s3"
BUCKET = "study"

on_s3 = pytest.mark.skipif(
    not (_INSTALLED / "installed").exists(), reason="no S3 store: scripts/install/beside tests/s3"
)


@dataclass(frozen=True)
class S3Server:
    """A store with a bucket, at an address; `folder` has the file with the secret of its key."""

    address: str
    folder: Path

    def settings(self, store: str = f"s3://{BUCKET}/pdd") -> Published:
        """Return the settings of a server that uses the store."""
        secret = self.folder / "secret"
        secret.write_text("secret\n")
        return Published(store=store, endpoint=self.address, access_key="key", secret_key_file=str(secret))

    def bucket(self) -> Bucket:
        """Return the bucket as a machine sees it."""
        return Bucket(self.bucket_settings())

    def bucket_settings(self, url: str = f"s3://{BUCKET}/pdd") -> BucketSettings:
        """Return where the bucket is, and the key."""
        return BucketSettings(url, self.address, "us-east-1", "key", "secret")

    def refuse_keys(self, after: int = 0) -> None:
        """Refuse every key from now on, or after so many more requests."""
        httpx.post(f"{self.address}/moto-api/reset-auth", content=str(after), timeout=PATIENCE).raise_for_status()

    def take_keys(self) -> None:
        """Take every key again."""
        self.refuse_keys(after=1_000_000)

    def change(self, name: str, content: bytes) -> None:
        """Write an object, as somebody with the key might."""
        (self.folder / "changed").write_bytes(content)
        self.bucket().put(name, self.folder / "changed")


@contextmanager
def running(folder: Path) -> Iterator[S3Server]:
    """Run a store with an empty bucket during a block."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("AWS_")},
        "PYTHONPATH": str(_INSTALLED),
        "INITIAL_NO_AUTH_ACTION_COUNT": "1000000",
    }
    program = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    with (
        (folder / "s3.log").open("w") as log,
        subprocess.Popen(program, env=environment, stdout=log, stderr=log) as process,
    ):
        try:
            server = S3Server(f"http://127.0.0.1:{port}", folder)
            until(lambda: _answers(server.address))
            httpx.put(f"{server.address}/{BUCKET}", timeout=PATIENCE).raise_for_status()
            yield server
        finally:
            process.kill()


def _answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/moto-api/data.json").is_success
    except httpx.TransportError:
        return False
