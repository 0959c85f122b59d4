"""Forms that are sent after the session has ended: no input is lost, and no forged form is accepted."""

import re
from datetime import timedelta
from html import unescape

import pytest
from flask.testing import FlaskClient

from pdd_server.services.accounts.model import Role
from pdd_server.services.campaigns.drafts.draft_content import DraftContent
from tests.server.simulated_server import HandClock
from tests.server.web.people import Person, Portal, send
from tests.server.web.portal.draft_forms import GOOD, draft_of, now_of
from tests.server.web.portal.sign_in_steps import first_step, second_step, signed_in

LONG = "flu\n" + "\n".join(f"word{number}" for number in range(3_000))


def sign_in(portal: Portal, client: FlaskClient, person: Person, clock: HandClock) -> None:
    """Take both steps, with an unused code."""
    clock.now += timedelta(minutes=1)
    assert first_step(client, person.account.email).status_code == 303
    assert second_step(client, person.code(portal.server)).status_code == 303


def fields_of(page: str) -> dict[str, str]:
    """Return the fields that a page would send again."""
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page)
    return {name: unescape(value) for name, value in found}


@pytest.fixture
def ada(people: dict[Role, Person]) -> Person:
    return people[Role.RESEARCHER]


def test_a_kept_form_is_sent_after_signing_in_again(portal: Portal, ada: Person, clock: HandClock) -> None:
    """The page that says the session ended keeps the form, which is accepted after signing in again."""
    draft, client = draft_of(portal.server, ada, DraftContent()).id, portal.client()
    sign_in(portal, client, ada, clock)
    clock.now += timedelta(hours=9)
    assert not signed_in(client)
    answer = send(client, f"/portal/drafts/{draft}", {**GOOD, "vocabulary": LONG, "revision": "1"})
    assert (answer.status_code, "what you typed is kept" in answer.text) == (403, True)
    assert now_of(portal.server, draft).revision == 1
    kept = fields_of(answer.text)
    assert kept["vocabulary"].replace("\r\n", "\n") == LONG
    sign_in(portal, client, ada, clock)
    assert client.post(f"/portal/drafts/{draft}", data=kept, buffered=True).status_code == 303
    assert now_of(portal.server, draft).typed.vocabulary == LONG


def test_another_account_sends_no_form_of_the_one_before(
    portal: Portal, ada: Person, people: dict[Role, Person], clock: HandClock
) -> None:
    """Another account in the same browser gets its own forms; the old one is refused, and nothing changes."""
    draft, client = draft_of(portal.server, ada, DraftContent()).id, portal.client()
    sign_in(portal, client, ada, clock)
    clock.now += timedelta(hours=9)
    kept = fields_of(send(client, f"/portal/drafts/{draft}", {**GOOD, "revision": "1"}).text)
    sign_in(portal, client, people[Role.ADMINISTRATOR], clock)
    assert client.post(f"/portal/drafts/{draft}", data=kept, buffered=True).status_code == 400
    assert now_of(portal.server, draft).revision == 1


def test_no_forged_form_is_kept(portal: Portal, ada: Person) -> None:
    """A form without the browser's token is refused before any of it is shown."""
    draft = draft_of(portal.server, ada, DraftContent()).id
    answer = portal.client().post(f"/portal/drafts/{draft}", data={**GOOD, "title": "Forged"}, buffered=True)
    assert (answer.status_code, "Forged" in answer.text) == (400, False)


def test_passwords_are_not_kept(portal: Portal, ada: Person) -> None:
    """Account forms, which contain passwords, are not kept and lead to the sign-in."""
    answer = send(portal.client(), "/portal/account/password", {"current": "old secret", "password": "new secret"})
    assert (answer.status_code, "secret" in answer.text) == (303, False)
