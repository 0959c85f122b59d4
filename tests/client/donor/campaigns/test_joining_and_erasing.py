"""Interrupted joining and erasing: a home belongs to one server from first registration until it is erased."""

import sys
from errno import EACCES
from pathlib import Path

import pytest

from pdd_client.core.errors import DonorError
from pdd_client.donor.campaigns.leave import Farewell
from pdd_client.donor.donor import Donor
from pdd_client.gateways.home_store.consent_store import ConsentStore
from pdd_client.gateways.home_store.local_store import LocalStore
from pdd_client.gateways.server_http.connection_errors import ServerUnreachable
from pdd_client.gateways.server_http.server_http import ServerProblem
from tests.client.fakes import URL, FakeServer, open_donor

OTHER = "http://127.0.0.1:10"


def interrupted(donor: Donor, server: FakeServer) -> None:
    """Return a home whose first registration succeeded at the server, but whose answer was lost."""
    offer = donor.campaigns.fetch_offer(URL)
    server.lose_answers = True
    with pytest.raises(ServerUnreachable):
        donor.campaigns.accept(offer)
    server.lose_answers = False
    assert len(server.donors) == 1


def test_an_interrupted_registration_binds_the_home_to_its_server(home: Path, server: FakeServer) -> None:
    """After an interrupted registration no other server is joined or contacted, and joining the same one finishes."""
    with open_donor(home, server) as donor:
        interrupted(donor, server)
        server.requests.clear()
    with open_donor(home, server) as donor:
        with pytest.raises(DonorError, match=f"has joined {URL}"):
            donor.campaigns.fetch_offer(OTHER)
        with pytest.raises(DonorError, match=f"join {URL}"):
            donor.check_in([])
        assert server.requests == []
        assert donor.status().next == "join"
        assert donor.campaigns.join(URL).campaigns == ("flu",)
        assert donor.check_in([]).refused == ()


def test_keys_without_consents_are_erased_at_their_server(
    home: Path, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A home killed between registration and consent can let its server forget it."""

    def killed(_store: LocalStore, _consent: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, open_donor(home, server) as donor:
        patched.setattr(ConsentStore, "add", killed)
        with pytest.raises(KeyboardInterrupt):
            donor.campaigns.join(URL)
    with open_donor(home, server) as donor:
        with pytest.raises(DonorError, match="`erase-me` first"):
            donor.campaigns.join(OTHER)
        assert donor.erase_me() is Farewell.FORGOTTEN
    assert (server.donors, home.exists()) == ({}, False)


def test_a_server_that_refuses_a_first_registration_is_forgotten(donor: Donor, server: FakeServer) -> None:
    """A home that one server turned away can join another."""
    server.problems["POST donors"] = "invitation-needed"
    with pytest.raises(ServerProblem):
        donor.campaigns.join(URL)
    assert donor.status().server is None
    server.problems.clear()
    assert donor.campaigns.join(OTHER).campaigns == ("flu",)


def test_an_offer_is_not_accepted_in_a_home_that_joined_elsewhere_meanwhile(home: Path, server: FakeServer) -> None:
    """An offer is refused before anything is sent if another command has joined elsewhere meanwhile."""
    with open_donor(home, server) as one, open_donor(home, server) as two:
        offer = one.campaigns.fetch_offer(OTHER)
        two.campaigns.join(URL)
        with pytest.raises(DonorError, match=f"has joined {URL}"):
            one.campaigns.accept(offer)
    assert len(server.donors) == 1


def test_a_check_in_that_begins_while_the_home_is_erased_registers_nobody(
    home: Path, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A check-in that begins while the home is erased registers nobody: it finds that nothing is joined."""
    destroy, refused = LocalStore.destroy, []
    with open_donor(home, server) as erasing, open_donor(home, server) as other:
        erasing.campaigns.join(URL)
        (home / "mine.txt").write_text("kept")

        def watched(store: LocalStore) -> bool:
            with pytest.raises(DonorError) as caught:
                other.check_in([])
            refused.append(str(caught.value))
            return destroy(store)

        monkeypatch.setattr(LocalStore, "destroy", watched)
        erasing.erase_me()
        with pytest.raises(DonorError, match="joined no server"):
            other.check_in([])
    assert "under way" in refused[0]
    assert server.donors == {}


@pytest.mark.parametrize("text", ["damaged", '{"another": "key"}'])
def test_key_files_are_erased_whatever_is_in_them(home: Path, server: FakeServer, text: str) -> None:
    """Damaged keys, another installation's keys and half-written key files are erased with the home."""
    with open_donor(home, server) as donor:
        donor.campaigns.join(URL)
        for name in ("keys.json", "keys.new"):
            (home / name).write_text(text)
        donor.erase_me()
    assert not home.exists()


@pytest.mark.parametrize("down", [True, False], ids=["gone", "there"])
def test_a_home_is_erased_without_its_server(home: Path, server: FakeServer, down: bool) -> None:
    """Erasing without the server deletes keys and home and contacts nobody; another server can be joined then."""
    with open_donor(home, server) as donor:
        donor.campaigns.join(URL)
        server.down = down
        server.requests.clear()
        assert donor.erase_me(tell_server=False) is Farewell.NOT_TOLD
    assert not home.exists()
    assert server.requests == []
    assert len(server.donors) == 1
    server.down = False
    with open_donor(home, server) as donor:
        assert donor.campaigns.join(OTHER).campaigns == ("flu",)
    assert len(server.donors) == 2


def test_a_home_that_joined_nothing_has_no_server_to_tell(donor: Donor, server: FakeServer) -> None:
    """Erasing a home that joined nothing does not mention a server."""
    assert donor.erase_me(tell_server=False) is Farewell.UNKNOWN
    assert server.requests == []


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Apply Windows' rule that a file which SQLite holds open can't be deleted."""
    if sys.platform == "win32":
        return
    opened = Path("/proc/self/fd")
    if not opened.exists():
        pytest.skip("this system does not tell which files a process holds open")
    unlink = Path.unlink

    def refusing(path: Path, missing_ok: bool = False) -> None:
        if path.exists() and any(link.exists() and link.samefile(path) for link in opened.iterdir()):
            raise PermissionError(EACCES, "it is being used by another process", str(path))
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", refusing)


@pytest.mark.usefixtures("windows")
def test_a_home_is_erased_where_open_files_stay(home: Path, server: FakeServer) -> None:
    """A home is erased where open files can't be deleted, and can be joined again."""
    with open_donor(home, server) as donor:
        donor.campaigns.join(URL)
        assert donor.erase_me() is Farewell.FORGOTTEN
    assert not home.exists()
    with open_donor(home, server) as donor:
        assert donor.campaigns.join(OTHER).campaigns == ("flu",)


@pytest.mark.usefixtures("windows")
def test_a_lock_that_another_holds_outlives_the_home(home: Path, server: FakeServer) -> None:
    """A lock that another process holds stays, empty, and does not prevent joining again."""
    with open_donor(home, server) as donor:
        donor.campaigns.join(URL)
        with (home / "lock").open("rb"):
            assert donor.erase_me() is Farewell.FORGOTTEN
    assert [(path.name, path.stat().st_size) for path in home.iterdir()] == [("lock", 0)]
    with open_donor(home, server) as donor:
        assert donor.campaigns.join(OTHER).campaigns == ("flu",)
