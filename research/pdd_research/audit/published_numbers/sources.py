"""Where published numbers come from: a server's address, its folder `published`, one campaign's folder, or its package.

Whoever made the files is not trusted. So no more is read than MOST_BYTES, no server can keep the audit waiting for
longer than PATIENCE, and an address can't lead to a file of this machine.
"""

import json
import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from time import monotonic
from typing import IO, Protocol
from urllib import request
from urllib.error import URLError

from pdd_research.audit.published_numbers.file_format import printable
from pdd_research.errors import AuditError

TOTALS = "totals.json"
MOST_BYTES = 256 * 2**20
"""The most bytes of one file."""
MOST_CAMPAIGNS = 1_000
PATIENCE = 600.0
"""The most seconds that one file may take."""
_SILENCE = 30.0
"""The most seconds without a byte."""
_CHUNK = 2**20
_ID = r"[a-z0-9][a-z0-9-]{0,63}"
_PAGE = re.compile(rf"(?P<server>https?://.+?)/(?:v1/)?(?:campaigns|join)/(?P<campaign>{_ID})/?")
"""The address of a campaign's page."""


class _Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


def published_files(source: str) -> Iterator[tuple[str, bytes]]:
    """Yield each campaign's `totals.json` with a name for it.

    Args:
        source: an address that begins with http:// or https://, or a path.

    Raises:
        AuditError: if nothing is found there, or it can't be read.
    """
    found = _of_address(source.rstrip("/")) if re.match("https?://", source) else _of_path(Path(source))
    first = next(found, None)
    if first is None:
        raise AuditError(f"{source}: has no campaign; give a server's address, or a folder with {TOTALS}")
    yield first
    yield from found


def _of_path(path: Path) -> Iterator[tuple[str, bytes]]:
    if path.is_dir():
        inside = [path / TOTALS, *sorted(path.glob(f"*/{TOTALS}"))]
        for file in [one for one in inside if one.is_file()][:MOST_CAMPAIGNS]:
            yield str(file.parent), _file(file)
    elif path.is_file():
        yield str(path), _unpacked(str(path), _file(path))


def _file(path: Path) -> bytes:
    with path.open("rb") as opened:
        return _bounded(str(path), opened)


def _unpacked(name: str, content: bytes) -> bytes:
    """Return the `totals.json` of a package; the content itself if it is no package."""
    if not content.startswith(b"PK"):
        return content
    try:
        with zipfile.ZipFile(BytesIO(content)) as package, package.open(TOTALS) as inside:
            return _bounded(name, inside)
    except (KeyError, zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError):
        raise AuditError(f"{name}: is no package with a {TOTALS}; download it again") from None


def _of_address(address: str) -> Iterator[tuple[str, bytes]]:
    if address.endswith((".json", ".zip")):
        yield address, _unpacked(address, _fetched(address))
        return
    if page := _PAGE.fullmatch(address):
        server, campaigns = page["server"], [page["campaign"]]
    else:
        server, campaigns = address, _campaigns(f"{address}/v1/campaigns")
    for campaign in campaigns:
        at = f"{server}/v1/campaigns/{campaign}/results.json"
        yield at, _fetched(at)


def _campaigns(address: str) -> list[str]:
    """Return the ids in a server's list of campaigns, each once."""
    answer = _fetched(address)
    try:
        listed = json.loads(answer)["campaigns"]
        ids = [json.loads(one["payload"])["id"] for one in listed[:MOST_CAMPAIGNS]]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise AuditError(f"{address}: is no list of campaigns; give the address of a server or of a campaign") from None
    return list(dict.fromkeys(one for one in ids if isinstance(one, str) and re.fullmatch(_ID, one)))


def _fetched(address: str) -> bytes:
    # Only handlers of HTTP: another opener would follow a server to file:// or ftp://.
    opener = request.OpenerDirector()
    for handler in (
        request.ProxyHandler,
        request.HTTPHandler,
        request.HTTPSHandler,
        request.HTTPRedirectHandler,
        request.HTTPErrorProcessor,
        request.HTTPDefaultErrorHandler,
    ):
        opener.add_handler(handler())
    try:
        with opener.open(address, timeout=_SILENCE) as answer:
            return _bounded(address, answer)
    except AuditError:
        raise
    except URLError as error:
        raise AuditError(
            f"{address}: can't be read ({printable(str(error.reason))}); look whether the address is right"
        ) from None
    except (OSError, ValueError) as error:
        raise AuditError(f"{address}: can't be read ({type(error).__name__}); try again later") from None


def _bounded(name: str, opened: IO[bytes] | _Readable) -> bytes:
    """Return all bytes of a file.

    Raises:
        AuditError: if there are too many, or they take too long.
    """
    content, until = bytearray(), monotonic() + PATIENCE
    while part := opened.read(_CHUNK):
        content += part
        if len(content) > MOST_BYTES:
            raise AuditError(f"{name}: is larger than {MOST_BYTES >> 20} MiB, the most that is read")
        if monotonic() > until:
            raise AuditError(f"{name}: takes longer than {PATIENCE / 60:.0f} minutes; try again later")
    return bytes(content)
