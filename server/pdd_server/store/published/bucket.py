"""A bucket of an S3-compatible store, below a prefix. Objects are written whole: a reader finds the old or the new one.

Errors are of the operating system's kind, with the bucket's address as their file. So commands print them as one line,
and what waits for a full disk waits for an unreachable bucket, too. Their texts say nothing of the keys.
"""

import errno
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from time import monotonic

from pdd_server.errors import SetupError
from pdd_server.store.files import replace

_PIECE = 1 << 20
"""Bytes that are read at a time."""
_CONNECTED_WITHIN, _ANSWERED_WITHIN, _TRIED_FOR = "3s", "60s", timedelta(seconds=10)
_TRIES_MORE = 1
_LEFT_ALONE_FOR = 5.0
"""Seconds for which nobody asks a store that did not answer. Otherwise donors' threads would all wait for it."""
_AWAY = "the store can't be reached; see whether it runs, and endpoint of [published]"
_LOCAL = ("http://localhost", "http://127.0.0.1", "http://[::1]")
"""Where an endpoint without TLS may be: on this computer."""


@dataclass(frozen=True)
class BucketSettings:
    """Where a bucket is, and who may write it.

    Attributes:
        url: `s3://BUCKET` or `s3://BUCKET/PREFIX`.
        endpoint: The address of the store; None for Amazon's.
        region: The store's region.
        access_key: The id of the access key.
        secret_key: Its secret.
    """

    url: str
    endpoint: str | None
    region: str
    access_key: str
    secret_key: str = field(repr=False)


class Bucket:
    """The objects below the prefix of a bucket, by their names, which have no slash at either end."""

    def __init__(self, settings: BucketSettings) -> None:
        """Prepare the requests; none is sent yet.

        Raises:
            SetupError: The library is not installed.
        """
        self.url = settings.url.rstrip("/")
        try:
            from obstore.store import S3Store  # an extra, which few servers need
        except ImportError:
            raise SetupError(
                f"{self.url}: needs the package obstore; install server-postgresql.lock, or pdd-server[s3]"
            ) from None
        bucket, _, prefix = self.url.removeprefix("s3://").partition("/")
        is_local = (settings.endpoint or "").startswith(_LOCAL)
        self._away_until = 0.0
        self._store = S3Store(
            bucket,
            prefix=prefix or None,
            region=settings.region,
            access_key_id=settings.access_key,
            secret_access_key=settings.secret_key,
            # Stores other than Amazon's often have no host name for each bucket.
            virtual_hosted_style_request=settings.endpoint is None,
            client_options={
                "allow_http": is_local,
                "connect_timeout": _CONNECTED_WITHIN,
                "timeout": _ANSWERED_WITHIN,
            },
            retry_config={"max_retries": _TRIES_MORE, "retry_timeout": _TRIED_FOR},
            endpoint=settings.endpoint,
        )

    def put(self, name: str, file: Path) -> str:
        """Write a file as an object, in place of any other of this name, and return its tag."""
        import obstore

        with self._told():
            return obstore.put(self._store, name, file)["e_tag"] or ""

    def create(self, name: str, content: bytes) -> bool:
        """Write a new object; return False, and change nothing, if there is one of this name.

        Of several that write at once, one succeeds: the store itself looks whether the object exists (`If-None-Match`).
        """
        import obstore
        from obstore.exceptions import AlreadyExistsError

        with self._told():
            try:
                obstore.put(self._store, name, content, mode="create")
            except AlreadyExistsError:
                return False
        return True

    def read(self, name: str) -> bytes:
        """Return a small object's content."""
        import obstore

        with self._told():
            return bytes(obstore.get(self._store, name).bytes())

    def fetch(self, name: str, file: Path) -> None:
        """Replace a file by an object. The file is replaced as a whole, and durably."""
        import obstore

        def write(unfinished: Path) -> None:
            with unfinished.open("wb") as target, self._told():
                for piece in obstore.get(self._store, name).stream(min_chunk_size=_PIECE):
                    target.write(piece)

        replace(file, write)

    def list(self, under: str, after: str | None = None) -> dict[str, str]:
        """Return the tags of the objects below a name, by their names, in order.

        Args:
            under: The name; objects whose names begin with it and a slash are below it.
            after: The name of an object after which the list begins; None begins with the first.
        """
        import obstore

        with self._told():
            found = [one for part in obstore.list(self._store, under, offset=after, chunk_size=1000) for one in part]
        return {one["path"]: one["e_tag"] or "" for one in sorted(found, key=lambda one: one["path"])}

    def delete(self, name: str) -> None:
        """Delete an object, if there is one of this name."""
        import obstore

        with self._told():
            obstore.delete(self._store, name)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn the library's errors into an OSError in one line, which says what to do."""
        from obstore.exceptions import BaseError

        if monotonic() < self._away_until:
            raise self._error(_AWAY)
        try:
            yield
        except (BaseError, FileNotFoundError) as error:
            if (reason := _reason(str(error))) == _AWAY:
                self._away_until = monotonic() + _LEFT_ALONE_FOR
            raise self._error(reason) from None

    def _error(self, text: str) -> OSError:
        return OSError(errno.EPROTO, text, self.url)


def _reason(text: str) -> str:
    """Return what is wrong and what to do, by the library's text. That may quote an answer, so it is not shown."""
    if "NoSuchBucket" in text:
        return "there is no such bucket; make it, or correct store of [published]"
    if "NoSuchKey" in text:
        return "an object was deleted by somebody else; restore the bucket from its copy"
    if status := re.search(r"status code: (\d{3})", text):
        if status[1] in ("401", "403"):
            return "the store refuses the key; correct access_key and secret_key_file of [published], or its rights"
        return f"the store answered {status[1]}; see its log, and endpoint and region of [published]"
    if "HTTP error" in text:
        return _AWAY
    return "the store gave an answer that can't be used; see whether store and endpoint of [published] are right"
