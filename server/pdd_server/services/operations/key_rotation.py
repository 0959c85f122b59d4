"""Replacing the online key, also where the identity key is kept on a machine without a network.

1. On the server, `request` makes the next key, and writes its public half and the server's day into a request.
2. Beside the identity key, `answer` signs a link for it, which revokes the key before it.
3. On the server, `install` takes the answer. The server signs with the new key from its next start.

Request and answer are public: they travel in files. The secret of the next key never leaves the server, and that of the
identity key never leaves its own machine. That machine keeps the links that it signed last. So a server that lies
about its chain can't make it sign two links after the same one.

The request says on which day the key's time begins, because a machine without a network may have a wrong clock. The
operator carries this day and the key's first digits by hand, so nobody can exchange them in the file.

An answer may end before anybody installs it, or begin too late because the server's clock was fast. The answer to a
later request then has another link, after the one that is not valid. So no link is taken back, and homes follow the
chain whichever answer was installed. Homes don't ask that a link begins after the one before it.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from pdd_server.errors import SetupError
from pdd_server.services.operations.data_folder import Folder
from pdd_server.services.operations.signing_keys import (
    SEED_SIZE,
    SLOW_CLOCKS,
    KeyFile,
    OnlineKeyStatement,
    finish_replacement,
    kept_statement,
    key_file,
    publish_chain,
    read_key,
    sign_key,
    write_statement,
)
from pdd_server.store.files import replace_text, write_secret
from pdd_shared.protocol.fields import Hex32
from pdd_shared.protocol.keys import RandomBytes
from pdd_shared.protocol.limits import LONGEST_KEY, MOST_LINKS
from pdd_shared.protocol.messages import KeyChain, Signed
from pdd_shared.rounds.cohort.epoch.acceptance import open_online_key
from pdd_shared.rounds.cohort.key_chain import KnownLink, follow, open_chain
from pdd_shared.rounds.cohort.messages import KeyLink
from pdd_shared.rounds.refusals import Refused

LONGEST_LIFETIME = LONGEST_KEY - SLOW_CLOCKS
"""The longest time for which a key can be signed."""

_REMEDY = "make a new request with pdd-server keys request, and let the identity key sign it"


class KeyRequest(BaseModel):
    """A request to the identity key: sign this online key from this day on, as the link after these."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    server: Hex32
    key: Hex32
    day: date
    links: tuple[Signed, ...]


@dataclass(frozen=True)
class ShownLink:
    """A link as the operator is shown it; `state` says whether donors take its key."""

    link: KeyLink
    state: str


def request(folder: Folder, today: date, random_bytes: RandomBytes) -> KeyRequest:
    """Make the next online key, unless it waits for its signature already, and return the request for it."""
    statement = _statement(folder)
    if not folder.next_key.exists():
        write_secret(folder.next_key, f"{random_bytes(SEED_SIZE).hex()}\n".encode())
    key = read_key(folder.next_key).verify_key.encode()
    return KeyRequest(server=statement.identity.hex(), key=key.hex(), day=today, links=statement.links)


def answer(asked: KeyRequest, identity_key: Path, lifetime: timedelta) -> KeyFile:
    """Sign the requested key with the identity key, and keep the new link beside that.

    If a kept link answers this request already, the answer is made again from it, for the days that it names. So it
    does no harm if the first answer was lost. If that link is not valid on the request's day, another one is signed
    after it.

    Args:
        asked: The request.
        identity_key: The file with the seed of the identity key.
        lifetime: How long the key is valid.

    Raises:
        SetupError: The identity key is of another server, the lifetime is too long, or the request's chain is no chain
            of this key or does not go on from the link that it signed last.
    """
    identity, newest = read_key(identity_key), identity_key.with_name(f"{identity_key.name}.newest-link.json")
    if identity.verify_key.encode().hex() != asked.server:
        raise SetupError(f"{identity_key}: is not the identity key of the server that asks")
    if not timedelta(0) < lifetime <= LONGEST_LIFETIME:
        raise SetupError(f"--days: donors take a key for 1 to {LONGEST_LIFETIME.days} days")
    kept = _kept_links(newest)
    _check_chain(asked)
    missing = _missing(kept, asked)
    links = (*asked.links, *missing)
    last = _link(missing[-1]) if missing else None
    is_valid = last is not None and last.first <= asked.day <= last.last
    if last is not None and is_valid and last.key == asked.key:
        return key_file(identity, links[-MOST_LINKS:])
    if kept and kept[-1] not in asked.links and (last is None or is_valid):
        raise SetupError(
            f"the request can't be signed: it lacks the link in {newest}, which this key signed last; install that "
            "answer first. Delete the file only if nobody ever installed it: donors refuse a second link in its place"
        )
    made = sign_key(identity, bytes.fromhex(asked.key), links, asked.day, lifetime)
    replace_text(newest, KeyChain(links=(*missing, made.links[-1])).model_dump_json() + "\n")
    return made


def install(folder: Folder, made: KeyFile, today: date) -> None:
    """Put the next online key and its link in place. No server may run on the folder.

    Args:
        folder: The data folder.
        made: The answer.
        today: The present data day.

    Raises:
        SetupError: The answer is not for the key that waits here, not of this server's identity key, or does not go on
            from the newest link. Nothing is changed.
    """
    statement, next_key = _statement(folder), read_key(folder.next_key).verify_key.encode()
    known = KnownLink.of(statement.links[-1])
    try:
        chain = KeyChain(links=made.links)
        follow(chain, server=statement.identity, online_key=next_key, today=today, known=known)
        online = open_online_key(made.online, statement.identity, today)
    except Refused as refused:
        raise SetupError(f"the answer can't be used: {refused.detail}; {_REMEDY}") from None
    if online != next_key:
        raise SetupError(f"the answer can't be used: it is for another key; {_REMEDY}")
    write_statement(folder.signed_keys, made)
    publish_chain(folder.signed_keys, made.links)
    finish_replacement(folder.key, folder.next_key, folder.signed_keys)


def shown_links(folder: Folder, today: date) -> list[ShownLink]:
    """Return the links of the chain, and whether donors take their keys."""
    links = [_link(signed) for signed in _statement(folder).links]
    last = len(links) - 1
    return [ShownLink(link, _state(link, today) if place == last else "replaced") for place, link in enumerate(links)]


def _state(newest: KeyLink, today: date) -> str:
    return "in use" if newest.first <= today <= newest.last else "not valid today"


def _statement(folder: Folder) -> OnlineKeyStatement:
    if folder.is_new():
        raise SetupError(f"{folder.online}: is not there yet; start the server, which signs the first link")
    if (found := kept_statement(folder.signed_keys)) is None:
        first = f"; if the server has never started, put {folder.identity_key.name} back for its first start"
        raise SetupError(f"{folder.online}: can't be read; restore it from its backup{first}")
    return found


def _kept_links(newest: Path) -> tuple[Signed, ...]:
    """Return the links that the identity key signed last, the newest at the end; none if it has signed none here."""
    if not newest.exists():
        return ()
    damaged = SetupError(f"{newest}: is damaged; restore it from its backup")
    try:
        kept = KeyChain.model_validate_json(newest.read_bytes()).links
        for signed in kept:
            _link(signed)
    except ValidationError:
        raise damaged from None
    if not kept:
        raise damaged
    return kept


def _check_chain(asked: KeyRequest) -> None:
    """Raise SetupError unless a request's chain is of the identity key that it names."""
    try:
        open_chain(KeyChain(links=asked.links), bytes.fromhex(asked.server))
    except Refused as refused:
        raise SetupError(f"the request can't be signed: {refused.detail}") from None


def _missing(kept: tuple[Signed, ...], asked: KeyRequest) -> tuple[Signed, ...]:
    """Return the kept links that follow the last link of the request's chain; none if they don't go on from there."""
    last = asked.links[-1]
    if last in kept:
        return kept[kept.index(last) + 1 :]
    before = KnownLink.of(last).digest.hex()
    return kept if kept and _link(kept[0]).before == before else ()


def _link(signed: Signed) -> KeyLink:
    return KeyLink.model_validate_json(signed.payload)
