"""The portal's own keys: what they protect, how they are replaced, and what a process killed meanwhile leaves."""

import os
from datetime import timedelta
from pathlib import Path

import pytest

from pdd_server.errors import SetupError
from pdd_server.services.accounts.authentication import second_factor
from pdd_server.services.accounts.authentication.portal_keys import replace_keys
from pdd_server.services.accounts.model import Role
from pdd_server.services.operations.data_folder import Deployment, open_folder
from pdd_server.services.operations.recovery.checks import findings
from pdd_server.store.accounts import accounts as stored_accounts
from tests.server.crashes.killed_steps import kept_copy, kills
from tests.server.simulated_server import HandClock, client_of, new_server, night
from tests.server.web.people import PASSWORD, Person, add_person
from tests.server.web.portal.sign_in_steps import (
    fill_in,
    first_step,
    link_of,
    open_link,
    second_step,
    secret_on,
    signed_in,
)


@pytest.fixture
def ada(server: Deployment) -> Person:
    return add_person(server, Role.RESEARCHER, ["flu"], "ada")


def signs_in(server: Deployment, clock: HandClock, person: Person) -> bool:
    """Return whether the person can sign in, a minute later."""
    clock.now += timedelta(minutes=1)
    client = client_of(server)
    first_step(client, person.account.email)
    second_step(client, person.code(server))
    return signed_in(client)


def test_another_server_key_signs_nobody_out(server: Deployment, clock: HandClock, ada: Person) -> None:
    """A server that has another online key since goes on with the sessions and the second factors that it had."""
    client = client_of(server)
    first_step(client, ada.account.email)
    second_step(client, ada.code(server))
    cookies = client._cookies
    server.store.dispose()
    server.folder.key.unlink()
    server.folder.key.write_text("5a" * 32)
    again = open_folder(server.folder, clock)
    assert bytes(again.online_key) != bytes(server.online_key)
    later = client_of(again)
    later._cookies = cookies
    assert signed_in(later)
    assert signs_in(again, clock, ada)
    again.store.dispose()


def assert_factor_goes_on(server: Deployment, clock: HandClock, person: Person) -> None:
    """Start the server: it can read the person's second factor, and has one key for it."""
    again = open_folder(server.folder, clock)
    assert second_factor.unseal(sealed_of(again, person), again.portal_keys.second_factors) == person.secret
    assert len((server.folder.path / "second-factors.key").read_text().split()) == 1
    again.store.dispose()


@pytest.mark.sqlite
def test_sealing_anew_killed_anywhere_loses_no_second_factor(
    server: Deployment, clock: HandClock, ada: Person, tmp_path: Path
) -> None:
    """Killed at any step, a replacement of the keys is finished by the next process, without a reset."""
    server.store.dispose()
    put_back = kept_copy(server.folder.path, tmp_path / "before")

    def replaced() -> None:
        opened = open_folder(server.folder, clock)
        replace_keys(opened.folder.path, opened.store, os.urandom)

    for _ in kills(replaced, put_back, least=20):
        assert_factor_goes_on(server, clock, ada)


def sealed_of(server: Deployment, person: Person) -> bytes:
    with server.store.read() as connection:
        stored = stored_accounts.get(connection, person.account.id)
    assert stored is not None
    assert stored.secret is not None
    return stored.secret


def test_both_keys_can_be_replaced(server: Deployment, clock: HandClock, ada: Person) -> None:
    """After a replacement everybody signs in anew, with the same phone. A half filled-in invitation goes on."""
    client = client_of(server)
    link = link_of(server, "eve@example.org")
    fill_in(client, link, "Eve", PASSWORD)
    secret = secret_on(client)
    first_step(client, ada.account.email)
    second_step(client, ada.code(server))
    cookies = client._cookies
    replace_keys(server.folder.path, server.store, os.urandom)
    server.store.dispose()
    again = open_folder(server.folder, clock)
    assert again.portal_keys.second_factors != server.portal_keys.second_factors
    later = client_of(again)
    later._cookies = cookies
    assert not signed_in(later)
    assert signs_in(again, clock, ada)
    later = client_of(again)
    open_link(later, link)
    assert secret_on(later) == secret
    again.store.dispose()


@pytest.mark.sqlite  # `check` finds that `plain` needs SQLite
def test_a_lost_key_of_second_factors_is_told(server: Deployment, clock: HandClock, ada: Person) -> None:
    """Without its key a second factor is refused, not an error. The server's check says how many need a reset."""
    link = link_of(server, "eve@example.org")
    fill_in(client_of(server), link, "Eve", PASSWORD)
    server.store.dispose()
    (server.folder.path / "second-factors.key").unlink()
    again = open_folder(server.folder, clock)
    assert not signs_in(again, clock, ada)
    client = client_of(again)
    open_link(client, link)
    assert client.get("/portal/invitation/second-factor").status_code == 303
    night(again)
    told = [one.problem for one in findings(again.folder, clock) if one.problem]
    assert told == [
        f"{again.folder.path}/second-factors.key: does not open 2 second factors; restore it from its backup, or reset "
        "these"
    ]
    again.store.dispose()


@pytest.mark.parametrize("text", ["", "no key", "00", "00" * 32 + "\n" + "00" * 31])
def test_a_damaged_key_is_told_by_name(server: Deployment, clock: HandClock, text: str) -> None:
    """A file of keys that holds something else keeps the server from starting, and is not written over."""
    file: Path = server.folder.path / "second-factors.key"
    file.write_text(text)
    with pytest.raises(SetupError, match=r"second-factors\.key: is no key of 64 hex digits; restore it"):
        open_folder(server.folder, clock)
    assert file.read_text() == text


def test_the_keys_are_the_owners_alone(tmp_path: Path, clock: HandClock) -> None:
    """Only the server's user may read the keys, and nothing that is printed of them shows them."""
    server = new_server(tmp_path, clock)
    for name in ("cookies.key", "second-factors.key"):
        assert (server.folder.path / name).stat().st_mode & 0o777 == 0o600
    assert repr(server.portal_keys) == "PortalKeys()"
    server.store.dispose()
