"""A served data folder, an account of each role and a browser, for all tests of the researchers' pages."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from pdd_server.services.accounts.model import Role
from pdd_server.services.operations.data_folder import Deployment
from tests.server.web.browsing import Pages
from tests.server.web.people import Person, Portal, add_person, served
from tests.support.processes.chromium import chromium

__all__ = ["chromium"]


@pytest.fixture
def people(server: Deployment) -> dict[Role, Person]:
    """Return an account of each role; the researcher and the viewer belong to the server's campaign, flu."""
    return {role: add_person(server, role, ["flu"] if role != Role.ADMINISTRATOR else []) for role in Role}


@pytest.fixture
def portal(server: Deployment) -> Iterator[Portal]:
    """Serve over HTTP on loopback, under the test's own clock."""
    with served(server) as found:
        yield found


@pytest.fixture
def pages(chromium: Browser, portal: Portal) -> Iterator[Pages]:
    """Return a page opener that fails the test if a page has an error, breaks the policy, or loads from elsewhere."""
    found = Pages(chromium, portal)
    yield found
    for context in chromium.contexts:
        context.close()
    assert not found.problems
