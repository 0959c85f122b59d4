"""The steps to accept an invitation and to sign in, as a client without a browser takes them."""

from collections.abc import Iterable
from secrets import token_bytes
from typing import Any

from flask.testing import FlaskClient
from pyotp import TOTP

from pdd_server.services.accounts import invitations
from pdd_server.services.accounts.model import Role
from pdd_server.services.operations.data_folder import Deployment
from tests.server.web.people import PASSWORD, send


def link_of(
    server: Deployment,
    email: str = "ada@example.org",
    role: Role = Role.RESEARCHER,
    campaigns: Iterable[str] = ("flu",),
) -> str:
    """Return the path of a new invitation's link, with its secret behind the #."""
    with server.store.write() as connection:
        link = invitations.invite(connection, server.clock(), None, email, role, campaigns, token_bytes)
    return f"/portal/invitation#{link}"


def open_link(client: FlaskClient, path: str) -> Any:
    """Open an invitation's link as the script of its page does, and return the answer."""
    return send(client, "/portal/invitation", {"link": path})


def fill_in(client: FlaskClient, path: str, name: str, password: str) -> Any:
    """Open an invitation's link, send name and password, and return the answer."""
    open_link(client, path)
    return send(client, "/portal/invitation/password", {"name": name, "password": password})


def first_step(client: FlaskClient, email: str, password: str = PASSWORD, **more: str) -> Any:
    """Send address and password, and return the answer."""
    return send(client, "/portal/sign-in", {"email": email, "password": password, **more})


def second_step(client: FlaskClient, code: str, **more: str) -> Any:
    """Send a code, and return the answer."""
    return send(client, "/portal/second-step", {"code": code, **more})


def signed_in(client: FlaskClient) -> bool:
    """Return whether the account's page shows."""
    return client.get("/portal/account", buffered=True).status_code == 200


def secret_on(client: FlaskClient) -> str:
    """Return the second factor's secret, as the page of a filled-in invitation shows it."""
    page = client.get("/portal/invitation/second-factor", buffered=True).text
    return page.split('<code id="secret">')[1].split("</code>")[0].replace(" ", "")


def accept(
    client: FlaskClient, server: Deployment, path: str, name: str = "Ada", password: str = PASSWORD
) -> list[str]:
    """Fill in an invitation's two pages, and return the recovery codes."""
    assert fill_in(client, path, name, password).status_code == 303
    code = TOTP(secret_on(client)).at(server.clock())
    done = send(client, "/portal/invitation/second-factor", {"code": code})
    return [part.split("</code>")[0] for part in done.text.split("<li><code>")[1:]]
