"""The portal's own keys: one signs cookies, one seals the secrets of second factors.

Neither has anything to do with the key that signs for donors. So that key can be replaced without signing anybody out
and without a reset of second factors.

A file has its key in the first line, in hex. While the secrets are sealed anew, second-factors.key has the earlier key
in a second line. So a process that is killed meanwhile loses nothing: the next one that opens the folder finishes.
"""

from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Connection

from pdd_server.errors import SetupError
from pdd_server.services.accounts.authentication import second_factor
from pdd_server.store.accounts import sealed_secrets
from pdd_server.store.engine import Store
from pdd_server.store.files import replace_secret
from pdd_server.store.locks import locked
from pdd_shared.protocol.keys import RandomBytes

_SIZE = 32
_PATIENCE = 30.0
"""Seconds to wait for another process that seals the secrets anew."""


@dataclass(frozen=True)
class PortalKeys:
    """The keys of cookies and of second factors, 32 bytes each."""

    cookies: bytes = field(repr=False)
    second_factors: bytes = field(repr=False)


def open_keys(folder: Path, store: Store, random_bytes: RandomBytes) -> PortalKeys:
    """Return the portal's keys, and make those that the data folder lacks.

    Args:
        folder: The data folder.
        store: Its database.
        random_bytes: The source of new keys.

    Raises:
        SetupError: A file holds something else than keys.
    """
    cookies, second_factors = folder / "cookies.key", folder / "second-factors.key"
    if not cookies.exists() or len(_keys_in(second_factors)) != 1:
        with locked(folder / ".portal-keys", _PATIENCE):
            for file in (cookies, second_factors):
                if not file.exists():  # another process may have made it meanwhile
                    _write(file, random_bytes(_SIZE))
            _finish(second_factors, store)
    return PortalKeys(_keys_in(cookies)[0], _keys_in(second_factors)[0])


def replace_keys(folder: Path, store: Store, random_bytes: RandomBytes) -> None:
    """Replace both keys. Everybody is signed out; second factors are sealed anew and go on.

    Raises:
        SetupError: A file holds something else than keys.
    """
    second_factors = folder / "second-factors.key"
    with locked(folder / ".portal-keys", _PATIENCE):
        _finish(second_factors, store)
        _write(second_factors, random_bytes(_SIZE), *_keys_in(second_factors))
        _finish(second_factors, store)
        _write(folder / "cookies.key", random_bytes(_SIZE))


def unreadable(connection: Connection, key: bytes) -> int:
    """Return how many second factors the key does not open. Their owners need a reset."""
    return sum(second_factor.unseal(sealed, key) is None for sealed in sealed_secrets.all_of(connection))


def second_factor_key(folder: Path) -> bytes | None:
    """Return the key that seals second factors; None if the data folder has none yet.

    Raises:
        SetupError: The file holds something else than keys.
    """
    return next(iter(_keys_in(folder / "second-factors.key")), None)


def _finish(file: Path, store: Store) -> None:
    """Seal every secret under the file's first key, and drop the earlier key from the file."""
    keys = _keys_in(file)
    if len(keys) < 2:
        return
    new, old = keys
    with store.write() as connection:
        sealed_secrets.change_all(connection, lambda sealed: _resealed(sealed, old, new))
    _write(file, new)


def _resealed(sealed: bytes, old: bytes, new: bytes) -> bytes:
    """Return a secret under the new key; as it is if the old key does not open it, as after a process was killed."""
    secret = second_factor.unseal(sealed, old)
    return sealed if secret is None else second_factor.seal(secret, new)


def _write(file: Path, *keys: bytes) -> None:
    replace_secret(file, "".join(f"{key.hex()}\n" for key in keys))


def _keys_in(file: Path) -> list[bytes]:
    """Return the keys in a file; none if it is not there."""
    try:
        keys = [bytes.fromhex(line) for line in file.read_text(encoding="ascii").splitlines()]
    except FileNotFoundError:
        return []
    except ValueError:
        keys = []
    if not 1 <= len(keys) <= 2 or {len(key) for key in keys} != {_SIZE}:
        raise SetupError(f"{file}: is no key of 64 hex digits; restore it from its backup")
    return keys
