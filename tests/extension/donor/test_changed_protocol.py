"""A server that changes its protocol: the extension gives it nothing until its person has agreed."""

from collections.abc import Iterator

import pytest

from tests.client.cohort_fakes import cohort_campaign
from tests.client.fakes import DAY, NOON, Clock, FakeServer, campaign
from tests.client.loopback import listening
from tests.extension.donors import Donors, Failed, donors_in_javascript

ROUND = NOON.date()


@pytest.fixture
def donors() -> Iterator[Donors]:
    with donors_in_javascript() as process:
        yield process


def in_cohorts() -> FakeServer:
    """Return a `cohort` server without an epoch."""
    return FakeServer(Clock(NOON), protocol="cohort", campaigns=[cohort_campaign()])


def change(server: FakeServer) -> None:
    """Put the server and its campaign under `plain` from now on."""
    server.protocol, server.campaigns = "plain", [campaign()]


def test_another_protocol_gets_zeros_until_it_is_agreed_to(donors: Donors) -> None:
    """If a server changes from `cohort` to `plain`, it gets zeros, with the reason in review and state.

    Once the newest offer is agreed to, days count under the new protocol.
    """
    server = in_cohorts()
    with listening(server) as url:
        donors.at(NOON)
        donors.history(("flu", NOON.replace(hour=9)), ("flu", NOON.replace(hour=9) + DAY))
        donors.join("one", url)
        change(server)
        server.clock.now += DAY
        donors.at(server.clock.now)
        server.offer(server.plan(ROUND))
        (refused,) = donors.call("one", "checkIn")["refused"]
        assert (refused["reason"], refused["campaign"]) == ("changed-protocol", "flu")
        assert not server.unblinded(ROUND).any()
        assert donors.call("one", "status")["campaigns"][0]["changedProtocol"] is True
        (reviewed,) = donors.call("one", "days.review", str(ROUND + DAY))["campaigns"]
        assert reviewed["why"] == "changed-protocol"

        offer = donors.call("one", "campaigns.listedOffer")
        assert donors.call("one", "campaigns.accept", offer)["campaigns"] == ["flu"]
        state = donors.call("one", "status")
        assert (state["campaigns"][0]["changedProtocol"], state["protocol"]) == (False, "plain")
        (reviewed,) = donors.call("one", "days.review", str(ROUND + DAY))["campaigns"]
        assert (reviewed["why"], reviewed["searches"]) == (None, 1)
        server.clock.now += DAY
        donors.at(server.clock.now)
        server.offer(server.plan(ROUND + DAY))
        assert donors.call("one", "checkIn")["refused"] == []
        assert list(server.unblinded(ROUND + DAY)) == [1, 1, 1, 0, 0]


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"zone": "Asia/Tokyo"}, "server-error"),
        ({"zone": "No/Where"}, "unknown-zone"),
        ({"protocol": "cohort"}, "server-error"),
        ({"key": "ab" * 32}, "changed-server-key"),
    ],
)
def test_a_server_that_contradicts_itself_is_not_agreed_to(
    donors: Donors, monkeypatch: pytest.MonkeyPatch, said: dict[str, str], code: str
) -> None:
    """What the server says when it is asked again is validated as at first, and a contradiction is not stored."""
    server = in_cohorts()
    with listening(server) as url:
        donors.at(NOON)
        donors.join("one", url)
        change(server)
        donors.call("one", "checkIn")
        before = donors.call("one", "status")
        offer = donors.call("one", "campaigns.listedOffer")
        other = server.info().model_copy(update=said)
        monkeypatch.setattr(server, "info", lambda: other)
        with pytest.raises(Failed) as caught:
            donors.call("one", "campaigns.accept", offer)
        assert caught.value.code == code
        assert donors.call("one", "status") == before
