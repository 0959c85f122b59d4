"""Requests of researchers, programs and readers are limited by account and by address."""

from pathlib import Path

from pdd_server.services.accounts.model import Role
from tests.server.simulated_server import HandClock, client_of, new_server
from tests.server.web.people import add_person, token_of


def test_what_is_asked_for_is_limited_by_account_and_by_address(tmp_path: Path, clock: HandClock) -> None:
    """Pages and API limit each account and token, from any address, and each address."""
    server = new_server(tmp_path, clock, proxies=1, limits={"requests": "4 per hour"})
    ada, bob = (add_person(server, Role.VIEWER, name=name) for name in ("ada", "bob"))
    client = client_of(server)

    def asked(path: str, address: str, header: dict[str, str] | None = None) -> int:
        sent = {"X-Forwarded-For": address, "X-Forwarded-Proto": "https", **(header or {})}
        return client.get(path, headers=sent).status_code

    one = token_of(server, ada)
    assert [asked("/v1/portal/monitoring", f"192.0.2.{number}", one) for number in range(10, 15)] == [200] * 4 + [429]
    other = token_of(server, bob)
    assert asked("/v1/portal/monitoring", "192.0.2.14", other) == 200
    assert [asked("/v1/portal/monitoring", "192.0.2.30") for _ in range(5)] == [401] * 4 + [429]
    assert [asked("/portal/sign-in", "192.0.2.40") for _ in range(5)] == [200] * 4 + [429]
    assert asked("/portal/sign-in", "192.0.2.41") == 200
    assert [asked("/campaigns/flu", "192.0.2.50") for _ in range(5)] == [200] * 4 + [429]
    server.store.dispose()
