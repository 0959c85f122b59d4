"""The protection of every page: CSRF tokens, HTTPS, headers, cookies, proxies, and errors without details."""

import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from pdd_server.services.accounts.model import Role
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.web.application import create_app
from tests.server.simulated_server import HandClock, client_of, dump, new_server
from tests.server.web.browsing import DESKTOP, PHONE, Pages, Theme, sideways
from tests.server.web.people import PASSWORD, Person, Portal, add_person, send, served, token_of
from tests.support.processes.chromium import violations
from tests.support.processes.timeouts import PATIENCE

People = dict[Role, Person]
PROXY = {"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "https", "Host": "pdd.example.org"}
OWN = ("/portal/account", "/portal/accounts", "/portal/audit")


def test_every_form_needs_its_token(portal: Portal, people: People) -> None:
    """Every POST of every page is refused without its CSRF token, even by a signed-in administrator; nothing
    changes.
    """
    client = portal.client(people[Role.ADMINISTRATOR])
    rules = [rule for rule in portal.app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    ours = [rule for rule in rules if not rule.rule.startswith("/v1/")]
    assert len(ours) >= 14
    before = dump(portal.server)
    for rule in ours:
        path = re.sub("<[^>]+>", people[Role.VIEWER].account.id, rule.rule)
        for fields in ({}, {"csrf_token": ""}, {"csrf_token": "forged"}):
            answer = client.post(path, data=fields, buffered=True)
            assert answer.status_code == 400, path
            assert "older than your session" in answer.text
    assert dump(portal.server) == before


def test_another_sessions_token_is_refused(portal: Portal, people: People) -> None:
    """A form's token of one session is refused in another."""
    page = portal.client(people[Role.RESEARCHER]).get("/portal/account", buffered=True).text
    token = page.split('name="csrf_token" value="')[1].split('"')[0]
    client = portal.client(people[Role.VIEWER])
    client.get("/portal/account", buffered=True)
    assert client.post("/portal/account/sessions", data={"csrf_token": token}, buffered=True).status_code == 400


def test_no_page_changes_anything_by_being_read(portal: Portal, people: People) -> None:
    """A GET of any address changes nothing in the database but audit entries and sessions."""
    client = portal.client(people[Role.ADMINISTRATOR])
    client.get("/portal/account", buffered=True)
    before = dump(portal.server)
    for rule in portal.app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.rule.startswith("/portal"):
            client.get(re.sub("<[^>]+>", "flu", rule.rule), buffered=True)
    assert dump(portal.server) == before


@pytest.mark.parametrize("path", ["/portal/sign-in", "/portal/nothing", *OWN])
def test_headers_of_the_pages(portal: Portal, people: People, path: str) -> None:
    """Headers forbid foreign content, frames, caching and sniffing; scripts and styles come from here and never
    inline.
    """
    answer = portal.client(people[Role.ADMINISTRATOR]).get(path, buffered=True)
    policy = answer.headers["Content-Security-Policy"]
    assert policy.split("; ") == [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    ]
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "style=" not in answer.text
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert "Server" not in answer.headers


def test_public_pages_know_nobody(portal: Portal, people: People) -> None:
    """Public pages read and set no cookie, allow neither scripts nor forms, and are the same for a signed-in user."""
    answers = [client.get("/", buffered=True) for client in (portal.client(), portal.client(people[Role.VIEWER]))]
    for answer in answers:
        assert "Set-Cookie" not in answer.headers
        assert "Cookie" not in answer.headers.get("Vary", "")
        assert "script-src" not in answer.headers["Content-Security-Policy"]
        assert "form-action 'none'" in answer.headers["Content-Security-Policy"]
    assert answers[0].text == answers[1].text


def test_plain_http_is_for_loopback_alone(portal: Portal, people: People) -> None:
    """Over plain HTTP, except on loopback, every page says why it needs HTTPS and accepts nothing."""
    client = portal.client(people[Role.VIEWER])
    for base, address in (("http://pdd.example.org", "127.0.0.1"), ("http://localhost", "192.0.2.7")):
        for path in ("/portal/sign-in", "/portal/account"):
            answer = client.get(path, base_url=base, environ_overrides={"REMOTE_ADDR": address}, buffered=True)
            assert (answer.status_code, "Signing in needs HTTPS" in answer.text) == (403, True)
            assert "Set-Cookie" not in answer.headers
        taken = client.post("/portal/sign-in", base_url=base, environ_overrides={"REMOTE_ADDR": address}, buffered=True)
        assert (taken.status_code, "Signing in needs HTTPS" in taken.text) == (403, True)
    for base, address in (("http://localhost:8400", "127.0.0.1"), ("http://[::1]", "::1"), ("http://127.0.0.1", "::1")):
        answer = client.get("/portal/sign-in", base_url=base, environ_overrides={"REMOTE_ADDR": address}, buffered=True)
        assert answer.status_code in (200, 303), base


def test_cookies_over_https_and_on_loopback(portal: Portal) -> None:
    """Cookies are HttpOnly and SameSite; over HTTPS also Secure and of this host alone, with HSTS."""
    plain = portal.client().get("/portal/sign-in", buffered=True).headers
    assert plain["Set-Cookie"].startswith("pdd-portal=")
    assert "Strict-Transport-Security" not in plain
    secure = portal.client().get("/portal/sign-in", base_url="https://pdd.example.org", buffered=True).headers
    assert secure["Set-Cookie"].startswith("__Host-pdd-portal=")
    assert secure["Strict-Transport-Security"] == "max-age=31536000"
    for headers, expected in ((plain, False), (secure, True)):
        parts = headers["Set-Cookie"].split("; ")[1:]
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(parts)
        assert ("Secure" in parts) is expected
        assert not any(part.startswith("Domain") for part in parts)


def test_signing_in_behind_a_proxy(tmp_path: Path, clock: HandClock) -> None:
    """Behind one trusted proxy with TLS both steps work over real HTTP; without a trusted proxy nobody signs in."""
    for proxies in (1, 0):
        server = new_server(tmp_path / str(proxies), clock, proxies=proxies)
        person = add_person(server, Role.VIEWER)
        with served(server) as portal, httpx.Client(base_url=portal.address, headers=PROXY, timeout=PATIENCE) as client:
            page = client.get("/portal/sign-in")
            if not proxies:
                assert page.status_code == 403
                assert "Signing in needs HTTPS" in page.text
            else:
                _sign_in_by(client, page, person, server)
        server.store.dispose()


def _sign_in_by(client: httpx.Client, page: httpx.Response, person: Person, server: Deployment) -> None:
    steps = [
        ("/portal/sign-in", {"email": person.account.email, "password": PASSWORD}),
        ("/portal/second-step", {"code": person.code(server)}),
    ]
    for path, fields in steps:
        # A Secure cookie, which httpx keeps back from the plain connection that stands for the proxy's.
        cookie = page.headers["Set-Cookie"].split(";")[0]
        token = page.text.split('name="csrf_token" value="')[1].split('"')[0]
        headers = {"Cookie": cookie, "Referer": f"https://pdd.example.org{path}"}
        forged = client.post(path, data={"csrf_token": token, **fields}, headers={"Cookie": cookie})
        assert forged.status_code == 400
        answer = client.post(path, data={"csrf_token": token, **fields}, headers=headers)
        assert answer.status_code == 303
        cookie = answer.headers["Set-Cookie"].split(";")[0]
        page = client.get(
            "/portal/second-step" if path.endswith("in") else "/portal/account", headers={"Cookie": cookie}
        )
        if path.endswith("in"):
            page.headers["Set-Cookie"] = page.headers.get("Set-Cookie", cookie)
    assert page.status_code == 200
    assert person.account.email in page.text


@pytest.mark.parametrize(
    ("method", "path", "status", "heading"),
    [
        ("GET", "/portal/nothing", 404, "There is nothing here"),
        ("GET", "/portal/accounts/<script>", 404, "There is nothing here"),
        ("PUT", "/portal/sign-in", 405, "There is nothing here"),
    ],
)
def test_errors_are_pages(portal: Portal, people: People, method: str, path: str, status: int, heading: str) -> None:
    """Errors under /portal are pages in words, with nothing of the request in them."""
    answer = portal.client(people[Role.ADMINISTRATOR]).open(path, method=method, buffered=True)
    assert (answer.status_code, answer.mimetype) == (status, "text/html")
    assert f"<h1>{heading}</h1>" in answer.text
    assert "<script>" not in answer.text


def test_a_method_that_is_not_taken_is_logged(portal: Portal, caplog: pytest.LogCaptureFixture) -> None:
    """A request with a method that its address does not take leaves a line in the log, with nothing of the request."""
    for path in ("/portal/sign-in?secret=x", "/v1/server"):
        assert portal.client().open(path, method="PUT", data="secret", buffered=True).status_code == 405
    assert caplog.messages == ["refused: a method that the address does not take"] * 2


def test_answers_of_the_api_are_files(portal: Portal, people: People) -> None:
    """A browser that is led to the API keeps the answer as a file, and shows nothing."""
    header = token_of(portal.server, people[Role.VIEWER])
    for path in ("/v1/server", "/v1/portal/monitoring", "/v1/nothing"):
        answer = portal.client().get(path, headers=header)
        assert answer.headers["Content-Disposition"] == 'attachment; filename="api.json"'
    assert "Content-Disposition" not in portal.client().get("/campaigns/flu").headers


def test_too_large_a_form_is_told_in_words(portal: Portal, people: People) -> None:
    """A form that is too large is refused with a page, while the API answers with a problem."""
    client = portal.client(people[Role.VIEWER])
    answer = client.post("/portal/account/sessions", data={"csrf_token": "a" * 600_000}, buffered=True)
    assert (answer.status_code, "<h1>This is too large</h1>" in answer.text) == (413, True)
    assert client.get("/v1/portal/monitoring", buffered=True).mimetype == "application/problem+json"


def test_a_problem_inside_is_told_in_words(
    server: Deployment, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A page that fails says so, and neither it nor the log contains anything that was sent."""
    client = client_of(server)

    def fail(*_: object) -> None:
        raise ValueError("my-secret-password")

    monkeypatch.setattr("pdd_server.services.accounts.authentication.sign_in.knows_password", fail)
    answer = send(client, "/portal/sign-in", {"email": "ada@example.org", "password": "my-secret-password"})
    assert (answer.status_code, "<h1>The server failed</h1>" in answer.text) == (500, True)
    assert "my-secret" not in answer.text + caplog.text
    assert "ada@" not in answer.text + caplog.text


def test_the_cookies_key_is_the_servers_own(tmp_path: Path, clock: HandClock) -> None:
    """The cookies' key is the server's own, stays after a restart, and is not the key that signs for donors."""
    first, second = (new_server(tmp_path / name, clock) for name in "ab")
    keys = [create_app(server).secret_key for server in (first, first, second)]
    assert keys[0] == keys[1] != keys[2]
    assert keys[0] != bytes(first.online_key)
    for server in (first, second):
        server.store.dispose()


@pytest.mark.parametrize(("theme", "width"), [("light", DESKTOP), ("dark", PHONE)])
def test_the_pages_can_be_read_by_everybody(pages: Pages, people: People, width: int, theme: Theme) -> None:
    """axe-core finds nothing serious on each of these pages, and nothing needs sideways scrolling."""
    person = people[Role.ADMINISTRATOR]
    token_of(pages.portal.server, person)
    paths = [*OWN, f"/portal/accounts/{people[Role.VIEWER].account.id}", "/portal/nothing"]
    shown = [(path, person) for path in paths] + [
        ("/portal/sign-in", None),
        ("/portal/invitation/password", None),
        ("/portal/invitation", None),
    ]
    for path, who in shown:
        tab = pages.open(path, who, width=width, theme=theme, policy=False)
        assert violations(tab) == [], path
        assert sideways(tab) == [], path
        tab.context.close()


def test_refused_forms_lead_to_their_fields(pages: Pages, people: People) -> None:
    """A refused form keeps the input, reports problems beside the fields, and links to them from the top."""
    tab = pages.open("/portal/accounts", people[Role.ADMINISTRATOR])
    tab.get_by_label("E-mail address").fill("viewer@example.org")
    tab.get_by_role("button", name="Make the link").click()
    tab.get_by_label("Your own password").fill(PASSWORD)
    tab.get_by_role("button", name="Confirm").click()
    alert = tab.get_by_role("alert")
    expect(alert).to_contain_text("already")
    expect(tab.get_by_label("E-mail address")).to_have_value("viewer@example.org")
    expect(tab.get_by_label("E-mail address")).to_have_attribute("aria-invalid", "true")
    alert.get_by_role("link").click()
    expect(tab).to_have_url(re.compile("#email$"))


def test_the_pages_work_by_keyboard(pages: Pages) -> None:
    """The first Tab leads past the header, and signing in works with Tab, text and Enter."""
    tab = pages.open("/portal/sign-in")
    tab.keyboard.press("Tab")
    expect(tab.get_by_role("link", name="Skip to the page")).to_be_focused()
    tab.get_by_label("E-mail address").focus()
    tab.keyboard.type("nobody@example.org")
    tab.keyboard.press("Tab")
    tab.keyboard.type("some words of mine")
    tab.keyboard.press("Enter")
    tab.get_by_role("alert").wait_for()
