"""Invitations: which passwords are accepted, how often a link works, and what the server keeps."""

import logging
from datetime import timedelta
from secrets import token_bytes

import pytest
from argon2 import PasswordHasher
from pyotp import TOTP

from pdd_server.services.accounts.authentication import passwords, second_factor
from pdd_server.services.accounts.model import Role
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.store.accounts import accounts, audit
from tests.server.simulated_server import HandClock, client_of, dump
from tests.server.web.people import PASSWORD, Person, add_person, send
from tests.server.web.portal.sign_in_steps import (
    accept,
    fill_in,
    first_step,
    link_of,
    open_link,
    second_step,
    secret_on,
)


@pytest.fixture
def ada(server: Deployment) -> Person:
    return add_person(server, Role.RESEARCHER, ["flu"], "ada")


def test_nothing_secret_is_kept_in_clear(server: Deployment, clock: HandClock) -> None:
    """Links, passwords, second factors' secrets, recovery codes and session names are not in the database in clear."""
    client = client_of(server)
    path = link_of(server)
    fill_in(client, path, "Ada", PASSWORD)
    secret = secret_on(client)
    before = "\n".join(dump(server))
    done = send(client, "/portal/invitation/second-factor", {"code": TOTP(secret).at(clock())})
    with client.session_transaction() as session:
        name = session["name"]
    kept = before + "\n".join(dump(server))
    codes = [part.split("</code>")[0] for part in done.text.split("<li><code>")[1:]]
    texts = (path.rsplit("#", 1)[1], PASSWORD, secret, name, *codes, *(code.replace("-", "") for code in codes))
    assert len(texts) == 24
    for text in texts:
        assert text not in kept
        assert text.encode().hex().upper() not in kept.upper()


def test_an_invitation_is_good_once_and_for_a_week(server: Deployment, clock: HandClock) -> None:
    """A used, week-old or unknown link is said to be invalid, in words, and gives no access."""
    client = client_of(server)
    path, old = link_of(server), link_of(server, "old@example.org")
    accept(client, server, path)
    assert open_link(client, old).status_code == 303
    clock.now += timedelta(days=7)
    pages = [f"/portal/invitation/{page}" for page in ("password", "second-factor")]
    for gone in (path, old, "/portal/invitation#none", "none"):
        other = client_of(server)
        answer = open_link(other, gone)
        assert (answer.status_code, "not good any more" in answer.text) == (404, True)
        for page in pages:
            assert other.get(page, buffered=True).status_code == 404
            assert send(other, page, {"name": "Eve", "password": PASSWORD, "code": "1"}).status_code == 404


def test_an_invitations_secret_is_in_no_address(server: Deployment, clock: HandClock) -> None:
    """A link's secret stands behind its #, which browsers send to no server, and no later page has it in its address or
    text.
    """
    client, path = client_of(server), link_of(server)
    page, secret = path.split("#")
    assert "Paste the link" in client.get(page, buffered=True).text
    for answer in (open_link(client, path), fill_in(client, path, "Ada", PASSWORD)):
        assert answer.status_code == 303
        assert secret not in answer.headers["Location"]
        assert secret not in client.get(answer.headers["Location"], buffered=True).text


@pytest.mark.parametrize(
    ("name", "password", "says"),
    [
        ("Ada", "too short", "12 to 128 characters"),
        ("Ada", "x" * 129, "12 to 128 characters"),
        ("Ada", "Ada@Example.org 1", "your name or address"),
        ("Augusta", "my name is AUGUSTA", "your name or address"),
        ("", PASSWORD, "Write a name"),
        ("A\u202eda", PASSWORD, "Write a name"),
    ],
)
def test_a_weak_password_is_refused(server: Deployment, name: str, password: str, says: str) -> None:
    """A weak password is refused beside its field, other input but the password stays, and no account is made."""
    client = client_of(server)
    path = link_of(server)
    answer = fill_in(client, path, name, password)
    assert answer.status_code == 400
    assert says in answer.text
    assert 'aria-invalid="true"' in answer.text
    assert password not in answer.text
    factor = client.get("/portal/invitation/second-factor", buffered=True)
    assert factor.headers["Location"] == "/portal/invitation/password"


def test_a_password_is_its_letters_however_composed(server: Deployment, clock: HandClock, ada: Person) -> None:
    """A password matches however its letters are composed (NFKC)."""
    client = client_of(server)
    accept(client, server, link_of(server, "zoe@example.org"), "Zo\u00eb", "caf\u00e9 au lait, merci")
    assert first_step(client_of(server), "ZOE@example.org ", "cafe\u0301 au lait, merci").status_code == 303


def test_a_password_kept_under_older_parameters_is_kept_anew(server: Deployment, ada: Person) -> None:
    """Signing in rehashes a password that was hashed with less work, and the password stays."""
    weak = PasswordHasher(time_cost=1, memory_cost=8192).hash(PASSWORD)
    with server.store.write() as connection:
        accounts.change(connection, ada.account.id, password=weak)
    for _ in range(2):
        assert first_step(client_of(server), ada.account.email).status_code == 303
        with server.store.read() as connection:
            found = accounts.get(connection, ada.account.id)
        assert found is not None
        assert "m=65536,t=3,p=4" in found.password
    assert not PasswordHasher().check_needs_rehash(passwords.NOBODYS)


@pytest.mark.parametrize(
    "password",
    [
        ("mauve kettle, orbit thistle; " * 5)[:64],
        ("mauve kettle, orbit thistle; " * 5)[:128],
        "a b c d e f g h",
        "".join(chr(0x1F600 + 7 * number) for number in range(12)),
        "".join(chr(0x5BC6 + 37 * number) for number in range(64)),
        "-+=*/%#@!?^~",
        "".join(f"{letter}\u0301" for letter in "aeioucynszgkrlw" * 6),
        "<b>'\";--</b> &amp;",
    ],
)
def test_long_and_strange_passwords_are_taken(server: Deployment, clock: HandClock, password: str) -> None:
    """Passwords of any characters, up to 128, count whole: without the last one it is another password."""
    accept(client_of(server), server, link_of(server), password=password)
    assert first_step(client_of(server), "ada@example.org", password[:-1]).status_code == 403
    assert first_step(client_of(server), "ada@example.org", password).status_code == 303


def test_spaces_in_a_row_count_once(server: Deployment) -> None:
    """Runs of spaces count once, so twelve characters that are mostly spaces are too short."""
    answer = fill_in(client_of(server), link_of(server), "Ada", "ab          cd")
    assert (answer.status_code, "12 to 128 characters" in answer.text) == (400, True)


def test_names_are_shown_not_run(server: Deployment, clock: HandClock) -> None:
    """A name with characters special to HTML or templates is shown as it was typed, in any language."""
    name = "<script>alert(1)</script> {{ 7*7 }} O'Hara \u306d\u3053 \U0001f431"
    client = client_of(server)
    accept(client, server, link_of(server), name=name)
    page = client.get("/portal/account", buffered=True).text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; {{ 7*7 }} O&#39;Hara \u306d\u3053 \U0001f431" in page


def test_a_new_server_has_no_account(server: Deployment) -> None:
    """On a new server nobody can sign in until the operator invites somebody."""
    with server.store.read() as connection:
        assert accounts.all_of(connection) == []


def test_recovery_codes_are_long_and_random(server: Deployment) -> None:
    """There are ten different recovery codes of 24 base32 characters: 120 bits of the given generator each."""
    codes = second_factor.new_codes(token_bytes)
    assert len({code.replace("-", "") for code in codes}) == 10
    assert {len(code.replace("-", "")) for code in codes} == {24}
    drawn = []

    def recorded(size: int) -> bytes:
        drawn.append(size)
        return bytes(size)

    second_factor.new_codes(recorded)
    assert drawn == [15] * 10


def test_a_sealed_secret_needs_the_servers_key() -> None:
    """A sealed secret opens under its own key only, not with a bit changed, and no two are alike."""
    key = bytes(32)
    sealed = second_factor.seal("SECRET", key)
    assert second_factor.unseal(sealed, key) == "SECRET"
    assert second_factor.seal("SECRET", key) != sealed
    for other, text in ((bytes([1]) * 32, sealed), (key, sealed[:-1] + bytes([sealed[-1] ^ 1]))):
        assert second_factor.unseal(text, other) is None


def test_the_audit_log_has_signing_in_and_failing_to(server: Deployment, clock: HandClock, ada: Person) -> None:
    """The audit log has both steps, right and wrong, and a code that was used again; for an unknown address not the
    address, which may be a password.
    """
    client = client_of(server)
    first_step(client, "my-password@example.org")
    first_step(client, ada.account.email, "wrong horse battery")
    first_step(client, ada.account.email)
    second_step(client, "no code")
    second_step(client, ada.code(server))
    send(client, "/portal/sign-out")
    first_step(client, ada.account.email)
    second_step(client, ada.code(server))
    with server.store.read() as connection:
        acts = audit.page(connection, 9, None)
    assert [(act.email, act.action, act.subject, act.detail) for act in reversed(acts)] == [
        (None, "sign-in.refused", "an unknown address", "password"),
        (None, "sign-in.refused", "ada@example.org", "password"),
        (None, "sign-in.refused", "ada@example.org", "second step"),
        ("ada@example.org", "sign-in", "ada@example.org", ""),
        ("ada@example.org", "sign-out", "ada@example.org", ""),
        (None, "sign-in.refused", "ada@example.org", "second step, with a code that was used already"),
    ]
    assert "my-password" not in "\n".join(dump(server))


def test_refusals_are_logged(server: Deployment, ada: Person, caplog: pytest.LogCaptureFixture) -> None:
    """A refused page writes a log line with the account's id and the page's name, and nothing of the request."""
    client = client_of(server)
    first_step(client, ada.account.email)
    second_step(client, ada.code(server))
    with caplog.at_level(logging.WARNING, "pdd_server"):
        assert client.get("/portal/accounts?secret=x", buffered=True).status_code == 403
    assert caplog.messages == [f"refused: account {ada.account.id}, portal.administration.show"]
