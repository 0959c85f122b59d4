"""The extension follows the chain of its server's keys as the app does (tests/client/donor/test_server_keys.py)."""

from collections.abc import Iterator

import pytest
from nacl.signing import SigningKey

from tests.client.fakes import DAY, NOON, Clock
from tests.client.keyed_server import YEAR, KeyedServer
from tests.client.loopback import listening
from tests.extension.donors import Donors, Failed, donors_in_javascript


class Home:
    """A JavaScript donor that has joined, and had its first contact."""

    def __init__(self, donors: Donors, server: KeyedServer, url: str) -> None:
        self.donors, self.server, self.url = donors, server, url
        donors.at(NOON)
        donors.join("keys", url)
        self.check_in()

    def next_day(self) -> None:
        self.server.clock.now += DAY
        self.donors.at(self.server.clock.now)

    def check_in(self) -> None:
        self.donors.call("keys", "checkIn")

    def refusal(self) -> str:
        """Return the code under which the home refuses the server the next day, and assert that nothing left."""
        self.next_day()
        before = len(self.server.requests)
        with pytest.raises(Failed) as failed:
            self.check_in()
        assert set(self.server.requests[before:]) <= {"POST check-in", "GET keys"}
        return failed.value.code

    def asked(self) -> int:
        return self.server.requests.count("GET keys")


@pytest.fixture
def home() -> Iterator[Home]:
    server = KeyedServer(Clock())
    with donors_in_javascript() as donors, listening(server) as url:
        yield Home(donors, server, url)


def test_a_donor_goes_on_when_the_key_is_replaced(home: Home) -> None:
    """A donor of four replaced keys, two of them while it was away, goes on without registering anew. It asks for the
    chain once for each change that it sees.
    """
    for replaced in (0, 1, 2, 0, 1):
        for _ in range(replaced):
            home.server.replace()
        home.next_day()
        home.check_in()
    assert (home.asked(), home.server.requests.count("POST donors")) == (4, 1)


def test_a_key_that_was_replaced_is_refused(home: Home) -> None:
    """Somebody with a stolen key and the network gets nothing from a donor that was shown the key's successor."""
    stolen, then = home.server.key, home.server.links
    home.server.replace()
    home.next_day()
    home.check_in()
    honest, newest = home.server.key, home.server.links
    for links in (then, newest, ()):
        home.server.key, home.server.links = stolen, links
        assert home.refusal() == "revoked-key"
    with pytest.raises(Failed, match="chain of keys"):
        home.donors.join("keys", home.url)
    home.server.key, home.server.links = honest, newest
    home.check_in()


@pytest.mark.parametrize("agreed", [False, True])
def test_a_key_that_was_replaced_is_refused_though_its_statement_is_kept(home: Home, agreed: bool) -> None:
    """A home that learns of a successor, but still keeps the statement of the replaced key, refuses that key: after an
    offer that the donor leaves, and after an offer from before the replacement that the donor accepts.
    """
    stolen, then = home.server.key, home.server.links
    offer = home.donors.call("keys", "campaigns.fetchOffer", home.url)
    home.server.replace()
    home.donors.call("keys", "campaigns.fetchOffer", home.url)
    if agreed:
        home.check_in()
        home.donors.call("keys", "campaigns.accept", offer, {})
    home.server.key, home.server.links = stolen, then
    assert home.refusal() == "revoked-key"


def test_a_renewed_key_is_taken_from_processes_that_do_not_know_of_it(home: Home) -> None:
    """One process of a server has signed the same key for longer, others go on with the statement and the chain from
    before. A donor takes all of them.
    """
    before = home.server.links, home.server.last
    home.next_day()
    renewed = home.server.after(home.server.links), home.server.last
    for home.server.links, home.server.last in (renewed, before, renewed):
        home.next_day()
        home.check_in()
    assert home.asked() == 1


def test_a_second_link_in_the_place_of_one_is_refused(home: Home) -> None:
    """A thief of the identity key who begins another branch is refused by donors that know the server's."""
    before = home.server.links
    home.server.replace()
    home.next_day()
    home.check_in()
    home.server.key = SigningKey.generate()
    home.server.links = home.server.after(home.server.after(before))
    assert home.refusal() == "revoked-key"


def test_a_key_that_ran_out_is_told(home: Home) -> None:
    """After the key's last day a donor sends nothing and says why. With a new key it goes on."""
    home.server.clock.now = NOON + YEAR
    assert home.refusal() == "expired-key"
    home.server.replace()
    home.check_in()


def test_a_forged_chain_is_refused(home: Home) -> None:
    """A chain that the identity key did not sign, or that has a link more than once, is refused."""
    home.server.replace()
    first, newest = home.server.links
    for links in ((first, newest, newest), (first, newest.model_copy(update={"signature": "00" * 64}))):
        home.server.links = links
        assert home.refusal() == "unvouched-key"


def test_a_server_without_a_chain_is_refused(home: Home) -> None:
    """A server that shows no chain gets nothing, whether or not the donor has seen one."""
    links, home.server.links = home.server.links, ()
    home.donors.join("another", home.url)
    with pytest.raises(Failed, match="the server shows no chain of keys"):
        home.donors.call("another", "checkIn")
    home.server.replace()
    home.server.links = ()
    assert home.refusal() == "revoked-key"
    home.server.links = links
