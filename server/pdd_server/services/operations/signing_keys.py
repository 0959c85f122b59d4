"""The server's two Ed25519 keys, as files of their owner's alone.

Donors pin the identity key. It signs which key the server signs everything else with, its online key, and for which
days: that is kept in online.json. So identity.key is needed when the folder is opened within two months of the last of
these days, or under another online key; for the rest of the time it can be kept elsewhere.
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
VOUCHED_FOR = timedelta(days=366)
"""How long the identity key vouches for an online key."""
RENEWED_BEFORE = timedelta(days=60)
"""How long before its end an online key is signed anew, where the identity key is there."""
_SLOW_CLOCKS = timedelta(days=30)
"""Homes whose clocks are behind by this believe a new server, too."""


@dataclass(frozen=True)
class Vouched:
    """What the identity key (32 bytes) signed of the online key: until which day it may be used."""

    identity: bytes
    signed: Signed
    last: date


def vouched_for(key: bytes, kept: Path, identity_key: Path, today: date) -> Vouched:
    """Return what the identity key says of the online key, from the file `kept`; signed anew where it ends soon.

    `key` is the online key's public half. SetupError where the identity key is needed and is not there.
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
    made = _vouch(identity, key, today)
    if found is not None and found.identity != made.identity:
        raise SetupError(f"{identity_key}: is not the key that {kept.name} names; restore it from its backup")
    unfinished = kept.with_suffix(".new")
    unfinished.unlink(missing_ok=True)
    write_secret(unfinished, made.signed.model_dump_json() + "\n")
    unfinished.replace(kept)
    return made


def read_key(file: Path) -> SigningKey:
    """Return the key whose seed a file holds, in hex; SetupError names the file and what to do."""
    try:
        return SigningKey(bytes.fromhex(file.read_text(encoding="ascii")))
    except OSError as error:
        raise SetupError(f"{file}: {error.strerror}; restore the server's key from its backup") from None
    except (ValueError, TypeError):
        raise SetupError(f"{file}: is no key of 64 hex digits; restore the server's key from its backup") from None


def write_secret(file: Path, text: str) -> None:
    """Write a new file that its owner alone may read, durably; FileExistsError if it is there."""
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as handle:
        handle.write(text)
        handle.flush()
        os.fsync(descriptor)


def _vouch(identity: SigningKey, key: bytes, today: date) -> Vouched:
    public, last = identity.verify_key.encode(), today + VOUCHED_FOR
    online = OnlineKey(server=public.hex(), key=key.hex(), first=today - _SLOW_CLOCKS, last=last)
    return Vouched(public, sign(online, identity), last)


def _kept(file: Path, key: bytes, today: date) -> Vouched | None:
    """Return what is in the file, if it is for this online key and today."""
    try:
        signed = Signed.model_validate_json(file.read_text(encoding="utf-8"))
        online = OnlineKey.model_validate_json(signed.payload)
        identity = bytes.fromhex(online.server)
        return Vouched(identity, signed, online.last) if open_online_key(signed, identity, today) == key else None
    except (OSError, ValidationError, Refused):
        return None
