"""A body of a type that its address does not take is refused, and what our documents and programs send is taken."""

from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient

from pdd_server.services.accounts.model import Role
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.web.application import create_app
from tests.server.loopback_server import listening
from tests.server.simulated_server import client_of, dump
from tests.server.web.api.test_registration import problem
from tests.server.web.people import PASSWORD, Person, Portal

OTHER = ("", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml")
"""Types that no operation of the API takes. Browsers send the first four to other sites without asking."""
BODIES = ("application/json", "application/octet-stream")
"""The types of bodies in the API."""


def operations(server: Deployment) -> Iterator[tuple[str, str, str | None]]:
    """Yield method, address and documented type of the body of each operation; None for one without a body."""
    paths = create_app(server).test_client().get("/openapi.json").json["paths"]
    for path, methods in paths.items():
        for method, operation in methods.items():
            (kind,) = operation.get("requestBody", {"content": [None]})["content"]
            assert "415" in operation["responses"]
            yield method.upper(), path.replace("{day}", "2026-11-20").replace("results.{form}", "results.json"), kind


def test_the_api_takes_the_documented_type_alone(server: Deployment) -> None:
    """Each operation refuses a body of any type but the documented one, and takes that one, with a charset, too.

    Without a body no type is asked for.
    """
    client, before = client_of(server), dump(server)
    for method, path, kind in operations(server):
        for other in sorted({*OTHER, *(BODIES if kind else ())} - {kind}):
            answer = client.open(path, method=method, data=b"{}", content_type=other)
            assert (answer.status_code, problem(answer)) == (415, "unsupported-media-type"), (method, path, other)
            assert kind is None or kind in answer.json["detail"]
        for taken in (kind, f"{kind}; charset=utf-8", kind.upper()) if kind else ():
            assert client.open(path, method=method, data=b"{}", content_type=taken).status_code != 415, (method, path)
        for unasked in ("", "text/plain"):
            assert client.open(path, method=method, content_type=unasked).status_code != 415, (method, path)
    assert dump(server) == before


@pytest.mark.parametrize(("chunks", "status"), [((b"{", b"}"), 415), ((), 400)])
def test_a_body_in_chunks_needs_its_type(server: Deployment, chunks: tuple[bytes, ...], status: int) -> None:
    """A body of unstated length, sent to a real server, needs its type, too. Chunks without a byte are no body."""
    with listening(create_app(server)) as url, closing(HTTPConnection(urlsplit(url).netloc, timeout=60)) as connection:
        connection.request("POST", "/v1/check-in", iter(chunks), {"Content-Type": "text/plain"})
        with connection.getresponse() as answer:
            assert (answer.status, answer.read()[:1]) == (status, b"{")


def test_an_unknown_address_and_method_come_first(server: Deployment) -> None:
    """Where there is no operation, that is the answer, whatever the body's type."""
    client = client_of(server)
    assert problem(client.post("/v1/nothing", data=b"x", content_type="text/plain")) == "not-found"
    assert problem(client.post("/v1/server", data=b"x", content_type="text/plain")) == "method-not-allowed"


def sent(client: FlaskClient, token: str, kind: str) -> Any:
    """Return the answer to a sign-in whose body says that it is of this type."""
    text = f"csrf_token={token}&email=x%40example.org&password={PASSWORD}"
    return client.post("/portal/sign-in", data=text, content_type=kind, buffered=True)


@pytest.mark.parametrize("kind", ["text/plain", "application/json", "application/octet-stream", ""])
def test_the_portal_takes_forms_alone(portal: Portal, people: dict[Role, Person], kind: str) -> None:
    """A form of another type is refused with a page in words, and one in either form of browsers is read."""
    client = portal.client()
    page = client.get("/portal/sign-in", buffered=True).text
    token = page.split('name="csrf_token" value="')[1].split('"')[0]
    refused = sent(client, token, kind)
    assert (refused.status_code, refused.mimetype) == (415, "text/html")
    assert "<h1>This form can&#39;t be taken</h1>" in refused.text
    assert sent(client, token, "application/x-www-form-urlencoded").status_code != 415
    fields = {"csrf_token": token, "email": "x@example.org", "password": PASSWORD}
    assert client.post("/portal/sign-in", data=fields, content_type="multipart/form-data").status_code != 415
