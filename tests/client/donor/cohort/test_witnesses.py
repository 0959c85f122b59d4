"""Witnesses in real homes: counts go out only under a list of donors for which enough of them vouch."""

from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from pdd_client.core.errors import DonorError
from pdd_client.donor.server_keys import known_witnesses
from tests.client.cohort_fakes import CohortServer
from tests.client.cohort_players import Player, crowd, player
from tests.client.fakes import URL, Clock
from tests.client.witnesses import WitnessedServer, forget, witnessed

ONE = timedelta(days=1)
HOUR = timedelta(hours=1)


@pytest.fixture
def server(clock: Clock) -> CohortServer:
    """Return a server whose log has a line already, which witnesses can cosign."""
    made = CohortServer(clock)
    made.lines.append("note a line of a kind that comes later")
    return made


def outcome(server: CohortServer, one: Player, days: int = 6) -> list[str]:
    """Let a home contact the server once a day, and return what it sends of the first day: counts or noise."""
    found = []
    for _ in range(days):
        sent = len([path for _, path in server.sent if "uploads" in path])
        before = len(one.donor.installation.ledger().given)
        one.check_in()
        is_sent = len([path for _, path in server.sent if "uploads" in path]) > sent
        is_given = len(one.donor.installation.ledger().given) > before
        found.append("counts" if is_given else "noise" if is_sent else "nothing")
        if is_sent:
            return found
        server.clock.now += ONE
    return found


def test_counts_go_out_under_a_list_of_donors_that_enough_witnesses_vouch_for(
    tmp_path: Path, server: CohortServer
) -> None:
    """Two of three vouch, one of them for the first lines alone."""
    found = witnessed(server, 2, 3)
    found.ask()
    with crowd(tmp_path, server) as players:
        server.to_next_day()
        found.ask(but=[2])
        server.lines.append("note another one")
        found.ask(but=[1, 2])
        assert outcome(server, players[3]) == ["counts"]
        assert players[3].refusals() == {}
        assert known_witnesses(players[3].donor.installation.store) == found.policy


def stripped(found: WitnessedServer) -> None:
    del found.server.lies["log"]


def unasked(found: WitnessedServer) -> None:
    found.ask(but=[1, 2])


def too_old(found: WitnessedServer) -> None:
    found.ask(late=4 * ONE + HOUR)


def ahead(found: WitnessedServer) -> None:
    found.ask(late=-5 * ONE)


def of_another_address(found: WitnessedServer) -> None:
    found.ask(url="https://other.example.org")


def puppets(found: WitnessedServer) -> None:
    """Name one dishonest witness in the place of the three."""
    mine = witnessed(found.server, 1, 1)
    mine.witnesses[0].number = 9
    mine.ask()


def fewer(found: WitnessedServer) -> None:
    """Take two of the three out."""
    found.witnesses, found.required = found.witnesses[:1], 1
    found.ask()


WAYS: dict[str, Callable[[WitnessedServer], None]] = {
    each.__name__: each for each in (stripped, unasked, too_old, ahead, of_another_address, puppets, fewer)
}


@pytest.mark.parametrize("way", WAYS)
def test_without_enough_witnesses_a_home_waits_and_sends_noise_alone(
    tmp_path: Path, server: CohortServer, way: str
) -> None:
    """For two days it waits. Then it sends noise alone, without a charge, and tells why."""
    found = witnessed(server, 2, 3)
    found.ask()
    with crowd(tmp_path, server) as players:
        server.to_next_day()
        WAYS[way](found)
        assert outcome(server, players[3]) == ["nothing", "nothing", "noise"]
        assert players[3].refusals() == {"unwitnessed": 1}
        assert known_witnesses(players[3].donor.installation.store) == witnessed(server, 2, 3).policy


def test_a_home_that_waits_sends_counts_once_the_witnesses_vouch(tmp_path: Path, server: CohortServer) -> None:
    """A witness that is down for a day costs nothing."""
    found = witnessed(server, 2, 3)
    found.ask()
    with crowd(tmp_path, server) as players:
        server.to_next_day()
        assert outcome(server, players[3], 1) == ["nothing"]
        found.ask(but=[0])
        assert outcome(server, players[3], 1) == ["counts"]
        assert players[3].refusals() == {}


def test_a_home_that_reviews_its_days_waits_no_longer_than_the_day_before_the_last(
    tmp_path: Path, server: CohortServer
) -> None:
    """Its upload still comes in time."""
    witnessed(server, 2, 3).ask()
    with crowd(tmp_path, server) as players:
        one = players[3]
        one.donor.settings.set_sending("review")
        server.to_next_day()
        waited = outcome(server, one, 8)
        plan = next(iter(server.days.values())).plan
        assert waited[-1] == "noise"
        assert server.today() <= plan.latest_close - ONE
        assert server.today() >= plan.earliest_close


@pytest.mark.parametrize(("required", "number"), [(1, 1), (2, 2), (2, 3), (3, 4), (3, 5), (4, 5)])
@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize("forgets", [False, True])
def test_a_fork_takes_as_many_liars_as_the_documents_say(
    tmp_path: Path, server: CohortServer, required: int, number: int, more: int, *, forgets: bool
) -> None:
    """A server shows everybody one log, and a home another, each to as many honest witnesses as it can.

    With 2k - n - 1 liars the home sends no counts; with one more it does. A witness that lost its record is a liar.
    """
    liars = 2 * required - number - 1 + more
    found = witnessed(server, required, number, liars=0 if forgets else liars)
    found.ask()
    seconds, public = server.clock.now.timestamp(), [*server.lines, "what everybody else is shown"]
    first = max(0, required - liars)
    asked = [*found.witnesses[:first], *found.witnesses[number - liars :]]
    with crowd(tmp_path, server) as players:
        assert sum(one.cosign(public, seconds) is not None for one in asked) >= required
        if forgets:
            found.witnesses[number - liars :] = [forget(one) for one in found.witnesses[number - liars :]]
        server.to_next_day()
        found.ask()
        assert outcome(server, players[3], 1) == (["counts"] if more else ["nothing"])


@pytest.mark.parametrize(
    ("keys", "required", "is_taken"), [(4, 3, True), (4, 4, True), (5, 4, True), (5, 3, False), (2, 2, False)]
)
def test_other_witnesses_are_taken_only_if_they_are_as_strong(
    tmp_path: Path, server: CohortServer, keys: int, required: int, is_taken: bool
) -> None:
    """Every new one has to be required in addition."""
    found = witnessed(server, 2, 3)
    found.ask()
    with crowd(tmp_path, server, 1) as (one,):
        before, other = found.policy, witnessed(server, required, keys)
        other.ask()
        after = other.policy
        one.check_in()
        assert known_witnesses(one.donor.installation.store) == (after if is_taken else before)


def test_witnesses_that_never_vouched_are_not_learnt(tmp_path: Path, server: CohortServer) -> None:
    """A server that names some before they cosign, or that was somebody else's for an hour, costs no donor's counts."""
    found = witnessed(server, 2, 3)
    found.ask(but=[1, 2])
    with crowd(tmp_path, server) as players:
        server.to_next_day()
        assert known_witnesses(players[3].donor.installation.store) is None
        assert outcome(server, players[3], 1) == ["counts"]


def test_joining_that_is_cut_off_learns_the_witnesses_of_the_consent(
    tmp_path: Path, server: CohortServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server takes the registration, and its answer is lost. The home knows the witnesses once joining is done.

    Joining another campaign teaches none: else a server could tell who has just joined by who waits.
    """
    shown, puppets = witnessed(server, 2, 3).policy, witnessed(server, 3, 4).policy
    del server.lies["log"]
    said = server.info()
    monkeypatch.setattr(server, "info", lambda: said.model_copy(update={"witnesses": shown}))
    one = player(tmp_path / "home", server, tmp_path / "History")
    with closing(one.donor):
        offer, server.lose_answers = one.donor.campaigns.fetch_offer(URL), True
        with pytest.raises(DonorError):
            one.donor.campaigns.accept(offer, {}, None, "en")
        assert one.donor.installation.joined() is not None
        server.lose_answers = False
        assert one.donor.campaigns.fetch_offer(URL).info.witnesses == shown
        one.donor.campaigns.join(URL, ["flu"])
        assert known_witnesses(one.donor.installation.store) == shown
        monkeypatch.setattr(server, "info", lambda: said.model_copy(update={"witnesses": puppets}))
        assert one.donor.campaigns.fetch_offer(URL).info.witnesses == shown
        one.donor.campaigns.join(URL, ["flu"])
        assert known_witnesses(one.donor.installation.store) == shown
