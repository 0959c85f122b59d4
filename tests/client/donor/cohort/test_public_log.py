"""A server's public log in real homes: no second log, no second tree, no tree of few, nobody pushed aside unseen."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pdd_shared.rounds.cohort.messages import Reset
from tests.client.cohort_fakes import CohortServer
from tests.client.cohort_players import Player, crowd, everybody
from tests.client.fakes import Clock
from tests.client.log_lies import LIES, tree_of_34, tree_of_four, two_epochs

ONE = timedelta(days=1)


@pytest.fixture
def server(clock: Clock) -> CohortServer:
    return CohortServer(clock)


@pytest.fixture
def players(tmp_path: Path, server: CohortServer) -> Iterator[list[Player]]:
    with crowd(tmp_path, server) as found:
        yield found


def evidence(one: Player) -> list[str]:
    return [reason for reason, _, _ in one.donor.installation.store.epochs.evidence()]


def contact(one: Player, server: CohortServer) -> tuple[dict[str | None, int], set[str]]:
    """Return what the home refuses in one contact, and what it sends in it."""
    before, sent = one.refusals(), dict(server.sent)
    one.check_in()
    return dict(one.refusals() - before), {path.split("/")[-2] for _, path in server.sent.keys() - sent.keys()}


@pytest.mark.parametrize("name", LIES)
def test_a_log_that_does_not_go_on_ends_all(server: CohortServer, players: list[Player], name: str) -> None:
    """A home whose server changes its log sends nothing, and keeps both checkpoints."""
    lie, reason, kept = LIES[name]
    server.to_next_day()
    everybody(players)
    server.to_next_day()
    server.lies["log"] = lie(server)
    assert contact(players[0], server) == ({reason: 1}, set())
    assert evidence(players[0]) == kept
    del server.lies["log"]
    assert "uploads" in contact(players[0], server)[1]


def test_a_newcomer_refuses_a_log_with_two_trees_of_one_week(
    server: CohortServer, players: list[Player], tmp_path: Path
) -> None:
    """Also a home that has just joined reads the whole log."""
    server.to_next_day()
    everybody(players)
    server.lies["log"] = two_epochs(server)
    folder = tmp_path / "later"
    folder.mkdir()
    with crowd(folder, server, 1) as (late,):
        assert late.refusals() == {"two-epochs": 1}
        assert not [path for token, path in server.sent if token not in list(server.donors)[:4]]


def test_a_restored_server_that_lost_a_line_goes_on_after_its_reset(
    server: CohortServer, players: list[Player]
) -> None:
    """A log that lacks a line, with a reset in its place, is taken; the home keeps both checkpoints, and the tree."""
    server.clock.now += ONE
    tree_of_34(server)
    everybody(players)
    read = players[0].donor.installation.store.fact("public_log")
    server.epochs, server.days, server.lines = {}, {}, []
    server.tickets = {}
    server.reset = Reset(server=server.server_id, number=5, day=server.today())
    contact(players[0], server)
    assert (players[0].refusals(), evidence(players[0])) == ({}, ["forked-log"])
    kept = players[0].donor.installation.store.fact("public_log")
    assert read != kept
    assert '"size":34' in str(kept)
    assert contact(players[0], server)[0] == {}


def test_an_epoch_that_is_not_in_the_log_is_nobodys(server: CohortServer, players: list[Player]) -> None:
    """A tree that a server signs for one home, and logs nowhere, gets nothing of it."""
    server.to_next_day()
    line = server.lines.pop()
    refusals, sent = contact(players[0], server)
    assert (refusals, sent) == ({"not-logged": 1}, {"tickets"})
    server.lines.append(line)
    assert "uploads" in contact(players[0], server)[1]


def test_a_tree_of_few_after_a_larger_one_gets_no_upload(server: CohortServer, players: list[Player]) -> None:
    """Three invented donors and a victim, after a tree of 34: the victim refuses the floor of their plan."""
    server.clock.now += ONE
    tree_of_34(server)
    everybody(players)
    server.clock.now += 7 * ONE
    tree_of_four(server, next(iter(server.donors)))
    assert contact(players[0], server) == ({"floor-too-low": 1}, {"tickets"})


def test_a_home_that_was_never_asked_does_not_let_itself_be_appended(tmp_path: Path, server: CohortServer) -> None:
    """All but four donors are to be appended to the second tree. Each refuses, for as long as that tree runs.

    Who joined after the tree was made is appended as ever.
    """
    with crowd(tmp_path, server, 6) as players:
        tokens = list(server.donors)
        server.pushed_aside = set(tokens[4:])
        for _ in range(8):
            server.to_next_day()
            everybody(players)
        assert server.epochs[1].tree.size == 4
        for one in players[4:]:
            assert one.refusals()["left-out"] == 2  # it was left out, and is then asked to be appended
            assert contact(one, server)[0] == {"left-out": 1}
        assert {token for token, path in server.sent if path == "/v1/tickets/1"} == set(tokens[:4])
        later = tmp_path / "later"
        later.mkdir()
        with crowd(later, server, 1) as (late,):
            assert late.refusals() == {}
            assert server.epochs[1].appended
        server.pushed_aside = set()
        for _ in range(8):
            server.to_next_day()
            everybody(players)
        assert server.epochs[max(server.epochs)].tree.size == 6
        server.to_next_day()
        refusals, sent = contact(players[5], server)
        assert (refusals, "uploads" in sent) == ({}, True)


def test_a_home_whose_tickets_get_errors_until_the_tree_is_made_is_left_out(
    tmp_path: Path, server: CohortServer
) -> None:
    """Errors are no way around it. One day of them accuses nobody: the ticket is sent again."""
    with crowd(tmp_path, server, 6) as players:
        for day in range(9):
            server.to_next_day()
            everybody(players[:4])
            for one, days in ((players[4], range(9)), (players[5], range(1, 2))):
                server.problems = {"PUT tickets": "internal-error"} if day in days else {}
                one.check_in()
                server.problems = {}
        assert server.epochs[1].tree.size == 5
        assert [one.refusals()["left-out"] for one in players] == [0] * 4 + [2, 0]


@pytest.mark.parametrize("problem", ["rate-limited", "busy"])
def test_being_asked_on_the_eve_undoes_no_week_of_silence(tmp_path: Path, server: CohortServer, problem: str) -> None:
    """Nor does a refusal that ends the contact: the home is appended, and gives nothing under that tree."""
    with crowd(tmp_path, server, 6) as players:
        server.pushed_aside = set(list(server.donors)[5:])
        for day in range(9):
            if day == 6:
                server.pushed_aside = set()
            server.to_next_day()
            everybody(players[:5])
            server.problems = {"PUT tickets": problem} if day == 6 else {}
            players[5].check_in()
            server.problems = {}
        assert players[5].refusals()["left-out"] == 1
        assert 1 not in players[5].donor.installation.store.epochs.tickets()


def test_a_ticket_whose_answers_were_lost_is_sent_again_before_anybody_is_accused(
    tmp_path: Path, server: CohortServer
) -> None:
    """A leaf that is in the tree is no reason to say that the home was left out."""
    with crowd(tmp_path, server, 6) as players:
        store = players[5].donor.installation.store
        for day in range(8):
            server.to_next_day()
            everybody(players)
            if day < 7 and 1 in store.epochs.tickets():
                with store.transaction():  # as if no receipt had come
                    store._database.execute("UPDATE tickets SET receipt = NULL WHERE epoch = 1")
                    store.set_fact("unasked", '{"first":"2026-11-21","last":"2026-11-26"}')
        assert server.epochs[1].tree.size == 6
        assert (players[5].refusals()["left-out"], 1 in store.epochs.tickets()) == (0, True)


def test_a_home_that_is_never_asked_again_tells_its_donor_once(tmp_path: Path, server: CohortServer) -> None:
    """Also a server that asks for nothing at all is noticed, by the log alone."""
    with crowd(tmp_path, server, 6) as players:
        silent = set(list(server.donors)[4:])
        server.pushed_aside = server.unasked = silent
        for _ in range(9):
            server.to_next_day()
            everybody(players)
        assert [one.refusals()["left-out"] for one in players] == [0] * 4 + [1] * 2


def test_a_leaf_in_a_tree_that_is_still_to_come_is_no_receipt(server: CohortServer, players: list[Player]) -> None:
    """A server can't append a home in advance to a tree that it has not logged."""
    server.to_next_day()
    server.lies["ticket-receipt"] = lambda receipt: receipt.model_copy(update={"index": 9})
    assert contact(players[0], server)[0] == {"not-logged": 1}
    del server.lies["ticket-receipt"]
    assert contact(players[0], server)[0] == {}


@pytest.mark.parametrize("away", [0, 8])
def test_a_home_that_was_away_before_the_tree_is_appended(tmp_path: Path, server: CohortServer, away: int) -> None:
    """Only contacts in the week before a tree count: who was away could not have been asked."""
    with crowd(tmp_path, server, 6) as players:
        server.to_next_day()
        everybody(players)
        token = list(server.donors)[5]
        server.tickets[1].pop(token)
        with players[5].donor.installation.store.transaction():
            players[5].donor.installation.store.epochs.drop_ticket(1)
        server.pushed_aside = {token}
        players[5].check_in()
        others = server.tickets.pop(1)
        server.to_next_day(away)
        server.tickets[1] = others
        server.to_next_day(7)
        server.pushed_aside = set()
        refusals, _ = contact(players[5], server)
        assert refusals == ({} if away else {"left-out": 2})
