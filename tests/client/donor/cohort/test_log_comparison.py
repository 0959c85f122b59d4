"""Comparing a server's public log with what others were shown: real homes, and a server that keeps a second log."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pdd_client.core.errors import Code, DonorError
from pdd_shared.rounds.cohort.epoch.log_comparison import compare
from pdd_shared.rounds.cohort.epoch.public_log import log_line
from pdd_shared.rounds.cohort.messages import Checkpoint, Reset
from tests.client.cohort_fakes import CohortServer
from tests.client.cohort_players import Player, crowd, everybody
from tests.client.donor.cohort.test_public_log import contact
from tests.client.fakes import Clock
from tests.client.log_lies import another_root, log_of, results


@pytest.fixture
def server(clock: Clock) -> CohortServer:
    return CohortServer(clock)


@pytest.fixture
def players(tmp_path: Path, server: CohortServer) -> Iterator[list[Player]]:
    with crowd(tmp_path, server) as found:
        yield found


def written(server: CohortServer, file: Path, lines: list[str] | None = None) -> Path:
    """Return a file with somebody else's results."""
    file.write_text(results(server, lines))
    return file


def test_a_log_of_ones_own_is_found_by_anybodys_results(
    server: CohortServer, players: list[Player], tmp_path: Path
) -> None:
    """A home that is shown a tree of its own finds it out, has proof, and sends nothing from then on.

    The server can't heal that by a reset, and the lines stay as they were.
    """
    server.to_next_day()
    server.lies["log"] = another_root(server)
    contact(players[0], server)
    victim, others = players[0].donor, written(server, tmp_path / "results.json")
    assert victim.compare_log(others).result == "forked"
    assert contact(players[0], server) == ({"forked-log": 1}, set())
    server.reset = Reset(server=server.server_id, number=5, day=server.today())
    server.lies["log"] = lambda _: log_of(server, [log_line(server.reset)])
    assert contact(players[0], server) == ({"forked-log": 1}, set())
    victim.export(tmp_path / "export.json")
    exported = json.loads((tmp_path / "export.json").read_text())
    own, other = (Checkpoint.model_validate_json(one["payload"]) for one in exported["evidence"][-1]["texts"][:2])
    assert (compare(exported["public_log"], own), compare(exported["public_log"], other)) == ("same", "forked")


def test_people_compare_numbers(server: CohortServer, players: list[Player]) -> None:
    """Homes of one server show the same numbers, and a home with a log of its own shows another."""
    assert players[0].donor.log_weeks() == []
    server.to_next_day()
    everybody(players[1:])
    honest = [one.donor.log_weeks() for one in players[1:]]
    assert honest[0][0][0] == server.epochs[0].epoch.start
    assert honest == [honest[0]] * len(honest)
    server.lies["log"] = another_root(server)
    contact(players[0], server)
    ((start, fingerprint),) = players[0].donor.log_weeks()
    assert start == honest[0][0][0]
    assert fingerprint != honest[0][0][1]


def test_a_file_that_does_not_fit_is_judged_once_the_home_has_read_on(
    server: CohortServer, players: list[Player], tmp_path: Path
) -> None:
    """A home that has not heard of a restore yet does not convict an honest server by what it published since."""
    server.to_next_day()
    newer = written(server, tmp_path / "results.json")
    assert players[0].donor.compare_log(newer).result == "ahead"
    everybody(players)
    assert players[0].donor.compare_log(newer).result == "same"
    server.epochs, server.days, server.tickets = {}, {}, {}
    server.reset = Reset(server=server.server_id, number=5, day=server.today())
    server.lines = [log_line(server.reset)]
    assert players[0].donor.compare_log(written(server, tmp_path / "after.json")).result == "forked"
    assert contact(players[0], server)[0] == {}
    assert players[0].donor.installation.store.fact("compared") is None
    assert players[0].donor.compare_log(newer).result == "restored"
    assert contact(players[0], server)[0] == {}


def test_a_key_that_was_replaced_convicts_nobody(server: CohortServer, players: list[Player], tmp_path: Path) -> None:
    """Whoever stole a key can end no donor's part once the server has replaced it."""
    server.to_next_day()
    everybody(players)
    forged = written(server, tmp_path / "results.json", ["a-later-kind "])
    assert players[0].donor.compare_log(forged).result == "forked"
    server.replace()
    assert contact(players[0], server)[0] == {}
    assert players[0].donor.installation.store.fact("compared") is None


@pytest.mark.parametrize("content", ["", "{}", '{"log": null}', "[1, 2]", '{"campaign": "flu"'])
def test_a_file_without_a_checkpoint_says_what_to_take(
    server: CohortServer, players: list[Player], tmp_path: Path, content: str
) -> None:
    """A file of another kind, of another server, or signed with a key that was replaced since, changes nothing."""
    file, others, replaced = (tmp_path / f"{name}.json" for name in ("results", "others", "replaced"))
    file.write_text(content)
    written(server, replaced, ["a-later-kind "])
    server.replace()
    players[0].check_in()
    for given in (file, written(CohortServer(server.clock), others, []), replaced):
        with pytest.raises(DonorError, match="nothing was compared; take a campaign") as error:
            players[0].donor.compare_log(given)
        assert error.value.code == Code.NO_CHECKPOINT
    with pytest.raises(DonorError, match="can't be read"):
        players[0].donor.compare_log(tmp_path / "missing.json")
    assert players[0].refusals() == {}
