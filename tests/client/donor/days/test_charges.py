"""The donor's ledger: each day given to a campaign is charged once, and no limit is exceeded."""

import subprocess
import sys
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from nacl.signing import SigningKey

from pdd_client.core.donation.ledger import GivenDay
from pdd_client.core.errors import DonorError
from pdd_client.donor.donor import Donor
from pdd_client.gateways.server_http.server_http import ServerHttp
from pdd_shared.privacy.accounting.charges import Charge
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.signing import sign
from tests.client.cohort_fakes import CohortServer
from tests.client.cohort_players import crowd, everybody, expected, given_of, numbers_of
from tests.client.fakes import DAY, NOON, URL, Clock, FakeServer, budget, campaign, gaussian, open_donor, part_of
from tests.client.loopback import listening
from tests.support.processes.timeouts import PATIENCE
from tests.support.terms import laplace, terms

CHECKOUT = Path(__file__).parents[4]
ROUND = NOON.date()
COUNTS = [1, 4, 2, 1, 1]
"""What the history of `conftest` gives of NOON's day."""


def charged(donor: Donor) -> list[tuple[date, str]]:
    return [(one.day, one.campaign) for one in donor.installation.ledger().given]


def bounded(**changes: Any) -> Campaign:
    """Return the fakes' campaign, of which a day costs 1."""
    return campaign(terms=terms(5, 2, **changes))


def reasons(donor: Donor, history: Path) -> list[str]:
    return [refused.reason for refused in donor.check_in([history]).refused]


def due(donor: Donor, server: FakeServer, clock: Clock, **plan: Any) -> None:
    """Return a joined donor with a due round of the day of NOON."""
    donor.campaigns.join(URL, [one.id for one in server.campaigns])
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND, **plan))


def test_a_day_is_charged_once_in_plain(donor: Donor, server: FakeServer, history: Path, clock: Clock) -> None:
    """In `plain` each campaign is charged once with its own mechanism, however often the bytes are sent."""
    gauss = campaign(id="sleep", terms=terms(5, 2, noise=gaussian(30), budget=budget(100, "0.0001")))
    server.campaigns = [campaign(), gauss]
    due(donor, server, clock)
    server.problems["PUT rounds"] = "rate-limited"
    donor.check_in([history])
    expected = [(ROUND, text.id, Charge.of_terms(text.terms)) for text in server.campaigns]
    for _ in range(2):
        assert [(one.day, one.campaign, one.charge) for one in donor.installation.ledger().given] == expected
        server.problems.clear()
        donor.check_in([history])
    assert [line.what for line in donor.log()].count("vector") == 2


def test_a_day_is_charged_once_in_cohort(tmp_path: Path, clock: Clock) -> None:
    """In `cohort` a ticket costs nothing, and an upload is charged when it is made and not when it is sent again."""
    server = CohortServer(clock)
    with crowd(tmp_path, server) as players:
        one = players[3]
        server.to_next_day()
        assert charged(one.donor) == []
        server.lies["upload-receipt"] = lambda receipt: sign(receipt, SigningKey.generate())
        for _ in range(2):
            one.check_in()
            assert charged(one.donor) == [(ROUND, "flu")]
            server.lies.clear()
        assert [line.what for line in one.donor.log()].count("vector") == 2


def test_a_charge_and_its_vector_are_written_together(
    donor: Donor, server: FakeServer, history: Path, clock: Clock
) -> None:
    """If the charge of a day fails, nothing is journalled, logged or sent: both are one transaction."""
    due(donor, server, clock)
    store = donor.installation.store
    store._database.execute("CREATE TRIGGER full BEFORE INSERT ON charges BEGIN SELECT RAISE(ABORT, 'full'); END")
    with pytest.raises(DonorError):
        donor.check_in([history])
    assert store.days.blinded(ROUND) is None
    assert server.vectors == {}
    assert "vector" not in [line.what for line in donor.log()]
    assert donor.installation.ledger().given == ()


def test_a_day_that_is_charged_and_not_locked_is_not_given(
    donor: Donor, server: FakeServer, history: Path, clock: Clock
) -> None:
    """A restored home charges days that it may have given before, and gives none of them, whatever a server asks."""
    due(donor, server, clock)
    with donor.installation.store.transaction():
        donor.installation.store.charges.add([GivenDay(ROUND, "sleep", Charge.of_terms(server.campaigns[0].terms))])
    assert [(one.round, one.reason) for one in donor.check_in([history]).refused] == [(ROUND, "day-signed-before")]
    assert server.vectors == {}


CHECK_IN = """
import sys
from pathlib import Path
from tests.client.killed_donor import check_in
from pdd_shared.privacy.accounting import composition
check_in(*map(Path, sys.argv[1:]), 0)
print(composition._epsilon.cache_info().misses)
"""


def test_a_check_in_composes_nothing_while_costs_simply_added_up_fit(
    home: Path, server: FakeServer, history: Path, clock: Clock, tmp_path: Path
) -> None:
    """If costs in plain addition fit budget and ceiling, a check-in composes nothing, and the day is charged."""
    time = tmp_path / "clock"
    command = [sys.executable, "-c", CHECK_IN, home, time, history]
    with listening(server) as url, open_donor(home, server, connect=ServerHttp) as donor:
        donor.campaigns.join(url)
        donor.account.set_ceiling(Decimal(10))
        clock.now = NOON + DAY
        time.write_text(clock.now.isoformat())
        server.offer(server.plan(ROUND))
        ended = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, timeout=PATIENCE, check=True)
        assert ended.stdout.split() == ["0"]
        assert charged(donor) == [(ROUND, "flu")]


def test_what_is_not_given_is_not_charged(
    home: Path, server: FakeServer, history: Path, clock: Clock, tmp_path: Path
) -> None:
    """Unjoined campaigns, pauses, refused parts and rounds, and unread histories cost nothing."""
    server.campaigns = [campaign(), campaign(id="sleep")]
    unreadable = tmp_path / "unreadable"
    unreadable.write_bytes(b"no database")
    with open_donor(home, server) as donor:
        donor.campaigns.join(URL, ["flu"])
        days = [NOON.date() + number * DAY for number in range(5)]
        clock.now = NOON + 6 * DAY
        server.offer(server.plan(days[0], layout=(part_of(campaign(terms=terms(6, 2))),)))
        assert reasons(donor, history) == ["weaker-terms"]
        server.offer(server.plan(days[1], min_group=2))
        assert reasons(donor, history) == ["floor-too-low"]
        server.offer(server.plan(days[2]))
        assert reasons(donor, unreadable) == ["floor-too-low", "no-history"]
        server.offer(server.plan(days[3]))
        donor.exclusions.pause()
        assert reasons(donor, history) == ["floor-too-low"]
        donor.exclusions.resume()
        assert charged(donor) == []
        del server.offered[days[1]]
        server.offer(server.plan(days[4]))
        assert reasons(donor, history) == []
        assert charged(donor) == [(days[4], "flu")]


def test_a_ceiling_turns_the_next_day_into_zeros(donor: Donor, server: FakeServer, history: Path, clock: Clock) -> None:
    """A day that would exceed the ceiling goes out as zeros, `joined` too; review, report and log say why."""
    due(donor, server, clock)
    donor.account.set_ceiling(Decimal("1.5"))
    assert reasons(donor, history) == []
    (reviewed,) = donor.days.review(ROUND + DAY, [history]).campaigns
    assert reviewed.why == "over-ceiling"
    (locked,) = donor.days.review(ROUND, [history]).campaigns
    assert (locked.why, locked.searches) == (None, 4)
    clock.now += DAY
    server.offer(server.plan(ROUND + DAY))
    assert reasons(donor, history) == ["over-ceiling"]
    assert not server.unblinded(ROUND + DAY).any()
    (reviewed,) = donor.days.review(ROUND + DAY, [history]).campaigns
    assert reviewed.why == "over-ceiling"
    (line,) = donor.status().refusals
    assert (line.reason, line.round, line.campaign) == ("over-ceiling", ROUND + DAY, "flu")
    assert charged(donor) == [(ROUND, "flu")]
    donor.account.set_ceiling(None)
    clock.now += DAY
    server.offer(server.plan(ROUND + 2 * DAY))
    assert reasons(donor, history) == []
    assert charged(donor) == [(ROUND, "flu"), (ROUND + 2 * DAY, "flu")]


def test_a_ceiling_in_cohort(tmp_path: Path, clock: Clock) -> None:
    """Over its ceiling a member uploads noise alone, and still certifies and answers."""
    server = CohortServer(clock)
    with crowd(tmp_path, server) as players:
        players[3].donor.account.set_ceiling(Decimal("0.5"))
        for _ in range(3):
            server.to_next_day()
            everybody(players)
            everybody(players)
        server.to_next_day()
        day = server.days[ROUND]
        assert numbers_of(day) == expected([(one, 0) for one in players], ROUND, day.layout)
        assert given_of(players[3], ROUND, day.layout) == {}
        assert "over-ceiling" in players[3].refusals()
        assert charged(players[3].donor) == []
        assert {sent.split("/")[4] for token, sent in server.sent if "rounds" in sent} >= {"signatures", "answers"}


def test_a_server_that_plans_more_days_than_the_budget_allows(
    donor: Donor, server: FakeServer, history: Path, clock: Clock
) -> None:
    """With a budget of two days the third gets zeros, and so does the campaign under a stricter budget signed since."""
    server.campaigns = [bounded(budget=budget(2)), campaign(id="sleep")]
    donor.campaigns.join(URL, ["flu", "sleep"])
    clock.now = NOON + 5 * DAY
    for number in range(3):
        server.offer(server.plan(ROUND + number * DAY))
    refused = donor.check_in([history]).refused
    assert [(one.round, one.campaign, one.reason) for one in refused] == [(ROUND + 2 * DAY, "flu", "over-budget")]
    assert list(server.unblinded(ROUND + 2 * DAY)) == [0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    server.campaigns = [bounded(budget=budget(1)), campaign(id="sleep")]
    donor.check_in([history])
    assert [one.why for one in donor.days.review(ROUND + 3 * DAY, [history]).campaigns] == ["over-budget", None]


def test_a_campaign_named_twice_gets_zeros(donor: Donor, server: FakeServer, history: Path, clock: Clock) -> None:
    """A plan that names a campaign twice, once with next to no noise, gets zeros for it in both places."""
    honest, tiny = (bounded(noise=laplace(scale)) for scale in ("16", "0.001"))
    server.campaigns = [honest]
    due(donor, server, clock, layout=(part_of(honest), part_of(tiny)))
    assert reasons(donor, history) == ["named-twice"]
    assert not server.unblinded(ROUND).any()
    assert charged(donor) == []


def test_a_plan_with_smaller_groups_than_its_campaign_says_has_weaker_terms(
    donor: Donor, server: FakeServer, history: Path, clock: Clock
) -> None:
    """A plan whose floor is below its campaign's has weaker terms, and gets zeros."""
    server.campaigns = [bounded()]
    larger = part_of(bounded(min_group=30))
    due(donor, server, clock, layout=(larger,))
    assert reasons(donor, history) == ["weaker-terms"]


def test_a_floor_raised_since_joining_is_reviewed_as_an_honest_plan(
    donor: Donor, server: FakeServer, history: Path
) -> None:
    """A review expects plans with the floor that campaigns are signed with, also after it was raised."""
    donor.campaigns.join(URL)
    server.campaigns = [bounded(min_group=4)]
    donor.check_in([history])
    assert [one.why for one in donor.days.review(ROUND, [history]).campaigns] == [None]


def test_leaving_and_registering_anew_keep_the_ledger(
    home: Path, tmp_path: Path, server: FakeServer, history: Path, clock: Clock
) -> None:
    """Leaving and registering again keep the ledger and the ceiling."""
    with open_donor(home, server) as donor:
        due(donor, server, clock)
        donor.account.set_ceiling(Decimal(7))
        donor.check_in([history])
        donor.campaigns.leave("flu")
        server.donors.clear()
        server.offered.clear()
        donor.check_in([history])
        assert "registered-anew" in [line.what for line in donor.log()]
        assert charged(donor) == [(ROUND, "flu")]
        found = donor.account.ledger()
        assert (found.days, [one.id for one in found.campaigns], found.days_left) == (1, ["flu"], None)
    with open_donor(home, server) as donor:
        assert (charged(donor), donor.account.ceiling()) == ([(ROUND, "flu")], Decimal(7))


def test_erasing_takes_the_ledger_with_it(home: Path, server: FakeServer, history: Path, clock: Clock) -> None:
    """After `erase-me` a new home at the same place knows nothing of what was given."""
    with open_donor(home, server) as donor:
        due(donor, server, clock)
        donor.check_in([history])
        donor.erase_me()
    with open_donor(home, server) as donor:
        assert charged(donor) == []
