"""Permissions that a person may give in the settings, in a real browser: to let the app donate, and for reminders."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.extension.pages.site import Site, calls, has_asked
from tests.support.processes.chromium import comes_to

ASKED = ["permission", {"permissions": ["nativeMessaging"]}]
GIVEN_BACK = ["no permission", {"permissions": ["nativeMessaging"]}]
DONATES_AGAIN = [
    ["loseHitsElsewhere", "2026-11-20"],
    ["giveNothingOf", ["2026-11-20"]],
    ["setCompanion", False],
    GIVEN_BACK,
]
"""Of today nothing is given: the app may have. It says nothing of the hits that it has used."""
LIMITED = "If the app can't say how many did, no more will count from this browser."
REMINDERS_ASKED = ["permission", {"permissions": ["notifications"]}]
REMINDERS_GIVEN_BACK = ["no permission", {"permissions": ["notifications"]}]
NOTICE = "Your browser does not let this extension show reminders yet."


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
    expect(page.locator("main")).to_contain_text(LIMITED)
    page.click("#app")
    donates_here(page)
    expect(page.locator("main")).not_to_contain_text(LIMITED)
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
    expect(page.get_by_role("dialog")).to_contain_text(LIMITED)
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


@pytest.mark.parametrize(
    ("story", "says"),
    [
        ("companion", ""),
        ("oldApp", "The app on this computer is too old."),
        ("oldExtension", "This extension is too old for the app."),
    ],
)
def test_the_settings_say_what_has_to_be_updated(site: Site, story: str, says: str) -> None:
    """If app and extension don't fit, the settings say which of them to update, and nothing if they do."""
    page = site.open(story, "settings", app="yes", host="donates")
    expect(page.locator("#app")).to_be_visible()
    warning = page.locator("p.amber", has_text="Please update it.")
    expect(warning).to_have_count(1 if says else 0)
    if says:
        expect(warning).to_contain_text(says)


def test_reminders_ask_for_the_permission_and_give_it_back(site: Site) -> None:
    """The permission is asked for when reminders are switched on, and given back when they are switched off."""
    page = site.open("joined", "settings")
    expect(page.locator("#reminders")).not_to_be_checked()
    has_asked(page)
    page.click("#reminders")
    expect(page.locator("#reminders")).to_be_checked()
    has_asked(page, REMINDERS_ASKED)
    page.click("#reminders")
    expect(page.locator("#reminders")).not_to_be_checked()
    has_asked(page, REMINDERS_ASKED, REMINDERS_GIVEN_BACK)


def test_reminders_that_the_browser_refuses_stay_off(site: Site) -> None:
    """If the person does not allow notifications, reminders stay off, and the page says why."""
    page = site.open("joined", "settings", allows="no")
    page.click("#reminders")
    expect(page.get_by_role("alert")).to_contain_text("so they stay off")
    expect(page.locator("#reminders")).not_to_be_checked()


def test_wished_reminders_without_the_permission_are_offered(site: Site) -> None:
    """Whoever wants reminders and has not allowed notifications sees a notice with a button, until they are allowed."""
    page = site.open("joined", "today", **{"chosen-reminders": "yes"})
    expect(page.get_by_text(NOTICE)).to_be_visible()
    page.click("#allow-reminders")
    expect(page.get_by_text(NOTICE)).not_to_be_visible()
    has_asked(page, REMINDERS_ASKED)


@pytest.mark.parametrize("allows", ["yes", "no"])
def test_the_first_run_asks_for_the_permission_where_reminders_are_chosen(site: Site, allows: str) -> None:
    """Ticking reminders while joining asks for the permission at once, and is kept only if the person allows it."""
    page = site.open("first", allows=allows)
    page.click("#next")
    page.fill("#link", "https://donate.ucl.example/join/winter-flu")
    page.click("#next")
    page.check("#cost-winter-flu")
    page.check("#agree-winter-flu")
    page.click("#next")
    expect(page.locator("h1")).to_have_text("How to send")
    page.click("#reminders")
    comes_to(page, lambda: REMINDERS_ASKED in calls(page), True)
    if allows == "no":
        expect(page.get_by_role("alert")).to_contain_text("so they stay off")
    expect(page.locator("#reminders")).to_be_checked(checked=allows == "yes")
    page.click("#next")
    expect(page.locator("nav a[aria-current=page]")).to_have_text("Today")
    page.click("nav a[href='#settings']")
    expect(page.locator("#reminders")).to_be_checked(checked=allows == "yes")
