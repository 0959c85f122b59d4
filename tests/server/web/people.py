"""People with accounts, how they sign in, and a real server for their pages."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from secrets import token_bytes, token_hex
from typing import Any

from apiflask import APIFlask
from argon2 import PasswordHasher
from flask.testing import FlaskClient
from pyotp import TOTP

from pdd_server.services.accounts.authentication import second_factor, sessions, tokens
from pdd_server.services.accounts.authentication.tokens import Scope
from pdd_server.services.accounts.model import Account, Role
from pdd_server.services.accounts.timestamps import date_of
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.store.accounts import accounts
from pdd_server.web.application import create_app
from tests.server.loopback_server import listening

PASSWORD = "correct horse battery"


@dataclass(frozen=True)
class Person:
    """An account, with its owner's secrets."""

    account: Account
    secret: str

    def code(self, server: Deployment, steps: int = 0) -> str:
        """Return what the person's phone shows now, or so many steps later."""
        return TOTP(self.secret).at(server.clock(), counter_offset=steps)


@cache
def _hashed() -> str:
    return PasswordHasher().hash(PASSWORD)


def _of(email: str) -> Callable[[int], bytes]:
    """Return a person's fixed bytes in place of random ones, with which two codes could be equal by chance."""
    return lambda size: sha256(email.encode()).digest()[:size]


def add_person(server: Deployment, role: Role, campaigns: Iterable[str] = (), name: str = "") -> Person:
    """Put an account of this role that can sign in straight into the database."""
    shown = name or role.title()
    made = Account(token_hex(16), f"{shown.lower()}@example.org", shown, role, frozenset(campaigns))
    secret, today = second_factor.new_secret(_of(made.email)), date_of(server.clock())
    sealed = second_factor.seal(secret, server.portal_keys.second_factors)
    row = {"id": made.id, "email": made.email, "name": made.name, "role": role, "password": _hashed()}
    with server.store.write() as connection:
        accounts.add(connection, **row, secret=sealed, step=0, created=today, seen=today)
        accounts.set_campaigns(connection, made.id, made.campaigns)
    return Person(made, secret)


def token_of(server: Deployment, person: Person, scope: Scope = Scope.READ, *campaigns: str) -> dict[str, str]:
    """Return the header with a new token of this person."""
    with server.store.write() as connection:
        token = tokens.create(
            connection, server.clock(), person.account, "test", scope, campaigns or None, 90, token_bytes
        )
    return {"Authorization": f"Bearer {token}"}


@dataclass(frozen=True)
class Portal:
    """The application over a data folder, and its address."""

    server: Deployment
    app: APIFlask
    address: str

    def cookie(self, person: Person) -> tuple[str, str]:
        """Return name and value of the cookie of a new session of this person."""
        with self.server.store.write() as connection:
            name = sessions.begin(connection, person.account.id, self.server.clock(), token_bytes, whole=True)
        signer: Any = self.app.session_interface
        return "pdd-portal", signer.get_signing_serializer(self.app).dumps({"name": name})

    def client(self, person: Person | None = None) -> FlaskClient:
        """Return a client without a browser, signed in as this person."""
        client = self.app.test_client()
        if person:
            client.set_cookie(*self.cookie(person))
        return client


def send(client: FlaskClient, path: str, fields: Mapping[str, Any] | None = None, **request: Any) -> Any:
    """Send a form with the client's own CSRF token and return the answer."""
    page = client.get("/portal/account", follow_redirects=True, buffered=True)
    found = re.search(r'name="csrf_token" value="([^"]+)"', page.text)
    assert found, page.text
    return client.post(path, data={"csrf_token": found[1], **(fields or {})}, buffered=True, **request)


def confirm(client: FlaskClient, path: str, fields: Mapping[str, Any] | None = None, **request: Any) -> Any:
    """Send a form together with the password that confirms a weighty act, and return the answer."""
    return send(client, path, {**(fields or {}), "own_password": PASSWORD}, **request)


@contextmanager
def served(server: Deployment) -> Iterator[Portal]:
    """Serve a data folder over real HTTP while the block runs."""
    app = create_app(server)
    with listening(app) as address:
        yield Portal(server, app, address)
