"""The server's identity key, and the online key that it vouches for."""

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from pdd_server.errors import SetupError
from pdd_server.services.operations.signing_keys import (
    ONLINE_KEY_LIFETIME,
    RENEWED_BEFORE,
    KeyFiles,
    OnlineKeyStatement,
    online_key_statement,
)
from pdd_server.store.files import write_secret
from pdd_shared.rounds.cohort.epoch.acceptance import open_online_key
from pdd_shared.rounds.cohort.key_chain import KnownLink, follow
from pdd_shared.rounds.refusals import Refused

IDENTITY = SigningKey(b"i" * 32)
ONLINE = SigningKey(b"o" * 32).verify_key.encode()
TODAY = date(2026, 11, 20)


@pytest.fixture
def files(tmp_path: Path) -> KeyFiles:
    write_secret(tmp_path / "identity.key", bytes(IDENTITY).hex().encode())
    return KeyFiles(tmp_path / "identity.key", tmp_path / "online.json", tmp_path / "published" / "keys.json")


def without_identity(files: KeyFiles) -> KeyFiles:
    return replace(files, identity_key=files.identity_key.with_name("away"))


def test_homes_believe_the_online_key_that_the_identity_key_signed(files: KeyFiles) -> None:
    """The statement opens under the identity key alone, on its days alone, and is not written again the next day."""
    made = online_key_statement(ONLINE, files, TODAY)
    assert open_online_key(made.signed, IDENTITY.verify_key.encode(), TODAY) == ONLINE
    for key, day in ((ONLINE, TODAY), (made.identity, TODAY + ONLINE_KEY_LIFETIME + timedelta(days=1))):
        with pytest.raises(Refused):
            open_online_key(made.signed, key, day)
    assert online_key_statement(ONLINE, files, TODAY + timedelta(days=1)) == made


def test_the_identity_key_can_be_kept_elsewhere(files: KeyFiles) -> None:
    """Without identity.key the server opens also after the online key's last day, and signs nothing. A clock before
    the first day is named.
    """
    made = online_key_statement(ONLINE, files, TODAY)
    away, kept = without_identity(files), files.online.read_bytes()
    for day in (made.last, made.last + timedelta(days=1)):
        assert online_key_statement(ONLINE, away, day) == made
    with pytest.raises(SetupError, match=r"online.json: its days begin on 2026-10-21, after .*; set the clock right"):
        online_key_statement(ONLINE, away, TODAY - timedelta(days=60))
    assert files.online.read_bytes() == kept


def test_the_online_key_is_signed_anew_before_it_ends(files: KeyFiles) -> None:
    """A folder opened within two months of the online key's end gets a later one of the same identity."""
    made = online_key_statement(ONLINE, files, TODAY)
    later = online_key_statement(ONLINE, files, made.last - RENEWED_BEFORE)
    assert (later.identity, later.last > made.last) == (made.identity, True)


def test_another_online_key_is_vouched_for_by_the_same_identity(files: KeyFiles) -> None:
    """A new server.key needs identity.key; with it no donor has to join again."""
    identity = online_key_statement(ONLINE, files, TODAY).identity
    other = SigningKey(b"n" * 32).verify_key.encode()
    with pytest.raises(SetupError, match="restore the server's key"):
        online_key_statement(other, without_identity(files), TODAY)
    assert online_key_statement(other, files, TODAY).identity == identity


def test_a_folder_without_any_key_of_its_identity_is_refused(tmp_path: Path) -> None:
    """A folder with neither identity.key nor what it signed is refused with what to do."""
    empty = KeyFiles(*(tmp_path / name for name in ("identity.key", "online.json", "keys.json")))
    with pytest.raises(SetupError, match=r"identity\.key: is not there; restore it from its backup"):
        online_key_statement(ONLINE, empty, TODAY)


def test_a_foreign_identity_key_is_refused(files: KeyFiles) -> None:
    """Another key in identity.key, which would cost all donors, is refused while the old one is still known."""
    made = online_key_statement(ONLINE, files, TODAY)
    other = files.identity_key.with_name("other.key")
    write_secret(other, b"11" * 32)
    with pytest.raises(SetupError, match=r"other\.key: is not the key that online.json names"):
        online_key_statement(ONLINE, replace(files, identity_key=other), made.last)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        '{"online": {"payload": "{}", "signature": "00"}, "links": []}',
        '{"payload": "{}", "signature": "00"}',
        "\x00",
    ],
)
def test_a_truncated_statement_is_written_again(files: KeyFiles, text: str) -> None:
    """A file that a full disk cut off is written again from the identity key."""
    made = online_key_statement(ONLINE, files, TODAY)
    files.online.write_text(text)
    files.published.unlink()
    assert online_key_statement(ONLINE, files, TODAY) == made


def followed(statement: OnlineKeyStatement, known: KnownLink | None, today: date = TODAY) -> KnownLink:
    """Return the newest link that a home knows once it is shown the statement's chain."""
    return follow(statement.chain, server=statement.identity, online_key=statement.key, today=today, known=known)


def test_homes_follow_the_chain_of_every_statement(files: KeyFiles) -> None:
    """A renewed and a replaced online key each add a link, and homes that knew an earlier link follow."""
    first = online_key_statement(ONLINE, files, TODAY)
    known = followed(first, None)
    soon = first.last - RENEWED_BEFORE
    known = followed(online_key_statement(ONLINE, files, soon), known, soon)
    other = SigningKey(b"n" * 32).verify_key.encode()
    assert followed(online_key_statement(other, files, soon), known, soon).sequence == 2


def test_a_replaced_key_is_not_signed_again(files: KeyFiles) -> None:
    """A folder that has an earlier server.key again, as from an old backup, is refused with what to do."""
    online_key_statement(ONLINE, files, TODAY)
    online_key_statement(SigningKey(b"n" * 32).verify_key.encode(), files, TODAY)
    for where in (files, without_identity(files)):
        with pytest.raises(SetupError, match="was replaced by another key since"):
            online_key_statement(ONLINE, where, TODAY)


def test_a_replaced_key_is_not_signed_again_without_online_json(files: KeyFiles) -> None:
    """An earlier server.key is refused by the published chain, too, and no link is added."""
    online_key_statement(ONLINE, files, TODAY)
    online_key_statement(SigningKey(b"n" * 32).verify_key.encode(), files, TODAY)
    files.online.unlink()
    published = files.published.read_bytes()
    with pytest.raises(SetupError, match="was replaced by another key since"):
        online_key_statement(ONLINE, files, TODAY)
    assert not files.online.exists()
    assert files.published.read_bytes() == published


@pytest.mark.parametrize("lost", ["", None])
def test_a_lost_chain_is_read_back_from_the_published_one(files: KeyFiles, lost: str | None) -> None:
    """A damaged or an older online.json does not make the identity key sign two links after the same one."""
    online_key_statement(ONLINE, files, TODAY)
    older = files.online.read_text()
    other = SigningKey(b"n" * 32).verify_key.encode()
    known = followed(online_key_statement(other, files, TODAY), None)
    files.online.write_text(older if lost is None else lost)
    assert followed(online_key_statement(other, files, TODAY), known).sequence == 2
