"""Comparing a server's public log with what others were shown: real homes, and a server that keeps a second log."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pdd_client.core.errors import Code, DonorError
from pdd_shared.protocol.messages import SignedCheckpoint
from pdd_shared.rounds.cohort.epoch.log_comparison import compare, open_checkpoint
from tests.client.cohort_fakes import CohortServer
from tests.client.cohort_players import Player, crowd, everybody
from tests.client.donor.cohort.test_public_log import contact, evidence
from tests.client.fakes import Clock
from tests.client.log_lies import another_root, results


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
    """A home that is shown a tree of its own finds it out, and has proof: its lines, and two signed checkpoints."""
    server.to_next_day()
    server.lies["log"] = another_root(server)
    contact(players[0], server)
    others = written(server, tmp_path / "results.json")
    victim = players[0].donor
    assert victim.compare_log(others) == "forked"
    assert (evidence(players[0])[-1], players[0].refusals()["forked-log"]) == ("forked-log", 1)
    assert contact(players[0], server) == ({"forked-log": 1}, set())
    victim.export(tmp_path / "export.json")
    exported = json.loads((tmp_path / "export.json").read_text())
    own, other, online = exported["evidence"][-1]["texts"]
    lines, identity = exported["public_log"], server.identity.verify_key.encode()
    found = [
        compare(lines, open_checkpoint(SignedCheckpoint(checkpoint=one, online=online), identity))
        for one in (own, other)
    ]
    assert found == ["same", "forked"]


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


def test_a_newer_file_is_compared_again_once_its_lines_are_read(
    server: CohortServer, players: list[Player], tmp_path: Path
) -> None:
    """A home keeps a checkpoint that it can't judge yet. What then differs ends all; what doesn't changes nothing."""
    server.to_next_day()
    newer = written(server, tmp_path / "results.json")
    assert [one.donor.compare_log(newer) for one in players[:2]] == ["ahead", "ahead"]
    assert "uploads" in contact(players[1], server)[1]
    assert players[1].donor.compare_log(newer) == "same"
    server.lies["log"] = another_root(server)
    assert contact(players[0], server) == ({"forked-log": 1}, set())
    assert evidence(players[0]) == ["forked-log"]
    # A file that it can't judge takes no proof away.
    longer = written(server, tmp_path / "longer.json", [*server.lines, "a-later-kind "])
    assert players[0].donor.compare_log(longer) == "ahead"
    assert contact(players[0], server)[0] == {"forked-log": 1}


@pytest.mark.parametrize("content", ["", "{}", '{"log": null}', "[1, 2]", '{"campaign": "flu"'])
def test_a_file_without_a_checkpoint_says_what_to_take(
    server: CohortServer, players: list[Player], tmp_path: Path, content: str
) -> None:
    """A file of another kind, or of another server, changes nothing."""
    file = tmp_path / "results.json"
    file.write_text(content)
    stranger = CohortServer(server.clock)
    for given in (file, written(stranger, tmp_path / "others.json", [])):
        with pytest.raises(DonorError, match="nothing was compared; take a campaign") as error:
            players[0].donor.compare_log(given)
        assert error.value.code == Code.NO_CHECKPOINT
    with pytest.raises(DonorError, match="can't be read"):
        players[0].donor.compare_log(tmp_path / "missing.json")
    assert players[0].refusals() == {}
