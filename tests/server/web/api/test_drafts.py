"""Drafts and launched campaigns in the researchers' API: the rules of the pages, in JSON."""

import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from pdd_server.services.accounts.authentication.tokens import Scope
from pdd_server.services.accounts.model import Role
from pdd_server.services.campaigns.ethics.kit import files_of, packed, study_of_campaign, study_of_draft
from tests.server.web.api.generated_requests import schema_of
from tests.server.web.people import Person, Portal, add_person, token_of
from tests.server.web.portal.draft_forms import draft_of, typed

DRAFTS = "/v1/portal/drafts"
CONTENT = typed().model_dump(mode="json")


@pytest.fixture
def ask(portal: Portal, people: dict[Role, Person]) -> Any:
    """Send a request as the researcher, with a token that may write."""
    header, client = token_of(portal.server, people[Role.RESEARCHER], Scope.WRITE), portal.app.test_client()

    def asked(method: str, path: str = "", json: Any = None, match: str | None = None, **headers: str) -> Any:
        sent = {**header, **headers, **({"If-Match": match} if match else {})}
        return client.open(f"{DRAFTS}{path}", method=method, json=json, headers=sent, buffered=True)

    return asked


def test_a_campaign_is_drafted_and_launched(ask: Any, portal: Portal) -> None:
    """An empty draft becomes a campaign by changes that each name an ETag, with another person's approval."""
    made = ask("POST", json={})
    assert made.status_code == 201
    path = made.headers["Location"].removeprefix(DRAFTS)
    assert {problem["key"] for problem in ask("GET", f"{path}/check").json["problems"]} >= {
        "title",
        "start",
        "vocabulary",
    }
    saved = ask("PUT", path, CONTENT, made.headers["ETag"])
    assert (saved.json["revision"], saved.json["content"]) == (2, CONTENT)
    looked = ask("GET", f"{path}/check").json
    assert looked["problems"] == []
    assert looked["plan"]["privacy"]["budget"]["epsilon"] == 66
    assert looked["totals"]["week"]["days"] == 7
    submitted = ask("POST", f"{path}/submit", match=saved.headers["ETag"])
    own = ask("POST", f"{path}/approve", match=submitted.headers["ETag"])
    assert (own.status_code, "somebody else" in own.json["detail"]) == (400, True)
    other = token_of(portal.server, add_person(portal.server, Role.ADMINISTRATOR, name="second"), Scope.WRITE)
    approved = ask("POST", f"{path}/approve", match=submitted.headers["ETag"], **other)
    assert approved.json["state"] == "approved"
    launched = ask("POST", f"{path}/launch", match=approved.headers["ETag"])
    assert (launched.status_code, launched.json["id"]) == (201, "winter-flu")
    assert ask("GET", path).json["campaign"] == "winter-flu"
    assert (portal.server.folder.published / "winter-flu" / "README.md").exists()


def test_a_large_error_has_to_be_accepted(ask: Any) -> None:
    """A launch with a forecast error above 50% is refused with the error and the field that accepts it."""
    made = ask("POST", json={**CONTENT, "donors": "100"})
    path, tag = made.headers["Location"].removeprefix(DRAFTS), made.headers["ETag"]
    refused = ask("POST", f"{path}/launch", match=tag)
    assert refused.status_code == 400
    assert "times the true count" in refused.json["detail"]
    assert "?accept_error=true" in refused.json["detail"]
    assert ask("POST", f"{path}/launch?accept_error=perhaps", match=tag).status_code == 400
    assert ask("POST", f"{path}/launch?accept_error=true", match=tag).status_code == 201


def test_a_lost_update_is_refused(ask: Any) -> None:
    """A change without If-Match, or with the tag of an older revision or state, is refused."""
    made = ask("POST", json=CONTENT)
    path, tag = made.headers["Location"].removeprefix(DRAFTS), made.headers["ETag"]
    ask("PUT", path, {**CONTENT, "title": "First"}, tag)
    for method, part, body in (("PUT", "", CONTENT), ("POST", "/launch", None), ("DELETE", "", None)):
        late = ask(method, path + part, body, tag)
        assert (late.status_code, late.json["type"]) == (409, "urn:pdd:problem:stale-state")
        assert ask(method, path + part, body).status_code == 400
    assert ask("GET", path).json["content"]["title"] == "First"


def test_unchanged_answers_are_not_sent_again(ask: Any) -> None:
    """A draft and the list of drafts answer 304 to their own ETag."""
    made = ask("POST", json=CONTENT)
    for path in ("", made.headers["Location"].removeprefix(DRAFTS)):
        tag = ask("GET", path).headers["ETag"]
        assert ask("GET", path, **{"If-None-Match": tag}).status_code == 304


def test_drafts_come_in_pages(ask: Any) -> None:
    """Five drafts come two a page, each once, by the address in the Link header."""
    for number in range(5):
        ask("POST", json={"title": str(number)})
    found, path = [], "?limit=2"
    while path:
        page = ask("GET", path)
        found += [draft["title"] for draft in page.json["drafts"]]
        path = page.headers.get("Link", "").partition(">")[0].removeprefix(f"<{DRAFTS}")
    assert sorted(found) == ["0", "1", "2", "3", "4"]


def test_a_faulty_draft_is_not_launched(ask: Any) -> None:
    """The launch of an invalid draft is refused with its first problem and the number of others."""
    made = ask("POST", json={**CONTENT, "title": "", "end": "soon"})
    refused = ask("POST", f"{made.headers['Location'].removeprefix(DRAFTS)}/launch", match=made.headers["ETag"])
    assert refused.status_code == 400
    assert refused.json["detail"].endswith("(and 1 more).")


def test_who_may_do_what(portal: Portal, people: dict[Role, Person]) -> None:
    """Nobody without a token, no stranger, no viewer and no read-only token changes or launches a draft."""
    draft, client = draft_of(portal.server, people[Role.RESEARCHER], typed()), portal.app.test_client()
    viewer = add_person(portal.server, Role.VIEWER, [draft.id], name="onlooker")
    stranger = add_person(portal.server, Role.RESEARCHER, name="stranger")
    expected = (
        ({}, 401),
        (token_of(portal.server, viewer, Scope.WRITE), 403),
        (token_of(portal.server, stranger, Scope.WRITE), 404),
        (token_of(portal.server, people[Role.RESEARCHER], Scope.READ), 403),
    )
    for header, status in expected:
        headers = {**header, "If-Match": '"1-draft"'}
        for path in ("submit", "approve", "launch"):
            assert client.post(f"{DRAFTS}/{draft.id}/{path}", headers=headers).status_code == status
        assert client.put(f"{DRAFTS}/{draft.id}", json=CONTENT, headers=headers).status_code == status
        assert client.delete(f"{DRAFTS}/{draft.id}", headers=headers).status_code == status
    administrator = token_of(portal.server, people[Role.ADMINISTRATOR], Scope.WRITE)
    assert client.get(f"{DRAFTS}/draft_{'0' * 32}", headers=administrator).status_code == 404


def test_a_kit_for_the_ethics_board(ask: Any, portal: Portal, people: dict[Role, Person]) -> None:
    """A token that sees a draft or campaign gets the zip that the portal and the commands make; others don't, and a
    draft with errors has none.
    """
    made = draft_of(portal.server, people[Role.RESEARCHER], typed())
    with portal.server.store.read() as connection:
        kits = {
            f"drafts/{made.id}": packed(files_of(study_of_draft(connection, portal.server.config, made.id))),
            "campaigns/flu": packed(files_of(study_of_campaign(connection, portal.server.config, "flu"))),
        }
    stranger = token_of(portal.server, add_person(portal.server, Role.RESEARCHER, name="stranger"))
    client, reader = portal.app.test_client(), token_of(portal.server, people[Role.RESEARCHER], Scope.READ)
    for path, kit in kits.items():
        answer = client.get(f"/v1/portal/{path}/ethics-kit.zip", headers=reader)
        assert (answer.status_code, answer.content_type, answer.data) == (200, "application/zip", kit)
        assert client.get(f"/v1/portal/{path}/ethics-kit.zip", headers=stranger).status_code == 404
        assert client.get(f"/v1/portal/{path}/ethics-kit.zip").status_code == 401
    wrong = draft_of(portal.server, people[Role.RESEARCHER], typed(amount=""))
    refused = ask("GET", f"/{wrong.id}/ethics-kit.zip")
    assert (refused.status_code, "says nothing of noise" in refused.json["detail"]) == (400, True)


def test_a_launched_campaign_is_appended_to_and_closed(portal: Portal, people: dict[Role, Person]) -> None:
    """New keywords are appended all or not at all, the last day moves forward only, and then the campaign is closed.
    The ledger says so at once.
    """
    client, header = portal.app.test_client(), token_of(portal.server, people[Role.RESEARCHER], Scope.WRITE)

    def post(path: str, body: Any) -> Any:
        return client.post(f"/v1/portal/campaigns/{path}", json=body, headers=header)

    refused = post("flu/append", {"entries": ["cold", "FLU"]})
    assert (refused.status_code, "line 2" in refused.json["detail"] or "FLU" in refused.json["detail"]) == (400, True)
    assert post("flu/append", {"entries": ["cold"]}).json["vocabulary"][-1] == "cold"
    assert post("flu/close", {"end": "2027-05-05"}).status_code == 400
    assert post("flu/close", {"end": "2026-12-01"}).json["end"] == "2026-12-01"
    assert post("flu/close", {}).status_code == 200
    recorded = portal.server.ledger.read().campaigns["flu"]
    assert ('"cold"' in recorded.text, '"2026-12-01"' in recorded.text, recorded.closed is None) == (True, True, False)
    assert post("other/close", {}).status_code == 404


@pytest.mark.slow
def test_answers_are_as_documented_to_who_may(portal: Portal, people: dict[Role, Person]) -> None:
    """Every answer to requests that fit the document, or just do not, is documented, with a token that may do
    everything.
    """
    draft = draft_of(portal.server, people[Role.ADMINISTRATOR], typed())
    header = {**token_of(portal.server, people[Role.ADMINISTRATOR], Scope.WRITE), "Accept-Encoding": "identity"}
    schema = schema_of(portal.app)
    operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    mine = [one for one in operations if re.search(r"/portal/drafts|/append$|/close$|/ethics-kit", one.path)]
    assert len(mine) == 13
    statuses = set[int]()
    for operation in mine:

        @given(case=operation.as_strategy(), known=st.booleans())
        @settings(max_examples=20, database=None, suppress_health_check=list(HealthCheck))
        def answers_as_documented(case: Any, known: bool) -> None:
            if known and "draft" in (case.path_parameters or {}):
                case.path_parameters["draft"] = draft.id
            elif known and "campaign" in (case.path_parameters or {}):
                case.path_parameters["campaign"] = "flu"
            answer = case.call_and_validate(headers=header, excluded_checks=[positive_data_acceptance, ignored_auth])
            statuses.add(answer.status_code)

        answers_as_documented()
    assert statuses >= {200, 201, 404}, "the token was refused"
