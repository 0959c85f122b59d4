"""The chain of a server's keys: vectors that JavaScript reads too, and chains as our server makes them."""

import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from nacl.signing import SigningKey

from pdd_shared.protocol.limits import MOST_LINKS
from pdd_shared.protocol.messages import KeyChain, Signed
from pdd_shared.rounds.cohort.key_chain import KnownLink, add_link, follow
from pdd_shared.rounds.refusals import Reason, Refused

VECTORS = json.loads((Path(__file__).parents[3] / "vectors/protocol/key_chain.json").read_text("utf-8"))
IDENTITY = SigningKey(b"i" * 32)
SERVER = IDENTITY.verify_key.encode()
TODAY = date(2026, 11, 20)


def followed(case: dict[str, Any]) -> KnownLink:
    known = case["known"]
    return follow(
        KeyChain(links=tuple(Signed(**link) for link in case["links"])),
        server=bytes.fromhex(case["server"]),
        online_key=bytes.fromhex(case["online_key"]),
        today=date.fromisoformat(case["today"]),
        known=KnownLink(known["sequence"], bytes.fromhex(known["digest"])) if known else None,
    )


@pytest.mark.parametrize("case", VECTORS["good"], ids=lambda case: str(case["why"]))
def test_good_chains_are_followed(case: dict[str, Any]) -> None:
    """The home follows each good chain to its newest link."""
    newest = followed(case)
    assert (newest.sequence, newest.digest.hex()) == (case["newest"]["sequence"], case["newest"]["digest"])


@pytest.mark.parametrize("case", VECTORS["bad"], ids=lambda case: str(case["why"]))
def test_bad_chains_are_refused(case: dict[str, Any]) -> None:
    """Each bad chain is refused under its name."""
    with pytest.raises(Refused) as refused:
        followed(case)
    assert refused.value.reason.value == case["refusal"]


def test_a_home_follows_every_chain_that_a_server_makes() -> None:
    """A home that looks in at times follows 200 replaced keys, and is refused every chain that it was shown before."""
    chain, known, shown = None, None, list[tuple[KeyChain, bytes]]()
    for number in range(200):
        key, first = bytes([number]) * 32, TODAY + timedelta(days=number)
        chain = add_link(chain.links if chain else (), key, first, first + timedelta(days=90), IDENTITY)
        assert len(chain.links) == min(number + 1, MOST_LINKS)
        if number % 7 == 0:
            newest = follow(chain, server=SERVER, online_key=key, today=first, known=known)
            for old, old_key in shown:
                with pytest.raises(Refused) as refused:
                    follow(old, server=SERVER, online_key=old_key, today=TODAY, known=newest)
                assert refused.value.reason == Reason.REVOKED_KEY
            known, shown = newest, [*shown, (chain, key)]
    assert known == KnownLink.of(chain.links[-4]) if chain else None


def test_a_home_that_missed_too_many_links_is_refused() -> None:
    """A home that was away for more links than a server shows has to join anew."""
    chain = add_link((), SERVER, TODAY, TODAY, IDENTITY)
    known = KnownLink.of(chain.links[0])
    for _ in range(MOST_LINKS):
        chain = add_link(chain.links, SERVER, TODAY, TODAY, IDENTITY)
    with pytest.raises(Refused, match="does not go on from link 0"):
        follow(chain, server=SERVER, online_key=SERVER, today=TODAY, known=known)


def test_the_days_of_a_link_may_be_any() -> None:
    """The first and the last day of the calendar are refused or taken like others, without an error."""
    for day in (date.min, date.max):
        chain = add_link((), SERVER, day, day, IDENTITY)
        assert follow(chain, server=SERVER, online_key=SERVER, today=day, known=None).sequence == 0
    with pytest.raises(Refused, match="too many"):
        follow(
            add_link((), SERVER, date.min, date.max, IDENTITY),
            server=SERVER,
            online_key=SERVER,
            today=TODAY,
            known=None,
        )
