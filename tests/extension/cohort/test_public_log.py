"""A server's public log in homes of the extension: what it refuses of lies, and what it keeps of them."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from pdd_shared.protocol.merkle_tree import root_of
from pdd_shared.rounds.cohort.epoch.public_log import log_line
from pdd_shared.rounds.cohort.messages import Reset
from tests.client.cohort_fakes import CohortServer
from tests.client.log_lies import LIES, another_root, results, tree_of_34, tree_of_four
from tests.extension.cohort.homes import ONE, JavaScriptHome
from tests.extension.cohort.test_lies import World, world
from tests.extension.donors import Donors, Failed, donors_in_javascript


@pytest.fixture(scope="module")
def donors() -> Iterator[Donors]:
    with donors_in_javascript() as process:
        yield process


@pytest.fixture(scope="module")
def later(donors: Donors, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Return a day on which the home has to send an upload, certify a list and answer for it."""
    with ExitStack() as stack:
        yield world(stack, donors, tmp_path_factory.mktemp("later"), 3, "later")


@pytest.fixture
def new(donors: Donors, tmp_path: Any) -> Iterator[World]:
    """Return the first day of the first epoch, of a world of its own."""
    with ExitStack() as stack:
        yield world(stack, donors, tmp_path, 0, tmp_path.name)


@pytest.mark.slow
@pytest.mark.parametrize("name", LIES)
def test_a_log_that_does_not_go_on_ends_all(later: World, name: str) -> None:
    """A home whose server changes its log sends nothing, and keeps both checkpoints."""
    lie, reason, kept = LIES[name]
    later.restore()
    home, refused = later.told({"log": lie(later.server)})
    assert refused == [reason]
    token = home.rows("keys")[0]["token"]
    assert not [path for sender, path in later.server.sent if sender == token]
    assert [row["reason"] for row in home.rows("evidence")] == kept
    assert later.goes_on(home)


@pytest.mark.slow
def test_an_epoch_that_is_not_in_the_log_is_nobodys(new: World) -> None:
    """A tree that a server signs for one home, and logs nowhere, gets nothing of it."""
    line = new.server.lines.pop()
    home = JavaScriptHome(new.donors, new.name)
    home.check_in()
    assert set(home.refusals()) == {"not-logged"}
    new.server.lines.append(line)
    assert new.goes_on(home)


@pytest.mark.slow
def test_a_tree_of_few_after_a_larger_one_gets_no_upload(new: World) -> None:
    """Three invented donors and a victim, after a tree of 34: the victim refuses the floor of their plan."""
    home, server = JavaScriptHome(new.donors, new.name), new.server
    server.epochs, server.days, server.lines = {}, {}, []
    tree_of_34(server)
    home.check_in()
    server.clock.now += 7 * ONE
    tree_of_four(server, home.rows("keys")[0]["token"])
    new.donors.at(server.clock.now)
    for _ in range(2):  # an epoch is found published in the contact after the one in which it was found
        home.check_in()
    assert set(home.refusals()) == {"floor-too-low"}


@pytest.mark.slow
@pytest.mark.parametrize("with_errors", [False, True])
def test_a_home_whose_ticket_was_not_taken_does_not_let_itself_be_appended(new: World, *, with_errors: bool) -> None:
    """The home was not asked before the second tree, or each ticket got an error: it is not appended to it."""
    home, server = JavaScriptHome(new.donors, new.name), new.server
    token = home.rows("keys")[0]["token"]
    if with_errors:
        server.problems = {"PUT tickets": "internal-error"}
    else:
        server.pushed_aside = {token}
    for _ in range(7):
        home.check_in()
        server.clock.now += ONE
        new.donors.at(server.clock.now)
    server.problems = {}
    tree_of_four(server)
    for _ in range(2):
        home.check_in()
    left_out = [reason for reason in home.refusals() if reason == "left-out"]
    # Not asked, it is asked in each contact to be appended. A ticket that was taken too late it throws away.
    assert len(left_out) == (1 if with_errors else 3)
    server.pushed_aside = set()
    home.check_in()
    assert with_errors or (token, "/v1/tickets/1") not in server.sent
    assert 1 not in [row["wanted"] for row in home.rows("tickets")]


@pytest.mark.slow
def test_a_log_of_ones_own_is_found_by_anybodys_results(new: World) -> None:
    """A home that is shown a tree of its own finds it out, has proof, and sends nothing from then on."""
    home, server = JavaScriptHome(new.donors, new.name), new.server
    others, token = results(server), home.rows("keys")[0]["token"]
    assert (home.call("logWeeks"), home.call("compareLog", others)["result"]) == ([], "ahead")
    server.lies["log"] = another_root(server)
    home.check_in()
    assert len(home.call("logWeeks")) == 1
    before, sent = home.refusals(), dict(server.sent)
    assert home.call("compareLog", others) == {"result": "forked", "until": None}
    home.check_in()
    del server.lies["log"]  # nothing that the server shows later undoes it
    home.check_in()
    assert home.refusals() == [*before, "forked-log", "forked-log"]
    assert not [path for sender, path in server.sent.keys() - sent.keys() if sender == token]
    own, other, *keys = next(row["texts"] for row in home.rows("evidence") if row["reason"] == "forked-log")
    assert root_of(home.call("export")["public_log"]).hex() in own["payload"]
    assert own["payload"] != other["payload"]
    assert keys == [server.online.model_dump()] * 2


@pytest.mark.slow
def test_a_file_that_does_not_fit_is_judged_once_the_home_has_read_on(new: World) -> None:
    """A home that has not heard of a restore yet does not convict an honest server by what it published since."""
    home, server = JavaScriptHome(new.donors, new.name), new.server
    home.check_in()
    older = results(server)
    server.epochs, server.days, server.tickets = {}, {}, {}
    server.reset = Reset(server=server.server_id, number=5, day=server.today())
    server.lines = [log_line(server.reset)]
    after = results(server)
    assert home.call("compareLog", after)["result"] == "forked"
    home.check_in()
    assert home.call("compareLog", older)["result"] == "restored"
    home.check_in()
    assert home.refusals() == []


@pytest.mark.slow
def test_a_file_without_a_checkpoint_changes_nothing(later: World) -> None:
    """Nor does one of another server."""
    home, _ = later.told({})
    strange = (results(CohortServer(later.server.clock), []), '{"log": %s}' % ("[" * 3000 + "]" * 3000))
    for given in ("", "{}", '{"log": null}', "null", *strange):
        with pytest.raises(Failed, match="nothing was compared") as failed:
            home.call("compareLog", given)
        assert failed.value.code == "no-checkpoint"
    assert later.goes_on(home)
