"""Completion codes on the recruiting page and in the API: who may set and see them."""

from typing import Any

import pytest
from playwright.sync_api import expect

from pdd_server.services.accounts.authentication.tokens import Scope
from pdd_server.services.accounts.model import Role
from pdd_server.store.campaigns import completions
from tests.server.web.browsing import PHONE, Pages, sideways
from tests.server.web.people import Person, Portal, add_person, send, token_of
from tests.support.processes.chromium import violations

People = dict[Role, Person]
PAGE = "/portal/campaigns/flu/recruiting"
API = "/v1/portal/campaigns/flu/completion"
CODE = "K7QM4TXA9W"


def kept(portal: Portal) -> tuple[str, int] | None:
    with portal.server.store.read() as connection:
        found = completions.get(connection, "flu")
    return found and (found.code, found.days)


def test_a_researcher_sets_changes_and_removes_it(portal: Portal, people: People) -> None:
    """The form proposes a code, accepts another, reports invalid input, and shows the current code."""
    client = portal.client(people[Role.RESEARCHER])
    assert "There is none yet." in client.get(PAGE).text
    assert send(client, f"{PAGE}/completion", {"completion": f" {CODE} ", "days": "5"}).status_code == 303
    page = client.get(PAGE).text
    assert f'<code id="completion-code">{CODE}</code>' in page
    assert "on 5 days of the campaign" in page
    for form in ({"completion": "<script>", "days": "5"}, {"completion": CODE, "days": "61"}, {"days": "x"}):
        refused = send(client, f"{PAGE}/completion", form)
        assert (refused.status_code, "Nothing was changed" in refused.text) == (400, True)
        assert "<script>" not in refused.text.split("<main", 1)[1]
    assert kept(portal) == (CODE, 5)
    assert send(client, f"{PAGE}/completion/remove").status_code == 303
    assert kept(portal) is None


def test_others_can_not(portal: Portal, people: People) -> None:
    """A viewer sees that there is a code but not which; strangers and people without a session see nothing."""
    send(portal.client(people[Role.RESEARCHER]), f"{PAGE}/completion", {"completion": CODE, "days": "5"})
    viewer = portal.client(people[Role.VIEWER])
    page = viewer.get(PAGE).text
    assert "There is one. The server sends it to donors that were active on 5 days" in page
    assert CODE not in page
    stranger = add_person(portal.server, Role.RESEARCHER, ["sleep"], "stranger")
    for path in (f"{PAGE}/completion", f"{PAGE}/completion/remove"):
        assert send(viewer, path, {"completion": "other", "days": "1"}).status_code == 403
        assert send(portal.client(stranger), path, {"completion": "other", "days": "1"}).status_code == 404
        assert portal.client().post(path).status_code in (303, 400)
    assert kept(portal) == (CODE, 5)


@pytest.fixture
def ask(portal: Portal, people: People) -> Any:
    """Send a request with a token of this role and scope."""

    def asked(method: str, json: Any = None, role: Role = Role.RESEARCHER, scope: Scope = Scope.WRITE) -> Any:
        header = token_of(portal.server, people[role], scope)
        return portal.app.test_client().open(API, method=method, json=json, headers=header, buffered=True)

    return asked


def test_programs_set_it_too(ask: Any, portal: Portal) -> None:
    """The API sets, generates, shows and removes a code; an invalid form is refused as a whole."""
    assert (ask("GET").status_code, ask("DELETE").status_code) == (404, 204)
    assert ask("PUT", {"days": 5, "code": CODE}).json == {"code": CODE, "days": 5}
    for wrong in ({}, {"days": 0}, {"days": 61}, {"days": "5"}, {"days": 5, "code": "a b"}, {"days": 5, "more": 1}):
        assert ask("PUT", wrong).status_code == 400
    assert ask("GET", scope=Scope.READ).json == {"code": CODE, "days": 5}
    drawn = ask("PUT", {"days": 2}).json
    assert (len(drawn["code"]), drawn["days"], kept(portal)) == (10, 2, (drawn["code"], 2))
    assert ask("DELETE").status_code == 204
    assert kept(portal) is None


def test_programs_of_others_can_not(ask: Any, portal: Portal) -> None:
    """A viewer's token, a read-only one, a donor's and none neither see nor change the code."""
    ask("PUT", {"days": 5, "code": CODE})
    for answer in (
        *(ask(method, {"days": 1}, role=Role.VIEWER) for method in ("GET", "PUT", "DELETE")),
        *(ask(method, {"days": 1}, scope=Scope.READ) for method in ("PUT", "DELETE")),
    ):
        assert (answer.status_code, CODE in answer.text) == (403, False)
    assert portal.app.test_client().get(API, headers={"Authorization": "Bearer x"}).status_code == 401
    assert kept(portal) == (CODE, 5)


def test_in_a_browser(pages: Pages, people: People) -> None:
    """In a browser, with and without scripts, at a phone's width, the code is set and copied, without axe problems."""
    page = pages.open(PAGE, people[Role.RESEARCHER], width=PHONE, javascript=False)
    proposed = page.get_by_label("The completion code").input_value()
    page.get_by_label("Active days required").fill("5")
    page.get_by_role("button", name="Set the code").click()
    expect(page.locator("#completion-code")).to_have_text(proposed)
    assert sideways(page) == []
    page = pages.open(PAGE, people[Role.RESEARCHER], policy=False)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    copying = page.get_by_role("button", name="Copy the code")
    copying.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == proposed
    assert violations(page) == []
