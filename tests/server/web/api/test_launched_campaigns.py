"""Launched campaigns in the researchers' API: keywords, the last day, and the ethics kit."""

from typing import Any

from pdd_server.services.accounts.authentication.tokens import Scope
from pdd_server.services.accounts.model import Role
from pdd_server.services.campaigns.ethics.kit import files_of, packed, study_of_campaign
from tests.server.web.people import Person, Portal, add_person, token_of


def test_a_kit_for_the_ethics_board(portal: Portal, people: dict[Role, Person]) -> None:
    """A token that sees a campaign gets the zip that the portal and the commands make; others don't."""
    with portal.server.store.read() as connection:
        kit = packed(files_of(study_of_campaign(connection, portal.server.config, "flu")))
    stranger = token_of(portal.server, add_person(portal.server, Role.RESEARCHER, name="stranger"))
    client, reader = portal.app.test_client(), token_of(portal.server, people[Role.RESEARCHER], Scope.READ)
    path = "/v1/portal/campaigns/flu/ethics-kit.zip"
    answer = client.get(path, headers=reader)
    assert (answer.status_code, answer.content_type, answer.data) == (200, "application/zip", kit)
    assert client.get(path, headers=stranger).status_code == 404
    assert client.get(path).status_code == 401


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
