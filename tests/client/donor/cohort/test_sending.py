"""When and what a `cohort` home sends: the time must not reveal whether it sends counts or noise alone."""

from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import httpx
import pytest

from pdd_shared.privacy.accounting.charges import PartsCharge
from pdd_shared.rounds.cohort.day import donor as day_of_donor
from pdd_shared.rounds.cohort.day.server import Collecting
from tests.client.cohort_fakes import CohortServer, cohort_campaign, cohort_terms
from tests.client.cohort_players import Player, crowd, everybody, expected, given_of, numbers_of
from tests.client.fakes import NOON, Clock, open_donor

DATA_DAY = NOON.date()
ONE = timedelta(days=1)


@pytest.fixture
def server(clock: Clock) -> CohortServer:
    return CohortServer(clock)


def is_in(server: CohortServer, one: Player) -> bool:
    """Return whether the home's upload of the first data day is in the server's sum."""
    state = server.days[DATA_DAY].state
    assert isinstance(state, Collecting)
    credentials = one.donor.installation.credentials()
    assert credentials is not None
    return server.epochs[0].holders[credentials.token] in state.entries


def counts(server: CohortServer, one: Player) -> dict[str, int]:
    """Return what the home's log says that it gave of the first data day."""
    given = given_of(one, DATA_DAY, server.days[DATA_DAY].layout)
    return {campaign: counted.searches for (campaign, _), counted in given.items()}


@pytest.mark.parametrize("decision", ["none", "approved", "withheld"])
def test_a_reviewed_day_goes_out_at_one_time(server: CohortServer, players: list[Player], decision: str) -> None:
    """Whatever the donor decides, a reviewed day is uploaded at the first contact on the earliest close."""
    one = players[3]
    one.donor.settings.set_sending("review")
    report = one.check_in()
    assert (report.waiting, is_in(server, one)) == ((DATA_DAY,), False)
    planned = one.donor.next_check_in()
    (day,) = [day for day in one.donor.days.to_review() if day.day == DATA_DAY]
    assert (day.state, day.until, day.goes_out) == ("waits-for-you", DATA_DAY + ONE, DATA_DAY + 2 * ONE)
    if decision == "approved":
        assert one.donor.days.review(DATA_DAY, one.histories).campaigns[0].searches == 3
        one.donor.days.approve(DATA_DAY)
    elif decision == "withheld":
        one.donor.days.withhold(DATA_DAY)
    assert one.donor.next_check_in() == planned
    assert one.check_in().sent == ()
    assert not is_in(server, one)
    server.to_next_day()
    one.check_in()
    assert is_in(server, one)
    assert counts(server, one) == ({"flu": 3} if decision == "approved" else {})
    charged = [given.day for given in one.donor.installation.ledger().given]
    assert charged == ([DATA_DAY] if decision == "approved" else [])
    (sent,) = [sent for sent in one.donor.days.sent() if sent.day == DATA_DAY]
    assert sent.state == ("sent" if decision == "approved" else "nothing")


def test_by_itself_it_goes_out_on_the_day_after(server: CohortServer, players: list[Player]) -> None:
    """Sending by itself, a day is uploaded the day after, with counts or without (pause, no history, left)."""
    players[0].donor.exclusions.pause()
    players[1].donor.campaigns.leave("flu")
    players[2].histories = [Path("/nowhere")]
    everybody(players)
    assert all(is_in(server, one) for one in players)
    assert [counts(server, one) for one in players] == [{}, {}, {}, {"flu": 3}]
    assert [len(one.donor.installation.ledger().given) for one in players] == [0, 0, 0, 1]


def test_a_day_that_was_not_over_shows_when_it_goes_out(server: CohortServer, players: list[Player]) -> None:
    """A day's review says when it goes out: by itself from tomorrow on, after review on the earliest close."""
    today = server.today()
    everybody(players)
    by_itself, review = players[0].donor, players[1].donor
    review.settings.set_sending("review")
    assert {day.day: day.goes_out for day in by_itself.days.to_review()}[today] == today + ONE
    assert {day.day: day.goes_out for day in review.days.to_review()}[today] == today + 2 * ONE
    assert {day.day: day.goes_out for day in by_itself.days.to_review()}[DATA_DAY] is None
    assert {day.day: day.goes_out for day in by_itself.days.sent()}[today] == today + ONE


def test_a_plan_cannot_bring_a_reviewed_day_forward(server: CohortServer, players: list[Player]) -> None:
    """A plan that closes a day earlier than the donor was told does not bring its day forward."""
    server.lies["plan"] = lambda plan: plan.model_copy(update={"earliest_close": DATA_DAY + ONE})
    players[0].donor.settings.set_sending("review")
    players[0].check_in()
    assert not is_in(server, players[0])
    assert players[0].refusals() == {}


@pytest.mark.parametrize("days", [-10, 10])
def test_the_servers_word_for_today_changes_nothing(
    server: CohortServer, players: list[Player], days: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A home goes by its own clock: the server's date neither sends a day nor holds one back."""
    real = server.today()
    players[0].donor.settings.set_sending("review")
    monkeypatch.setattr(CohortServer, "_check_in", _lying_about_today(days))
    everybody(players)
    assert server.today() == real
    assert [is_in(server, one) for one in players] == [False, True, True, True]
    assert [one.refusals() for one in players] == [{}] * 4


def _lying_about_today(days: int):  # type: ignore[no-untyped-def]
    from pdd_shared.protocol.messages import CheckInAnswer

    honest = CohortServer._check_in

    def lying(self: CohortServer, token: str, message: object) -> tuple[int, str]:
        status, text = honest(self, token, message)
        answer = CheckInAnswer.model_validate_json(text)
        return status, answer.model_copy(update={"day": answer.day + timedelta(days=days)}).model_dump_json()

    return lying


def test_a_campaign_that_wants_more_gets_noise_alone(tmp_path: Path, server: CohortServer) -> None:
    """A campaign whose `min_cohort` is above the day's floor gets noise alone without a charge, with a logged
    reason.
    """
    server.campaigns = [cohort_campaign(), cohort_campaign(id="big", terms=cohort_terms(min_cohort=4))]
    with crowd(tmp_path, server) as players:
        server.to_next_day()
        one = players[3]
        one.check_in()
        assert counts(server, one) == {"flu": 3}
        assert one.refusals() == {"cohort-too-small": 1}
        assert [given.campaign for given in one.donor.installation.ledger().given] == ["flu"]


def test_what_is_reviewed_is_what_is_counted(server: CohortServer, players: list[Player]) -> None:
    """The sum contains the approved numbers, and no later search."""
    for one in players:
        one.donor.settings.set_sending("review")
    everybody(players)
    shown = players[3].donor.days.review(DATA_DAY, players[3].histories).campaigns[0]
    players[3].donor.days.approve(DATA_DAY)
    players[3].histories = players[2].histories  # other searches at the time of sending: only less can count
    server.to_next_day()
    everybody(players)
    server.to_next_day()
    everybody(players)
    everybody(players)
    server.to_next_day()
    day = server.days[DATA_DAY]
    assert shown.searches == 3
    assert counts(server, players[3]) == {"flu": 2}
    assert numbers_of(day) == expected([(one, 0) for one in players], DATA_DAY, day.layout)


@pytest.mark.parametrize("decision", ["approve", "withhold"])
def test_histories_are_read_before_the_server_is_contacted(
    server: CohortServer, players: list[Player], decision: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Histories are read before the server is contacted, so the upload's delay reveals no decision."""
    one = players[3]
    one.donor.settings.set_sending("review")
    one.donor.days.review(DATA_DAY, one.histories)
    getattr(one.donor.days, decision)(DATA_DAY)
    server.to_next_day()
    seen: list[str] = []
    honest_read, honest_handle = one.donor._reader.read, server.handle

    def read(*given: Any) -> Any:
        seen.append("read")
        return honest_read(*given)

    def handle(request: httpx.Request) -> httpx.Response:
        seen.append("request")
        return honest_handle(request)

    monkeypatch.setattr(one.donor._reader, "read", read)
    monkeypatch.setattr(server, "handle", handle)
    one.check_in()
    assert is_in(server, one)
    assert seen.count("read") == 1
    assert seen[0] == "read"


def test_a_home_that_left_everything_reads_nothing(
    server: CohortServer, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A home that left everything sends noise alone, and reads no history."""
    players[0].donor.campaigns.leave("flu")
    monkeypatch.setattr(players[0].donor._reader, "read", lambda *_: pytest.fail("a history was read"))
    players[0].check_in()
    assert is_in(server, players[0])


def test_decisions_during_an_upload_take_effect(
    server: CohortServer, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An upload during which another program decides is discarded and made again."""
    one = players[3]
    with open_donor(one.donor.home, server) as other:
        decisions, honest = [other.days.withhold], day_of_donor.submit

        def submit(*given: Any, **more: Any) -> Any:
            if decisions:
                decisions.pop()(DATA_DAY)
            return honest(*given, **more)

        monkeypatch.setattr(day_of_donor, "submit", submit)
        one.check_in()
    assert is_in(server, one)
    assert counts(server, one) == {}
    assert one.refusals() == {"withheld": 1}
    assert one.donor.installation.ledger().given == ()


def test_terms_that_got_weaker_give_noise_alone(server: CohortServer, players: list[Player]) -> None:
    """A plan with less noise than agreed to gets no counts, and the message goes out all the same."""
    server.campaigns = [cohort_campaign(terms=cohort_terms("3"))]
    server.days[DATA_DAY] = server.planned(server.plan_of(DATA_DAY, server.epochs[0].epoch), server.epochs[0])
    players[3].check_in()
    assert is_in(server, players[3])
    assert counts(server, players[3]) == {}
    assert players[3].refusals() == {"weaker-terms": 1}


def test_noise_that_differs_between_numbers_is_given_under_and_charged_by_parts(
    server: CohortServer, players: list[Player]
) -> None:
    """A plan with more noise on one kind of numbers gets the counts, the ledger charges each kind with its own noise,
    and such a campaign can be joined.
    """
    honest = cohort_terms()
    noise = honest.noise.model_copy(update={"joined": honest.noise.joined.model_copy(update={"scale": Decimal(8)})})
    server.campaigns = [cohort_campaign(terms=honest.model_copy(update={"noise": noise}))]
    server.days[DATA_DAY] = server.planned(server.plan_of(DATA_DAY, server.epochs[0].epoch), server.epochs[0])
    one = players[3]
    one.check_in()
    assert counts(server, one) == {"flu": 3}
    (given,) = one.donor.installation.ledger().given
    assert isinstance(given.charge, PartsCharge)
    assert [part.scale for part in given.charge.parts] == [8, 4, 4]
    assert list(one.donor.campaigns.fetch_offer("http://127.0.0.1:9").campaigns) == ["flu"]
