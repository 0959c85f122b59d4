"""A home follows the chain of its server's keys: it goes on through replacements, and takes no replaced key."""

import json
from contextlib import closing, nullcontext
from pathlib import Path

import httpx
import pytest
from nacl.signing import SigningKey

from pdd_client.core.errors import Code, DonorError
from pdd_client.donor.donor import Donor
from tests.client.fakes import DAY, NOON, URL, Clock, open_donor
from tests.client.keyed_server import YEAR, KeyedServer


@pytest.fixture
def server(clock: Clock) -> KeyedServer:
    return KeyedServer(clock)


@pytest.fixture
def donor(tmp_path: Path, server: KeyedServer) -> Donor:
    made = open_donor(tmp_path / "home", server)
    made.campaigns.join(URL)
    return made


def asked(server: KeyedServer) -> int:
    return server.requests.count("GET keys")


def refusal(donor: Donor, server: KeyedServer, clock: Clock) -> Code | None:
    """Return the code under which the donor refuses the server at its next contact, and assert that nothing left."""
    clock.now += DAY
    before = len(server.requests)
    with pytest.raises(DonorError) as refused:
        donor.check_in([])
    assert set(server.requests[before:]) <= {"POST check-in", "GET keys"}
    return refused.value.code


def test_a_donor_goes_on_when_the_key_is_replaced(donor: Donor, server: KeyedServer, clock: Clock) -> None:
    """A donor of five replaced keys, two of them while it was away, sends on, without joining or registering anew. It
    asks for the chain once for each change that it sees.
    """
    for replaced in (0, 1, 0, 2, 1, 1):
        for _ in range(replaced):
            server.replace()
        clock.now += DAY
        server.offer(server.plan(clock.now.date() - DAY))
        assert [sent.kind for sent in donor.check_in([]).sent] == ["submit"]
    assert (asked(server), server.requests.count("POST donors")) == (5, 1)


def test_a_key_that_was_replaced_is_refused(donor: Donor, server: KeyedServer, clock: Clock) -> None:
    """Somebody with a stolen key and the network gets nothing from a donor that was shown the key's successor: not with
    the chain of then, not with the newest one, not without any. The honest server goes on.
    """
    stolen, then = server.key, server.links
    donor.check_in([])
    server.replace()
    clock.now += DAY
    donor.check_in([])
    honest, newest = server.key, server.links
    for links in (then, newest, ()):
        server.key, server.links = stolen, links
        assert refusal(donor, server, clock) == Code.REVOKED_KEY
    with pytest.raises(DonorError, match="chain of keys"):
        donor.campaigns.join(URL)
    server.key, server.links, server.last = honest, newest, clock.now.date() + YEAR
    donor.check_in([])


@pytest.mark.parametrize("agreed", [False, True])
def test_a_key_that_was_replaced_is_refused_though_its_statement_is_kept(
    donor: Donor, server: KeyedServer, clock: Clock, agreed: bool
) -> None:
    """A home that learns of a successor, but still keeps the statement of the replaced key, refuses that key: after an
    offer that the donor leaves, and after an offer from before the replacement that the donor accepts.
    """
    donor.check_in([])
    stolen, then, offer = server.key, server.links, donor.campaigns.fetch_offer(URL)
    server.replace()
    donor.campaigns.fetch_offer(URL)
    if agreed:
        donor.check_in([])
        donor.campaigns.accept(offer, dict.fromkeys(offer.campaigns))
    server.key, server.links = stolen, then
    assert refusal(donor, server, clock) == Code.REVOKED_KEY


@pytest.mark.parametrize("replaced", [False, True])
def test_two_contacts_at_once_keep_the_newest_link(
    donor: Donor, server: KeyedServer, clock: Clock, monkeypatch: pytest.MonkeyPatch, replaced: bool
) -> None:
    """A check-in learns of a newer link while an offer is fetched whose chain lacks it: the home keeps the newer link,
    and a key that it revokes can't come back. If both are shown the same link, both go on.
    """
    donor.check_in([])
    server.replace()
    stolen, then, answer = server.key, server.links, server.handle

    def answer_late(request: httpx.Request) -> httpx.Response:
        """Answer the first request for the chain from before what happens meanwhile."""
        answered = answer(request)
        if request.url.path.endswith("/keys"):
            monkeypatch.setattr(server, "handle", answer)
            if replaced:
                server.replace()
            with closing(open_donor(donor.installation.store.home, server)) as other:
                other.check_in([])
        return answered

    monkeypatch.setattr(server, "handle", answer_late)
    with pytest.raises(DonorError, match="names another key") if replaced else nullcontext():
        donor.campaigns.fetch_offer(URL)
    server.key, server.links = stolen, then
    if replaced:
        assert refusal(donor, server, clock) == Code.REVOKED_KEY
    else:
        donor.check_in([])


def test_a_renewed_key_is_taken_from_processes_that_do_not_know_of_it(
    donor: Donor, server: KeyedServer, clock: Clock
) -> None:
    """One process of a server has signed the same key for longer, others go on with the statement and the chain from
    before. A donor sends to all of them.
    """
    before = server.links, server.last
    clock.now += DAY
    renewed = server.after(server.links), server.last
    for server.links, server.last in (renewed, before, renewed):
        clock.now += DAY
        server.offer(server.plan(clock.now.date() - DAY))
        assert [sent.kind for sent in donor.check_in([]).sent] == ["submit"]
    assert asked(server) == 1


def test_a_known_link_without_its_key_is_asked_for_again(donor: Donor, server: KeyedServer, clock: Clock) -> None:
    """A home whose fact has the link alone asks for the chain once more, and keeps to the link."""
    donor.check_in([])
    store = donor.installation.store
    link = json.loads(store.fact("key_link") or "")
    with store.transaction():
        store.set_fact("key_link", json.dumps({"number": link["number"], "digest": link["digest"]}))
    for _ in range(2):
        clock.now += DAY
        donor.check_in([])
    assert asked(server) == 2


def test_a_second_link_in_the_place_of_one_is_refused(donor: Donor, server: KeyedServer, clock: Clock) -> None:
    """A thief of the identity key who begins a branch of its own is refused by donors that know the server's."""
    before = server.links
    server.replace()
    donor.check_in([])
    server.key = SigningKey.generate()
    server.links = server.after(server.after(before))
    assert refusal(donor, server, clock) == Code.REVOKED_KEY


def test_a_key_that_ran_out_is_told(donor: Donor, server: KeyedServer, clock: Clock) -> None:
    """After the key's last day a donor sends nothing and says why. With a new key it goes on."""
    donor.check_in([])
    clock.now = NOON + YEAR
    assert refusal(donor, server, clock) == Code.EXPIRED_KEY
    server.replace()
    donor.check_in([])


def test_a_forged_chain_is_refused(donor: Donor, server: KeyedServer, clock: Clock) -> None:
    """A chain that the identity key did not sign, or that has a link more than once, is refused."""
    [link] = server.links
    for links in ((link, link), (link.model_copy(update={"signature": "00" * 64}),)):
        server.links = links
        assert refusal(donor, server, clock) == Code.UNVOUCHED_KEY


def test_a_server_without_a_chain_is_refused(donor: Donor, server: KeyedServer, clock: Clock) -> None:
    """A server that shows no chain gets nothing, whether or not the donor has seen one."""
    links, server.links = server.links, ()
    assert refusal(donor, server, clock) == Code.UNVOUCHED_KEY
    server.links = links
    donor.check_in([])
    server.replace()
    server.links = ()
    assert refusal(donor, server, clock) == Code.REVOKED_KEY


def test_joining_more_keeps_to_the_chain(donor: Donor, server: KeyedServer, clock: Clock) -> None:
    """Joining again after a replacement follows the chain, and the next check-in need not ask for it."""
    donor.check_in([])
    server.replace()
    donor.campaigns.join(URL)
    assert asked(server) == 2
    clock.now += DAY
    donor.check_in([])
    assert asked(server) == 2
