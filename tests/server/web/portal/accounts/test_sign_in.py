"""From an invitation to the first page, and what signing in prevents."""

import re
from datetime import timedelta
from pathlib import Path
from secrets import token_bytes

import pytest
from argon2 import PasswordHasher
from playwright.sync_api import expect
from pyotp import TOTP

from pdd_server.services.accounts import invitations
from pdd_server.services.accounts.model import Role
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.store.accounts import accounts
from tests.server.simulated_server import HandClock, client_of, new_server
from tests.server.web.browsing import Pages
from tests.server.web.people import PASSWORD, Person, add_person
from tests.server.web.portal.sign_in_steps import accept, first_step, link_of, second_step, signed_in


@pytest.fixture
def ada(server: Deployment) -> Person:
    return add_person(server, Role.RESEARCHER, ["flu"], "ada")


@pytest.mark.parametrize("javascript", [True, False])
def test_from_an_invitation_to_the_campaigns(
    server: Deployment, clock: HandClock, pages: Pages, javascript: bool
) -> None:
    """A link, a password and a phone's code make an account with ten codes; then both steps sign in again."""
    tab = pages.open(link := link_of(server), javascript=javascript)
    if not javascript:
        tab.get_by_label("Link").fill(link)
        tab.get_by_role("button", name="Go on").click()
    tab.get_by_label("Your name").fill("Ada Lovelace")
    tab.get_by_label("Password").fill("an engine of brass")
    tab.get_by_role("button", name="Go on").click()
    secret = tab.locator("#secret").inner_text().replace(" ", "")
    expect(tab.locator(".qr svg")).to_be_visible()
    tab.get_by_label("Code", exact=True).fill(TOTP(secret).at(clock()))
    tab.get_by_role("button", name="Confirm").click()
    expect(tab.locator(".codes code")).to_have_count(10)
    assert len(set(tab.locator(".codes code").all_inner_texts())) == 10
    tab.get_by_role("button", name="Sign out").click()
    tab.wait_for_url("**/portal/sign-in")

    clock.now += timedelta(minutes=1)
    tab.goto(f"{pages.portal.address}/portal/account")
    expect(tab).to_have_url(re.compile("next=/portal/account"))
    tab.get_by_label("E-mail address").fill("Ada@Example.org")
    tab.get_by_label("Password").fill("an engine of brass")
    tab.get_by_role("button", name="Go on").click()
    tab.get_by_label("Code", exact=True).fill(TOTP(secret).at(clock()))
    tab.get_by_role("button", name="Sign in").click()
    tab.wait_for_url("**/portal/account")
    expect(tab.get_by_role("heading", level=1)).to_have_text("Ada Lovelace")
    expect(tab.locator("main")).to_contain_text("10 of your 10 recovery codes are left")
    with server.store.read() as connection:
        made = accounts.by_email(connection, "ada@example.org")
    assert made is not None
    assert (made.role, made.campaigns) == ("researcher", frozenset({"flu"}))


def test_a_code_is_good_once(server: Deployment, clock: HandClock, ada: Person) -> None:
    """A used code and an older one are refused, and a later one is accepted."""
    first, second = client_of(server), client_of(server)
    for client in (first, second):
        assert first_step(client, ada.account.email).status_code == 303
    code = ada.code(server)
    assert second_step(first, code).status_code == 303
    assert second_step(second, code).status_code == 403
    assert second_step(second, ada.code(server, -1)).status_code == 403
    assert not signed_in(second)
    clock.now += timedelta(seconds=30)
    assert second_step(second, ada.code(server)).status_code == 303
    assert signed_in(second)


@pytest.mark.parametrize(("steps", "taken"), [(-2, False), (-1, True), (1, True), (2, False)])
def test_a_phones_clock_may_be_half_a_minute_off(server: Deployment, ada: Person, steps: int, taken: bool) -> None:
    """The code before and the one after the current are accepted, and no others."""
    client = client_of(server)
    first_step(client, ada.account.email)
    assert (second_step(client, ada.code(server, steps)).status_code == 303) is taken


def test_a_recovery_code_is_good_once(server: Deployment, clock: HandClock) -> None:
    """A recovery code, in capitals and without hyphens too, signs in once."""
    client = client_of(server)
    code = accept(client, server, link_of(server))[0].replace("-", "").upper()
    for answer in (303, 403):
        other = client_of(server)
        first_step(other, "ada@example.org")
        assert second_step(other, code).status_code == answer
    assert "9 of your 10 recovery codes" in client.get("/portal/account", buffered=True).text


def test_a_password_alone_opens_nothing(server: Deployment, ada: Person) -> None:
    """After the password alone every page still leads to the sign-in."""
    client = client_of(server)
    first_step(client, ada.account.email)
    for path in ("/portal/account", "/portal/accounts", "/portal/audit"):
        assert "/portal/sign-in" in client.get(path, buffered=True).headers["Location"]


def test_the_second_step_waits_ten_minutes(server: Deployment, clock: HandClock, ada: Person) -> None:
    """After ten minutes between the steps the password is asked for again."""
    client = client_of(server)
    first_step(client, ada.account.email)
    clock.now += timedelta(minutes=10)
    assert "/portal/sign-in" in second_step(client, ada.code(server)).headers["Location"]


def test_wrong_password_and_unknown_address_are_told_alike(
    server: Deployment, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong password and an unknown address get the same page after the same password verification."""
    verified = []
    verify = PasswordHasher.verify

    def counted(self: PasswordHasher, kept: str, given: str) -> bool:
        verified.append(kept.rsplit("$", 2)[0])
        return bool(verify(self, kept, given))

    monkeypatch.setattr(PasswordHasher, "verify", counted)
    answers = []
    for email, password in ((ada.account.email, "wrong horse battery"), ("nobody@example.org", PASSWORD)):
        answer = first_step(client_of(server), email, password)
        token = answer.text.split('name="csrf_token" value="')[1].split('"')[0]
        same = re.sub("challenge&#34;: &#34;[^&]+", "", answer.text)  # random in each answer
        answers.append((answer.status_code, same.replace(email, "").replace(token, "")))
    assert answers[0] == answers[1]
    assert answers[0][0] == 403
    assert len(verified) == 2
    assert len(set(verified)) == 1


def test_no_account_signs_in_after_a_reset(server: Deployment, clock: HandClock, ada: Person) -> None:
    """After a reset sessions are over and the old password is refused; the new link sets another."""
    client = client_of(server)
    first_step(client, ada.account.email)
    second_step(client, ada.code(server))
    with server.store.write() as connection:
        link = invitations.reset(connection, server.clock(), None, ada.account, token_bytes)
    assert not signed_in(client)
    assert first_step(client_of(server), ada.account.email).status_code == 403
    clock.now += timedelta(seconds=30)
    assert len(accept(client, server, f"/portal/invitation#{link}", "Ada", "a new one entirely")) == 10
    assert signed_in(client)


@pytest.mark.parametrize(
    "wanted",
    [
        "https://evil.example/portal/",
        "//evil.example/portal/",
        "/\\evil.example/portal/",
        "/portal/\\evil.example",
        "/portal/../v1/status",
        "javascript:alert(1)",
        "/portal//evil.example",
        "/v1/status",
        "/portal/\r\nSet-Cookie: a=b",
        "http:///portal/",
        "https:/portal/",
        "",
    ],
)
def test_signing_in_leads_nowhere_else(server: Deployment, ada: Person, wanted: str) -> None:
    """A `next` outside these pages is not followed, and the first page comes instead."""
    client = client_of(server)
    first_step(client, ada.account.email, next=wanted)
    answer = second_step(client, ada.code(server), next=wanted)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/portal/")
    assert client.get("/portal/sign-in", query_string={"next": wanted}).headers["Location"] == "/portal/"


@pytest.mark.slow
def test_tries_are_limited_by_account_and_by_address(tmp_path: Path, clock: HandClock) -> None:
    """After too many wrong passwords even the right one must wait, for that account or from that address."""
    server = new_server(tmp_path, clock, proxies=1, limits={"sign_ins": "3 per hour"})
    ada, bob = add_person(server, Role.VIEWER, name="ada"), add_person(server, Role.VIEWER, name="bob")
    client = client_of(server)

    def tried(person: Person, password: str, address: str) -> int:
        headers = {"X-Forwarded-For": address, "X-Forwarded-Proto": "https", "Referer": "https://localhost/"}
        client.environ_base.update({f"HTTP_{key.upper().replace('-', '_')}": value for key, value in headers.items()})
        return int(first_step(client, person.account.email, password).status_code)

    assert [tried(ada, "wrong", f"192.0.2.{number}") for number in range(3)] == [403] * 3
    assert tried(ada, PASSWORD, "192.0.2.9") == 429
    assert tried(bob, PASSWORD, "192.0.2.9") == 303
    assert [tried(add_person(server, Role.VIEWER, name=f"p{n}"), "wrong", "192.0.2.20") for n in range(3)] == [403] * 3
    assert tried(bob, PASSWORD, "192.0.2.20") == 429
    assert tried(bob, PASSWORD, "192.0.2.21") == 303
    page = client.get("/portal/sign-in", buffered=True)
    assert "Too many tries" not in page.text
    server.store.dispose()


def test_codes_are_limited_by_account(tmp_path: Path, clock: HandClock) -> None:
    """After too many wrong codes, from any address, the right one must wait too, with a sentence and Retry-After."""
    server = new_server(tmp_path, clock, limits={"sign_ins": "3 per hour"})
    ada, client = add_person(server, Role.VIEWER), client_of(server)
    first_step(client, ada.account.email)
    wrong = "000000" if ada.code(server) != "000000" else "000001"
    for number in range(3):
        client.environ_base["REMOTE_ADDR"] = f"127.0.0.{number + 1}"
        assert second_step(client, wrong).status_code == 403
    client.environ_base["REMOTE_ADDR"] = "127.0.0.9"
    answer = second_step(client, ada.code(server))
    assert answer.status_code == 429
    assert "<h1>Too many tries</h1>" in answer.text
    assert int(answer.headers["Retry-After"]) > 0
    server.store.dispose()
