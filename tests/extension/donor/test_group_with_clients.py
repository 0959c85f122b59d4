"""Donors of the extension in one group with donors of the desktop client, on a real server over HTTP."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.end_to_end.worlds.programs import DAY, NOON, World
from tests.extension.donors import Donors, donors_in_javascript

FIRST = NOON + DAY
QUERIES: dict[str, list[str]] = {
    "ann": ["flu"],
    "ben": ["flu", "cough"],
    "cat": ["tea"],
    "dan": [],
    "eve": ["cough", "cough+flu"],
}
IN_JAVASCRIPT = ("ben", "dan", "eve")


class Group:
    """Two Python and three JavaScript donors with the same searches each time, an hour apart before `until`."""

    def __init__(self, world: World, stack: ExitStack) -> None:
        self.world, self.time = world, NOON
        self.javascript: Donors = stack.enter_context(donors_in_javascript())
        names = [name for name in QUERIES if name not in IN_JAVASCRIPT]
        self.python = {name: stack.enter_context(world.donor(name)) for name in names}
        self.files = {name: world.history(f"{name}.db", *QUERIES[name], until=FIRST) for name in names}

    def join(self, url: str) -> None:
        self.javascript.at(self.time)
        for name in QUERIES:
            stratum = "scotland" if name == "ben" else "england"
            if name in self.python:
                self.python[name].campaigns.join(url, stratum=stratum)
            else:
                self.javascript.join(name, url, None, {"stratum": stratum})

    def check_in(self, name: str) -> list[str]:
        """Check in and return what was sent, in order (kind and day); nothing may be refused."""
        if name in self.python:
            report = self.python[name].check_in([self.files[name]])
            assert report.refused == ()
            return [f"{sent.kind} {sent.round.day}" for sent in report.sent]
        searches = [
            (query.replace("+", " "), FIRST - (DAY / 24) * hours) for hours, query in enumerate(QUERIES[name], 1)
        ]
        self.javascript.history(*searches)
        found = self.javascript.call(name, "checkIn")
        assert found["refused"] == found["unread"] == []
        return [f"{sent['kind']} {int(sent['round'][-2:])}" for sent in found["sent"]]

    def night(self) -> list[list[int]]:
        """Run a nightly run and return the published numbers before noise; then it is the next noon for everybody."""
        self.time += DAY
        self.javascript.at(self.time)
        return self.world.night_of(self.time)


@pytest.fixture
def stack() -> "ExitStack":
    return ExitStack()


@pytest.mark.slow
def test_a_group_of_both_in_a_plain_round(tmp_path: Path) -> None:
    """All donors of both languages send and the sum is exact; an erased JavaScript donor is unknown to the server."""
    world = World(tmp_path)
    world.make_server("--protocol", "plain", "--group-size", "5")
    with ExitStack() as stack:
        group = Group(world, stack)
        group.join(stack.enter_context(world.running()))
        assert group.night() == []
        assert [group.check_in(name) for name in QUERIES] == [[]] * 5
        assert group.night() == []
        assert [group.check_in(name) for name in QUERIES] == [["submit 21"]] * 5
        assert group.night() == [[4, 4, 2, 0, 2], [1, 2, 1, 0, 1]]
        assert group.javascript.call("eve", "eraseMe") == "forgotten"
        assert world.registered() == 4
