"""The HTTP connection to the server: which addresses it accepts, and how it reports faults."""

from collections.abc import Callable

import httpx
import pytest

from pdd_client import VERSION
from pdd_client.core.errors import DonorError
from pdd_client.gateways.server_http import server_http
from pdd_client.gateways.server_http.connection_errors import ServerUnreachable
from pdd_client.gateways.server_http.server_http import ServerHttp, ServerProblem, checked_url
from pdd_shared.protocol.messages import CampaignList

Handle = Callable[[httpx.Request], httpx.Response]


def server(handle: Handle) -> ServerHttp:
    return ServerHttp("https://pdd.example.org/", transport=httpx.MockTransport(handle))


@pytest.mark.parametrize(
    "url", ["https://pdd.example.org", "https://pdd.example.org:8443/x", "http://127.0.0.1:8400", "http://[::1]:1"]
)
def test_addresses_that_are_kept(url: str) -> None:
    """Encrypted addresses and this computer are accepted, with or without a slash at the end."""
    assert checked_url(url) == checked_url(url + "/") == url


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org",
        "http://192.168.0.1",
        "http://127.0.0.1.example.org",
        "https://",
        "example.org",
        "",
        "x:y:z",
        "https://user:secret@example.org",
        "https://example.org?x=1",
        "file:///etc/passwd",
    ],
)
def test_addresses_that_are_refused(url: str) -> None:
    """An unencrypted address and a text that is no address are refused before anything is sent."""
    with pytest.raises(DonorError):
        checked_url(url)


@pytest.mark.parametrize(
    "proxy", ["foo://secret@proxy.example.org", "socks5://secret@proxy.example.org", "http://x:secret"]
)
def test_a_proxy_that_can_not_be_used_is_named(monkeypatch: pytest.MonkeyPatch, proxy: str) -> None:
    """An unusable proxy, of an unknown kind or without its library, is reported in one line without its password."""
    monkeypatch.setenv("HTTPS_PROXY", proxy)
    with pytest.raises(DonorError, match="HTTPS_PROXY") as caught:
        ServerHttp("https://pdd.example.org")
    assert "secret" not in str(caught.value)


def test_only_a_donors_messages_name_the_version_and_nothing_names_the_donor() -> None:
    """A request without a token has no version, and none repeats a cookie; nothing identifies the machine."""
    seen: list[httpx.Headers] = []

    def handle(request: httpx.Request) -> httpx.Response:
        seen.append(request.headers)
        name = {"Set-Cookie": "name=donor-7; Path=/"}
        status, told = (204, None) if request.method == "DELETE" else (200, {"campaigns": []})
        return httpx.Response(status, json=told, headers=name)

    asked = server(handle)
    asked.erase("ab" * 32)
    asked.campaigns()
    assert [h.get("Pdd-Client") for h in seen] == [VERSION, None]
    assert [h.get("Authorization") for h in seen] == [f"Bearer {'ab' * 32}", None]
    assert [h["User-Agent"] for h in seen] == ["pdd-donor"] * 2
    assert not any("Cookie" in h for h in seen)


def test_problems_keep_their_name() -> None:
    """A problem document becomes an error of its name, with its text as one printable line."""
    body = {"type": "urn:pdd:problem:too-late", "title": "x", "status": 409, "detail": "over\n\x1b[31m" + "x" * 1000}
    with pytest.raises(ServerProblem) as caught:
        server(lambda _: httpx.Response(409, json=body)).info()
    assert caught.value.name == "too-late"
    assert caught.value.detail.startswith("over  [31mxx")
    assert len(caught.value.detail) <= 300


@pytest.mark.parametrize(
    "response",
    [
        httpx.Response(302, headers={"Location": "https://elsewhere.example.org/v1/server"}),
        httpx.Response(502, text="<html>Bad gateway</html>"),
        httpx.Response(400, json={"type": "about:blank"}),
        httpx.Response(200, text="<html>Welcome to the hotel's network</html>"),
        httpx.Response(200, json={"name": "x"}),
    ],
)
def test_strange_answers_are_no_answers(response: httpx.Response) -> None:
    """Redirects are not followed, and a proxy's or another program's answer is not taken for the server's."""
    asked: list[str] = []

    def handle(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        return response

    with pytest.raises(ServerUnreachable):
        server(handle).info()
    assert asked == ["https://pdd.example.org/v1/server"]


@pytest.mark.parametrize("error", [httpx.ConnectError, httpx.ReadTimeout, httpx.RemoteProtocolError])
def test_faults_of_the_network_are_one_line(error: type[httpx.TransportError]) -> None:
    """A network fault says that nothing is lost, and quotes nothing of the request."""

    def handle(request: httpx.Request) -> httpx.Response:
        raise error(f"something about {request.url}")

    with pytest.raises(ServerUnreachable, match="nothing is lost") as caught:
        server(handle).info()
    assert "\n" not in str(caught.value)
    assert "something" not in str(caught.value)


def test_an_endless_answer_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer larger than any of ours is not read to its end."""
    monkeypatch.setattr(server_http, "_MAX_ANSWER", 1000)
    with pytest.raises(ServerUnreachable):
        server(lambda _: httpx.Response(200, content=iter([b"x" * 600] * 10))).info()


def test_an_unchanged_list_of_campaigns_does_not_travel() -> None:
    """The known list's tag is sent; "not modified" means no list, and is an error if none is known."""

    def handle(request: httpx.Request) -> httpx.Response:
        if request.headers.get("If-None-Match") == '"one"':
            return httpx.Response(304, headers={"ETag": '"one"'})
        return httpx.Response(200, json={"campaigns": []}, headers={"ETag": '"one"'})

    assert server(handle).campaigns() == (CampaignList(campaigns=()), '"one"')
    assert server(handle).campaigns('"one"') == (None, '"one"')
    assert server(handle).campaigns('"other"')[0] is not None
    with pytest.raises(ServerUnreachable):
        server(lambda _: httpx.Response(304)).campaigns()


@pytest.mark.parametrize("tag", ["", "x" * 201])
def test_tags_that_are_not_kept(tag: str) -> None:
    """A list without a tag, or with too long a tag, is loaded each time."""
    response = httpx.Response(200, json={"campaigns": []}, headers={"ETag": tag})
    assert server(lambda _: response).campaigns()[1] is None
