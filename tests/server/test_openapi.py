"""Requests made up from the OpenAPI document: every answer is one the document describes."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance

from pdd_server.app import create_app
from pdd_server.folder import Deployment
from tests.server.playing import donors

OPERATIONS = 11


@pytest.fixture
def schema(server: Deployment) -> schemathesis.BaseSchema:
    """The document of a server with one donor."""
    donors(server, 1)
    return schemathesis.openapi.from_wsgi("/openapi.json", create_app(server))


def test_answers_are_as_documented(schema: schemathesis.BaseSchema) -> None:
    """Whatever fits the document, or just does not, gets a status, a type and a body that the document names."""
    operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    assert len(operations) == OPERATIONS
    for operation in operations:

        @given(case=operation.as_strategy())
        @settings(
            max_examples=25,
            derandomize=True,
            deadline=None,
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def answers_as_documented(case: Any) -> None:
            # 1.0 is an integer to JSON Schema and none to the messages; keys that are well formed may still be forged.
            case.call_and_validate(excluded_checks=[positive_data_acceptance])

        answers_as_documented()
