"""Letting the desktop app donate, and taking that back, on the settings page in a real browser."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.extension.pages.site import Site, has_asked

ASKED = ["permission", {"permissions": ["nativeMessaging"]}]
GIVEN_BACK = ["no permission", {"permissions": ["nativeMessaging"]}]
DONATES_AGAIN = [["giveNothingOf", ["2026-11-20"]], ["setCompanion", False], GIVEN_BACK]
"""Of today nothing is given: the app may have."""


def donates_here(page: Page) -> None:
    """Check that the person is told from when the extension donates, and may let the app donate again."""
    expect(page.get_by_role("status")).to_have_text("The extension donates again, from tomorrow on.")
    expect(page.locator("#app")).to_have_text("Let the app donate")


def test_the_app_is_asked_only_if_the_person_wants_it(site: Site) -> None:
    """The app is asked only after the person gives the permission; until it takes over, that can be taken back."""
    page = site.open("joined", "settings")
    page.click("#app")
    expect(page.locator("#app")).to_have_text("Stop asking")
    page.click("#app")
    expect(page.locator("#app")).to_have_text("Let the app donate")
    has_asked(page, ASKED, GIVEN_BACK)


def test_a_person_who_does_not_allow_it_changes_nothing(site: Site) -> None:
    """If the permission is denied, the page says that the browser does not let the extension talk to the app."""
    page = site.open("joined", "settings", allows="no")
    page.click("#app")
    expect(page.get_by_role("alert")).to_contain_text("Nothing was changed.")
    expect(page.locator("#app")).to_have_text("Let the app donate")


@pytest.mark.parametrize("allowed", ["yes", "no"])
def test_the_extension_donates_again_where_the_app_gives_nothing(site: Site, allowed: str) -> None:
    """If the app gives nothing, the extension donates again; a removed permission is asked for again by the click."""
    page = site.open("companion", "settings", app=allowed, host="not-joined")
    page.click("#app")
    donates_here(page)
    has_asked(page, ASKED, *DONATES_AGAIN)


@pytest.mark.parametrize("state", ["donates", "browser-off"])
def test_an_app_that_donates_goes_on(site: Site, state: str) -> None:
    """While the app donates, nothing changes until the person leaves there, and the permission stays."""
    page = site.open("companion", "settings", app="yes", host=state)
    page.click("#app")
    expect(page.get_by_role("alert")).to_contain_text("leave its campaigns or erase everything there first")
    expect(page.locator("#app")).to_have_text("Let the extension donate again")
    has_asked(page, ASKED)


@pytest.mark.parametrize("asked", [{"app": "yes"}, {"host": "unavailable"}, {"host": "donates", "allows": "no"}])
def test_only_the_person_knows_whether_a_silent_app_is_gone(site: Site, asked: dict[str, Any]) -> None:
    """If the app is silent, only the person can say that it is gone; "go back" has the focus and changes nothing."""
    page = site.open("companion", "settings", **asked)
    page.focus("#app")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("your searches count twice")
    expect(page.get_by_role("button", name="No, go back")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#app")).to_be_focused()
    has_asked(page, ASKED)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="No, go back")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    donates_here(page)
    has_asked(page, ASKED, ASKED, *DONATES_AGAIN)


def test_an_app_that_has_come_back_is_not_overruled(site: Site) -> None:
    """If the app donates after all, a person who said that it is gone is refused."""
    page = site.open("companion", "settings", host="unavailable")
    page.click("#app")
    page.evaluate("history.replaceState(null, '', location.href.replace('unavailable', 'donates'))")
    page.get_by_role("button", name="The app is gone").click()
    expect(page.get_by_role("alert")).to_contain_text("leave its campaigns or erase everything there first")
    has_asked(page, ASKED)


def test_it_is_said_in_every_language(site: Site) -> None:
    """The dialog's question and its consequences are in every language."""
    said = {
        "de-DE": ("Die App ist weg", "Die Erweiterung spendet wieder, ab morgen."),
        "fr-FR": ("L’application n’est plus là", "L’extension donne à nouveau, à partir de demain."),
        "es-ES": ("La aplicación ya no está", "La extensión vuelve a donar, a partir de mañana."),
    }
    for language, (gone, follows) in said.items():
        page = site.open("companion", "settings", language=language)
        page.click("#app")
        page.get_by_role("dialog").get_by_role("button", name=gone).click()
        expect(page.get_by_role("status")).to_have_text(follows)
