"""Requests generated from the OpenAPI document, sent in each role: every answer is one that the document describes."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import ceil
from os import environ
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance

from pdd_server.services.accounts.authentication.tokens import Scope
from pdd_server.services.accounts.model import Role
from pdd_server.services.campaigns import completion_code
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.web.application import create_app
from pdd_shared.protocol.messages import UploadTask
from tests.server.services.campaigns.drafts.draft_authors import act
from tests.server.services.rounds.cohort.simulated_donors import CohortPlayer, a_day, cohort_players, cohort_server
from tests.server.simulated_server import DAY, HandClock
from tests.server.web.api.generated_requests import schema_of
from tests.server.web.people import add_person, token_of

OPERATIONS = 29
"""How many there are: none is left out by an error of the document's."""
_ANYBODY = {"server", "campaigns", "programs", "campaigns/{campaign}/results.{form}", "epochs/{number}"}
_EPOCH = {"epochs/{number}/place", "epochs/{number}/committees/{cohort}", "epochs/{number}/cohorts/{cohort}"}
_RESEARCHER = _ANYBODY | {"portal/monitoring", "portal/campaigns/{campaign}/entries"}
MAY = {
    "anonymous": _ANYBODY,
    "donor": _ANYBODY | _EPOCH | {"rounds/{day}/lists/{cohort}/{sub_cohort}"},
    "viewer": _RESEARCHER,
    "researcher": _RESEARCHER,
    "administrator": _RESEARCHER | {"status"},
    "program": _RESEARCHER,
}
"""What each role is answered with success at least once. So a role that every request is refused is noticed."""
REQUESTS = int(environ.get("PDD_TEST_REQUESTS", 4_200))
"""How many requests all roles send together. 4,200 are 25 of each role to each operation."""
Header = Mapping[str, str]


@dataclass(frozen=True)
class World:
    """A server in the middle of its days.

    Attributes:
        server: The server.
        clock: Its time.
        donor: A donor and committee member: one day waits for its upload, and of another it may see the list.
        known: What exists, by the names of paths' parameters: of the day with a list, and of the day to upload.
    """

    server: Deployment
    clock: HandClock
    donor: CohortPlayer
    known: tuple[Mapping[str, str], ...]


@pytest.fixture
def world(tmp_path: Path, clock: HandClock) -> Iterator[World]:
    """Return a server with five donors, a campaign and a completion code, on its third day."""
    server = cohort_server(tmp_path, clock)
    players = cohort_players(server, 5)
    for player in players:
        player.work()
    for _ in range(2):
        a_day(server, clock, players, evening=False)
    a_day(server, clock, [], evening=False)
    one = players[0]
    task = next(task for task in one.tasks() if isinstance(task, UploadTask))
    one.settle([task])
    with act(server) as acting:
        completion_code.put(acting, "flu", "K7QM4TXA9W", 2)
    day = one.donor_day(task)
    epoch = next(iter(one.places))
    names = {"campaign": "flu", "form": "json", "number": str(epoch), "cohort": "0"}
    names |= {"sub_cohort": "0", "place": "0"}
    upload = {"day": str(day.plan.plan.day), "context": day.context.hex()}
    yield World(server, clock, one, ({**names, "day": str(DAY)}, {**names, **upload}))
    server.store.dispose()


def header_of(world: World, role: str) -> Header:
    """Return the header with which somebody in a role sends requests, with a new token where it is a researcher's."""
    if role == "anonymous":
        return {}
    if role == "donor":
        return world.donor.headers
    if role == "program":
        person = add_person(world.server, Role.RESEARCHER, ["flu"], "Program")
        return token_of(world.server, person, Scope.READ, "flu")
    return token_of(world.server, add_person(world.server, Role(role), ["flu"], role), Scope.WRITE)


@pytest.mark.slow
@pytest.mark.parametrize("role", MAY)
def test_answers_are_as_documented(world: World, role: str) -> None:
    """Every request that fits the document, or just does not, gets a documented status, type and body, in each role.

    A third of the requests name a campaign, a day and an epoch that exist. None fails with 500.
    """
    schema = schema_of(create_app(world.server))
    operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    assert len(operations) == OPERATIONS
    header, succeeded = {"Accept-Encoding": "identity", **header_of(world, role)}, set[str]()
    # What deletes comes last, so that the others find something.
    for operation in sorted(operations, key=lambda one: one.method.upper() == "DELETE"):
        check_operation(operation, world.known, header, succeeded.add)
    assert succeeded >= {f"GET /v1/{name}" for name in MAY[role]}, "a role never got what it may get"


def check_operation(
    operation: Any, known: tuple[Mapping[str, str], ...], header: Header, note: Callable[[str], None]
) -> None:
    """Send generated requests to one operation; `note` is told its name when one succeeds."""

    @given(case=operation.as_strategy(), names=st.sampled_from([*known, {}]))
    @settings(
        max_examples=ceil(REQUESTS / OPERATIONS / len(MAY)),
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def answers_as_documented(case: Any, names: Mapping[str, str]) -> None:
        own = case.path_parameters or {}
        own.update({name: names[name] for name in own if name in names})
        # 1.0 is an integer to JSON Schema and none to the messages; keys that are well formed may still be forged.
        answer = case.call_and_validate(headers=dict(header), excluded_checks=[positive_data_acceptance])
        if answer.status_code < 300:
            note(f"{operation.method.upper()} {operation.path}")

    answers_as_documented()
