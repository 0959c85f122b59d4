"""The extension's donor and completion codes: told with a check-in, stored and deleted, as in the desktop client."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.client.donor.campaigns.test_completion_codes import CODE, LIES, answer, completion
from tests.client.fakes import NOON, Clock, FakeServer, campaign
from tests.client.loopback import listening
from tests.extension.donors import Donors, Failed, donors_in_javascript


class Person:
    """A JavaScript donor that has joined one of two campaigns."""

    def __init__(self, donors: Donors, server: FakeServer, url: str) -> None:
        self.donors, self.server, self.url = donors, server, url
        server.campaigns = [campaign(), campaign(id="sleep", title="Sleep")]
        self.at(NOON)
        self.call("campaigns.join", url, ["flu"])

    def at(self, now: Any) -> None:
        self.server.clock.now = now
        self.donors.at(now)

    def call(self, method: str, *given: object) -> Any:
        return self.donors.call("person", method, *given)

    def told(self, text: str | bytes) -> Any:
        """Return what is stored of the campaign's code after a check-in with this answer."""
        self.server.completions = text
        self.call("checkIn")
        return self.kept()

    def kept(self) -> Any:
        return {one["id"]: one["completion"] for one in self.call("status")["campaigns"]}


@pytest.fixture
def person() -> Iterator[Person]:
    server = FakeServer(Clock())
    with donors_in_javascript() as donors, listening(server) as url:
        yield Person(donors, server, url)


def test_codes_of_joined_campaigns_are_stored(person: Person) -> None:
    """The code of a joined campaign is stored once told and is in the export, and that of another is not, as in
    Python.
    """
    other = completion(name="sleep", code="other-code")
    for one in (completion(3), completion()):
        assert person.told(answer(one, other)) == {"flu": one.model_dump()}
    exported = person.call("export")
    assert exported["status"]["campaigns"][0]["completion"] == completion().model_dump()
    assert "other-code" not in json.dumps(exported)
    assert person.server.requests[-2:] == ["POST check-in", "GET campaigns, unchanged"]


def test_leaving_and_erasing_forget_it(person: Person) -> None:
    """Leaving a campaign or erasing deletes its code; after joining again it comes only when told again."""
    person.told(answer(completion()))
    person.call("campaigns.leave", "flu")
    assert person.kept() == {"flu": None}
    person.call("campaigns.join", person.url, ["flu"])
    assert person.kept() == {"flu": None}
    person.told(answer(completion()))
    person.call("eraseMe")
    assert CODE not in json.dumps(person.call("export"))


def test_a_lie_changes_no_code(person: Person) -> None:
    """The same invalid answers as for the desktop client are refused, and the stored code stays."""
    person.told(answer(completion()))
    for lie in LIES:
        with pytest.raises(Failed):
            person.told(lie)
        assert person.kept() == {"flu": completion().model_dump()}, lie[:100]
    assert person.told(answer(completion(code="other-code"))) == {"flu": completion(code="other-code").model_dump()}


def test_a_code_told_stays(person: Person) -> None:
    """A stored code stays when the server counts anew, and goes when the campaign has none any more."""
    person.told(answer(completion()))
    assert person.told(answer(completion(0))) == {"flu": completion().model_dump()}
    assert person.told(answer()) == {"flu": None}
