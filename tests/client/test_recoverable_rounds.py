"""A donor's part in whole `recoverable` rounds: what leaves on which day, what is kept, what is erased."""

import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pdd_client.donor import Donor
from pdd_client.gateways.connection_faults import ServerUnreachable
from pdd_client.gateways.round_store import TEXTS_DAYS
from pdd_client.gateways.store_rows import Round
from pdd_client.showing import check_in_text, log_text
from pdd_shared.rounds.recoverable.donor import NOTHING, REVEAL_SIZE
from tests.client.fakes import DAY, NOON, URL, Clock, open_donor, visits
from tests.client.recoverable_fakes import GroupDay, RecoverableServer
from tests.support.histories import write_chrome

ROUND = NOON.date()


@pytest.fixture
def member(home: Path, rounds: RecoverableServer) -> Iterator[Donor]:
    """A donor that has joined."""
    with open_donor(home, rounds) as opened:
        opened.join(URL)
        yield opened


def sent(donor: Donor, history: Path) -> list[tuple[str, int]]:
    """What one check-in sends: kind, and how many days ago the round's day began; nothing is refused."""
    report = donor.check_in([history])
    assert report.refused == ()
    return [(one.kind, (donor.today - one.round).days) for one in report.sent]


def kept(donor: Donor) -> Round:
    found = donor.installation.store.rounds.get(ROUND)
    assert found is not None
    return found


def prepared(donor: Donor, server: RecoverableServer, history: Path) -> GroupDay:
    """A round the donor has prepared for, on the morning after, its roster fixed."""
    group = server.begin(ROUND)
    assert sent(donor, history) == [("prepare", 0)]
    server.clock.now += DAY
    group.fix_roster()
    return group


def test_three_days_of_one_round(member: Donor, rounds: RecoverableServer, history: Path, clock: Clock) -> None:
    """Prepared on the day, submitted the day after, revealed the day after that: the sum is the donor's counts."""
    group = prepared(member, rounds, history)
    assert sent(member, history) == [("submit", 1)]
    clock.now += DAY
    group.close()
    assert sent(member, history) == [("reveal", 2)]
    assert list(group.total()) == [1, 4, 2, 1, 1]
    assert sent(member, history) == []


def test_one_check_in_does_all_that_is_due(
    member: Donor, rounds: RecoverableServer, clock: Clock, tmp_path: Path
) -> None:
    """From the third day on one contact prepares, submits and reveals, in this order, whatever order it is asked in."""
    file = tmp_path / "History"
    write_chrome(file, visits(("flu", NOON), ("cough", NOON + DAY), ("flu cough", NOON + 2 * DAY)))
    groups, expected = [], [("prepare", 0), ("submit", 1), ("reveal", 2)]
    for day in range(5):
        for group in groups[-1:]:
            group.fix_roster()
        for group in groups[-2:-1]:
            group.close()
        groups.append(rounds.begin(ROUND + day * DAY))
        assert sent(member, file) == expected[: day + 1]
        clock.now += DAY
    assert [list(group.total()) for group in groups[:3]] == [[1, 1, 1, 0, 0], [1, 1, 0, 0, 1], [1, 1, 1, 0, 1]]


def test_log_and_text_name_each_message(member: Donor, rounds: RecoverableServer, history: Path, clock: Clock) -> None:
    """The log has one line, with its bytes and its day, for every message that carried anything of the donor."""
    group = prepared(member, rounds, history)
    member.check_in([history])
    clock.now += DAY
    group.close()
    said = list(check_in_text(member.check_in([history])))
    names = {
        "registration": "POST donors",
        "check-in": "POST check-in",
        "preparation": "PUT preparations",
        "vector": "PUT vectors",
        "reveal": "PUT reveals",
    }
    lines = member.log()
    assert [names[line.what] for line in lines] == [name for name in rounds.requests if not name.startswith("GET")]
    sizes = {line.what: line.bytes for line in lines if line.round == ROUND}
    messages = {kind: data for (kind, _), (data,) in group.messages.items()}
    names = {"preparation": "preparations", "vector": "vectors", "reveal": "reveals"}
    assert sizes == {what: len(messages[name]) for what, name in names.items()}
    assert said == [f"helped to unlock the sum of {ROUND} ({sizes['reveal']} bytes)"]
    assert f"reveal  {ROUND}  {sizes['reveal']} bytes" in "\n".join(log_text(lines))


def test_away_on_the_data_day(member: Donor, rounds: RecoverableServer, history: Path, clock: Clock) -> None:
    """Who did not prepare is in no sum, can't be made to submit, and still helps to unlock the others' sum."""
    group = rounds.begin(ROUND)
    clock.now += DAY
    group.fix_roster()
    rounds.lie = lambda tasks: (*tasks, group.submit_task())
    assert [r.reason for r in member.check_in([history]).refused] == ["not-a-member"]
    rounds.lie = lambda tasks: tasks
    clock.now += DAY
    group.close()
    assert sent(member, history) == [("reveal", 2)]
    assert not group.total().any()


def test_away_when_the_vector_is_due(member: Donor, rounds: RecoverableServer, history: Path, clock: Clock) -> None:
    """Who prepared and was not back in time is left out of the sum, which the others' shares unlock."""
    group = prepared(member, rounds, history)
    clock.now += DAY
    group.close()
    assert kept(member).secrets is not None
    assert sent(member, history) == [("reveal", 2)]
    assert kept(member).secrets is None
    assert not group.total().any()


def test_away_when_shares_are_due(member: Donor, rounds: RecoverableServer, history: Path, clock: Clock) -> None:
    """Two thirds of the shares unlock a sum with the counts of a donor that has not come back."""
    group = prepared(member, rounds, history)
    member.check_in([history])
    clock.now += DAY
    group.close()
    assert list(group.total()) == [1, 4, 2, 1, 1]


@pytest.mark.parametrize("kind", ["PUT preparations", "PUT vectors", "PUT reveals"])
def test_a_refused_message_is_sent_again_as_the_same_bytes(
    member: Donor, rounds: RecoverableServer, history: Path, clock: Clock, tmp_path: Path, kind: str
) -> None:
    """What the server could not take, or did not confirm, is sent again unchanged, whatever has changed meanwhile."""
    other = tmp_path / "Other"
    write_chrome(other, visits(("flu", NOON)))
    group = rounds.begin(ROUND)
    for step in (group.fix_roster, group.close, lambda: None):
        rounds.problems[kind] = "rate-limited"
        report = member.check_in([history])
        del rounds.problems[kind]
        if report.refused:
            before = _kept_bytes(member, kind)
            assert [line.kind for line in member.check_in([other]).sent] != []
            assert group.messages[kind.split()[1], 0] == [before]
        step()
        clock.now += DAY
    assert list(group.total()) == [1, 4, 2, 1, 1]


def _kept_bytes(donor: Donor, kind: str) -> bytes | None:
    blinded = donor.installation.store.blinded(ROUND)
    return {
        "PUT preparations": kept(donor).preparation,
        "PUT vectors": blinded and blinded.data,
        "PUT reveals": kept(donor).reveal,
    }[kind]


def test_a_preparation_whose_receipt_was_lost_counts(
    member: Donor, rounds: RecoverableServer, history: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A donor that never heard that its preparation came submits all the same."""
    group = rounds.begin(ROUND)
    honest = GroupDay.receive

    def lose(self: GroupDay, kind: str, place: int, data: bytes) -> None:
        honest(self, kind, place, data)
        rounds.lose_answers = kind == "preparations"

    monkeypatch.setattr(GroupDay, "receive", lose)
    with pytest.raises(ServerUnreachable):
        member.check_in([history])
    monkeypatch.undo()
    rounds.lose_answers = False
    clock.now += DAY
    group.fix_roster()
    assert sent(member, history) == [("submit", 1)]


def test_secrets_are_erased_with_the_vector(
    home: Path, member: Donor, rounds: RecoverableServer, history: Path, clock: Clock
) -> None:
    """Once the vector is journalled no file of the home holds the round's secrets, whether it was confirmed or not."""
    prepared(member, rounds, history)
    secrets = kept(member).secrets
    assert secrets is not None
    assert _holds(home, secrets.ephemeral)
    assert _holds(home, secrets.self_mask)
    rounds.problems["PUT vectors"] = "rate-limited"
    member.check_in([history])
    assert kept(member).secrets is None
    assert not _holds(home, secrets.ephemeral)
    assert not _holds(home, secrets.self_mask)
    del rounds.problems["PUT vectors"]
    assert sent(member, history) == [("submit", 1)]


def test_secrets_are_erased_when_the_window_is_over(
    home: Path, member: Donor, rounds: RecoverableServer, history: Path, clock: Clock
) -> None:
    """A group that was cancelled is never asked for; its secrets wait for the window's last day, and no longer."""
    group = prepared(member, rounds, history)
    secrets = kept(member).secrets
    assert secrets is not None
    del rounds.days[ROUND]
    for ahead in (0, 1):
        clock.now = NOON + (1 + ahead) * DAY
        assert sent(member, history) == []
        assert kept(member).secrets == secrets
    clock.now += DAY
    assert sent(member, history) == []
    assert not _holds(home, secrets.ephemeral)
    assert not _holds(home, secrets.self_mask)
    rounds.days[ROUND] = group
    assert [r.reason for r in member.check_in([history]).refused] == ["too-late"]
    assert ("vectors", 0) not in group.messages


def test_a_window_the_server_was_down_for_is_still_open(
    member: Donor, rounds: RecoverableServer, history: Path, clock: Clock
) -> None:
    """A server that comes back after a week and asks for the day still gets it."""
    group = prepared(member, rounds, history)
    clock.now += 7 * DAY
    assert sent(member, history) == [("submit", 8)]
    group.close()
    assert list(group.total()) == [1, 4, 2, 1, 1]


def _holds(home: Path, secret: bytes) -> bool:
    files = [path for path in home.rglob("*") if path.is_file()]
    assert len(files) >= 2
    return any(secret in path.read_bytes() or secret.hex().encode() in path.read_bytes() for path in files)


def test_what_was_sent_is_erased_when_it_is_no_longer_asked_for(
    member: Donor, rounds: RecoverableServer, history: Path, clock: Clock
) -> None:
    """Messages go with the first check-in that does not ask for them, texts after some weeks; digests stay."""
    group = prepared(member, rounds, history)
    member.check_in([history])
    assert kept(member).preparation is None
    clock.now += DAY
    group.close()
    member.check_in([history])
    told = kept(member)
    assert None not in (told.reveal, told.roster, told.group_plan, told.prepared, told.survivors)
    member.check_in([history])
    assert (kept(member).reveal, kept(member).roster) == (None, told.roster)
    clock.now = NOON + (TEXTS_DAYS + 1) * DAY
    member.check_in([history])
    assert kept(member) == Round(ROUND, told.digest, told.last_day, None, survivors=told.survivors)
    assert kept(member).last_day == ROUND + timedelta(days=2)
    rounds.lie = lambda _tasks: (group.submit_task(), group.reveal_task(0))
    assert [r.reason for r in member.check_in([history]).refused] == ["not-a-member", "too-late"]


def test_registering_anew_answers_no_old_round(
    home: Path, tmp_path: Path, rounds: RecoverableServer, history: Path, clock: Clock
) -> None:
    """A restored home gets new keys: secrets of the old are erased, and their rounds are not answered."""
    with open_donor(home, rounds) as donor:
        donor.join(URL)
        rounds.begin(ROUND)
        assert sent(donor, history) == [("prepare", 0)]
        secrets = kept(donor).secrets
    assert secrets is not None
    shutil.copytree(home, tmp_path / "backup")
    with open_donor(home, rounds) as donor:
        donor.check_in([history])
    shutil.rmtree(home)
    shutil.copytree(tmp_path / "backup", home)
    clock.now += DAY
    group = rounds.days[ROUND]
    group.fix_roster()
    rounds.lie = lambda _tasks: (group.submit_task(),)
    with open_donor(home, rounds) as donor:
        assert [r.reason for r in donor.check_in([history]).refused] == ["not-a-member"]
        assert "registered-anew" in [line.what for line in donor.log()]
        assert not _holds(home, secrets.ephemeral)
    assert ("vectors", 0) not in group.messages


def test_shares_are_opened_once(
    member: Donor, rounds: RecoverableServer, history: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shares that did not arrive are sent again as they were, whatever boxes the server would show now."""
    group = prepared(member, rounds, history)
    member.check_in([history])
    clock.now += DAY
    group.close()
    rounds.problems["PUT reveals"] = "rate-limited"
    member.check_in([history])
    del rounds.problems["PUT reveals"]
    monkeypatch.setattr(RecoverableServer, "boxes", lambda *_: bytes(5 * 139))
    assert sent(member, history) == [("reveal", 2)]
    ((data,),) = [data for (kind, _), data in group.messages.items() if kind == "reveals"]
    assert NOTHING not in data[::REVEAL_SIZE]


def test_boxes_that_do_not_open_are_left_out(
    member: Donor, rounds: RecoverableServer, history: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a box that is garbage, or another's, nothing is revealed; the others are."""
    group = prepared(member, rounds, history)
    member.check_in([history])
    clock.now += DAY
    group.close()
    honest = rounds.boxes(group, 0)
    size = len(honest) // 5
    swapped = honest[size : 2 * size] + honest[:size] + bytes(size) + honest[3 * size :]
    monkeypatch.setattr(RecoverableServer, "boxes", lambda *_: swapped)
    assert sent(member, history) == [("reveal", 2)]
    ((data,),) = [data for (kind, _), data in group.messages.items() if kind == "reveals"]
    assert [kind == NOTHING for kind in data[::REVEAL_SIZE]] == [True, True, True, False, False]


@pytest.mark.parametrize("boxes", [b"", b"x", bytes(6 * 139)])
def test_boxes_of_another_number_are_refused(
    member: Donor, rounds: RecoverableServer, history: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, boxes: bytes
) -> None:
    """Bytes that are not one box for each member of the roster are refused, and nothing is revealed."""
    group = prepared(member, rounds, history)
    member.check_in([history])
    clock.now += DAY
    group.close()
    monkeypatch.setattr(RecoverableServer, "boxes", lambda *_: boxes)
    assert [r.reason for r in member.check_in([history]).refused] == ["wrong-size"]
    assert ("reveals", 0) not in group.messages
