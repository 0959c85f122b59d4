"""What the server keeps about an account: its copy, and its erasure."""

import json
from datetime import timedelta

from pdd_server.services.accounts import personal_data
from pdd_server.services.accounts.audit import record
from pdd_server.services.accounts.model import Role
from pdd_server.services.campaigns.drafts import workflow
from pdd_server.services.campaigns.drafts.draft_content import DraftContent
from pdd_server.services.campaigns.drafts.workflow import Act
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.store.accounts import accounts, audit
from tests.server.simulated_server import HandClock, client_of, dump
from tests.server.web.people import Person, Portal, add_person, confirm, send, token_of
from tests.server.web.portal.sign_in_steps import accept, first_step, link_of

People = dict[Role, Person]


def test_an_account_can_be_downloaded(portal: Portal, people: People) -> None:
    """The copy has address, campaigns, sessions, tokens and audit entries of the account, and no secret or hash."""
    person = people[Role.RESEARCHER]
    token_of(portal.server, person)
    token_of(portal.server, people[Role.VIEWER])
    answer = portal.client(person).get("/portal/account/copy")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="account.json"'
    found = json.loads(answer.text)
    assert (found["email"], found["campaigns"]) == (person.account.email, ["flu"])
    assert [one["name"] for one in found["tokens"]] == ["test"]
    assert [one["what"] for one in found["audit_log"]] == ["token.created"]
    assert len(found["sessions"]) == 1
    assert not [word for word in ("argon2", person.secret, "hash", "step") if word in answer.text]


def test_a_copy_has_no_address_of_an_administrator(portal: Portal, people: People) -> None:
    """In a copy one's own acts have the own address, and those of others "an administrator"."""
    person, boss = people[Role.RESEARCHER], people[Role.ADMINISTRATOR].account
    with portal.server.store.write() as connection:
        record(connection, portal.server.clock(), boss, "account.role", person.account.email, "researcher")
        record(connection, portal.server.clock(), None, "sign-in.refused", person.account.email, "password")
        record(connection, portal.server.clock(), person.account, "sign-in", person.account.email)
    copy = portal.client(person).get("/portal/account/copy").text
    acts = [one["by"] for one in json.loads(copy)["audit_log"]]
    assert acts == [person.account.email, None, "an administrator"]
    assert boss.email not in copy


def test_an_erased_account_leaves_no_address(server: Deployment, clock: HandClock) -> None:
    """An account that erases itself is gone with its name and address from the whole database, and is signed out."""
    add_person(server, Role.ADMINISTRATOR, name="boss")
    client = client_of(server)
    accept(client, server, link_of(server, "zoe.quux@example.org"), "Zoe Quux")
    first_step(client_of(server), "zoe.quux@example.org", "wrong horse battery")
    assert "quux" in "\n".join(dump(server)).lower()
    answer = confirm(client, "/portal/account/erase", follow_redirects=True)
    assert "Your account is erased." in answer.text
    assert "quux" not in "\n".join(dump(server)).lower()
    assert first_step(client_of(server), "zoe.quux@example.org").status_code == 403


def test_the_audit_log_keeps_the_acts_of_an_erased_account(portal: Portal, people: People) -> None:
    """An administrator erases an account. The audit log still has its acts, as those of an erased account."""
    person, boss = people[Role.RESEARCHER], portal.client(people[Role.ADMINISTRATOR])
    token_of(portal.server, person)
    done = confirm(boss, f"/portal/accounts/{person.account.id}/erase", follow_redirects=True)
    assert "Erased." in done.text
    with portal.server.store.read() as connection:
        acts = audit.page(connection, 9, None)
    assert [(act.email, act.action, act.subject) for act in acts] == [
        ("administrator@example.org", "account.erased", "an erased account"),
        ("an erased account", "token.created", "an erased name"),
    ]
    assert boss.get(f"/portal/accounts/{person.account.id}").status_code == 404


def test_an_erased_account_leaves_nothing_in_the_details_of_acts(portal: Portal, people: People) -> None:
    """Who shared a draft with the account, and what its owner called tokens and passkeys, tells nobody's name any more.
    The same names of others stay.
    """
    server, person, other = portal.server, people[Role.RESEARCHER], people[Role.ADMINISTRATOR]
    with server.store.write() as connection:
        draft = workflow.start(Act(connection, server.config, server.clock(), other.account), "1", DraftContent())
        workflow.share(Act(connection, server.config, server.clock(), other.account), draft.id, person.account.email)
        for who in (person.account, other.account):
            record(connection, server.clock(), who, "passkey.added", "Phone of Ada")
            record(connection, server.clock(), None, "token.ending", who.email, "Script of Ada, on 2027-01-01")
        personal_data.erase(connection, server.clock(), None, person.account)
        acts = [(one.action, one.subject, one.detail) for one in audit.page(connection, 5, None)]
    assert acts[1:] == [
        ("token.ending", other.account.email, "Script of Ada, on 2027-01-01"),
        ("passkey.added", "Phone of Ada", ""),
        ("token.ending", "an erased account", "an erased name"),
        ("passkey.added", "an erased name", ""),
    ]
    assert person.account.email not in "\n".join(dump(server))


def test_the_last_administrator_is_not_erased(portal: Portal, people: People) -> None:
    """The only administrator can't erase itself, so that somebody can still invite others."""
    client = portal.client(people[Role.ADMINISTRATOR])
    answer = confirm(client, "/portal/account/erase")
    assert (answer.status_code, "last administrator" in answer.text) == (400, True)
    with portal.server.store.read() as connection:
        assert accounts.get(connection, people[Role.ADMINISTRATOR].account.id)


def test_an_invitation_to_an_erased_address_ends(server: Deployment, clock: HandClock) -> None:
    """The link of an account that was reset and then erased opens nothing."""
    boss, person = add_person(server, Role.ADMINISTRATOR, name="boss"), add_person(server, Role.VIEWER, name="vera")
    client = Portal(server, client_of(server).application, "").client(boss)
    shown = confirm(client, f"/portal/accounts/{person.account.id}/reset").text
    link = shown.split('id="link">')[1].split("<")[0]
    confirm(client, f"/portal/accounts/{person.account.id}/erase")
    clock.now += timedelta(minutes=1)
    assert send(client_of(server), "/portal/invitation", {"link": link}).status_code == 404
