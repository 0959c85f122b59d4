"""A check-in: what it sends and refuses, and what a donor does after losses, copies and lies."""

import json
import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from nacl.signing import SigningKey

from pdd_client.cli.texts.reports import review_json
from pdd_client.core.errors import DonorError
from pdd_client.donor.campaigns.leave import Farewell
from pdd_client.donor.donor import Donor
from pdd_client.gateways.server_http.connection_errors import ServerUnreachable
from pdd_shared.protocol.keys import DonorSecrets
from pdd_shared.protocol.messages import Roster
from pdd_shared.protocol.signing import sign
from scripts.rehearsal.history_writer import write_chrome, write_firefox
from tests.client.fakes import DAY, NOON, URL, Clock, FakeServer, campaign, open_donor, visits

ROUND = NOON.date()


def due(donor: Donor, server: FakeServer, clock: Clock) -> None:
    """Return a joined donor with a due round of the day of NOON."""
    donor.campaigns.join(URL)
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))


def whats(donor: Donor) -> list[str]:
    return [line.what for line in donor.log()]


def test_review_log_and_vector_say_the_same(donor: Donor, server: FakeServer, history: Path, clock: Clock) -> None:
    """The counts in the review, in the log and in the vector are the same."""
    due(donor, server, clock)
    (reviewed,) = review_json(donor.days.review(ROUND, [history]))["campaigns"]
    report = donor.check_in([history])
    (logged,) = [line for line in donor.log() if line.what == "vector"]
    assert logged.given is not None
    counts = {row["entry"]: row["count"] for row in reviewed["entries"]}
    assert logged.given[0]["counts"] == counts == {"flu": 2, "fever + child": 1, "cough": 1}
    assert logged.given[0]["searches"] == reviewed["searches"] == 4
    assert list(server.unblinded(ROUND)) == [1, 4, 2, 1, 1]
    assert [(sent.round, sent.kind, sent.bytes) for sent in report.sent] == [(ROUND, "submit", logged.bytes)]
    searched = {search.id: search.query for search, _ in donor.days.searches(ROUND, [history]).searches}
    behind = [{searched[name] for name in row["searches"]} for row in reviewed["entries"]]
    assert behind == [{"flu", "flu cough"}, {"child fever"}, {"flu cough"}]


def test_the_log_has_a_line_for_everything_that_left(
    donor: Donor, server: FakeServer, history: Path, clock: Clock
) -> None:
    """Each message with anything of the donor has its log line, and no line is without its message."""
    due(donor, server, clock)
    donor.check_in([history])
    names = {"registration": "POST donors", "check-in": "POST check-in", "vector": "PUT rounds"}
    assert [names[what] for what in whats(donor)] == [name for name in server.requests if not name.startswith("GET")]


def test_requests_do_not_reveal_what_was_joined(
    tmp_path: Path, server: FakeServer, history: Path, clock: Clock
) -> None:
    """A donor that left all campaigns makes the same requests, with as many bytes, as one that takes part."""
    seen = []
    with open_donor(tmp_path / "one", server) as one, open_donor(tmp_path / "two", server) as two:
        one.campaigns.join(URL)
        two.campaigns.join(URL)
        two.campaigns.leave("flu")
        clock.now = NOON + DAY
        server.offer(server.plan(ROUND))
        for donor in (one, two):
            server.requests.clear()
            donor.check_in([history])
            seen.append((list(server.requests), len(server.vectors.popitem()[1][0])))
    assert seen[0] == seen[1]


def test_nothing_of_a_search_is_in_the_home(home: Path, server: FakeServer, clock: Clock, tmp_path: Path) -> None:
    """After reviewing, removing and checking in no file of the home contains the text or pieces of a query."""
    file = tmp_path / "places.sqlite"
    write_firefox(file, visits(("zyzzyva flu", NOON), ("quokka cough", NOON)))
    with open_donor(home, server) as donor:
        due(donor, server, clock)
        (one, *_rest) = donor.days.searches(ROUND, [file]).searches
        donor.exclusions.remove_search(one[0].id)
        donor.check_in([file])
        _assert_without(home, b"zyzzyva", b"quokka")
    _assert_without(home, b"zyzzyva", b"quokka")


def _assert_without(home: Path, *markers: bytes) -> None:
    files = [path for path in home.rglob("*") if path.is_file()]
    assert len(files) >= 2
    for path in files:
        for marker in markers:
            data = path.read_bytes().lower()
            assert marker not in data
            assert marker.decode().encode("utf-16-le") not in data


def test_a_lost_answer_is_asked_for_again(donor: Donor, server: FakeServer, history: Path, clock: Clock) -> None:
    """A check-in whose answer was lost is repeated as the same contact with the same keys, and loses nothing."""
    due(donor, server, clock)
    server.lose_answers = True
    with pytest.raises(ServerUnreachable, match="nothing is lost"):
        donor.check_in([history])
    server.lose_answers = False
    assert len(donor.check_in([history]).sent) == 1
    assert "registered-anew" not in whats(donor)
    assert donor.installation.store.fact("nonce") is None


def test_a_lost_receipt_is_followed_by_the_same_bytes(
    donor: Donor, server: FakeServer, history: Path, tmp_path: Path, clock: Clock
) -> None:
    """A vector without a receipt is sent again with the same bytes, even if the history has changed."""
    due(donor, server, clock)
    server.problems["PUT rounds"] = "rate-limited"
    assert [(r.round, r.reason) for r in donor.check_in([history]).refused] == [(ROUND, "rate-limited")]
    kept = donor.installation.store.days.blinded(ROUND)
    assert kept is not None
    assert not kept.sent
    del server.problems["PUT rounds"]
    write_chrome(tmp_path / "Other", visits(("flu", NOON)))
    donor.exclusions.block("cough")
    assert len(donor.check_in([tmp_path / "Other"]).sent) == 1
    assert list(server.vectors.values()) == [[kept.data]]
    assert list(server.unblinded(ROUND)) == [1, 4, 2, 1, 1]


def test_bytes_are_erased_when_they_can_not_be_asked_for_again(
    donor: Donor, server: FakeServer, history: Path, clock: Clock
) -> None:
    """Blinded bytes are kept while the server may ask for them and then erased; the day's context is kept for ever."""
    due(donor, server, clock)
    task = server.offered[ROUND]
    donor.check_in([history])
    sent = donor.installation.store.days.blinded(ROUND)
    assert sent is not None
    assert sent.data is not None
    del server.offered[ROUND]
    donor.check_in([history])
    kept = donor.installation.store.days.blinded(ROUND)
    assert kept is not None
    assert (kept.data, kept.context, kept.sent) == (None, sent.context, True)

    server.vectors.clear()
    server.offered[ROUND] = task
    assert [r.reason for r in donor.check_in([history]).refused] == ["day-signed-before"]
    assert server.vectors == {}


def test_a_task_that_can_not_be_read_erases_nothing(
    donor: Donor, server: FakeServer, history: Path, clock: Clock
) -> None:
    """While a task can't be read, blinded bytes are kept, and go out when they are asked for."""
    due(donor, server, clock)
    server.problems["PUT rounds"] = "rate-limited"
    donor.check_in([history])
    kept = donor.installation.store.days.blinded(ROUND)
    del server.problems["PUT rounds"]
    honest = server.offered[ROUND]
    forged = honest.plan.model_copy(update={"signature": "00" * 64})
    server.offered[ROUND] = honest.model_copy(update={"plan": forged})
    assert [r.reason for r in donor.check_in([history]).refused] == ["bad-signature"]
    server.offered[ROUND] = honest
    assert len(donor.check_in([history]).sent) == 1
    assert kept is not None
    assert list(server.vectors.values()) == [[kept.data]]


def test_a_day_is_never_blinded_twice(donor: Donor, server: FakeServer, history: Path, clock: Clock) -> None:
    """Another plan or roster for a blinded day is refused, and nothing is sent."""
    due(donor, server, clock)
    donor.check_in([history])
    before = dict(server.vectors)
    server.vectors.clear()
    server.offer(server.plan(ROUND, delay=3))
    assert [r.reason for r in donor.check_in([history]).refused] == ["day-signed-before"]
    assert (len(before), server.vectors) == (1, {})


def test_a_changed_key_of_a_peer_is_refused(donor: Donor, server: FakeServer, history: Path, clock: Clock) -> None:
    """A member that shows another exchange key on a later day is refused, even if its identity signed it."""
    due(donor, server, clock)
    assert len(donor.check_in([history]).sent) == 1
    one, two = server.peers
    server.peers = (DonorSecrets(one.identity_seed, bytes(32)), two)
    clock.now += DAY
    server.offer(server.plan(ROUND + DAY))
    assert [r.reason for r in donor.check_in([history]).refused] == ["changed-key"]


@pytest.mark.parametrize(
    ("plan", "offer", "reason"),
    [
        ({}, {"key": SigningKey(b"f" * 32)}, "bad-signature"),
        ({"server": "00" * 32}, {}, "foreign-plan"),
        ({"min_group": 2}, {}, "floor-too-low"),
        ({"min_group": 4}, {}, "group-too-small"),
        ({}, {"drop": 1}, "group-too-small"),
        ({"day": ROUND + DAY}, {}, "day-not-over"),
    ],
)
def test_lies_about_a_round_are_refused(
    donor: Donor, server: FakeServer, history: Path, clock: Clock, plan: dict[str, Any], offer: Any, reason: str
) -> None:
    """A round that fails a check gets nothing, is logged, and does not affect other rounds."""
    donor.campaigns.join(URL)
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND - DAY))
    server.offer(server.plan(**({"day": ROUND} | plan)), **offer)
    report = donor.check_in([history])
    assert [refused.reason for refused in report.refused if refused.campaign is None] == [reason]
    assert [sent.round for sent in report.sent] == [ROUND - DAY]
    assert reason in [line.reason for line in donor.status().refusals]


def test_an_altered_roster_is_refused(donor: Donor, server: FakeServer, history: Path, clock: Clock) -> None:
    """A roster that the server did not sign, or with a forged member, gets nothing."""
    due(donor, server, clock)
    honest = server.offered[ROUND]
    altered = honest.roster.model_copy(update={"payload": honest.roster.payload.replace('"group":0', '"group":1')})
    server.offered[ROUND] = honest.model_copy(update={"roster": altered})
    assert [r.reason for r in donor.check_in([history]).refused] == ["bad-signature"]

    roster = Roster.model_validate_json(honest.roster.payload)
    forged = roster.members[1].model_copy(update={"exchange": roster.members[2].identity})
    members = (roster.members[0], forged, roster.members[2])
    signed = sign(roster.model_copy(update={"members": members}), server.key)
    server.offered[ROUND] = honest.model_copy(update={"roster": signed})
    assert [r.reason for r in donor.check_in([history]).refused] == ["forged-member"]
    assert server.vectors == {}


def test_a_receipt_for_other_bytes_is_named(
    donor: Donor, server: FakeServer, history: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A receipt for other bytes than were sent is refused by name."""
    due(donor, server, clock)
    honest = FakeServer._vector
    monkeypatch.setattr(FakeServer, "_vector", lambda self, token, day, data: honest(self, token, day, data + b"x"))
    report = donor.check_in([history])
    assert (report.sent, [r.reason for r in report.refused]) == ((), ["different-receipt"])


def test_too_late_is_logged_and_the_rest_goes_on(donor: Donor, server: FakeServer, history: Path, clock: Clock) -> None:
    """A server's refusal is in the log under its name, and the check-in goes on."""
    due(donor, server, clock)
    server.problems["PUT rounds"] = "too-late"
    assert [(r.round, r.reason) for r in donor.check_in([history]).refused] == [(ROUND, "too-late")]
    assert donor.status().last_check_in == clock.now


@pytest.mark.parametrize("reason", ["stale-state", "not-registered"])
def test_a_server_that_does_not_know_the_state_makes_the_donor_register_anew_once(
    donor: Donor, server: FakeServer, history: Path, clock: Clock, reason: str
) -> None:
    """If the server does not know the donor, it registers again once with new keys and keeps choices and log.

    If the server refuses that too, the check-in ends with an error.
    """
    due(donor, server, clock)
    donor.exclusions.block("secret")
    old = donor.installation.credentials()
    server.problems["POST check-in"] = reason
    with pytest.raises(DonorError, match=reason):
        donor.check_in([history])
    assert len(server.donors) == 2
    new = donor.installation.credentials()
    assert old is not None
    assert new is not None
    assert old.secrets.identity_seed != new.secrets.identity_seed
    assert donor.exclusions.blocked() == ["secret"]
    assert list(donor.installation.store.consents.newest()) == ["flu"]
    assert whats(donor).count("registered-anew") == 1


def test_a_campaign_another_key_signed_changes_nothing(
    donor: Donor, server: FakeServer, history: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A campaign text that the pinned key did not sign is logged and ignored, and the day counts as agreed to."""
    due(donor, server, clock)
    server.campaigns = [campaign(vocabulary=("tea", "fever + child", "cough"))]
    monkeypatch.setattr(FakeServer, "signed", lambda _server, text: sign(text, SigningKey(b"f" * 32)))
    assert len(donor.check_in([history]).sent) == 1
    assert list(server.unblinded(ROUND)) == [1, 4, 2, 1, 1]
    assert [line.reason for line in donor.status().refusals] == ["bad-signature"]
    assert not donor.status().campaigns[0].changed


def test_campaigns_are_loaded_when_they_change(donor: Donor, server: FakeServer, history: Path, clock: Clock) -> None:
    """The list of campaigns is asked for at each check-in and sent only if it changed; new keys know no old list."""
    due(donor, server, clock)
    for _ in range(2):
        donor.check_in([history])
    server.campaigns = [campaign(title="Flu again")]
    for _ in range(2):
        donor.check_in([history])
    assert donor.status().campaigns[0].changed
    server.donors.clear()
    donor.check_in([history])
    asked = [name for name in server.requests if "campaigns" in name]
    # First by `join`.
    new, known = "GET campaigns", "GET campaigns, unchanged"
    assert asked == [new, new, known, new, known, new]


def test_registering_anew_erases_what_old_keys_have_blinded(
    donor: Donor, server: FakeServer, history: Path, clock: Clock
) -> None:
    """Registering again erases unsent blinded bytes, worthless under new keys, and the day is not blinded again.

    If registering fails because the server now wants another invitation, joining again with it goes on.
    """
    due(donor, server, clock)
    server.problems["PUT rounds"] = "rate-limited"
    donor.check_in([history])
    server.donors.clear()
    server.problems["POST donors"] = "invitation-needed"
    with pytest.raises(DonorError, match="invitation-needed"):
        donor.check_in([history])
    kept = donor.installation.store.days.blinded(ROUND)
    assert kept is not None
    assert kept.data is None
    server.problems.clear()
    assert donor.campaigns.join(URL, invitation="code").already == ("flu",)
    server.offer(server.plan(ROUND))
    assert [r.reason for r in donor.check_in([history]).refused] == ["day-signed-before"]


def test_a_restored_home_is_noticed(
    home: Path, tmp_path: Path, server: FakeServer, history: Path, clock: Clock
) -> None:
    """A home restored from a backup registers again, and its old keys sign nothing any more."""
    with open_donor(home, server) as donor:
        donor.campaigns.join(URL)
    shutil.copytree(home, tmp_path / "backup")
    with open_donor(home, server) as donor:
        donor.check_in([history])
    shutil.rmtree(home)
    shutil.copytree(tmp_path / "backup", home)
    with open_donor(home, server) as donor:
        donor.check_in([history])
        assert "registered-anew" in whats(donor)
    assert len({entry[0].identity for entry in server.donors.values()}) == 2


def test_a_home_without_its_keys_registers_anew(home: Path, server: FakeServer, history: Path) -> None:
    """A home without its keys, copied without the keychain or with another's keys, registers again with new ones."""
    with open_donor(home, server) as donor:
        donor.campaigns.join(URL)
    keys = home / "keys.json"
    kept = json.loads(keys.read_text())
    keys.write_text(json.dumps({"another": next(iter(kept.values()))}))
    with open_donor(home, server) as donor:
        donor.check_in([history])
        (line,) = [line for line in donor.log() if line.what == "registered-anew"]
        assert line.reason == "keys-missing"


@pytest.mark.parametrize("ahead", [timedelta(hours=5), timedelta(hours=-5), timedelta(minutes=50)])
def test_clocks_that_disagree(home: Path, server: FakeServer, history: Path, clock: Clock, ahead: timedelta) -> None:
    """The server's clock decides which days are over, the history's times what counts; beyond an hour's difference
    status warns.
    """
    own = Clock(NOON + ahead)
    with open_donor(home, server, own) as donor:
        donor.campaigns.join(URL)
        clock.now, own.now = NOON + DAY, NOON + DAY + ahead
        server.offer(server.plan(ROUND))
        assert len(donor.check_in([history]).sent) == 1
        assert list(server.unblinded(ROUND)) == [1, 4, 2, 1, 1]
        assert donor.status().clock_ahead == ahead
        assert donor.status().clock_is_wrong == (abs(ahead) > timedelta(hours=1))


def test_bad_histories_are_named_and_the_others_counted(
    donor: Donor, server: FakeServer, history: Path, clock: Clock, tmp_path: Path
) -> None:
    """An unreadable history is named with its reason and the others count; with none readable the donor gives
    nothing.
    """
    bad = tmp_path / "bad"
    bad.write_bytes(b"no database")
    due(donor, server, clock)
    report = donor.check_in([bad, history])
    assert [unread.file for unread in report.unread] == [bad]
    assert list(server.unblinded(ROUND)) == [1, 4, 2, 1, 1]
    clock.now += DAY
    server.offer(server.plan(ROUND + DAY))
    report = donor.check_in([bad])
    assert [(r.campaign, r.reason) for r in report.refused] == [("flu", "no-history")]
    assert not server.unblinded(ROUND + DAY).any()


def test_a_second_check_in_of_a_home_is_refused(home: Path, donor: Donor, server: FakeServer, history: Path) -> None:
    """A second check-in during another one is told so, and contacts nobody."""
    donor.campaigns.join(URL)
    server.requests.clear()
    with open_donor(home, server) as other, donor.installation.store.exclusive():
        with pytest.raises(DonorError, match="under way"):
            other.check_in([history])
        assert server.requests == []
    assert donor.check_in([history]).refused == ()


def test_several_days_are_answered_in_one_check_in(
    donor: Donor, server: FakeServer, clock: Clock, tmp_path: Path
) -> None:
    """Each due round gets its own day's counts in one check-in."""
    donor.campaigns.join(URL)
    file = tmp_path / "History"
    write_chrome(file, visits(("flu", NOON), ("cough", NOON + DAY), ("cough", NOON + DAY + timedelta(hours=2))))
    clock.now = NOON + 2 * DAY
    server.offer(server.plan(ROUND))
    server.offer(server.plan(ROUND + DAY))
    assert len(donor.check_in([file]).sent) == 2
    assert list(server.unblinded(ROUND)) == [1, 1, 1, 0, 0]
    assert list(server.unblinded(ROUND + DAY)) == [1, 2, 0, 0, 2]


def test_erase_me(home: Path, server: FakeServer) -> None:
    """`erase-me` deletes the donor at the server and the home; if the server is unreachable, everything stays."""
    with open_donor(home, server) as donor:
        donor.campaigns.join(URL)
        server.down = True
        with pytest.raises(ServerUnreachable):
            donor.erase_me()
        assert donor.installation.credentials() is not None
        server.down = False
        assert donor.erase_me() is Farewell.FORGOTTEN
    assert (server.donors, home.exists()) == ({}, False)


def test_erase_me_where_the_server_has_forgotten(home: Path, server: FakeServer) -> None:
    """A donor that the server has forgotten can still be erased, and other files in its folder stay."""
    with open_donor(home, server) as donor:
        donor.campaigns.join(URL)
        (home / "mine.txt").write_text("kept")
        server.donors.clear()
        assert donor.erase_me() is Farewell.UNKNOWN
    assert [path.name for path in home.iterdir()] == ["mine.txt"]
