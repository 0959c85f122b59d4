"""The server's identity key, and the online key that it vouches for."""

from datetime import date, timedelta
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from pdd_server.errors import SetupError
from pdd_server.services.operations.signing_keys import (
    ONLINE_KEY_LIFETIME,
    RENEWED_BEFORE,
    online_key_statement,
    write_secret,
)
from pdd_shared.rounds.cohort.epoch.acceptance import open_online_key
from pdd_shared.rounds.refusals import Refused

IDENTITY = SigningKey(b"i" * 32)
ONLINE = SigningKey(b"o" * 32).verify_key.encode()
TODAY = date(2026, 11, 20)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    write_secret(tmp_path / "identity.key", bytes(IDENTITY).hex())
    return tmp_path / "online.json"


def test_homes_believe_the_online_key_that_the_identity_key_signed(kept: Path) -> None:
    """The statement opens under the identity key alone, on its days alone, and is not written again the next day."""
    made = online_key_statement(ONLINE, kept, kept.with_name("identity.key"), TODAY)
    assert open_online_key(made.signed, IDENTITY.verify_key.encode(), TODAY) == ONLINE
    for key, day in ((ONLINE, TODAY), (made.identity, TODAY + ONLINE_KEY_LIFETIME + timedelta(days=1))):
        with pytest.raises(Refused):
            open_online_key(made.signed, key, day)
    assert online_key_statement(ONLINE, kept, kept.with_name("identity.key"), TODAY + timedelta(days=1)) == made


def test_the_identity_key_can_be_kept_elsewhere_until_the_online_key_ends(kept: Path) -> None:
    """Without identity.key the server opens until the online key's last day, and then says that it needs it."""
    made = online_key_statement(ONLINE, kept, kept.with_name("identity.key"), TODAY)
    away = kept.with_name("away")
    assert online_key_statement(ONLINE, kept, away, made.last) == made
    with pytest.raises(SetupError, match=r"away: .*restore the server's key"):
        online_key_statement(ONLINE, kept, away, made.last + timedelta(days=1))


def test_the_online_key_is_signed_anew_before_it_ends(kept: Path) -> None:
    """A folder opened within two months of the online key's end gets a later one of the same identity."""
    made = online_key_statement(ONLINE, kept, kept.with_name("identity.key"), TODAY)
    later = online_key_statement(ONLINE, kept, kept.with_name("identity.key"), made.last - RENEWED_BEFORE)
    assert (later.identity, later.last > made.last) == (made.identity, True)


def test_another_online_key_is_vouched_for_by_the_same_identity(kept: Path) -> None:
    """A new server.key needs identity.key; with it no donor has to join again."""
    identity = online_key_statement(ONLINE, kept, kept.with_name("identity.key"), TODAY).identity
    other = SigningKey(b"n" * 32).verify_key.encode()
    with pytest.raises(SetupError, match="restore the server's key"):
        online_key_statement(other, kept, kept.with_name("away"), TODAY)
    assert online_key_statement(other, kept, kept.with_name("identity.key"), TODAY).identity == identity


def test_a_folder_of_an_earlier_version_is_refused(tmp_path: Path) -> None:
    """A folder of an earlier version, without a key that donors could have pinned, is refused with what to do."""
    with pytest.raises(SetupError, match="make a new one with pdd-server init"):
        online_key_statement(ONLINE, tmp_path / "online.json", tmp_path / "identity.key", TODAY)


def test_a_foreign_identity_key_is_refused(kept: Path) -> None:
    """Another key in identity.key, which would cost all donors, is refused while the old one is still known."""
    made = online_key_statement(ONLINE, kept, kept.with_name("identity.key"), TODAY)
    write_secret(kept.with_name("other.key"), "11" * 32)
    with pytest.raises(SetupError, match=r"other\.key: is not the key that online.json names"):
        online_key_statement(ONLINE, kept, kept.with_name("other.key"), made.last)


@pytest.mark.parametrize("text", ["", "{}", '{"payload": "{}", "signature": "00"}', "\x00"])
def test_a_truncated_statement_is_written_again(kept: Path, text: str) -> None:
    """A file that a full disk cut off is written again from the identity key."""
    made = online_key_statement(ONLINE, kept, kept.with_name("identity.key"), TODAY)
    kept.write_text(text)
    assert online_key_statement(ONLINE, kept, kept.with_name("identity.key"), TODAY) == made
