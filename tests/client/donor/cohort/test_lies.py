"""A lying `cohort` server: each lie is refused by name, and the home goes on with the truth unharmed."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from nacl.signing import SigningKey

from pdd_shared.protocol.messages import CertifyTask, OpenTask
from pdd_shared.protocol.signing import sign
from pdd_shared.rounds.cohort.day import server as days
from pdd_shared.rounds.cohort.day.lists import IncludedList, list_digest, read_list
from pdd_shared.rounds.cohort.epoch.leaf_proofs import read_shown, write_shown
from pdd_shared.rounds.cohort.epoch.public_log import log_line
from pdd_shared.rounds.cohort.epoch.tree import Leaf, Tree
from pdd_shared.rounds.cohort.messages import CohortDay, CohortPlan, Epoch, Reset
from tests.client.cohort_fakes import CohortServer
from tests.client.cohort_players import Player, crowd, everybody, numbers_of, player
from tests.client.fakes import NOON, URL, Clock, open_donor

DATA_DAY = NOON.date()
ONE = timedelta(days=1)
FOREIGN = SigningKey(b"f" * 32)
Lie = Callable[[Any], Any]


@pytest.fixture
def server(clock: Clock) -> CohortServer:
    return CohortServer(clock)


def change(**fields: Any) -> Lie:
    """Return a lie that changes these fields of a message."""
    return lambda message: message.model_copy(update=fields)


def foreign(message: Any) -> Any:
    """Sign a message with another key than the server's."""
    return sign(message, FOREIGN)


def loose(message: Any) -> Any:
    """Sign a message whose JSON is not written as the protocol writes it."""
    from pdd_shared.protocol.encoding import length_prefixed
    from pdd_shared.protocol.messages import Signed

    payload = message.model_dump_json(indent=1)
    data = length_prefixed([b"pdd/1/signed", message.KIND.encode(), payload.encode()])
    return Signed(payload=payload, signature=_KEY[0].sign(data).signature.hex())


_KEY: list[SigningKey] = []
"""The server's online key, for what is signed in a wrong form."""


def refused(one: Player, server: CohortServer, name: str, lie: Lie, reason: str) -> None:
    """Check that the home refuses the lie by name, sends nothing for it, and goes on afterwards."""
    _KEY[:] = [server.key]
    before, puts = one.refusals(), dict(server.sent)
    server.lies[name] = lie
    one.check_in()
    assert one.refusals() - before == {reason: 1}
    assert {path for (_, path) in server.sent.keys() - puts.keys() if "rounds" in path} == set()
    del server.lies[name]


def two_cohorts(plan: CohortPlan) -> CohortPlan:
    return plan.model_copy(update={"cohorts": plan.cohorts * 2})


def campaign_twice(plan: CohortPlan) -> CohortPlan:
    return plan.model_copy(update={"layout": plan.layout * 2})


def huge(plan: CohortPlan) -> CohortPlan:
    return plan.model_copy(update={"layout": (plan.layout[0].model_copy(update={"entries": 50_000}),)})


def floor(floor: int, sub_cohorts: int = 1) -> Lie:
    return change(cohorts=(CohortDay(floor=floor, sub_cohorts=sub_cohorts),))


@pytest.mark.parametrize(
    ("lie", "reason"),
    [
        (foreign, "bad-signature"),
        (loose, "bad-signature"),
        (change(server="00" * 32), "foreign-plan"),
        (change(zone="Europe/Berlin"), "foreign-plan"),
        (change(epoch=7), "foreign-plan"),
        (change(root="00" * 32), "foreign-plan"),
        (change(size=5), "foreign-plan"),
        (change(reset=1), "foreign-plan"),
        (two_cohorts, "malformed-plan"),
        (campaign_twice, "malformed-plan"),
        (change(capacity=2), "malformed-plan"),
        (change(day=DATA_DAY + ONE), "day-not-over"),
        (change(day=DATA_DAY - ONE), "wrong-day"),
        (change(earliest_close=DATA_DAY), "wrong-window"),
        (change(latest_close=DATA_DAY + 8 * ONE), "wrong-window"),
        (change(last_answers=DATA_DAY + 22 * ONE), "wrong-window"),
        (floor(2), "floor-too-low"),
        (floor(3, 2), "sub-cohorts-too-small"),
        (change(reach=2**30), "count-too-large"),
        (huge, "layout-too-large"),
    ],
)
def test_lies_about_a_plan(server: CohortServer, players: list[Player], lie: Lie, reason: str) -> None:
    """A plan that breaks a rule is refused by name, and the day goes out under the honest plan afterwards."""
    refused(players[3], server, "plan", lie, reason)
    report = players[3].check_in()
    assert [sent.kind for sent in report.sent] == ["upload"]


def test_forged_plans_of_many_days(server: CohortServer, players: list[Player]) -> None:
    """Plans with bad signatures, which belong to no day, make one log line together, so they can't fill the log."""
    server.to_next_day(2)
    assert sum(task.kind == "upload" for task in server.tasks(list(server.donors)[3])) > 1
    refused(players[3], server, "plan", foreign, "bad-signature")


def test_a_day_before_the_ticket(tmp_path: Path, server: CohortServer, players: list[Player], history: Path) -> None:
    """A home that joined in mid-week uploads nothing of earlier days, though their windows are open."""
    server.to_next_day()
    joiner = player(tmp_path / "joiner", server, history)
    joiner.donor.campaigns.join(URL)
    joiner.check_in()
    token = list(server.donors)[-1]
    server.made[0, token] = DATA_DAY
    report = joiner.check_in()
    assert joiner.refusals() == {"wrong-day": 2}
    assert report.sent == ()
    joiner.donor.close()


def test_a_window_that_is_over(server: CohortServer, players: list[Player]) -> None:
    """A home makes no upload that is asked for after the plan's last day."""
    server.clock.now += ONE
    late = change(earliest_close=DATA_DAY + ONE, latest_close=DATA_DAY + ONE, last_answers=DATA_DAY + 9 * ONE)
    refused(players[0], server, "plan", late, "too-late")


@pytest.mark.parametrize(
    ("lie", "reason"),
    [
        (foreign, "bad-signature"),
        (change(server="00" * 32), "foreign-epoch"),
        (change(reset=1), "foreign-epoch"),
        (change(start=DATA_DAY + 9 * ONE), "too-soon"),
        (change(number=3), None),
    ],
)
def test_lies_about_an_epoch(server: CohortServer, players: list[Player], lie: Lie, reason: str | None) -> None:
    """A lie about a home's first epoch is refused; an epoch for which it has no ticket does not matter to it."""
    if reason is None:
        server.lies["epoch"] = lie
        players[0].check_in()
        assert players[0].refusals() == {}
        del server.lies["epoch"]
    else:
        refused(players[0], server, "epoch", lie, reason)
    assert "upload" in [sent.kind for sent in players[0].check_in().sent]


def shown(change: Callable[[list[Leaf], list[bytes]], tuple[list[Leaf], list[bytes]]]) -> Lie:
    """Return changed leaves and proof."""

    def lie(data: bytes) -> bytes:
        read = read_shown(data)
        return write_shown(*change(list(read.leaves), list(read.proof)))

    return lie


@pytest.mark.parametrize(
    ("lie", "reason"),
    [
        (shown(lambda leaves, proof: ([replace(leaves[0], index=9), *leaves[1:]], proof)), "denied-ticket"),
        (shown(lambda leaves, proof: ([leaves[0], *reversed(leaves[1:])], proof)), "wrong-committee"),
        (shown(lambda leaves, proof: (leaves[:-1], proof)), "wrong-committee"),
        (shown(lambda leaves, proof: (leaves, [*proof, b"0" * 32])), "wrong-committee"),
        (shown(lambda _, proof: ([], proof)), "denied-ticket"),
        (lambda data: data[:50], "wrong-size"),
    ],
)
def test_lies_about_a_place(server: CohortServer, players: list[Player], lie: Lie, reason: str) -> None:
    """Another place or committee than the tree's is refused and not stored, and the true one is accepted."""
    refused(players[0], server, "place", lie, reason)
    assert [sent.kind for sent in players[0].check_in().sent] == ["upload"]


def test_a_tree_without_the_ticket(tmp_path: Path, server: CohortServer) -> None:
    """A home that is not in the tree of its receipt takes no part, in this epoch or a later one."""
    with crowd(tmp_path, server, 5) as players:
        token = next(iter(server.donors))
        waiting = {one: ticket for one, ticket in server.tickets[0].items() if one != token}
        server.clock.now += ONE
        server.make_epoch(0, waiting, server.today())
        server.epochs[0].holders[token] = 0  # another donor's leaf
        server.night()
        everybody(players)
        assert [one.refusals() for one in players] == [{"denied-ticket": 1}, {}, {}, {}, {}]


def test_a_weak_key_in_the_tree(tmp_path: Path, server: CohortServer) -> None:
    """A committee with a member's key of low order is refused: everybody could compute what is shared with it."""
    with crowd(tmp_path, server) as players:
        server.clock.now += ONE
        server.make_epoch(0, server.tickets[0], server.today())
        running = server.epochs[0]
        own = running.holders[next(iter(server.donors))]
        leaves = list(running.tree.leaves)
        weak = (own + 1) % 4
        leaves[weak] = Leaf(weak, bytes(32), leaves[weak].signing)
        running.tree = Tree(leaves)
        running.draw = replace(running.draw, root=running.tree.root)
        running.epoch = running.epoch.model_copy(update={"root": running.tree.root.hex()})
        server.lines = [log_line(running.epoch)]
        server.night()
        players[0].check_in()
        assert players[0].refusals() == {"weak-key": 1}


def test_two_epochs_under_one_number(server: CohortServer, players: list[Player]) -> None:
    """A second epoch under one number is refused, and both signed texts are kept and exported."""
    everybody(players)
    server.to_next_day()
    refused(players[0], server, "epoch", change(root="00" * 32), "two-epochs")
    ((reason, first, second),) = players[0].donor.installation.store.epochs.evidence()
    assert reason == "two-epochs"
    told = [Epoch.model_validate_json(said.text.payload) for said in (first, second)]
    assert told[0].number == told[1].number
    assert told[0].root != told[1].root


def test_an_epoch_that_comes_too_soon(server: CohortServer, players: list[Player]) -> None:
    """A tree of the same size three days later is refused. If it isn't in the log, the running epoch's days go on."""
    everybody(players)
    server.to_next_day(3)
    server.make_epoch(1, dict(server.tickets[1]), server.today())
    logged = server.lines.pop()
    server.days[DATA_DAY + 3 * ONE] = server.planned(
        server.plan_of(DATA_DAY + 3 * ONE, server.epochs[1].epoch), server.epochs[1]
    )
    report = players[0].check_in()
    assert "too-soon" in players[0].refusals()
    assert {sent.round for sent in report.sent if sent.kind == "upload"} == {DATA_DAY + ONE, DATA_DAY + 2 * ONE}
    server.lines.append(logged)
    assert (players[1].check_in().sent, players[1].refusals()) == ((), {"too-soon": 1})


def test_a_published_epoch_that_differs(server: CohortServer, players: list[Player]) -> None:
    """A home shown a tree of its own uploads nothing and keeps the evidence; it fetches without its token."""
    refused(players[0], server, "published", change(root="00" * 32), "two-committees")
    assert [reason for reason, _, _ in players[0].donor.installation.store.epochs.evidence()] == ["two-committees"]
    assert players[0].check_in().sent == ()  # and never again: its next answer may be made for this home
    assert "/v1/epochs/0" not in server.with_token


@pytest.mark.parametrize(
    ("lie", "reason"),
    [
        (foreign, "bad-signature"),
        (change(ticket="00" * 32), "not-a-member"),
        (change(server="00" * 32), "foreign-epoch"),
        (change(reset=4), "foreign-epoch"),
        (change(epoch=5), "foreign-epoch"),
    ],
)
def test_lies_about_a_tickets_receipt(home: Path, server: CohortServer, lie: Lie, reason: str) -> None:
    """A false receipt of a ticket is refused, and the same ticket is sent again until its true one comes."""
    with open_donor(home, server) as donor:
        donor.campaigns.join(URL)
        one = Player(donor, None, [])  # type: ignore[arg-type]
        refused(one, server, "ticket-receipt", lie, reason)
        one.check_in()
        ((_, _), bodies) = next(iter((key, sent) for key, sent in server.sent.items() if "tickets" in key[1]))
        assert len(bodies) == 2
        assert len(set(bodies)) == 1
        assert all(ticket.receipt for ticket in donor.installation.store.epochs.tickets().values())


@pytest.mark.parametrize(
    ("lie", "reason"),
    [
        (foreign, "bad-signature"),
        (change(leaf=2**20), "not-a-member"),
        (change(context="00" * 32), "not-a-member"),
    ],
)
def test_lies_about_an_uploads_receipt(server: CohortServer, players: list[Player], lie: Lie, reason: str) -> None:
    """A false receipt of an upload leaves the day unconfirmed, and the upload is sent again by itself."""
    one = players[3]
    server.lies["upload-receipt"] = lie
    one.check_in()
    assert one.refusals() == {reason: 1}
    del server.lies["upload-receipt"]
    one.check_in()
    (bodies,) = [sent for (_, path), sent in server.sent.items() if "uploads" in path]
    assert len(bodies) == 2
    assert len(set(bodies)) == 1
    assert one.donor.installation.store.journal.unconfirmed() == []


def relist(change: Callable[[dict[int, bytes]], dict[int, bytes]]) -> Lie:
    """Return the list with other entries."""
    return lambda data: IncludedList.of(change(dict(read_list(data).entries)), []).encoded


def _certifying(server: CohortServer, players: list[Player]) -> int:
    """Go to the day on which members certify the first data day, and return the first home's leaf."""
    everybody(players)
    server.to_next_day(2)
    assert isinstance(server.days[DATA_DAY].state, days.Certifying)
    return server.epochs[0].holders[next(iter(server.donors))]


def without(leaves: Callable[[int], set[int]]) -> Callable[[int], Lie]:
    return lambda own: relist(lambda entries: {leaf: entries[leaf] for leaf in entries.keys() - leaves(own)})


@pytest.mark.parametrize(
    ("lie", "reason"),
    [
        (without(lambda own: {own}), "denied-vector"),
        (without(lambda own: {(own + 1) % 4, (own + 2) % 4}), "list-too-small"),
        (lambda own: relist(lambda entries: entries | {own: b"0" * 16}), "denied-vector"),
        (lambda _: relist(lambda entries: entries | {70: b"0" * 16}), "altered-list"),
        (lambda _: lambda data: data[:-1], "altered-list"),
        (lambda _: lambda data: data + b"0", "altered-list"),
        (lambda _: lambda data: data[:4] + data[24:44] + data[4:24] + data[44:], "altered-list"),
    ],
)
def test_lies_about_a_list(server: CohortServer, players: list[Player], lie: Callable[[int], Lie], reason: str) -> None:
    """A member refuses a false list, signs the honest one afterwards, and the day opens."""
    own = _certifying(server, players)
    before = players[0].refusals()
    server.lies["list"] = lie(own)
    players[0].check_in()
    assert players[0].refusals() - before == {reason: 1}
    assert not [path for _, path in server.sent if "signatures" in path]
    del server.lies["list"]
    everybody(players)
    everybody(players)
    server.to_next_day()
    assert numbers_of(server.days[DATA_DAY])


def test_a_second_list(server: CohortServer, players: list[Player]) -> None:
    """A member that signed a list signs no other list of the day."""
    own = _certifying(server, players)
    players[0].check_in()
    planned = server.days[DATA_DAY]
    texts: dict[str, Any] = server.texts_of(planned)
    server.extra = [CertifyTask(**texts, cohort=0, sub_cohort=0)]
    server.lies["list"] = relist(lambda entries: entries | {(own + 1) % 4: b"0" * 16})
    players[0].check_in()
    assert players[0].refusals() == {"told-before": 1}
    assert len([path for _, path in server.sent if "signatures" in path]) == 1


def test_a_list_before_the_window_closed(server: CohortServer, players: list[Player]) -> None:
    """A member signs no list before the plan's own first day for that."""
    everybody(players)
    planned = server.days[DATA_DAY]
    state = planned.state
    assert isinstance(state, days.Collecting)
    listed = IncludedList.of(state.entries, [])
    planned.state = days.Certifying(state.frame, state.sums, listed, list_digest(state.frame.context, listed.encoded))
    players[0].check_in()
    assert players[0].refusals() == {"too-late": 1}


@pytest.mark.parametrize(("cohort", "sub_cohort"), [(5, 0), (0, 3)])
def test_a_committee_that_is_not_there(
    server: CohortServer, players: list[Player], cohort: int, sub_cohort: int
) -> None:
    """A task for a cohort or sub-cohort that the plan does not have is refused."""
    _certifying(server, players)
    texts: dict[str, Any] = server.texts_of(server.days[DATA_DAY])
    server.extra = [CertifyTask(**texts, cohort=cohort, sub_cohort=sub_cohort)]
    players[0].check_in()
    assert players[0].refusals() == {"wrong-committee": 1}


@pytest.mark.parametrize(
    "lie",
    [
        lambda _: b"",
        lambda data: data[:-1],
        lambda data: data[:-1] + bytes([data[-1] ^ 1]),
        lambda data: data[:68] * 3,
        lambda data: data + data[:68],
    ],
)
def test_lies_about_a_certificate(server: CohortServer, players: list[Player], lie: Lie) -> None:
    """A member shown no quorum's signatures does not answer; with the true ones it does."""
    _certifying(server, players)
    everybody(players)  # the fourth to come finds the certificate, and answers at once
    before = players[0].refusals()
    server.lies["certificate"] = lie
    players[0].check_in()
    assert players[0].refusals() - before == {"bad-certificate": 1}
    del server.lies["certificate"]
    assert [sent.kind for sent in players[0].check_in().sent] == ["open"]


def test_an_answer_without_having_certified(server: CohortServer, players: list[Player]) -> None:
    """A member does not answer for a list that is not in its journal."""
    _certifying(server, players)
    everybody(players[1:])
    texts: dict[str, Any] = server.texts_of(server.days[DATA_DAY])
    honest = type(server)._services
    server._services = lambda token: []  # type: ignore[method-assign]  # noqa: ARG005
    server.extra = [OpenTask(**texts, cohort=0, sub_cohort=0)]
    players[0].check_in()
    assert players[0].refusals() == {"bad-certificate": 1}
    server.extra, server._services = [], honest.__get__(server)  # type: ignore[method-assign]
    assert sorted(sent.kind for sent in players[0].check_in().sent) == ["certify", "open"]


@pytest.mark.parametrize(
    ("lie", "reason"), [(foreign, "bad-signature"), (change(day=DATA_DAY + 30 * ONE), "foreign-epoch")]
)
def test_lies_about_a_reset(server: CohortServer, players: list[Player], lie: Lie, reason: str) -> None:
    """A reset that the server did not sign, or for a day to come, is refused, and days go on."""
    players[0].check_in()
    server.reset = Reset(server=server.server_id, number=1, day=DATA_DAY)
    server.lies["reset"] = lie
    players[0].check_in()
    assert players[0].refusals() == {reason: 1}
    assert players[0].donor.installation.store.epochs.reset() is None


def test_a_second_plan_of_a_day(server: CohortServer, players: list[Player]) -> None:
    """A member that uploaded under one plan serves no list under another plan of that day."""
    _certifying(server, players)
    other = change(reach=9_999)
    server.lies["plan"] = lambda plan: other(plan) if plan.day == DATA_DAY else plan
    players[0].check_in()
    assert players[0].refusals() == {"day-signed-before": 1}
    assert not [path for _, path in server.sent if "signatures" in path]
