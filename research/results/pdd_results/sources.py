"""Where results come from: a server's address, a folder, or a zip. Downloads are bounded in size and in time."""

import shutil
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from urllib.parse import quote, unquote, urlsplit

import httpx

from pdd_results.errors import ResultsError

_LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""Hosts for which HTTP without TLS is good enough: nobody is in between."""
_SILENCE = 30.0
"""Seconds without a byte after which a download is given up."""
_PIECE = 1 << 16


@dataclass(frozen=True)
class Limits:
    """What a download and a file may take.

    Attributes:
        size: The most bytes of a download, and of each file in it.
        seconds: The most seconds of a download.
    """

    size: int
    seconds: float


Read = Callable[[str], bytes]
"""Returns a file of the package by its name. Raises ResultsError if it is not there, or too large."""


@contextmanager
def opened(source: str | Path, limits: Limits, keep: Path | None) -> Iterator[Read]:
    """Open a package, and close it at the end of the block.

    Args:
        source: The address of a campaign's page, of its results, or of a zip; or a folder, a zip, or the file
            `datapackage.json`.
        limits: The limits.
        keep: Where a downloaded zip is kept; None for nowhere.

    Raises:
        ResultsError: There is no package.
    """
    if isinstance(source, str) and "://" in source:
        with TemporaryDirectory() as folder:
            file = Path(folder) / "package.zip"
            _download(zip_of(source), file, limits)
            if keep is not None:
                shutil.copyfile(file, keep)
            yield _zip(file, source, limits)
        return
    if keep is not None:
        raise ResultsError("keep is for a download, and this source is a file already; leave it out.")
    path = Path(source)
    if path.is_dir() or path.name == "datapackage.json":
        yield _folder(path if path.is_dir() else path.parent, limits)
    elif path.is_file():
        yield _zip(path, str(path), limits)
    else:
        raise ResultsError(f"{path}: no such file or folder. Give an address that begins with https://, or a path.")


def zip_of(address: str) -> str:
    """Return the address of a campaign's zip, from that of its page or of any of its results.

    Raises:
        ResultsError: The address is not of HTTPS, or names no campaign.
    """
    parts = urlsplit(address)
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in _LOOPBACK):
        raise ResultsError(f"{address}: the address has to begin with https://, so that nobody can change the numbers.")
    if parts.path.endswith(".zip"):
        return address
    before, found, after = parts.path.rpartition("/campaigns/")
    campaign = after.split("/")[0]
    if not found or not campaign:
        raise ResultsError(f"{address}: this names no campaign. Give https://SERVER/campaigns/ID, or a zip.")
    root = before.removesuffix("/v1")
    return f"{parts.scheme}://{parts.netloc}{root}/v1/campaigns/{quote(unquote(campaign), safe='')}/results.zip"


def _download(address: str, file: Path, limits: Limits) -> None:
    end = monotonic() + limits.seconds
    try:
        with httpx.stream("GET", address, timeout=min(_SILENCE, limits.seconds)) as answer, file.open("wb") as target:
            if answer.status_code != httpx.codes.OK:
                raise ResultsError(f"{address}: the server answered {answer.status_code} {answer.reason_phrase}.")
            for piece in answer.iter_bytes(_PIECE):
                target.write(piece)
                if target.tell() > limits.size:
                    raise ResultsError(f"{address}: more than {limits.size:,} bytes. Allow more with most_bytes.")
                if monotonic() > end:
                    raise ResultsError(f"{address}: took more than {limits.seconds:g} s. Allow more with seconds.")
    except httpx.HTTPError as error:
        raise ResultsError(f"{address}: {error or type(error).__name__}. Try again, or check the address.") from error


def _folder(folder: Path, limits: Limits) -> Read:
    def read(name: str) -> bytes:
        file = folder / name
        try:
            if file.stat().st_size > limits.size:
                raise _too_large(str(file), limits)
            return file.read_bytes()
        except OSError as error:
            raise ResultsError(f"{file}: {error.strerror}. A package has datapackage.json and totals.json.") from error

    return read


def _zip(file: Path, source: str, limits: Limits) -> Read:
    def read(name: str) -> bytes:
        try:
            with zipfile.ZipFile(file) as packed:
                # The size in the list of files bounds what is unpacked: zipfile reads no more than that.
                if packed.getinfo(name).file_size > limits.size:
                    raise _too_large(f"{source}, {name}", limits)
                return packed.read(name)
        except KeyError:
            raise ResultsError(f"{source}: {name} is not in this zip, so it is no campaign's package.") from None
        except (OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
            raise ResultsError(f"{source}: not a zip that can be read ({error}).") from error

    return read


def _too_large(what: str, limits: Limits) -> ResultsError:
    return ResultsError(f"{what}: more than {limits.size:,} bytes. Allow more with most_bytes.")
