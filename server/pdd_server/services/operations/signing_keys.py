"""The server's two Ed25519 keys, in files that only their owner may read.

Donors pin the identity key. With it the server signs one message, online.json. The message names the online key, which
signs everything else, and the days for which it is valid. So identity.key is needed only to renew online.json: within
two months of its last day, or for another online key. The rest of the time it can be kept elsewhere, where somebody who
breaks into the server can't take it.
"""

import os
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from nacl.signing import SigningKey
from pydantic import ValidationError

from pdd_server.errors import SetupError
from pdd_shared.protocol.messages import Signed
from pdd_shared.protocol.signing import sign
from pdd_shared.rounds.cohort.epoch.acceptance import open_online_key
from pdd_shared.rounds.cohort.messages import OnlineKey
from pdd_shared.rounds.refusals import Refused

SEED_SIZE = 32
"""Bytes of the seed of an Ed25519 key."""
ONLINE_KEY_LIFETIME = timedelta(days=366)
"""How long an online key is valid from the day on which the identity key signs it."""
RENEWED_BEFORE = timedelta(days=60)
"""How long before its last day online.json is renewed, if identity.key is in the folder."""
_SLOW_CLOCKS = timedelta(days=30)
"""How far an online key's first day lies in the past, so that donors with a slow clock accept a new server."""


@dataclass(frozen=True)
class OnlineKeyStatement:
    """The signed statement that the online key belongs to the identity key.

    Attributes:
        identity: The public identity key, 32 bytes.
        signed: The signed `OnlineKey`.
        last: The last day on which the online key is valid.
    """

    identity: bytes
    signed: Signed
    last: date


def online_key_statement(key: bytes, kept: Path, identity_key: Path, today: date) -> OnlineKeyStatement:
    """Return the identity key's statement for the online key, from its file or signed anew.

    It is signed anew if the file has none that is valid today for this online key, or if that ends soon and the
    identity key is in the folder.

    Args:
        key: The public online key, 32 bytes.
        kept: The file of the statement, online.json.
        identity_key: The file of the identity key's seed.
        today: The present data day.

    Raises:
        SetupError: The identity key is needed and its file can't be read, or it is another one than in the statement.
    """
    found = _kept(kept, key, today)
    if found is not None and (found.last - today > RENEWED_BEFORE or not identity_key.exists()):
        return found
    if not identity_key.exists() and not kept.exists():
        raise SetupError(
            f"{identity_key}: is not there; restore it from its backup. A data folder of an earlier version has none: "
            "make a new one with pdd-server init, and let donors join anew"
        )
    identity = read_key(identity_key)
    made = _sign(identity, key, today)
    if found is not None and found.identity != made.identity:
        raise SetupError(f"{identity_key}: is not the key that {kept.name} names; restore it from its backup")
    unfinished = kept.with_suffix(".new")
    unfinished.unlink(missing_ok=True)
    write_secret(unfinished, made.signed.model_dump_json() + "\n")
    unfinished.replace(kept)
    return made


def read_key(file: Path) -> SigningKey:
    """Return the Ed25519 key whose seed a file holds, in hex.

    Raises:
        SetupError: The file can't be read, or holds no seed.
    """
    try:
        return SigningKey(bytes.fromhex(file.read_text(encoding="ascii")))
    except OSError as error:
        raise SetupError(f"{file}: {error.strerror}; restore the server's key from its backup") from None
    except (ValueError, TypeError):
        raise SetupError(f"{file}: is no key of 64 hex digits; restore the server's key from its backup") from None


def write_secret(file: Path, text: str) -> None:
    """Write a new file that only its owner may read, and return once it is durable.

    Raises:
        FileExistsError: The file exists. A key is never overwritten.
    """
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as handle:
        handle.write(text)
        handle.flush()
        os.fsync(descriptor)


def _sign(identity: SigningKey, key: bytes, today: date) -> OnlineKeyStatement:
    """Sign a statement for the public online key that is valid from today for `ONLINE_KEY_LIFETIME`."""
    public, last = identity.verify_key.encode(), today + ONLINE_KEY_LIFETIME
    online = OnlineKey(server=public.hex(), key=key.hex(), first=today - _SLOW_CLOCKS, last=last)
    return OnlineKeyStatement(public, sign(online, identity), last)


def _kept(file: Path, key: bytes, today: date) -> OnlineKeyStatement | None:
    """Return the statement in a file; None if it is not readable, not for this online key, or not valid today."""
    try:
        signed = Signed.model_validate_json(file.read_text(encoding="utf-8"))
        online = OnlineKey.model_validate_json(signed.payload)
        identity = bytes.fromhex(online.server)
        return (
            OnlineKeyStatement(identity, signed, online.last)
            if open_online_key(signed, identity, today) == key
            else None
        )
    except (OSError, ValidationError, Refused):
        return None
