"""Completion codes over HTTP: donors alone are told them, with a check-in or apart, and that leaves no trace."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from pdd_server.services.campaigns import campaigns, completion_code
from pdd_server.services.operations.data_folder import Deployment
from tests.server.services.campaigns.drafts.draft_authors import act
from tests.server.simulated_server import DAY, Donor, HandClock, campaign, client_of, donors, dump, new_server, night

CODE = "K7QM4TXA9W"
EARLY = {"campaign": "flu", "days": 2, "there": 1, "code": None}
TOLD = {"campaign": "flu", "days": 2, "there": 2, "code": CODE}
ASKING = "?completions=true"


@pytest.fixture
def paying(tmp_path: Path, clock: HandClock) -> Iterator[Deployment]:
    """Return a server with two campaigns, one of which has a code after two days."""
    server = new_server(tmp_path, clock, campaign(), campaign(id="sleep"))
    with act(server) as one:
        completion_code.put(one, "flu", CODE, 2)
    yield server
    server.store.dispose()


def asked(donor: Donor) -> Any:
    return donor.send("/v1/completions", headers=donor.headers)


def told(donor: Donor) -> Any:
    return asked(donor).json["completions"]


def test_a_donor_is_told_after_its_days(paying: Deployment, clock: HandClock) -> None:
    """A donor with two days is told the code; one with a single day is not, however often it came that day."""
    ann, ben = donors(paying, 2)
    assert told(ann) == [{**EARLY, "there": 0}]
    ann.check_in()
    ann.check_in()
    assert told(ann) == [EARLY]
    clock.next_day()
    for donor in (ann, ben):
        donor.check_in()
    assert (told(ann), told(ben)) == ([TOLD], [EARLY])


def test_a_check_in_tells_them(paying: Deployment, clock: HandClock) -> None:
    """The answer to a check-in has the codes, its own day counted, as the request for codes alone has them then."""
    (ann,) = donors(paying, 1)
    for expected in (EARLY, TOLD, TOLD):
        assert ann.check_in(query=ASKING).json["completions"] == [expected] == told(ann)
        clock.next_day()


def test_a_server_without_codes_says_so(tmp_path: Path, clock: HandClock) -> None:
    """A home that asks gets an empty list, which tells it that it need not ask apart."""
    server = new_server(tmp_path, clock)
    (ann,) = donors(server, 1)
    assert ann.check_in(query=ASKING).json["completions"] == []
    server.store.dispose()


@pytest.mark.parametrize("query", ["", "?completions=false", "?completions=1", "?completions"])
def test_homes_of_earlier_versions_get_no_new_field(paying: Deployment, query: str) -> None:
    """The answer to a check-in without the query has no codes: homes of earlier versions refuse unknown fields."""
    (ann,) = donors(paying, 1)
    assert set(ann.check_in(query=query).json) == {"number", "time", "day", "online", "reset", "tasks"}


def test_a_check_in_without_a_donor_tells_nothing(paying: Deployment) -> None:
    """A refused check-in tells no code, neither without a donor's token nor with the number of a restored home."""
    (ann,) = donors(paying, 1)
    with act(paying) as one:
        completion_code.put(one, "flu", CODE, 1)
    for _ in range(2):
        assert CODE in ann.check_in(query=ASKING).text
    restored = ann.check_in(number=0, query=ASKING)
    ann.token = "0" * 64
    for answer, status in ((restored, 409), (ann.check_in(query=ASKING), 401)):
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
    ben.check_in()
    ben.check_in()
    assert (told(ann), told(ben)) == ([TOLD], [{**EARLY, "there": 0}])
    server.store.dispose()


def test_a_closed_campaign_still_pays(paying: Deployment, clock: HandClock) -> None:
    """Closing a campaign counts no new day, and a donor that has its days is still told."""
    ann, ben = donors(paying, 2)
    ann.check_in()
    clock.next_day()
    for donor in (ann, ben):
        donor.check_in()
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
    night(server)
    ann.check_in()
    assert told(ann) == [EARLY]
    server.store.dispose()


@pytest.mark.parametrize("header", [None, "Bearer ", "Bearer " + "0" * 64, "Basic dTpw"])
def test_nobody_but_a_donor_is_told(paying: Deployment, header: str | None) -> None:
    """Without a donor's token, or with another kind, the answer is a problem without the code."""
    headers = {"Authorization": header} if header else {}
    answer = client_of(paying).get("/v1/completions", headers=headers)
    assert (answer.status_code, answer.json["type"]) == (401, "urn:pdd:problem:not-registered")
    assert CODE not in answer.text


def test_an_erased_donor_is_told_nothing(paying: Deployment, clock: HandClock) -> None:
    """An erased donor's days are gone, and a new registration begins without any."""
    (ann,) = donors(paying, 1)
    ann.check_in()
    clock.next_day()
    ann.check_in()
    ann.send("/v1/donor", method="DELETE", headers=ann.headers)
    assert asked(ann).status_code == 401
    (again,) = donors(paying, 1)
    assert told(again) == [{**EARLY, "there": 0}]


def test_being_told_leaves_nothing(paying: Deployment, clock: HandClock, caplog: pytest.LogCaptureFixture) -> None:
    """Telling changes no row and writes no log line, whether told or not, and the answer forbids caching.

    The repeated check-in is one whose answer was lost, which changes nothing else either.
    """
    ann, _ = crowd = donors(paying, 2)
    ann.check_in()
    clock.next_day()
    ann.check_in("0" * 64)
    before = dump(paying)
    answers = [asked(donor) for donor in crowd]
    assert [answer.headers["Cache-Control"] for answer in answers] == ["no-store"] * 2
    assert answers[0].json["completions"] == [TOLD]
    repeated = ann.check_in("0" * 64, ann.number - 1, ASKING)
    assert (repeated.json["completions"], repeated.headers["Cache-Control"]) == ([TOLD], "no-store")
    assert dump(paying) == before
    assert caplog.text == ""


def test_the_request_can_not_ask_for_one_campaign(paying: Deployment) -> None:
    """A donor cannot ask for one campaign: there is only an address that answers for all of them."""
    (ann,) = donors(paying, 1)
    assert ann.send("/v1/completions/flu", headers=ann.headers).status_code == 404
    assert ann.send("/v1/completions?campaign=none", headers=ann.headers).json == asked(ann).json
    assert ann.send("/v1/completions", method="POST", headers=ann.headers).status_code == 405


def test_asking_is_limited(tmp_path: Path, clock: HandClock) -> None:
    """Requests for codes are limited by the donor's token, like check-ins."""
    server = new_server(tmp_path, clock, limits={"check_ins": "2 per hour"})
    ann, ben = donors(server, 2)
    assert [asked(ann).status_code for _ in range(3)] == [200, 200, 429]
    assert asked(ben).status_code == 200
    server.store.dispose()
