"""Tokens of researchers' programs are accepted only over HTTPS and on the server's own computer."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from pdd_server.services.accounts.model import Role
from pdd_server.services.operations.data_folder import Deployment
from tests.server.simulated_server import HandClock, client_of, new_server
from tests.server.web.people import add_person, token_of

BEHIND = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https"}


def asked(client: FlaskClient, header: dict[str, str], base: str = "http://pdd.example.org", **more: str) -> str:
    """Return what the API answers to a token from another computer, or `ok` if it accepts it."""
    answers = [
        client.get(path, headers={**header, **more}, base_url=base, environ_overrides={"REMOTE_ADDR": "192.0.2.7"})
        for path in ("/v1/portal/monitoring", "/v1/status")
    ]
    return "ok" if 200 in [answer.status_code for answer in answers] else str(answers[0].json["detail"])


@pytest.mark.parametrize("kind", ["researcher", "administrator", "unknown"])
def test_a_token_over_plain_http_is_refused(server: Deployment, kind: str) -> None:
    """Over plain HTTP a valid token and an unknown one are refused in the same words, with what to do."""
    tokens = {
        "researcher": token_of(server, add_person(server, Role.RESEARCHER)),
        "administrator": token_of(server, add_person(server, Role.ADMINISTRATOR)),
        "unknown": {"Authorization": "Bearer nobody's"},
    }
    said = asked(client_of(server), tokens[kind])
    assert "Revoke it, make a new one" in said
    assert (asked(client_of(server), tokens[kind], "https://pdd.example.org") == "ok") is (kind != "unknown")


def test_only_a_trusted_proxy_says_that_it_was_https(tmp_path: Path, clock: HandClock) -> None:
    """A proxy's header about HTTPS counts only if the settings name a proxy."""
    for proxies, taken in ((1, True), (0, False)):
        server = new_server(tmp_path / str(proxies), clock, proxies=proxies)
        header = token_of(server, add_person(server, Role.RESEARCHER))
        assert (asked(client_of(server), header, **BEHIND) == "ok") is taken
        server.store.dispose()


def test_on_the_same_computer_plain_http_is_enough(server: Deployment) -> None:
    """From loopback to loopback a token is accepted over plain HTTP."""
    header = token_of(server, add_person(server, Role.RESEARCHER))
    assert client_of(server).get("/v1/portal/monitoring", headers=header).status_code == 200
