"""Taking in the three messages of `recoverable`: whatever comes, it is taken once, or refused by name."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pdd_server.folder import Deployment
from pdd_shared.rounds.recoverable.dealing import HEADER_SIZE, from_message, to_message
from pdd_shared.rounds.recoverable.signatures import prepared_statement
from tests.server.playing import DAY, HandClock, donors, dump, night
from tests.server.recoverable_playing import EVERYTHING, Message, Player, begin, players, recoverable_server
from tests.server.test_registration import problem


@pytest.fixture
def server(tmp_path: Path, clock: HandClock) -> Iterator[Deployment]:
    made = recoverable_server(tmp_path, clock)
    yield made
    made.store.dispose()


def due(server: Deployment, clock: HandClock, kind: str) -> list[Player]:
    """Four donors on the day on which this kind of message is due for DAY, after whatever comes before it."""
    crowd = players(server, 4)
    night(server)
    for earlier in EVERYTHING[: EVERYTHING.index(kind)]:
        for player in crowd:
            player.work(earlier)
        begin(server, clock)
    return crowd


def message(player: Player, kind: str) -> Message:
    (task,) = (task for task in player.tasks() if task.kind == kind)
    return player.message(task)


@pytest.mark.parametrize("kind", EVERYTHING)
def test_resend_changes_nothing(server: Deployment, clock: HandClock, kind: str) -> None:
    """The same bytes again, in whatever order with the others', get the same receipt and leave all as it was."""
    sent = [(player, *message(player, kind)) for player in due(server, clock, kind)]
    receipts = [player.put(address, data).json for player, address, data in sent]
    before = dump(server)
    for (player, address, data), receipt in list(zip(sent, receipts, strict=True))[::-1]:
        assert player.put(address, data).json == receipt
    assert dump(server) == before
    assert kind not in sent[0][0].work()


@pytest.mark.parametrize("kind", EVERYTHING)
def test_another_message_is_refused(server: Deployment, clock: HandClock, kind: str) -> None:
    """A second, different message of a kind is refused, and the first one stays."""
    player = due(server, clock, kind)[0]
    address, data = message(player, kind)
    player.put(address, data)
    before = dump(server)
    assert problem(player.put(address, data[:-1] + bytes([data[-1] ^ 1]))) == "different-vector"
    assert dump(server) == before


@pytest.mark.parametrize("kind", EVERYTHING)
@pytest.mark.parametrize(
    ("day", "name", "size", "token", "expected"),
    [
        ("2026-11-19", None, None, None, "no-such-round"),
        ("2026-11-31", None, None, None, "no-such-round"),
        ("20261120", None, None, None, "no-such-round"),
        (None, "0" * 64, None, None, "foreign-plan"),
        (None, "x", None, None, "foreign-plan"),
        (None, None, 0, None, "wrong-size"),
        (None, None, 33, None, "wrong-size"),
        (None, None, 300_000, None, "too-large"),
        (None, None, None, "0" * 64, "not-registered"),
    ],
)
def test_malformed_and_foreign_messages_are_refused(
    server: Deployment,
    clock: HandClock,
    kind: str,
    day: str | None,
    name: str | None,
    size: int | None,
    token: str | None,
    expected: str,
) -> None:
    """Another day, another plan, roster or survivor list, another size or token: a named problem, nothing changed."""
    player = due(server, clock, kind)[0]
    address, data = message(player, kind)
    parts = address.split("/")
    parts[3], parts[5] = day or parts[3], name or parts[5]
    player.token = token or player.token
    before = dump(server)
    assert problem(player.put("/".join(parts), data if size is None else bytes(size))) == expected
    assert dump(server) == before


@pytest.mark.parametrize("kind", EVERYTHING)
def test_strangers_are_refused(server: Deployment, clock: HandClock, kind: str) -> None:
    """A donor that is in no group of the round cannot send into it, nor fetch its boxes."""
    player = due(server, clock, kind)[0]
    address, data = message(player, kind)
    (stranger,) = donors(server, 1)
    before = dump(server)
    assert problem(stranger.put(address, data)) == "not-a-member"
    boxes = stranger.send(f"/v1/rounds/{DAY}/boxes", headers=stranger.headers)
    assert problem(boxes) == ("not-a-member" if kind == "reveal" else "no-such-round")
    assert dump(server) == before


@pytest.mark.parametrize("kind", EVERYTHING)
def test_late_messages_are_refused(server: Deployment, clock: HandClock, kind: str) -> None:
    """When the round has gone on without it, a message is too late and changes nothing."""
    player, *others = due(server, clock, kind)
    address, data = message(player, kind)
    for other in others:
        other.work(kind)
    for _ in range(2 if kind == "submit" else 1):
        begin(server, clock)
    before = dump(server)
    assert problem(player.put(address, data)) == "too-late"
    assert dump(server) == before


def test_the_day_over_is_too_late_to_prepare_it(server: Deployment, clock: HandClock) -> None:
    """After midnight nothing is prepared for the day before, even if the night's work is late."""
    player = due(server, clock, "prepare")[0]
    address, data = message(player, "prepare")
    clock.next_day()
    before = dump(server)
    assert problem(player.put(address, data)) == "too-late"
    assert dump(server) == before


def test_early_messages_are_refused(server: Deployment, clock: HandClock) -> None:
    """No vector before there is a roster, no share and no box before there is a survivor list."""
    player, *others = due(server, clock, "prepare")
    for asked in ("vectors", "reveals"):
        assert problem(player.put(f"/v1/rounds/{DAY}/{asked}/{'0' * 64}", bytes(16))) == "too-late"
    for one in (player, *others):
        one.work()
    begin(server, clock)
    assert problem(player.put(f"/v1/rounds/{DAY}/reveals/{'0' * 64}", bytes(33 * 4))) == "too-late"
    assert problem(player.send(f"/v1/rounds/{DAY}/boxes", headers=player.headers)) == "no-such-round"


def test_every_byte_of_a_preparation_is_signed(server: Deployment, clock: HandClock) -> None:
    """A bit changed in the key, the commitment, the signature, a hash or a box: refused, nothing changed."""
    player = due(server, clock, "prepare")[0]
    address, data = message(player, "prepare")
    before = dump(server)
    for place in (0, 31, 32, 63, 64, 127, HEADER_SIZE, HEADER_SIZE + 64 * 4 - 1, HEADER_SIZE + 64 * 4, len(data) - 1):
        altered = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        assert problem(player.put(address, altered)) == "altered-roster", place
    assert dump(server) == before


def test_another_members_preparation_is_refused(server: Deployment, clock: HandClock) -> None:
    """What one member prepared is not taken from another: its identity did not sign it."""
    first, second, *_ = due(server, clock, "prepare")
    address, data = message(first, "prepare")
    before = dump(server)
    assert problem(second.put(address, data)) == "altered-roster"
    assert dump(server) == before


def test_keys_that_would_spoil_a_roster_are_refused(server: Deployment, clock: HandClock) -> None:
    """Another member's ephemeral key, and one of low order, rightly signed: the others would refuse the roster."""
    first, second, *_ = due(server, clock, "prepare")
    first.work("prepare")
    address, data = message(second, "prepare")
    before = dump(server)
    copied = bytes.fromhex(first.parts[DAY].prepared.ephemeral)
    assert problem(second.put(address, with_key(second, copied, data))) == "duplicate-member"
    assert problem(second.put(address, with_key(second, bytes(32), data))) == "weak-key"
    assert dump(server) == before


def with_key(player: Player, ephemeral: bytes, data: bytes) -> bytes:
    """A member's preparation with this ephemeral key, signed anew."""
    tentative = player.parts[DAY].tentative
    prepared, dealing = from_message(data, tentative.place, tentative.size)
    commitment = bytes.fromhex(prepared.commitment)
    said = prepared_statement(tentative.digest, tentative.place, ephemeral, commitment, dealing.digest)
    signature = player.secrets.identity.sign(said).signature.hex()
    return to_message(prepared.model_copy(update={"ephemeral": ephemeral.hex(), "signature": signature}), dealing)


def test_boxes_are_those_sealed_for_the_donor(server: Deployment, clock: HandClock) -> None:
    """One box for each member of the roster, in its order, each of which opens for this donor alone."""
    crowd = due(server, clock, "reveal")
    fetched = {player.boxes(DAY) for player in crowd}
    assert len(fetched) == 4
    for player in crowd:
        _, shares = message(player, "reveal")
        kinds = shares[::33]
        assert kinds == bytes([1] * 4)


def test_a_retried_check_in_repeats_the_tasks(server: Deployment, clock: HandClock) -> None:
    """An answer that was lost is given again, whatever is due; a task that was done in between is not."""
    player = due(server, clock, "reveal")[0]
    number, nonce = player.number, "ab" * 32
    first = player.check_in(nonce, number).json
    assert player.check_in(nonce, number).json == first
    assert [task["kind"] for task in first["tasks"]] == ["prepare", "reveal"]
