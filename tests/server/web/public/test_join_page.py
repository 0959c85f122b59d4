"""The page to join by: in a real Chromium, wide and narrow, with and without scripts; and what stands in its way."""

import logging
import os
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pdd_server.services.campaigns import campaigns
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.store.campaigns import drafts
from pdd_server.web.public.join.texts import texts_in
from pdd_shared.protocol.informing_lines import LINES
from pdd_shared.protocol.terms import Budget
from tests.server.simulated_server import DAY, HandClock, campaign, client_of, donors, dump, new_server, night
from tests.server.web.browsing import DESKTOP, PHONE, Pages, Theme, sideways
from tests.support.informing_lines import INFORMING
from tests.support.processes.chromium import violations
from tests.support.terms import terms

LINUX = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
WINDOWS = LINUX.replace("X11; Linux x86_64", "Windows NT 10.0; Win64; x64")
MAC = LINUX.replace("X11; Linux x86_64", "Macintosh; Intel Mac OS X 10_15_7")
ANDROID = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36"
THEMES: tuple[Theme, ...] = ("light", "dark")
CODE = "K7QM-4TXA-9WDE"
FILES = (
    "private-data-donor_0.2.0_amd64.deb",
    "private-data-donor-0.2.0-x86_64.AppImage",
    "private-data-donor-0.2.0-windows.zip",
    "private-data-donor-0.2.0.dmg",
    "private-data-donor-0.2.0-chromium.zip",
    "private-data-donor-0.2.0-firefox.xpi",
)


@pytest.fixture
def server(tmp_path: Path, clock: HandClock) -> Iterator[Deployment]:
    """Return a server that hands out programs, with a campaign that asks for an invitation."""
    store = "https://chromewebstore.google.com/detail/pdd/abc"
    made = new_server(
        tmp_path, clock, campaign(**INFORMING), invitations=("open sesame",), downloads={"chromium": store}
    )
    folder = made.folder.path / "downloads"
    folder.mkdir()
    for name in FILES:
        (folder / name).write_bytes(name.encode())
        os.utime(folder / name, (0, 0))  # a new file could still be being copied
    yield made
    made.store.dispose()


def link_in(tab: Page) -> str | None:
    return tab.locator("[data-open]").get_attribute("href")


@pytest.mark.parametrize("agent", [LINUX, ANDROID], ids=["linux", "android"])
def test_the_page_can_be_used_by_everybody(pages: Pages, agent: str) -> None:
    """axe-core finds nothing serious, and nothing needs sideways scrolling: wide or narrow, light or dark, in each
    language.
    """
    for language in ("en", "de", "es", "fr"):
        tab = pages.open(f"/join/flu?lang={language}", policy=False, user_agent=agent)
        expect(tab.get_by_role("heading", level=1)).to_have_text("Winter flu")
        assert tab.locator("html").get_attribute("lang") == language
        assert violations(tab) == [], language
        tab.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
        for name in (name for name, told in LINES.items() if told.kind == "line" and texts_in(language).has(name)):
            expect(tab.locator("main")).to_contain_text(INFORMING[name])
        expect(tab.locator(f"a[href='{INFORMING['data_protection']}']")).to_be_visible()
        for width in (PHONE, DESKTOP):
            tab.set_viewport_size({"width": width, "height": 900})
            assert sideways(tab) == []
        for theme in THEMES:
            tab.emulate_media(color_scheme=theme)
            assert violations(tab) == [], (language, theme)
        tab.context.close()


@pytest.mark.parametrize("theme", THEMES)
def test_pages_that_lead_nowhere_can_be_used_by_everybody(pages: Pages, theme: Theme) -> None:
    """Neither does it on the page of an unknown study, in German and English, nor at 200% on a small laptop."""
    for language in ("en", "de"):
        tab = pages.open(f"/join/none?lang={language}", theme=theme, policy=False, user_agent=LINUX)
        assert violations(tab) == []
        tab.set_viewport_size({"width": DESKTOP // 2, "height": 360})
        assert sideways(tab) == []
        tab.context.close()


def test_a_computer_is_offered_its_own_programs(pages: Pages) -> None:
    """A Linux computer is offered the Debian package, with others in a fold; and the extension from its store."""
    tab = pages.open("/join/flu", javascript=False, user_agent=LINUX)
    files = f"{pages.portal.address}/downloads"
    assert tab.get_by_role("link", name="Get the app").first.get_attribute("href") == f"{files}/{FILES[0]}"
    expect(tab.get_by_role("link", name=FILES[1])).to_be_hidden()
    tab.get_by_text("Other ways").click()
    expect(tab.get_by_role("link", name=FILES[1])).to_be_visible()
    store = tab.get_by_role("link", name="Add to browser").first
    assert store.get_attribute("href") == "https://chromewebstore.google.com/detail/pdd/abc"
    assert link_in(tab) == f"pdd:{pages.portal.address}/join/flu"
    firefox = pages.open("/join/flu", javascript=False, user_agent=FIREFOX)
    assert firefox.get_by_role("link", name="Add to Firefox").first.get_attribute("href") == f"{files}/{FILES[5]}"


@pytest.mark.parametrize("agent", [LINUX, WINDOWS, MAC], ids=["linux", "windows", "macos"])
def test_a_link_opens_the_study_in_the_app(pages: Pages, agent: str) -> None:
    """On each system a button opens the study in the app. Where it does nothing, the link can be pasted."""
    tab = pages.open("/join/flu", javascript=False, user_agent=agent)
    tab.get_by_text("After installing").click()
    expect(tab.get_by_role("link", name="Open this study in the app")).to_be_visible()
    assert link_in(tab) == f"pdd:{pages.portal.address}/join/flu"
    expect(tab.locator("#link")).to_have_text(f"{pages.portal.address}/join/flu")


def test_each_file_stands_there_with_its_digest(pages: Pages, server: Deployment) -> None:
    """All files are on the page, for other systems too, each with version, size and SHA-256."""
    tab = pages.open("/join/flu", javascript=False, user_agent=LINUX)
    tab.get_by_text("Other ways").click()
    listed = client_of(server).get("/v1/programs").json
    assert len(listed) == len(FILES)
    for one in listed:
        expect(tab.locator(".files li", has_text=one["sha256"])).to_contain_text(one["address"].rpartition("/")[2])


def test_a_phone_is_told_to_send_the_link(pages: Pages) -> None:
    """On a phone there is no download, but the link by mail and as a picture; without scripts no dead button."""
    tab = pages.open("/join/flu", javascript=False, width=PHONE, user_agent=ANDROID)
    expect(tab.get_by_role("heading", name="You need a computer for this")).to_be_visible()
    mail = tab.get_by_role("link", name="Send me the link by e-mail").get_attribute("href") or ""
    assert mail.startswith("mailto:?subject=Winter%20flu&body=http")
    expect(tab.locator(".qr svg")).to_be_visible()
    expect(tab.get_by_role("button", name="Share the link")).to_be_hidden()
    assert tab.get_by_text("Get the app").count() == 0


def test_an_invitation_goes_along_and_is_never_sent(pages: Pages) -> None:
    """The script puts the code into the links of the page; no request has it in its address or headers."""
    sent: list[str] = []
    tab = pages.open("/join/flu", user_agent=LINUX)
    tab.on("request", lambda asked: sent.append(f"{asked.url} {asked.all_headers()}"))
    tab.goto("about:blank")
    whole = f"{pages.portal.address}/join/flu#invitation={CODE}"
    tab.goto(whole)
    expect(tab.locator("#carried")).to_be_visible()
    assert link_in(tab) == f"pdd:{whole}"
    expect(tab.locator("#link")).to_have_text(whole)
    assert "invitation%3DK7QM" in (tab.locator("[data-mail]").get_attribute("href") or "")
    tab.get_by_role("link", name="Deutsch").click()
    expect(tab.get_by_role("region", name="Mitmachen")).to_be_visible()
    assert link_in(tab) == f"pdd:{whole}"
    tab.get_by_role("link", name="App herunterladen", exact=True).click()
    assert len(sent) > 4
    assert not any("K7QM" in one for one in sent)


def test_without_scripts_a_code_is_asked_for_later(pages: Pages) -> None:
    """Without scripts the links have no code, and the page says where the code is."""
    tab = pages.open(f"/join/flu#invitation={CODE}", javascript=False, user_agent=LINUX)
    assert link_in(tab) == f"pdd:{pages.portal.address}/join/flu"
    expect(tab.get_by_text("You need the invitation code you were given.")).to_be_visible()
    expect(tab.locator("#carried")).to_be_hidden()


def test_nothing_is_kept_of_who_looks(server: Deployment, caplog: pytest.LogCaptureFixture) -> None:
    """A look at the page sets no cookie, changes nothing in the database, writes no log line, and is in no cache."""
    before = dump(server)
    with caplog.at_level(logging.DEBUG, logger="pdd_server"):
        answer = client_of(server).get("/join/flu", headers={"User-Agent": LINUX, "Accept-Language": "de"})
        assert [line for line in caplog.records if line.name.startswith("pdd_server")] == []
    assert dump(server) == before
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Vary"] == "Accept-Language, User-Agent"
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert ' lang="de"' in answer.text


def test_a_study_that_cannot_be_joined_says_why(server: Deployment, clock: HandClock) -> None:
    """An unknown, ended or closed campaign has a page that says so, in the reader's language, with what to do."""
    client = client_of(server)
    unknown = client.get("/join/cold", headers={"Accept-Language": "es"})
    assert unknown.status_code == 404
    assert "Aquí no hay ese estudio" in unknown.text
    assert "Comprueba el enlace" in unknown.text
    with server.store.write() as connection:
        campaigns.close(connection, "flu", DAY)
    clock.next_day()
    closed = client.get("/join/flu", headers={"Accept-Language": "fr"})
    assert closed.status_code == 410
    assert "Cette étude est terminée" in closed.text
    assert "/campaigns/flu" in closed.text
    assert "flu@example.org" in closed.text


def test_a_study_that_waits_can_be_joined(tmp_path: Path, clock: HandClock) -> None:
    """A campaign that has not begun says when it does, and can be joined; one past its last day has ended."""
    server = new_server(tmp_path, clock, campaign(start=DAY.replace(day=28)), downloads={"folder": "none"})
    client = client_of(server)
    page = client.get("/join/flu", headers={"User-Agent": LINUX}).text
    assert "It starts on 28 November 2026." in page
    clock.next_day(60)
    assert client.get("/join/flu").status_code == 410
    server.store.dispose()


def test_a_server_without_downloads_says_whom_to_ask(tmp_path: Path, clock: HandClock) -> None:
    """Without packages in the folder, the page names the contact instead of a button that leads nowhere."""
    server = new_server(tmp_path, clock)
    page = client_of(server).get("/join/flu", headers={"User-Agent": LINUX}).text
    assert "The app can&#39;t be downloaded here yet. Please ask: flu@example.org" in page
    assert "Get the app" not in page
    server.store.dispose()


def test_a_device_without_an_app_is_told_so(server: Deployment) -> None:
    """Where there are packages, but none for this device, the page says so and shows the others."""
    page = client_of(server).get("/join/flu", headers={"User-Agent": "Mozilla/5.0 (X11; CrOS) Chrome/140.0"}).text
    assert "There is no app for this device yet." in page
    assert "Please ask" not in page


def test_an_unlisted_campaign_can_be_joined_by_its_link(server: Deployment) -> None:
    """A campaign that is on no list has a page to join by, for those who were given the link."""
    with server.store.write() as connection:
        drafts.hide(connection, "flu")
    client = client_of(server)
    assert client.get("/join/flu").status_code == 200
    assert "/join/flu" not in client.get("/").text


def test_a_study_whose_budget_is_spent_takes_nobody(tmp_path: Path, clock: HandClock) -> None:
    """Once a campaign's budget can pay no further day, its page says that nobody else can join."""
    server = new_server(tmp_path, clock, campaign(terms=terms(budget=Budget(epsilon=Decimal("1.5"), delta=Decimal(0)))))
    crowd = donors(server, 3)
    for _ in range(4):
        for donor in crowd:
            donor.work([1, 7, 2])
        clock.next_day()
        night(server)
    answer = client_of(server).get("/join/flu")
    assert answer.status_code == 410
    assert "This study takes nobody else" in answer.text
    assert "Take part" not in client_of(server).get("/").text
    server.store.dispose()


def test_the_public_pages_lead_there(server: Deployment) -> None:
    """The list of campaigns and a campaign's page lead to the page to join by."""
    client = client_of(server)
    assert 'href="/join/flu"' in client.get("/").text
    assert 'href="/join/flu"' in client.get("/campaigns/flu").text


@pytest.mark.parametrize(("epsilon", "sure", "is_high"), [("4", "99%", False), ("10", "99.996%", True)])
def test_a_high_cost_is_marked(tmp_path: Path, clock: HandClock, epsilon: str, sure: str, is_high: bool) -> None:
    """The page says how sure somebody could be, and marks a cost above 5 as high."""
    server = new_server(
        tmp_path, clock, campaign(terms=terms(budget=Budget(epsilon=Decimal(epsilon), delta=Decimal(0))))
    )
    page = client_of(server).get("/join/flu").text
    assert f"make a 50:50 guess that you took part at most {sure} sure" in page
    assert ("High cost" in page) == is_high
    server.store.dispose()
