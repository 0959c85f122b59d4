"""The evidence that a home keeps against a lying server, how often it reports a lie, and what it deletes."""

import json
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pdd_shared.protocol.fields import SignedKind
from pdd_shared.protocol.messages import Signed, UploadTask
from pdd_shared.rounds.cohort.day.server import Opening
from pdd_shared.rounds.cohort.messages import Epoch, OnlineKey, TicketReceipt
from pdd_shared.rounds.cohort.signed_messages import open_message
from pdd_shared.rounds.refusals import Refused
from tests.client.cohort_fakes import CohortServer
from tests.client.cohort_players import Player, crowd, everybody
from tests.client.fakes import NOON, Clock

DATA_DAY = NOON.date()
ONE = timedelta(days=1)


@pytest.fixture
def server(clock: Clock) -> CohortServer:
    return CohortServer(clock)


def exported(one: Player, folder: Path) -> list[dict[str, Any]]:
    """Return the evidence in the home's export."""
    one.donor.export(folder / "mine.json")
    found: list[dict[str, Any]] = json.loads((folder / "mine.json").read_text())["evidence"]
    return found


def judged(server: CohortServer, texts: list[dict[str, str]], *kinds: type[SignedKind]) -> list[Any]:
    """Return the texts as a third party reads them, who knows only the server's identity key.

    Each text must be signed by a key that the identity key vouches for.
    """
    signed = [Signed(**text) for text in texts]
    identity = server.identity.verify_key.encode()
    keys = [bytes.fromhex(open_message(one, OnlineKey, identity).key) for one in signed[len(kinds) :]]
    return [_opened(text, kind, keys) for text, kind in zip(signed, kinds, strict=False)]


def _opened(text: Signed, kind: type[SignedKind], keys: list[bytes]) -> SignedKind:
    for key in keys:
        with suppress(Refused):
            return open_message(text, kind, key)
    raise AssertionError("no key that the identity vouches for has signed this")


def test_two_epochs_convict_the_server_though_its_key_has_changed(
    tmp_path: Path, server: CohortServer, players: list[Player]
) -> None:
    """Each text is kept with the identity key's statement for its signing key, so the export alone convicts the
    server.
    """
    everybody(players)
    server.to_next_day()
    server.replace()
    server.lies["epoch"] = lambda epoch: epoch.model_copy(update={"root": "00" * 32})
    players[0].check_in()
    (found,) = exported(players[0], tmp_path)
    assert (found["reason"], len(found["texts"])) == ("two-epochs", 4)
    first, second = judged(server, found["texts"], Epoch, Epoch)
    assert first.number == second.number
    assert first.root != second.root


def test_a_denied_ticket_convicts_the_server(tmp_path: Path, server: CohortServer) -> None:
    """A home missing from its receipt's tree has the receipt and the tree with the server's signatures."""
    with crowd(tmp_path, server, 5) as players:
        token = next(iter(server.donors))
        waiting = {one: ticket for one, ticket in server.tickets[0].items() if one != token}
        server.clock.now += ONE
        server.make_epoch(0, waiting, server.today())
        server.epochs[0].holders[token] = 0  # another donor's leaf
        server.night()
        everybody(players)
        everybody(players)
        (found,) = exported(players[0], tmp_path)
        assert (found["reason"], len(found["texts"])) == ("denied-ticket", 3)
        receipt, epoch = judged(server, found["texts"], TicketReceipt, Epoch)
        assert (receipt.epoch, receipt.index) == (epoch.number, None)
        leaves = {leaf.exchange for leaf in server.epochs[0].tree.leaves}
        ticket = players[0].donor.installation.store.epochs.tickets()[0]
        assert ticket.secrets.exchange_public not in leaves
        assert exported(players[1], tmp_path) == []


def test_a_tree_that_was_passed_over_convicts_the_server(tmp_path: Path, server: CohortServer) -> None:
    """With a receipt for the tree of epoch 0, being shown another epoch convicts the server."""
    with crowd(tmp_path, server, 5) as players:
        token = next(iter(server.donors))
        server.clock.now += ONE
        server.make_epoch(1, {one: ticket for one, ticket in server.tickets[0].items() if one != token}, server.today())
        server.tickets[1] = {}
        players[0].check_in()
        server.extra = [
            UploadTask(
                **server.texts_of(server.planned(server.plan_of(DATA_DAY, server.epochs[1].epoch), server.epochs[1]))
            )
        ]
        players[0].check_in()
        assert "denied-ticket" in players[0].refusals()
        (found,) = exported(players[0], tmp_path)
        receipt, epoch = judged(server, found["texts"], TicketReceipt, Epoch)
        assert (receipt.epoch, receipt.index, epoch.number) == (0, None, 1)


def test_an_epoch_that_was_denied_is_refused_once_a_data_day(server: CohortServer, players: list[Player]) -> None:
    """A denied ticket is refused in one log line a day, however often and for whatever the server asks."""
    one = players[3]
    server.lies["published"] = lambda epoch: epoch.model_copy(update={"root": "00" * 32})
    for _ in range(4):
        one.check_in()
        one.check_in()
        everybody(players[:3])
        everybody(players[:3])
        server.lies.clear()
        server.to_next_day()
    lines = [(line.round, line.reason) for line in one.donor.log() if line.what == "refusal"]
    assert lines == [(DATA_DAY + number * ONE, "two-committees") for number in range(4)]
    assert {day.state for day in one.donor.days.sent() if day.day < server.today() - 2 * ONE} == {"refused"}


def test_a_list_that_was_not_certified_is_not_asked_for_twice(server: CohortServer, players: list[Player]) -> None:
    """A member shown a false list and its certificate in one contact refuses once, by the list's name."""
    everybody(players)
    server.to_next_day(2)
    everybody(players[1:])
    assert isinstance(server.days[DATA_DAY].state, Opening)
    before = players[0].refusals()
    server.lies["list"] = lambda data: data[:-1]
    players[0].check_in()
    assert players[0].refusals() - before == {"altered-list": 1}
    server.lies.clear()
    assert {"certify", "open"} <= {sent.kind for sent in players[0].check_in().sent}


@pytest.mark.parametrize("why", ["its time is over", "the home has other keys"])
def test_which_leaf_was_the_homes_is_forgotten_with_its_secrets(
    server: CohortServer, players: list[Player], why: str
) -> None:
    """With the secrets the home's leaf is deleted from its files; that it had a place stays, so it takes no second
    leaf.
    """
    one = players[0]
    everybody(players)
    store = one.donor.installation.store
    ticket, kept = store.epochs.tickets()[0], store.epochs.epoch(0)
    assert kept is not None
    assert kept.place is not None
    leaf = ticket.secrets.exchange_public
    assert _holds(one.donor.home, leaf)
    for known in (server.epochs, server.tickets, server.days):
        known.clear()  # type: ignore[attr-defined]
    if why == "its time is over":
        server.clock.now += 60 * ONE
    else:
        server.donors.clear()
    one.check_in()
    assert ("registered-anew" in [line.what for line in one.donor.log()]) == (why == "the home has other keys")
    assert not _holds(one.donor.home, leaf)
    forgotten = store.epochs.epoch(0)
    assert forgotten is not None
    assert (forgotten.placed, forgotten.place, forgotten.serves) == (True, None, False)
    assert 0 not in store.epochs.tickets()


def _holds(home: Path, data: bytes) -> bool:
    files = [path for path in home.rglob("*") if path.is_file()]
    assert len(files) >= 2
    return any(data in path.read_bytes() for path in files)
