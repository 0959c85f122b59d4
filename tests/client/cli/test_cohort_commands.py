"""The donor's commands under `cohort`: the terms, when a day goes out, what a check-in did, committee duty."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from pdd_client.cli.texts.offers import offer_text
from pdd_client.cli.texts.status import status_text
from pdd_client.core.texts.numbers import at_most
from pdd_client.donor.campaigns.join import Offer
from pdd_client.donor.donor import Donor
from pdd_shared.privacy.accounting.charges import charge_of_terms
from pdd_shared.privacy.accounting.composition import epsilon
from pdd_shared.protocol.terms import NumberNoise, PartNoise
from tests.client.cli.test_cli import Terminal
from tests.client.cohort_fakes import CohortServer, cohort_campaign, cohort_terms
from tests.client.cohort_players import Player, crowd, everybody
from tests.client.fakes import DAY, NOON, URL, Clock, open_donor
from tests.client.loopback import listening

ROUND = NOON.date()


@pytest.fixture
def server(clock: Clock) -> CohortServer:
    return CohortServer(clock)


@dataclass
class Room:
    """A person at a terminal with a joined home, and three other homes of the same cohort."""

    terminal: Terminal
    server: CohortServer
    others: list[Player]
    history: Path

    def to_next_day(self, days: int = 1) -> None:
        """Move to a later day; on each day there is a nightly run and a contact of all other homes."""
        for _ in range(days):
            self.server.to_next_day()
            everybody(self.others)

    def check_in(self) -> str:
        return self.terminal.run("check-in", "--history", self.history)


@pytest.fixture
def room(
    tmp_path: Path,
    server: CohortServer,
    clock: Clock,
    history: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Room]:
    monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
    terminal = Terminal(tmp_path, capsys, clock)
    with listening(server) as url, crowd(tmp_path, server, 3) as others:
        terminal.run("join", url, "--accept")
        yield Room(terminal, server, others, history)


def offered(donor: Donor) -> str:
    offer: Offer = donor.campaigns.fetch_offer(URL)
    return "\n".join(offer_text(offer, "en"))


def test_an_offer_says_what_cohort_terms_mean(tmp_path: Path, server: CohortServer) -> None:
    """An offer states who is in a sum, who adds how much noise, its limits, the duty and the costs, and no groups."""
    server.campaigns = [cohort_campaign(terms=cohort_terms("40", min_cohort=78, colluders=5))]
    with open_donor(tmp_path / "home", server) as donor:
        text = offered(donor)
    for part in (
        "Your counts are locked and then added to those of at least 77 other people.",
        "The noise can move a count by 120 or more (discrete-laplace, scale 40).",
        "The noise is enough even if 5 in 100 people add none.",
        "with people it made up, and so find out most of your counts.",
        "it contacts the server twice a day, for a few seconds each time.",
        "All days together never cost more than 1,000, with a slack of one in 10,000",
    ):
        assert part in text
    assert "group" not in text


def test_an_offer_with_noise_for_each_kind_of_number_states_each(tmp_path: Path, server: CohortServer) -> None:
    """Where the kinds of numbers have noise of their own, an offer states how far each is moved, and a day's cost."""
    law = NumberNoise(law="skellam", scale=Decimal(20), unit=1)
    noise = PartNoise(joined=law, searches=law.model_copy(update={"scale": Decimal(90)}), counts=law)
    terms = cohort_terms(noise=noise)
    cost = epsilon({charge_of_terms(terms, "flu"): 1}, float(terms.budget.delta))
    with open_donor(tmp_path / "home", server) as donor:
        offer = donor.campaigns.fetch_offer(URL)
        text = offer.campaigns["flu"].model_copy(update={"terms": terms})
        said = "\n".join(offer_text(Offer(offer.url, offer.info, {"flu": text}, offer.signed, {}), "en"))
    assert (
        "The noise can move a keyword's count by 39 or more (skellam, scale 20), the number of searches by 176 or more "
        "(skellam, scale 90), and the number of donors by 39 or more (skellam, scale 20)."
    ) in said
    assert f"A day has a privacy cost of {at_most(cost)}. All days together never cost more than" in said


def test_before_the_first_epoch_no_time_is_promised(room: Room) -> None:
    """Before the first epoch keys are sent, the status says why nothing else is, and a review names no day."""
    assert "sent keys for a week of sums (" in room.check_in()
    assert (
        "No counts are sent yet. The server makes its list of people at night, once enough have joined."
        in room.terminal.run("status")
    )
    assert room.terminal.json("status")["waits_for_epoch"]
    assert room.terminal.json("review", "--history", room.history)["goes_out"] is None


def test_a_reviewed_day_says_when_it_goes_out(room: Room) -> None:
    """Check-in, review and approval name the same moment at which the day goes out: two days after it."""
    room.check_in()
    room.to_next_day()
    said, out = room.check_in(), ROUND + 2 * DAY
    assert f"{ROUND} waits for you" in said
    assert f"{ROUND} goes out on {out} at " in said
    given = ("--day", ROUND, "--history", room.history)
    assert room.terminal.json("review", *given)["goes_out"] == out.isoformat()
    assert f"{ROUND} goes out on {out} at " in room.terminal.run("review", *given)
    assert f"approved: on {out} at " in room.terminal.run("approve", *given)
    assert "sent the locked message" not in room.check_in(), "approving sends nothing sooner"
    room.to_next_day()
    assert f"sent the locked message of {ROUND} (" in room.check_in()
    assert room.terminal.json("review", *given)["goes_out"] is None


def test_a_day_that_goes_out_by_itself_says_when(room: Room) -> None:
    """A day that goes out by itself does so at the first contact after it, and its review says so."""
    room.terminal.run("sending", "by-itself")
    room.check_in()
    room.to_next_day()
    assert f"sent the locked message of {ROUND} (" in room.check_in()
    today, out = ROUND + DAY, ROUND + 2 * DAY
    found = room.terminal.json("review", "--day", today, "--history", room.history)
    assert found["goes_out"] == out.isoformat()
    assert found["goes_out_at"].startswith(out.isoformat())


def test_duty_is_said_while_it_lasts(room: Room) -> None:
    """While a home is on duty the status says so with the last day, and a check-in says what it did."""
    room.terminal.run("sending", "by-itself")
    room.check_in()
    assert room.terminal.json("status")["serves_until"] is None
    room.to_next_day()
    room.check_in()
    until = room.terminal.json("status")["serves_until"]
    assert f"Your computer helps to unlock this week's sums, until {until}." in room.terminal.run("status")
    room.to_next_day(2)
    said = room.check_in() + room.check_in()
    assert f"checked and signed the list of people in the sum of {ROUND}" in said
    assert f"helped to unlock the sum of {ROUND}" in said


@pytest.mark.parametrize(
    ("hours", "said"), [(-3, "3.0 hours behind the server's"), (4104, "171 days ahead of the server's")]
)
def test_a_wrong_clock_is_told_as_people_tell_it(room: Room, hours: int, said: str) -> None:
    """The status says how far this computer's clock is ahead or behind, in days if that is long."""
    with open_donor(room.terminal.home, room.server) as donor:
        now = replace(donor.status(), clock_ahead=timedelta(hours=hours))
    assert f"This computer's clock is {said}: set it" in "\n".join(status_text(now))
