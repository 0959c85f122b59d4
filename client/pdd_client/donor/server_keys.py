"""The keys with which a server signs: a home follows their chain, so that a key that was replaced can't come back.

A home asks for the chain if it knows no link of it, or if the server signs with another key than that of the newest
link that the home knows. So homes ask when the server replaced its key, whatever a donor did. The key is kept with its
link, in one fact. The statement in the fact `server` can't take its place: it is kept at other times than the link. And
web processes of one server can have older and newer statements of the same key.

The keys of the server's witnesses are pinned, too.
"""

import json
from datetime import date

from pydantic import ValidationError

from pdd_client.core.errors import Code, DonorError
from pdd_client.donor.installation import Installation
from pdd_client.gateways.home_store.local_store import LocalStore
from pdd_client.gateways.server_http.server_http import ServerHttp, ServerProblem
from pdd_shared.protocol.error_names import ProblemName
from pdd_shared.protocol.messages import KeyChain, ServerInfo, WitnessPolicy
from pdd_shared.rounds.cohort.epoch.acceptance import open_online_key
from pdd_shared.rounds.cohort.epoch.witnesses import is_as_strong
from pdd_shared.rounds.cohort.key_chain import KnownLink, follow
from pdd_shared.rounds.cohort.messages import OnlineKey
from pdd_shared.rounds.refusals import Reason, Refused


def check_online_key(info: ServerInfo, today: date) -> bytes:
    """Check a server's online key without regard to the chain, and return it (32 bytes).

    Raises:
        DonorError: the server's identity key did not sign it, or not for today.

    """
    try:
        return open_online_key(info.online, bytes.fromhex(info.key), today)
    except Refused as error:
        if (last := _last_day(info)) and last < today:
            raise DonorError(
                f"the server's key ended on {last}: nothing was sent, and nothing is lost; set this computer's clock "
                "if it is wrong, else tell who runs the server",
                Code.EXPIRED_KEY,
            ) from None
        raise DonorError(
            f"{error.detail}: nothing was sent; set this computer's clock if it is wrong, else ask who runs the server",
            Code.UNVOUCHED_KEY,
        ) from None


def follow_keys(installation: Installation, server: ServerHttp, info: ServerInfo, today: date) -> bytes:
    """Return the key (32 bytes) with which the home's server signs now, and remember the chain's newest link.

    Args:
        installation: the home, which has joined the server.
        server: the server.
        info: what the server says of itself now. Its identity key is the pinned one.
        today: the day by this computer's clock, in the server's zone.

    Raises:
        DonorError: the identity key does not vouch for the key today, or the key was replaced by another one.
        ServerUnreachable: the chain is needed, and the server does not give it.

    """
    key, store = check_online_key(info, today), installation.store
    while True:
        kept = store.fact("key_link")
        known, known_key = _known_link(kept)
        if known_key == key.hex():
            return key
        newest = _followed(server, info, key, today, known)
        with store.transaction():
            # While this contact asked, another one may have been shown a newer link. Keeping an older one would let a
            # replaced key come back. So this contact asks again, for a chain that goes on from what is kept now.
            if store.fact("key_link") == kept:
                store.set_fact("key_link", _text(newest, key))
                return key


def _followed(server: ServerHttp, info: ServerInfo, key: bytes, today: date, known: KnownLink | None) -> KnownLink:
    """Return the newest link of the chain that the server shows."""
    chain = _asked(server)
    try:
        if chain is None:
            raise Refused(Reason.REVOKED_KEY if known else Reason.BAD_SIGNATURE, "the server shows no chain of keys")
        return follow(chain, server=bytes.fromhex(info.key), online_key=key, today=today, known=known)
    except Refused as refused:
        code = Code.REVOKED_KEY if refused.reason == Reason.REVOKED_KEY else Code.UNVOUCHED_KEY
        raise DonorError(f"{refused.detail}: nothing was sent; ask who runs the server", code) from None


def _asked(server: ServerHttp) -> KeyChain | None:
    """Return the server's chain of keys; None if it has none."""
    try:
        return server.keys()
    except ServerProblem as problem:
        if problem.name != ProblemName.NOT_FOUND:
            raise
        return None


def _text(link: KnownLink, key: bytes) -> str:
    return json.dumps({"number": link.sequence, "digest": link.digest.hex(), "key": key.hex()})


def _known_link(kept: str | None) -> tuple[KnownLink | None, str | None]:
    """Return the link and its key (hex) from the kept fact; None for what it does not have."""
    if kept is None:
        return None, None
    link = json.loads(kept)
    return KnownLink(link["number"], bytes.fromhex(link["digest"])), link.get("key")


def _last_day(info: ServerInfo) -> date | None:
    """Return the last day of the online key; None if the statement can't be read."""
    try:
        return OnlineKey.model_validate_json(info.online.payload).last
    except ValidationError:
        return None


def known_witnesses(store: LocalStore) -> WitnessPolicy | None:
    """Return the witnesses that the home knows; None if its server has named none."""
    kept = store.fact("witnesses")
    return WitnessPolicy.model_validate_json(kept) if kept else None


def learn_witnesses(store: LocalStore, shown: WitnessPolicy) -> None:
    """Keep the witnesses that the server names, in the caller's transaction, if the home knows none or weaker ones.

    They are weaker if whoever meets the new policy meets theirs, too. So a server that turns bad later can't put others
    in the place of its witnesses.
    """
    known = known_witnesses(store)
    if known is None or is_as_strong(shown, known):
        store.set_fact("witnesses", shown.model_dump_json())
