"""The server's two Ed25519 keys, in files that only their owner may read.

Donors pin the identity key. With it the server signs the links of a chain: each names the online key, which signs
everything else, and the days for which it is valid. Donors take only the key of the newest link. The chain is in
online.json and, for everybody, in published/keys.json.

So identity.key is needed only for a new link: within two months of the last day of the newest one, or for another
online key. The rest of the time it can be kept elsewhere, where somebody who breaks into the server can't take it
(`key_rotation`).

online.json also has a signed `OnlineKey` of the same key and days, which donors are shown first.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Annotated

from nacl.signing import SigningKey
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pdd_server.errors import SetupError
from pdd_server.store.files import move, replace_secret, replace_text
from pdd_server.store.locks import locked
from pdd_shared.protocol.messages import KeyChain, Signed
from pdd_shared.protocol.signing import sign
from pdd_shared.rounds.cohort.epoch.acceptance import open_online_key
from pdd_shared.rounds.cohort.key_chain import add_link, open_chain
from pdd_shared.rounds.cohort.messages import KeyLink, OnlineKey
from pdd_shared.rounds.refusals import Refused

SEED_SIZE = 32
"""Bytes of the seed of an Ed25519 key."""
ONLINE_KEY_LIFETIME = timedelta(days=366)
"""How long an online key is valid from the day on which the identity key signs it."""
RENEWED_BEFORE = timedelta(days=60)
"""How long before its last day a link is renewed, if identity.key is in the folder."""
SLOW_CLOCKS = timedelta(days=30)
"""How far an online key's first day lies in the past, so that donors with a slow clock accept a new server."""
REPLACE_IT = (
    "write a request here with pdd-server keys request, sign it with pdd-server keys sign on the computer that has "
    "identity.key, and bring back only its answer, for pdd-server keys install; see docs/guides/keys.md, Replace the "
    "online key"
)
"""What to do about an online key that ends, where the identity key is on another computer, and should stay there."""
_PATIENCE = 30.0
"""Seconds to wait for another process that adds a link."""


@dataclass(frozen=True)
class KeyFiles:
    """Where a data folder keeps what its identity key signed.

    Attributes:
        identity_key: The seed of the identity key, which may be elsewhere.
        online: online.json, with the statement for the online key and the chain.
        published: The chain as everybody may read it.
    """

    identity_key: Path
    online: Path
    published: Path


class KeyFile(BaseModel):
    """The content of online.json: the signed `OnlineKey`, and the chain's links."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    online: Signed
    links: Annotated[tuple[Signed, ...], Field(min_length=1)]


@dataclass(frozen=True)
class OnlineKeyStatement:
    """The signed statements that the online key belongs to the identity key.

    Attributes:
        identity: The public identity key, 32 bytes.
        key: The public online key, 32 bytes.
        signed: The signed `OnlineKey`, which donors are shown in `ServerInfo` and in answers to check-ins.
        last: The last day on which the online key is valid.
        links: The chain's links, at least one.
    """

    identity: bytes
    key: bytes
    signed: Signed
    last: date
    links: tuple[Signed, ...]

    def is_for(self, key: bytes) -> bool:
        """Return whether donors take this online key: the statement names it, and no newer link has replaced it."""
        return self.key == key and _newest(self.links).key == key.hex()

    @property
    def chain(self) -> KeyChain:
        """The chain as donors get it."""
        return KeyChain(links=self.links)


def online_key_statement(key: bytes, files: KeyFiles, today: date) -> OnlineKeyStatement:
    """Return the identity key's statement for the online key, from its file or signed anew.

    It is signed anew if the file has none that is valid today for this online key, or if that ends soon and the
    identity key is in the folder. Without the identity key a statement that has ended is returned as it is. Donors
    refuse it, but researchers and the public can be served.

    Args:
        key: The public online key, 32 bytes.
        files: The files of the statement and of the identity key.
        today: The present data day.

    Raises:
        SetupError: The identity key is needed and its file can't be read, or it is another one than in the statement;
            or the online key was replaced by another one, or its days have not begun.
    """
    found = _valid(key, files, today)
    if found is None or _is_due(found, files, today):
        with locked(files.online.with_name(".signing-keys"), _PATIENCE):
            found = _valid(key, files, today)  # another process may have signed it meanwhile
            if found is None or _is_due(found, files, today):
                made = _signed_anew(key, files, today)
                write_statement(files, made)
                found = statement_of(made)
    publish_chain(files, found.links)
    return found


def unwritten_statement(key: bytes, files: KeyFiles, today: date) -> OnlineKeyStatement:
    """Return the identity key's statement for the online key, also one that has ended; nothing is written.

    If the file has none for this online key, it is the statement that the server would sign today.

    Raises:
        SetupError: As by `online_key_statement`.
    """
    found = kept_statement(files)
    return found if found is not None and found.is_for(key) else statement_of(_signed_anew(key, files, today))


def _valid(key: bytes, files: KeyFiles, today: date) -> OnlineKeyStatement | None:
    """Return the statement in its file; None if it is not readable, not for this online key, or not valid today.

    One that has ended counts as valid if the identity key is elsewhere, so that it can't be signed anew here.
    """
    found = kept_statement(files)
    try:
        if found is not None and found.is_for(key):
            day = today if files.identity_key.exists() else min(today, found.last)
            open_online_key(found.signed, found.identity, day)
            return found
    except Refused:
        pass  # not valid today, or damaged
    return None


def _is_due(found: OnlineKeyStatement, files: KeyFiles, today: date) -> bool:
    """Return whether a valid statement has to be followed by another one, and the identity key is there to sign it."""
    return files.identity_key.exists() and found.last - today <= RENEWED_BEFORE


def _signed_anew(key: bytes, files: KeyFiles, today: date) -> KeyFile:
    """Return the statements with a new link of the chain for the online key; they are not written."""
    if not files.identity_key.exists() and not files.online.exists():
        raise SetupError(f"{files.identity_key}: is not there; restore it from its backup")
    known = kept_statement(files)
    links = known.links if known else _published(files, read_key(files.identity_key).verify_key.encode())
    if key.hex() in _replaced(links):
        raise SetupError(
            f"{files.online}: server.key was replaced by another key since; restore the newest server.key from its "
            "backup, or make another one with pdd-server keys replace, which needs online.json"
        )
    if known is not None and not files.identity_key.exists():
        # The identity key is kept on another machine, as it should be. To restore it would be the wrong remedy.
        if today < (first := _newest(known.links).first):
            raise SetupError(f"{files.online}: its days begin on {first}, after today, {today}; set the clock right")
        raise SetupError(
            f"{files.online}: does not vouch for server.key; restore the server's key from its backup, or {REPLACE_IT}"
        )
    identity = read_key(files.identity_key)
    public = identity.verify_key.encode()
    if known is not None and known.identity != public:
        raise SetupError(
            f"{files.identity_key}: is not the key that {files.online.name} names; restore it from its backup"
        )
    return sign_key(identity, key, links, today)


def sign_key(
    identity: SigningKey, key: bytes, before: Sequence[Signed], today: date, lifetime: timedelta = ONLINE_KEY_LIFETIME
) -> KeyFile:
    """Return the statements by which an online key is valid from today, with a new link of the chain.

    Args:
        identity: The identity key.
        key: The public online key, 32 bytes.
        before: The chain's links so far.
        today: The present day.
        lifetime: How long the key is valid.
    """
    return key_file(identity, add_link(before, key, today - SLOW_CLOCKS, today + lifetime, identity).links)


def key_file(identity: SigningKey, links: tuple[Signed, ...]) -> KeyFile:
    """Return the statements of a chain: its links, and the signed `OnlineKey` of the newest one."""
    newest = _newest(links)
    online = OnlineKey(server=newest.server, key=newest.key, first=newest.first, last=newest.last)
    return KeyFile(online=sign(online, identity), links=links)


def write_statement(files: KeyFiles, made: KeyFile) -> None:
    """Write online.json, and return once it is durable."""
    replace_secret(files.online, made.model_dump_json() + "\n")


def publish_chain(files: KeyFiles, links: tuple[Signed, ...]) -> None:
    """Write the chain to its published file unless it is there already."""
    text = chain_text(links)
    if not (files.published.exists() and files.published.read_bytes() == text.encode()):
        files.published.parent.mkdir(exist_ok=True)
        replace_text(files.published, text)


def chain_text(links: tuple[Signed, ...]) -> str:
    """Return the content of the chain's published file."""
    return KeyChain(links=links).model_dump_json() + "\n"


def finish_replacement(key: Path, next_key: Path, files: KeyFiles) -> None:
    """Put the next online key in the place of server.key if the identity key has signed it.

    online.json is replaced first. So a process that was killed before it came to the key is finished by the next one.
    """
    if is_signed(next_key, files):
        move(next_key, key)


def is_signed(next_key: Path, files: KeyFiles) -> bool:
    """Return whether there is a next online key, and the identity key has signed it."""
    found = kept_statement(files) if next_key.exists() else None
    return found is not None and found.key == read_key(next_key).verify_key.encode()


def read_key(file: Path) -> SigningKey:
    """Return the Ed25519 key whose seed a file holds, in hex.

    Raises:
        SetupError: The file can't be read, or holds no seed.
    """
    try:
        return SigningKey(bytes.fromhex(file.read_text(encoding="ascii")))
    except PermissionError as error:
        raise SetupError(f"{file}: {error.strerror}; let the server's user own it (chown, chmod 600)") from None
    except OSError as error:
        raise SetupError(f"{file}: {error.strerror}; restore the server's key from its backup") from None
    except (ValueError, TypeError):
        raise SetupError(f"{file}: is no key of 64 hex digits; restore the server's key from its backup") from None


def kept_statement(files: KeyFiles) -> OnlineKeyStatement | None:
    """Return the statement in online.json, whether or not it is valid today; None if it can't be read.

    A link that only the published chain has is part of it. So a folder with an older online.json can't go back.
    """
    try:
        found = statement_of(KeyFile.model_validate_json(files.online.read_text(encoding="utf-8")))
    except (OSError, ValidationError):
        return None
    published = _published(files, found.identity)
    if not published or _newest(published).sequence <= _newest(found.links).sequence:
        return found
    return replace(found, links=published)


def statement_of(made: KeyFile) -> OnlineKeyStatement:
    """Return the statement in the content of online.json; raise ValidationError if it is none."""
    online = OnlineKey.model_validate_json(made.online.payload)
    server, key = bytes.fromhex(online.server), bytes.fromhex(online.key)
    return OnlineKeyStatement(server, key, made.online, online.last, made.links)


def _published(files: KeyFiles, identity: bytes) -> tuple[Signed, ...]:
    """Return the links of the published chain; none if it is not there, or not of this identity key."""
    try:
        chain = KeyChain.model_validate_json(files.published.read_bytes())
        open_chain(chain, identity)
    except (OSError, ValidationError, Refused):
        return ()
    return chain.links


def _replaced(links: Sequence[Signed]) -> set[str]:
    """Return the keys that the newest link revokes."""
    return {_link(signed).key for signed in links[:-1]} - {_link(signed).key for signed in links[-1:]}


def _newest(links: Sequence[Signed]) -> KeyLink:
    return _link(links[-1])


def _link(signed: Signed) -> KeyLink:
    return KeyLink.model_validate_json(signed.payload)
