"""The ethics kit in the portal: the check of what donors are told, who may download it, and a board's application."""

import re
import zipfile
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from pdd_server.services.accounts.model import Role
from pdd_server.services.campaigns.ethics.kit import files_of, packed, study_of_campaign, study_of_draft
from pdd_server.services.operations.data_folder import Deployment
from tests.server.services.campaigns.ethics.test_checklist import whole
from tests.server.web.browsing import DESKTOP, PHONE, Pages, sideways
from tests.server.web.people import Person, Portal, add_person, send
from tests.server.web.portal.draft_forms import GOOD, draft_of, typed
from tests.support.processes.chromium import violations


def kit_of(server: Deployment, draft: str | None) -> bytes:
    """Return the zip of this draft's kit, or of the campaign `flu`."""
    with server.store.read() as connection:
        if draft is not None:
            return packed(files_of(study_of_draft(connection, server.config, draft)))
        return packed(files_of(study_of_campaign(connection, server.config, "flu")))


def text_of(answer: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())


def test_who_may_download_a_kit(portal: Portal, people: dict[Role, Person]) -> None:
    """Everybody who may see a draft or campaign gets its kit, viewers too; strangers find none, and nobody signed out
    gets in.
    """
    draft = draft_of(portal.server, people[Role.RESEARCHER], typed())
    viewer = add_person(portal.server, Role.VIEWER, [draft.id, "flu"], name="onlooker")
    stranger = add_person(portal.server, Role.RESEARCHER, name="stranger")
    for path, kit in (
        (f"drafts/{draft.id}", kit_of(portal.server, draft.id)),
        ("campaigns/flu", kit_of(portal.server, None)),
    ):
        for person in (people[Role.RESEARCHER], people[Role.ADMINISTRATOR], viewer):
            client = portal.client(person)
            answer = client.get(f"/portal/{path}/ethics-kit.zip")
            assert (answer.status_code, answer.data) == (200, kit)
            assert answer.headers["Content-Type"] == "application/zip"
            assert answer.headers["Cache-Control"] == "no-store"
            assert client.get(f"/portal/{path}/ethics").status_code == 200
        for part in ("ethics", "ethics-kit.zip"):
            assert portal.client(stranger).get(f"/portal/{path}/{part}").status_code == 404
            assert portal.client().get(f"/portal/{path}/{part}").status_code == 303
    administrator = portal.client(people[Role.ADMINISTRATOR])
    for path in ("drafts/draft_unknown", "campaigns/unknown"):
        for part in ("ethics", "ethics-kit.zip"):
            assert administrator.get(f"/portal/{path}/{part}").status_code == 404


def test_a_draft_with_errors_is_checked_and_has_no_kit(portal: Portal, people: dict[Role, Person]) -> None:
    """The check works on an unfinished draft, with a text that would break the page; its kit leads to the errors."""
    unfinished = typed(title="", contact="", funding="", amount="", consent=[{"language": "", "text": "<b>\0"}])
    draft = draft_of(portal.server, people[Role.RESEARCHER], unfinished)
    client = portal.client(people[Role.RESEARCHER])
    page = text_of(client.get(f"/portal/drafts/{draft.id}/ethics"))
    assert "Who asks: missing . Fill in Responsible researcher" in page
    assert "Who pays for the study: missing . Fill in Who pays for the study" in page
    assert "That taking part is voluntary: missing in en. You could add: Taking part is voluntary." in page
    answer = client.get(f"/portal/drafts/{draft.id}/ethics-kit.zip")
    assert answer.headers["Location"] == f"/portal/drafts/{draft.id}?checked=1"
    assert "There is no ethics kit before" in client.get(answer.headers["Location"]).text


def test_a_launched_draft_leads_to_its_campaign(portal: Portal, people: dict[Role, Person]) -> None:
    """After the launch the draft's page of the kit leads to the campaign's, which says that texts can't change."""
    draft = draft_of(portal.server, people[Role.RESEARCHER], typed())
    client = portal.client(people[Role.RESEARCHER])
    shown = re.search(r'name="shown" value="(\w+)"', client.get(f"/portal/drafts/{draft.id}/launch").text)
    assert shown
    send(client, f"/portal/drafts/{draft.id}/launch", {"revision": "1", "shown": shown[1], "accept_error": "yes"})
    assert client.get(f"/portal/drafts/{draft.id}/ethics").headers["Location"] == "/portal/campaigns/winter-flu/ethics"
    assert "can't change" in text_of(client.get("/portal/campaigns/winter-flu/ethics"))
    with zipfile.ZipFile(BytesIO(client.get("/portal/campaigns/winter-flu/ethics-kit.zip").data)) as archive:
        last = archive.read("board.md").decode().splitlines()[-1]
    assert last == f"Made from the launched campaign winter-flu. SHA-256 of the campaign: {shown[1]}"
    assert client.get(f"/portal/drafts/{draft.id}/ethics-kit.zip").status_code == 404


@pytest.mark.parametrize("javascript", [True, False])
def test_an_application_from_the_portal(
    server: Deployment, pages: Pages, people: dict[Role, Person], tmp_path: Path, javascript: bool
) -> None:
    """A researcher opens the kit from the draft, adds what the check asks for, and downloads a kit that lacks nothing
    and names the new revision.
    """
    draft = draft_of(server, people[Role.RESEARCHER], typed())
    tab = pages.open(f"/portal/drafts/{draft.id}", people[Role.RESEARCHER], javascript=javascript)
    tab.get_by_role("link", name="Ethics kit").click()
    expect(tab.get_by_role("heading", level=1)).to_have_text("Ethics kit")
    asked = tab.locator("li li").all_inner_texts()
    assert len(asked) == 7
    tab.get_by_role("link", name="Back to the draft").click()
    tab.get_by_label("Text", exact=True).fill("\n\n".join([GOOD["consent-text"], *asked]))
    tab.get_by_role("button", name="Save and check").click()
    expect(tab.get_by_role("alert")).to_contain_text("en: Still has a question")
    answered = re.sub(r"\[To decide:[^\]]*\]", "18", "\n\n".join([GOOD["consent-text"], *asked]))
    tab.get_by_label("Text", exact=True).fill(answered)
    tab.get_by_role("button", name="Save and check").click()
    tab.get_by_role("link", name="Ethics kit").click()
    expect(tab.locator("main")).not_to_contain_text("missing")
    with tab.expect_download() as started:
        tab.get_by_role("link", name="Download the kit").click()
    started.value.save_as(file := tmp_path / started.value.suggested_filename)
    assert (file.name, file.read_bytes()) == ("ethics-kit-winter-flu.zip", kit_of(server, draft.id))
    with zipfile.ZipFile(file) as archive:
        assert "Made from revision 3 of the draft" in archive.read("en/consent.md").decode()
        assert "**missing**" not in archive.read("checklist.md").decode()


@pytest.mark.parametrize(("theme", "width"), [("light", DESKTOP), ("dark", PHONE)])
def test_the_pages_are_accessible(
    server: Deployment, pages: Pages, people: dict[Role, Person], theme: Any, width: int
) -> None:
    """On the pages of a short and of a whole draft, axe-core finds nothing serious, and nothing scrolls sideways."""
    ann = people[Role.RESEARCHER]
    short = draft_of(server, ann, typed(funding=""))
    full = draft_of(server, ann, typed(consent=[{"language": tag, "text": whole(tag)} for tag in ("en", "de")]))
    addresses = [
        f"/portal/drafts/{short.id}/ethics",
        f"/portal/drafts/{full.id}/ethics",
        "/portal/campaigns/flu/ethics",
    ]
    tab = pages.open(addresses[0], ann, width=width, theme=theme, policy=False)
    for address in addresses:
        tab.goto(f"{pages.portal.address}{address}")
        assert (violations(tab), sideways(tab)) == ([], []), address
