"""Requests generated from the OpenAPI document: every answer is one that the document describes."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance

from pdd_server.services.accounts.authentication.tokens import Scope
from pdd_server.services.accounts.model import Role
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.web.application import create_app
from tests.server.simulated_server import donors
from tests.server.web.people import add_person, token_of

OPERATIONS = 40
"""How many there are: none is left out by an error of the document's."""


@pytest.fixture
def schema(server: Deployment) -> schemathesis.BaseSchema:
    """Return the document of a server with one donor."""
    donors(server, 1)
    return schemathesis.openapi.from_wsgi("/openapi.json", create_app(server))


@pytest.mark.slow
def test_answers_are_as_documented(schema: schemathesis.BaseSchema) -> None:
    """Every request that fits the document, or just does not, gets a documented status, type and body."""
    _answer_as_documented(schema)


@pytest.mark.slow
def test_answers_to_an_administrator_are_as_documented(server: Deployment) -> None:
    """The same holds for an administrator, who gets past every token check."""
    header = token_of(server, add_person(server, Role.ADMINISTRATOR), Scope.WRITE)
    _answer_as_documented(schemathesis.openapi.from_wsgi("/openapi.json", create_app(server)), header)


def _answer_as_documented(schema: schemathesis.BaseSchema, headers: dict[str, str] | None = None) -> None:
    operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    assert len(operations) == OPERATIONS
    for operation in operations:
        if headers and not operation.path.startswith("/v1/portal/"):
            continue

        @given(case=operation.as_strategy())
        @settings(
            max_examples=25,
            derandomize=True,
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def answers_as_documented(case: Any) -> None:
            # 1.0 is an integer to JSON Schema and none to the messages; keys that are well formed may still be forged.
            plain = {"Accept-Encoding": "identity", **(headers or {})}
            case.call_and_validate(headers=plain, excluded_checks=[positive_data_acceptance])

        answers_as_documented()
