"""Passkeys, with a virtual authenticator in a real Chromium: made, used with and without a password, and removed."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from pdd_server.services.accounts.authentication import passkeys as services
from pdd_server.services.accounts.authentication.passkeys import Site
from pdd_server.services.accounts.model import Role
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.store.accounts import audit, passkeys
from tests.server.simulated_server import HandClock, client_of, new_server
from tests.server.web.browsing import DESKTOP, PHONE, Pages, sideways
from tests.server.web.people import PASSWORD, Person, Portal, add_person, confirm, send
from tests.server.web.portal.sign_in_steps import first_step
from tests.support.processes.chromium import violations


@pytest.fixture
def ada(server: Deployment) -> Person:
    return add_person(server, Role.RESEARCHER, ["flu"], "ada")


@pytest.fixture
def pages(chromium: Browser, portal: Portal) -> Iterator[Pages]:
    """Return a page opener under the name localhost: browsers bind passkeys to names, not to addresses."""
    found = Pages(chromium, replace(portal, address=portal.address.replace("127.0.0.1", "localhost")))
    yield found
    for context in chromium.contexts:
        context.close()
    assert not found.problems


@contextmanager
def authenticator(tab: Page, *, verifies: bool = True) -> Iterator[Any]:
    """Give a page's browser an authenticator that answers by itself, with or without checking its owner."""
    devtools = tab.context.new_cdp_session(tab)
    devtools.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": verifies}
    options |= {"isUserVerified": verifies, "automaticPresenceSimulation": True}
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    yield devtools


def make_passkey(tab: Page, name: str = "Laptop") -> None:
    """Make a passkey on the own account's page."""
    tab.get_by_label("Name of the passkey").fill(name)
    tab.get_by_role("button", name="Add a passkey").click()
    tab.get_by_label("Your own password").fill(PASSWORD)
    tab.get_by_role("button", name="Confirm").click()
    expect(tab.get_by_role("status").first).to_contain_text("The passkey is added.")


def answer_of(tab: Page, options: str) -> str:
    """Return what the page's authenticator answers to these options."""
    found: str = tab.evaluate(
        "async given => JSON.stringify(await navigator.credentials.get("
        "{publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(given)}))",
        json.loads(options),
    )
    return found


def sign_out(tab: Page) -> None:
    """Sign out."""
    tab.get_by_role("button", name="Sign out").click()
    tab.wait_for_url("**/portal/sign-in")


def test_a_passkey_signs_in_with_and_without_the_password(server: Deployment, pages: Pages, ada: Person) -> None:
    """A passkey that was made on the own page stands in for the phone's code, and for the whole sign-in."""
    tab = pages.open("/portal/account", ada)
    with authenticator(tab):
        make_passkey(tab)
        expect(tab.get_by_role("row", name="Laptop")).to_contain_text("never")
        sign_out(tab)
        tab.get_by_role("button", name="Sign in with a passkey").click()
        expect(tab.get_by_role("button", name="Sign out")).to_be_visible()
        sign_out(tab)
        tab.get_by_label("E-mail address").fill(ada.account.email)
        tab.get_by_label("Password").fill(PASSWORD)
        tab.get_by_role("button", name="Go on").click()
        tab.get_by_role("button", name="Use a passkey").click()
        expect(tab.get_by_role("button", name="Sign out")).to_be_visible()
    with server.store.read() as connection:
        (kept,) = passkeys.of_account(connection, ada.account.id)
        acts = [(one.action, one.detail) for one in audit.page(connection, 99, None)]
    assert (kept.name, kept.host, kept.count > 0) == ("Laptop", "localhost", True)
    assert acts.count(("sign-in", "with a passkey")) == 2
    assert ("passkey.added", "") in acts


def test_a_passkey_alone_has_to_check_its_owner(server: Deployment, pages: Pages, ada: Person) -> None:
    """An authenticator that only feels a touch is enough after the password, and not enough alone."""
    tab = pages.open("/portal/account", ada)
    with authenticator(tab, verifies=False):
        make_passkey(tab)
        here = Site("localhost", pages.portal.address, "")
        with server.store.write() as connection:
            options = services.second_step_options(connection, here, ada.account, bytes(32))
            assert options
            answer = answer_of(tab, options)
            # A changed script could ask the authenticator for less: the server decides.
            assert services.check(connection, server.clock(), here, answer, bytes(32), None) is None
        sign_out(tab)
        tab.get_by_role("button", name="Sign in with a passkey").click()
        expect(tab.locator("form[data-passkey] [role=status]")).to_contain_text("No passkey was used.")
        tab.get_by_label("E-mail address").fill(ada.account.email)
        tab.get_by_label("Password").fill(PASSWORD)
        tab.get_by_role("button", name="Go on").click()
        tab.get_by_role("button", name="Use a passkey").click()
        expect(tab.get_by_role("button", name="Sign out")).to_be_visible()


def test_a_removed_passkey_signs_nobody_in(server: Deployment, pages: Pages, ada: Person) -> None:
    """After its removal, which asks for the password, a passkey is refused; the other ways in stay."""
    tab = pages.open("/portal/account", ada)
    with authenticator(tab):
        make_passkey(tab)
        tab.get_by_role("button", name="Remove Laptop").click()
        tab.get_by_label("Your own password").fill(PASSWORD)
        tab.get_by_role("button", name="Confirm").click()
        expect(tab.get_by_role("status").first).to_contain_text("The passkey is removed.")
        sign_out(tab)
        tab.get_by_role("button", name="Sign in with a passkey").click()
        expect(tab.get_by_role("alert")).to_contain_text("This passkey signs nobody in here.")


def test_an_answer_is_good_once_and_here(server: Deployment, pages: Pages, ada: Person, clock: HandClock) -> None:
    """A recorded answer is refused the second time, with another challenge, and for another site."""
    tab = pages.open("/portal/account", ada)
    with authenticator(tab):
        make_passkey(tab)
        answer = answer_of(tab, services.sign_in_options(Site("localhost", "", ""), bytes(32)))
    here = Site("localhost", pages.portal.address, "")

    def tried(site: Site, challenge: bytes, text: str = answer) -> bool:
        with server.store.write() as connection:
            return services.check(connection, clock(), site, text, challenge, None) is not None

    assert not tried(here, bytes([1]) * 32)
    assert not tried(replace(here, origin="https://evil.example"), bytes(32))
    assert not tried(replace(here, host="evil.example"), bytes(32))
    assert not tried(here, bytes(32), answer.replace('"signature":"', '"signature":"AAAA'))
    assert tried(here, bytes(32))
    assert not tried(here, bytes(32))


@pytest.mark.parametrize(
    "answer", ["", "{}", "[]", "null", '{"id":"AA"}', '{"id":7,"response":[]}', "x" * 9_000, "[" * 8_000]
)
def test_a_malformed_answer_is_refused(server: Deployment, ada: Person, answer: str) -> None:
    """Whatever is sent in place of an authenticator's answer signs nobody in and adds nothing."""
    client = client_of(server)
    first_step(client, ada.account.email)
    refused = send(client, "/portal/passkey", {"passkey": answer})
    assert (refused.status_code, "signs nobody in" in refused.text) == (403, True)
    owner = Portal(server, client.application, "").client(ada)
    added = confirm(owner, "/portal/account/passkeys", {"passkey_name": "x", "passkey": answer}, follow_redirects=True)
    assert "The passkey was not made." in added.text
    with server.store.read() as connection:
        assert passkeys.of_account(connection, ada.account.id) == []


def test_refused_passkeys_are_limited_by_address(tmp_path: Path, clock: HandClock) -> None:
    """After too many refused passkeys an address has to wait, and people at other addresses don't."""
    server = new_server(tmp_path, clock, limits={"sign_ins": "3 per hour"})
    client = client_of(server)

    def tried(address: str) -> int:
        client.environ_base["REMOTE_ADDR"] = address
        return int(send(client, "/portal/passkey", {"passkey": "{}"}).status_code)

    assert [tried("127.0.0.1") for _ in range(4)] == [403, 403, 403, 429]
    assert tried("127.0.0.2") == 403
    server.store.dispose()


def test_a_challenge_ends(server: Deployment, clock: HandClock, ada: Person) -> None:
    """A challenge can be answered for ten minutes, and each page makes another one."""
    client = client_of(server)
    seen = []
    for _ in range(2):
        client.get("/portal/sign-in", buffered=True)
        with client.session_transaction() as session:
            seen.append(session["challenge"])
    assert seen[0] != seen[1]
    clock.now += timedelta(minutes=10)
    send(client, "/portal/passkey", {"passkey": "{}"})
    with client.session_transaction() as session:
        assert session.get("challenge") != seen[1]


@pytest.mark.parametrize("javascript", [True, False])
def test_pages_with_passkeys_can_be_read_by_everybody(
    server: Deployment, pages: Pages, ada: Person, javascript: bool
) -> None:
    """axe-core finds nothing serious on a page with a passkey; without scripts no button for passkeys is there."""
    with server.store.write() as connection:
        today = server.clock().date()
        kept = passkeys.StoredPasskey(b"id", ada.account.id, "Laptop " * 17, b"key", 0, "localhost", today, None)
        passkeys.add(connection, kept)
    for path, person in (("/portal/account", ada), ("/portal/sign-in", None)):
        for width in (PHONE, DESKTOP):
            tab = pages.open(path, person, width=width, javascript=javascript, policy=not javascript)
            if javascript:
                assert (violations(tab), sideways(tab)) == ([], [])
            expect(tab.locator("form[data-passkey]")).to_be_visible(visible=javascript)
