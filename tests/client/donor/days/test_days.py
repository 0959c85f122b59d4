"""Days' states, what can still be decided, campaigns on offer, the export and the preferences."""

import json
import stat
from datetime import timedelta
from pathlib import Path

import pytest

from pdd_client.core.errors import Code, DonorError
from pdd_client.donor.days.calendar import Day
from pdd_client.donor.donor import Donor
from pdd_client.donor.settings.preferences import Preferences
from pdd_client.gateways.server_http.connection_errors import ServerUnreachable
from pdd_client.gateways.server_http.server_http import ServerHttp
from pdd_shared.protocol.messages import Receipt
from scripts.rehearsal.history_writer import write_chrome
from tests.client.fakes import DAY, NOON, URL, Clock, FakeServer, campaign, open_donor, visits
from tests.client.rounds_to_send import ROUND, DueRound


def states(donor: Donor) -> dict[int, str]:
    """Return the state of each day, by the number of days after ROUND."""
    return {(day.day - ROUND).days: day.state for day in donor.days.sent()}


def test_days_of_a_donor_that_looks_them_through(home: Path, server: FakeServer, history: Path) -> None:
    """Today goes on, and yesterday waits until its last day's check-in; decided and locked days say so."""
    with open_donor(home, server) as donor:
        due = DueRound(donor, server, history)
        assert donor.days.to_review() == ()
        due.join()
        donor.settings.set_sending("review")
        assert donor.days.to_review() == (Day(ROUND, "counting", ROUND + 2 * DAY),)
        due.next_day()
        assert donor.days.to_review()[1] == Day(ROUND, "waits-for-you", ROUND + 2 * DAY)
        donor.days.withhold(ROUND)
        assert donor.days.to_review()[1].state == "nothing"
        donor.days.approve(ROUND, histories=[history])
        assert donor.days.to_review()[1].state == "approved"
        due.check_in()
        assert donor.days.to_review()[1] == Day(ROUND, "sent", None)
        due.last_day()
        assert [day.day for day in donor.days.to_review()] == [ROUND + 3 * DAY, ROUND + DAY, ROUND], (
            "on the third day it was not there"
        )
        server.clock.now += DAY
        assert [day.day for day in donor.days.to_review()] == [ROUND + 4 * DAY, ROUND + DAY]


def test_a_day_on_its_last_day_can_be_decided_on_until_it_is_sent(home: Path, server: FakeServer) -> None:
    """A day is promised for the day before its last, or for today if it was not sent yet, and can be decided on
    until then.
    """
    with open_donor(home, server) as donor:
        due = DueRound(donor, server, home.with_name("History"))
        write_chrome(due.history, visits(("flu", NOON)))
        due.join()
        donor.settings.set_sending("review")
        due.next_day()
        due.last_day()
        assert donor.days.to_review()[1] == Day(ROUND, "waits-for-you", ROUND + 3 * DAY)
        due.check_in()
        assert donor.days.to_review()[1] == Day(ROUND, "zeros-sent", None)


def test_a_day_that_the_server_has_surely_closed_waits_no_more(home: Path, server: FakeServer) -> None:
    """After days without a contact, a day beyond its last one is late: nothing is promised of it."""
    with open_donor(home, server) as donor:
        due = DueRound(donor, server, home.with_name("History"))
        write_chrome(due.history, visits(("flu", NOON)))
        due.join()
        donor.settings.set_sending("review")
        server.clock.now = NOON + 3 * DAY
        assert Day(ROUND, "waits-for-you", ROUND + 3 * DAY) in donor.days.to_review()
        server.clock.now += DAY
        assert Day(ROUND, "late", None) in donor.days.to_review()
        donor.days.approve(ROUND, histories=[due.history])
        assert donor.days.to_review()[-1].state == "approved"


def test_what_became_of_each_day(donor: Donor, server: FakeServer, clock: Clock, history: Path) -> None:
    """Each day since joining is sent, zeros in a pause, refused, missed or waiting."""
    donor.campaigns.join(URL)
    donor.check_in([history])
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    donor.check_in([history])
    clock.now = NOON + 2 * DAY
    donor.exclusions.pause(clock.now + timedelta(hours=1))
    server.offer(server.plan(ROUND + DAY))
    server.offer(server.plan(ROUND + 2 * DAY))  # not over: refused
    donor.check_in([history])
    assert states(donor) == {0: "sent", 1: "nothing", 2: "waiting"}
    clock.now = NOON + 8 * DAY
    server.offered.clear()
    donor.check_in([history])
    assert states(donor) == {
        **{0: "sent", 1: "nothing", 2: "refused"},
        **dict.fromkeys(range(3, 8), "missed"),
        8: "waiting",
    }
    first, _, third, *_rest = donor.days.sent()
    assert [given["counts"] for given in first.campaigns] == [{"flu": 2, "fever + child": 1, "cough": 1}]
    assert [line.reason for line in third.refusals] == ["day-not-over"]


def test_days_of_a_campaign_that_is_over_or_left(donor: Donor, server: FakeServer, clock: Clock, history: Path) -> None:
    """Days of a campaign that is over or left can't be decided on, and what became of earlier days is still shown."""
    server.campaigns = [campaign(end=ROUND), campaign(id="sleep", end=ROUND)]
    donor.campaigns.join(URL, ["flu", "sleep"])
    donor.check_in([history])
    clock.now = NOON + DAY
    assert [day.day for day in donor.days.to_review()] == [ROUND]
    donor.campaigns.leave("flu")
    donor.campaigns.leave("sleep")
    assert donor.days.to_review() == ()
    assert states(donor) == {0: "waiting", 1: "waiting"}


def test_a_vector_that_was_not_confirmed_is_waiting(
    donor: Donor, server: FakeServer, clock: Clock, history: Path
) -> None:
    """A locked vector that the server refused waits while the server may ask again; then its state is unknown."""
    donor.campaigns.join(URL)
    donor.check_in([history])
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    server.problems["PUT rounds"] = "too-late"
    donor.check_in([history])
    assert states(donor)[0] == "waiting"
    clock.now = NOON + 6 * DAY
    assert states(donor)[0] == "unconfirmed"


def test_what_could_be_agreed_to(donor: Donor, server: FakeServer, history: Path) -> None:
    """The offer has unjoined campaigns and joined ones with new keywords, and not those that the server took down."""
    server.campaigns = [campaign(), campaign(id="sleep"), campaign(id="gone"), campaign(id="over", end=ROUND - DAY)]
    donor.campaigns.join(URL, ["flu"])
    assert donor.campaigns.on_offer() == ()
    server.campaigns[2:3] = []
    server.campaigns[0] = campaign(vocabulary=("flu", "fever + child", "cough", "tea"))
    donor.check_in([history])
    flu, sleep = donor.campaigns.on_offer()
    assert (flu.campaign.id, flu.joined, flu.new_entries) == ("flu", True, ("tea",))
    assert (sleep.campaign.id, sleep.joined, len(sleep.new_entries)) == ("sleep", False, 3)
    donor.campaigns.join(URL, ["flu", "sleep"])
    assert donor.campaigns.on_offer() == ()


def test_an_export_holds_all_but_keys(
    home: Path, server: FakeServer, clock: Clock, history: Path, tmp_path: Path
) -> None:
    """An export has consents, removed searches, sent days and open decisions, and no keys, token or secret."""
    file = tmp_path / "mine.json"
    with open_donor(home, server) as donor:
        donor.campaigns.join(URL)
        donor.exclusions.block("asthma")
        donor.exclusions.remove_search(donor.days.searches(ROUND, [history]).searches[0][0].id)
        donor.days.approve(ROUND, histories=[history])
        clock.now = NOON + DAY
        server.offer(server.plan(ROUND))
        donor.check_in([history])
        donor.days.approve(ROUND + DAY, histories=[history])
        donor.exclusions.pause()
        donor.export(file)
        store, credentials = donor.installation.store, donor.installation.credentials()
        assert credentials is not None
        hidden = [store.fact("secret"), store.fact("installation"), *json.loads(credentials.encode()).values()]
    text = file.read_text()
    exported = json.loads(text)
    assert not any(str(secret) in text for secret in hidden)
    assert "tea" not in text
    assert exported["consents"][0]["text"]["vocabulary"] == ["flu", "fever + child", "cough"]
    assert [decision["day"] for decision in exported["decisions"]] == [str(ROUND + DAY)]
    assert (exported["blocked"], exported["days"]) == (["asthma"], [{"day": str(ROUND), "confirmed": True}])
    assert [line["what"] for line in exported["log"]][-1] == "vector"
    assert (len(exported["removed_searches"]), len(exported["pauses"])) == (1, 1)
    assert (exported["extension_versions"], exported["new_version"], exported["next_version_check"]) == ({}, None, None)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_an_export_says_since_when_days_go_out_by_themselves(donor: Donor, tmp_path: Path) -> None:
    """An export says since when days go out by themselves, because earlier days still wait; else None."""
    file, said = tmp_path / "mine.json", []
    for mode in ("review", "by-itself", "review"):
        donor.settings.set_sending(mode)
        donor.export(file)
        said.append(json.loads(file.read_text())["by_itself_from"])
    assert said == [None, str(ROUND), None]


def test_an_export_is_not_led_into_a_file_of_others(donor: Donor, tmp_path: Path) -> None:
    """An export does not write through a link that somebody else put into a shared folder."""
    theirs = tmp_path / "theirs"
    theirs.write_text("")
    (tmp_path / "mine.json.new").symlink_to(theirs)
    donor.export(tmp_path / "mine.json")
    assert theirs.read_text() == ""
    assert stat.S_IMODE((tmp_path / "mine.json").lstat().st_mode) == 0o600


def test_an_export_that_can_not_be_written(donor: Donor, tmp_path: Path) -> None:
    """An export that can't be written is an error that names the file, whose content stays."""
    with pytest.raises(DonorError, match="nothing was exported"):
        donor.export(tmp_path / "nowhere" / "mine.json")
    (tmp_path / "folder").mkdir()
    with pytest.raises(DonorError, match="folder"):
        donor.export(tmp_path / "folder")
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("folder")] == ["folder"]


def test_preferences_are_kept(home: Path, server: FakeServer) -> None:
    """Each preference has a type; other values are refused, and those of another version are ignored."""
    with open_donor(home, server) as donor:
        assert donor.settings.preferences() == Preferences()
        donor.settings.set_preference("theme", "dark")
        donor.settings.set_preference("language", "de")
        donor.settings.set_preference("start_at_login", True)
        donor.settings.set_preference("reminders", True)
        for name, value in (
            ("theme", "pink"),
            ("keep_running", "yes"),
            ("reminders", 1),
            ("colour", 1),
            ("language", 3),
        ):
            with pytest.raises(DonorError, match="nothing was changed"):
                donor.settings.set_preference(name, value)
    with open_donor(home, server) as donor:
        assert donor.settings.preferences() == Preferences(
            language="de", theme="dark", start_at_login=True, reminders=True
        )
        with donor.installation.store.transaction():
            donor.installation.store.set_fact("preferences", '{"theme": "sepia", "keep_running": false, "speed": 3}')
        assert donor.settings.preferences() == Preferences(keep_running=False)


def test_a_vector_whose_confirmation_never_came_is_told_as_that(
    donor: Donor, server: FakeServer, clock: Clock, history: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A vector that can't be confirmed any more is not called missed, because it was sent and may be in a sum."""
    donor.campaigns.join(URL)
    donor.check_in([history])
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    with monkeypatch.context() as broken, pytest.raises(DonorError):
        broken.setattr(ServerHttp, "send_vector", answer_lost)
        donor.check_in([history])
    assert states(donor)[0] == "waiting"
    server.offered.clear()
    clock.now = NOON + 8 * DAY
    donor.check_in([history])
    assert states(donor)[0] == "unconfirmed"


def answer_lost(*_: object) -> Receipt:
    """Break the connection before the answer comes."""
    raise ServerUnreachable(Code.BROKEN_ANSWER, URL)
