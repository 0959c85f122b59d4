"""Completion codes over HTTP: donors alone are told them, with a check-in, and that leaves no trace."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from pdd_server.services.campaigns import campaigns, completion_code
from pdd_server.services.operations.data_folder import Deployment
from tests.server.services.campaigns.drafts.draft_authors import act
from tests.server.simulated_server import DAY, Donor, HandClock, campaign, donors, dump, new_server, night, record_week

CODE = "K7QM4TXA9W"
EARLY = {"campaign": "flu", "days": 2, "there": 1, "code": None}
TOLD = {"campaign": "flu", "days": 2, "there": 2, "code": CODE}


@pytest.fixture
def paying(tmp_path: Path, clock: HandClock) -> Iterator[Deployment]:
    """Return a server with two campaigns, one of which has a code after two days."""
    server = new_server(tmp_path, clock, campaign(), campaign(id="sleep"))
    with act(server) as one:
        completion_code.put(one, "flu", CODE, 2)
    yield server
    server.store.dispose()


def told(donor: Donor) -> Any:
    """Return the codes in the answer to a new check-in."""
    return donor.check_in().json["completions"]


def test_a_donor_is_told_after_its_days(paying: Deployment, clock: HandClock) -> None:
    """A donor with two days is told the code; one with a single day is not, however often it came that day."""
    ann, ben = donors(paying, 2)
    assert [told(ann) for _ in range(2)] == [[EARLY], [EARLY]]
    clock.next_day()
    assert (told(ann), told(ben)) == ([TOLD], [EARLY])
    clock.next_day()
    assert told(ann) == [TOLD]


def test_a_server_without_codes_says_so(tmp_path: Path, clock: HandClock) -> None:
    """Where no campaign has a code, the list is there and empty."""
    server = new_server(tmp_path, clock)
    (ann,) = donors(server, 1)
    assert told(ann) == []
    server.store.dispose()


def test_a_check_in_without_a_donor_tells_nothing(paying: Deployment) -> None:
    """A refused check-in tells no code, neither without a donor's token nor with the number of a restored home."""
    (ann,) = donors(paying, 1)
    with act(paying) as one:
        completion_code.put(one, "flu", CODE, 1)
    for _ in range(2):
        assert CODE in ann.check_in().text
    restored = ann.check_in(number=0)
    ann.token = "0" * 64
    for answer, status in ((restored, 409), (ann.check_in(), 401)):
        assert answer.status_code == status
        assert CODE not in answer.text


def test_only_days_of_the_campaign_count(tmp_path: Path, clock: HandClock) -> None:
    """Only days of the campaign count, and a donor that has them is still told after its end."""
    server = new_server(tmp_path, clock, campaign(start=date(2026, 11, 21), end=date(2026, 11, 22)))
    with act(server) as one:
        completion_code.put(one, "flu", CODE, 2)
    ann, ben = donors(server, 2)
    ann.check_in()
    for _ in range(2):
        clock.next_day()
        ann.check_in()
    clock.next_day()
    assert (told(ann), told(ben)) == ([TOLD], [{**EARLY, "there": 0}])
    server.store.dispose()


def test_a_closed_campaign_still_pays(paying: Deployment, clock: HandClock) -> None:
    """Closing a campaign counts no new day, and a donor that has its days is still told."""
    ann, ben = donors(paying, 2)
    ann.check_in()
    clock.next_day()
    with paying.store.write() as connection:
        campaigns.close(connection, "flu", DAY)
    assert told(ann) == [EARLY]
    with act(paying) as one:
        completion_code.put(one, "flu", CODE, 1)
    assert told(ann) == [{**TOLD, "days": 1, "there": 1}]
    assert told(ben) == [{**EARLY, "days": 1, "there": 0}]


def test_days_that_are_not_kept_do_not_count(tmp_path: Path, clock: HandClock) -> None:
    """Deleted attendance does not count: nothing is kept longer for a code."""
    server = new_server(tmp_path, clock, retention={"activity": 7})
    with act(server) as one:
        completion_code.put(one, "flu", CODE, 2)
    (ann,) = donors(server, 1)
    ann.check_in()
    clock.next_day(8)
    record_week(server)
    night(server)
    assert told(ann) == [EARLY]
    server.store.dispose()


def test_an_erased_donor_is_told_nothing(paying: Deployment, clock: HandClock) -> None:
    """An erased donor's days are gone, and a new registration begins without any."""
    (ann,) = donors(paying, 1)
    ann.check_in()
    clock.next_day()
    assert told(ann) == [TOLD]
    ann.send("/v1/donor", method="DELETE", headers=ann.headers)
    assert ann.check_in().status_code == 401
    (again,) = donors(paying, 1)
    assert told(again) == [EARLY]


def test_being_told_leaves_nothing(paying: Deployment, clock: HandClock, caplog: pytest.LogCaptureFixture) -> None:
    """Telling changes no row and writes no log line, and the answer forbids caching.

    The check-in is one whose answer was lost, which changes nothing else either.
    """
    (ann,) = donors(paying, 1)
    ann.check_in()
    clock.next_day()
    ann.check_in("0" * 64)
    before = dump(paying)
    repeated = ann.check_in("0" * 64, ann.number - 1)
    assert (repeated.json["completions"], repeated.headers["Cache-Control"]) == ([TOLD], "no-store")
    assert dump(paying) == before
    assert caplog.text == ""
