"""Registration, check-in and erasure through the web application."""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from pdd_server.services.operations.data_folder import Deployment
from pdd_server.store.tables import activity
from pdd_server.store.tables import donors as donor_table
from tests.server.simulated_server import DAY, Donor, HandClock, client_of, donors, dump, new_server, night


def a_donor(server: Deployment) -> Donor:
    return Donor(client_of(server).open, server.identity, server.online_key.verify_key.encode())


def problem(answer: Any) -> str:
    """Return the name of the problem that an answer reports."""
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json["status"] == answer.status_code
    return str(answer.json["type"]).removeprefix("urn:pdd:problem:")


def test_only_a_hash_of_the_token_is_kept(server: Deployment) -> None:
    """A donor's token is nowhere in the database, as text or bytes, and only a date says when it came."""
    donor = a_donor(server)
    assert donor.register().status_code == 201
    donor.check_in()
    stored = "\n".join(dump(server)).lower()
    assert donor.token not in stored
    assert bytes.fromhex(donor.token).hex() not in stored
    assert donor.member.identity in stored
    assert "12:00" not in stored
    assert "127.0.0.1" not in stored


def test_invitation_is_asked_for_where_wanted(tmp_path: Path, clock: HandClock) -> None:
    """With invitation codes set, no code and a wrong code are refused, and any right code registers."""
    server = new_server(tmp_path, clock, invitations=("open", "sesame"))
    donor = a_donor(server)
    assert donor.send("/v1/server").json["invitation_required"] is True
    assert problem(donor.register()) == "invitation-needed"
    assert problem(donor.register(invitation="Open")) == "invitation-needed"
    assert donor.register(invitation="sesame").status_code == 201
    server.store.dispose()


def test_forged_and_weak_keys_are_refused(server: Deployment) -> None:
    """An exchange key of low order, or signed by another identity, is refused and not stored."""
    good, other = a_donor(server).member, a_donor(server).member
    forged = good.model_copy(update={"exchange": other.exchange})
    weak = Donor(client_of(server).open, server.identity, server.online_key.verify_key.encode())
    weak.secrets.__dict__["exchange_public"] = bytes(32)
    before = dump(server)
    for member in (forged, weak.member):
        assert problem(weak.send("/v1/donors", method="POST", json={"member": member.model_dump()})) == "forged-member"
    assert dump(server) == before


def test_keys_register_once(server: Deployment) -> None:
    """A second registration of an identity, or of its exchange key under another identity, is refused."""
    donor, thief = a_donor(server), a_donor(server)
    donor.register()
    assert problem(donor.register()) == "already-registered"
    thief.secrets = type(donor.secrets)(thief.secrets.identity_seed, donor.secrets.exchange_secret)
    assert problem(thief.register()) == "already-registered"


def test_lost_answer_is_repeated(server: Deployment) -> None:
    """A check-in repeated with its number and nonce gets the same number and changes nothing in the database."""
    donor = a_donor(server)
    donor.register()
    nonce = os.urandom(32).hex()
    first = donor.check_in(nonce, 0)
    before = dump(server)
    again = donor.check_in(nonce, 0)
    assert (first.json["number"], again.json["number"]) == (1, 1)
    assert dump(server) == before
    assert donor.check_in(number=1).json["number"] == 2


@pytest.mark.parametrize("number", [0, 1, 3, 4, 2**40])
def test_stale_numbers_are_refused(server: Deployment, number: int) -> None:
    """After two contacts only number 2 is accepted: an older one is from a restored or copied donor."""
    donor = a_donor(server)
    donor.register()
    for _ in range(2):
        donor.check_in()
    before = dump(server)
    assert problem(donor.check_in(number=number)) == "stale-state"
    assert dump(server) == before


def test_copied_donor_is_noticed(server: Deployment) -> None:
    """The second of two copies of one donor, with another nonce for the same number, is refused."""
    donor = a_donor(server)
    donor.register()
    copy = Donor(donor.send, donor.identity, donor.server_key, donor.secrets, donor.token, donor.number)
    assert donor.check_in().status_code == 200
    assert problem(copy.check_in()) == "stale-state"
    assert donor.check_in().status_code == 200


def test_retry_after_midnight_counts_for_the_new_day(server: Deployment, clock: HandClock) -> None:
    """A check-in repeated after midnight gets the new date, and the donor counts as active on both days."""
    donor = a_donor(server)
    donor.register()
    nonce = os.urandom(32).hex()
    donor.check_in(nonce, 0)
    clock.next_day()
    assert donor.check_in(nonce, 0).json["day"] == (DAY + timedelta(days=1)).isoformat()
    with server.store.read() as connection:
        days = connection.execute(select(activity.c.day).order_by(activity.c.day)).scalars().all()
    assert days == [DAY, DAY + timedelta(days=1)]


def test_erased_donor_is_gone_and_its_group_lost(server: Deployment, clock: HandClock) -> None:
    """Erasing deletes keys and days at once, ends the token, and the open round ends without that group."""
    crowd = donors(server, 6)
    for donor in crowd:
        donor.check_in()
    clock.next_day()
    night(server)
    gone = crowd[0]
    erased = gone.send("/v1/donor", method="DELETE", headers=gone.headers)
    assert (erased.status_code, erased.data, "Content-Type" in erased.headers) == (204, b"", False)
    assert problem(gone.check_in()) == "not-registered"
    assert problem(gone.send("/v1/donor", method="DELETE", headers=gone.headers)) == "not-registered"
    with server.store.read() as connection:
        assert len(connection.execute(select(donor_table.c.id)).all()) == 5
        assert len(connection.execute(select(activity.c.day)).all()) == 5
    for donor in crowd[1:]:
        donor.work([1])
    for _ in range(2):
        clock.next_day()
        night(server)
    answer = gone.send("/v1/campaigns/flu/results.json").json
    assert [(day["donors"], day["confidence"]) for day in answer["days"] if day["day"] == DAY.isoformat()] == [(3, 0.5)]
    assert gone.register().status_code == 201
