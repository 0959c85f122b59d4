"""Sending days after review or by themselves: which days wait, what is sent, and that nothing unseen is sent."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pdd_client.core.donation.decisions import Seen
from pdd_client.core.errors import DonorError
from pdd_client.donor.donor import Donor
from pdd_client.gateways.keychain import FileKeychain
from scripts.rehearsal.history_writer import write_chrome
from tests.client.fakes import DAY, NOON, URL, Clock, FakeServer, campaign, open_donor, visits
from tests.client.rounds_to_send import PROTOCOLS, ROUND, DueRound, due_round

ZEROS = [0, 0, 0, 0, 0]
ALL = [1, 4, 2, 1, 1]


@pytest.fixture(params=PROTOCOLS)
def due(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock, history: Path) -> Iterator[DueRound]:
    """Return a donor that reviews its days, under either protocol."""
    with due_round(request.param, tmp_path, clock, history) as due:
        due.donor.settings.set_sending("review")
        yield due


@pytest.fixture
def plain(tmp_path: Path, clock: Clock, history: Path) -> Iterator[DueRound]:
    """Return the same donor under `plain`, where a decision brings a contact forward; in `cohort` none does."""
    with due_round("plain", tmp_path, clock, history) as due:
        due.donor.settings.set_sending("review")
        yield due


def more_searches(due: DueRound, *queries: str, hour: int) -> None:
    """Add another file's searches to the day's history, from this hour on."""
    file = due.history.with_name("More")
    write_chrome(file, visits(*((query, NOON.replace(hour=hour + i)) for i, query in enumerate(queries))))
    due.donor._reader._find = list
    due.more.append(file)


def test_a_day_that_nobody_looked_at_waits_and_then_goes_out_as_zeros(due: DueRound) -> None:
    """An unreviewed day waits until its last day and then goes out as zeros, and the review says why."""
    due.next_day()
    lines = len([line for line in due.donor.log() if line.round == ROUND])
    report = due.check_in()
    assert (report.waiting, report.refused, due.sent()) == ((ROUND,), (), False)
    assert len([line for line in due.donor.log() if line.round == ROUND]) == lines
    assert due.donor.days.review(ROUND, [due.history]).campaigns[0].searches == 4
    due.last_day()
    report = due.check_in()
    assert ROUND not in report.waiting
    assert [(part.reason, part.campaign) for part in report.refused] == [("not-approved", "flu")]
    assert due.total() == ZEROS
    (reviewed,) = due.donor.days.review(ROUND).campaigns
    assert reviewed.why == "not-approved"
    (day,) = [day for day in due.donor.days.sent() if day.day == ROUND]
    assert (day.state, [line.reason for line in day.refusals]) == ("nothing", ["not-approved"])


def test_an_approved_day_is_sent_at_the_next_check_in(plain: DueRound) -> None:
    """What the review of an approved day showed is sent and logged."""
    plain.next_day()
    assert plain.check_in().waiting == (ROUND,)
    shown = plain.donor.days.review(ROUND, [plain.history])
    assert plain.donor.days.approve(ROUND) is shown
    assert [sent.kind for sent in plain.check_in().sent] == ["submit"]
    assert plain.total() == ALL


def test_a_day_approved_on_itself_is_sent_without_what_was_searched_later(due: DueRound) -> None:
    """Searches made after a review of the current day are not in the approved counts."""
    due.donor.days.review(ROUND, [due.history])
    due.donor.days.approve(ROUND)
    more_searches(due, "flu", "cough", hour=14)
    due.next_day()
    due.send()
    assert due.total() == ALL


def test_what_was_not_seen_is_not_sent(due: DueRound) -> None:
    """A history that was unreadable, or a word that was blocked, at the review adds nothing later."""
    due.next_day()
    due.donor.exclusions.block("child")
    due.donor.days.approve(ROUND, histories=[due.history])
    due.donor.exclusions.unblock("child")
    more_searches(due, "flu fever", "cough", hour=1)
    due.send()
    assert due.total() == [1, 3, 2, 0, 1]


def test_what_is_kept_out_after_approving_stays_out(due: DueRound) -> None:
    """A word blocked and a search removed between approval and check-in are not sent."""
    due.next_day()
    due.donor.days.approve(ROUND, histories=[due.history])
    due.donor.exclusions.block("child")
    tea = next(search for search, _ in due.donor.days.searches(ROUND, [due.history]).searches if search.query == "tea")
    due.donor.exclusions.remove_search(tea.id)
    due.send()
    assert due.total() == [1, 2, 2, 0, 1]


def test_a_later_search_does_not_take_the_place_of_one_kept_out(due: DueRound) -> None:
    """A word blocked after approval makes no room under the cap for searches made after the review."""
    due.donor.days.review(ROUND, [due.history])
    due.donor.days.approve(ROUND)
    due.donor.exclusions.block("cough")
    more_searches(due, "flu", hour=14)
    due.next_day()
    due.send()
    assert due.total() == [1, 3, 1, 1, 0]


def test_a_pause_after_approving_gives_nothing(due: DueRound) -> None:
    """During a pause nothing is given, approved or not."""
    due.next_day()
    due.donor.days.approve(ROUND, histories=[due.history])
    due.donor.exclusions.pause(due.server.clock.now + 2 * DAY)
    due.send()
    assert due.total() == ZEROS


@pytest.mark.parametrize("mode", ["review", "by-itself"])
def test_a_withheld_day_goes_out_as_zeros(due: DueRound, mode: str) -> None:
    """A withheld day sends zeros at the next check-in, in either mode; until then it is shown and can be approved."""
    due.donor.settings.set_sending("review" if mode == "review" else "by-itself")
    due.donor.days.withhold(ROUND)
    due.next_day()
    shown = due.donor.days.review(ROUND, [due.history])
    assert (shown.withheld, shown.campaigns[0].searches) == (True, 4)
    assert [part.reason for part in due.send().refused] == ["withheld"]
    assert due.total() == ZEROS
    assert [reviewed.why for reviewed in due.donor.days.review(ROUND).campaigns] == ["withheld"]


def test_a_withheld_day_can_be_approved_after_all(due: DueRound) -> None:
    """The last decision before the day is locked holds."""
    due.donor.days.withhold(ROUND)
    due.next_day()
    due.donor.days.review(ROUND, [due.history])
    due.donor.days.approve(ROUND)
    due.send()
    assert due.total() == ALL


def test_a_decision_taken_back_shows_all_again(due: DueRound) -> None:
    """An approved day shows what was approved; after reconsidering, it also shows later searches and waits again."""
    due.donor.days.review(ROUND, [due.history])
    due.donor.days.approve(ROUND)
    more_searches(due, "flu", hour=14)
    both = [due.history, due.history.with_name("More")]
    due.server.clock.now += timedelta(hours=3)
    assert due.donor.days.review(ROUND, both).campaigns[0].searches == 4
    due.donor.days.reconsider(ROUND)
    assert due.donor.days.review(ROUND, both).campaigns[0].searches == 5
    due.next_day()
    assert due.check_in().waiting == (ROUND,)


def test_days_go_out_by_themselves_from_the_day_on_which_that_is_chosen(due: DueRound) -> None:
    """From the day on which "by itself" is chosen, days do not wait any more, chosen once or twice."""
    due.donor.settings.set_sending("by-itself")
    due.next_day()
    due.donor.settings.set_sending("by-itself")
    assert due.check_in().waiting == ()
    assert due.total() == ALL


def test_a_day_that_waited_goes_on_waiting_where_by_itself_is_chosen(due: DueRound) -> None:
    """A day that already waited goes on waiting after "by itself" is chosen, and ends as zeros."""
    due.next_day()
    due.donor.settings.set_sending("by-itself")
    assert due.check_in().waiting == (ROUND,)
    assert {day.day: day.state for day in due.donor.days.to_review()}[ROUND] == "waits-for-you"
    due.last_day()
    assert [part.reason for part in due.check_in().refused] == ["not-approved"]
    assert due.total() == ZEROS


def test_an_approved_day_waits_for_a_history_that_can_not_be_read(plain: DueRound) -> None:
    """If the history can't be read, an approved day waits as long as the server does."""
    plain.donor.days.approve(ROUND, histories=[plain.history])
    plain.next_day()
    assert plain.donor.check_in([plain.history.with_name("gone")]).waiting == (ROUND,)
    plain.check_in()
    assert plain.total() == ALL


def test_an_approved_day_that_can_not_be_read_goes_out_as_zeros_on_its_last_day(due: DueRound) -> None:
    """An approved day that is still unreadable on its last day goes out as zeros, with a logged reason."""
    due.donor.days.approve(ROUND, histories=[due.history])
    due.next_day()
    due.last_day()
    report = due.donor.check_in([due.history.with_name("gone")])
    assert ([part.reason for part in report.refused], due.total()) == (["no-history"], ZEROS)


def test_a_day_that_is_locked_can_not_be_decided_on(due: DueRound) -> None:
    """A locked day, whose bytes may have reached the server, refuses decisions and says why."""
    due.next_day()
    due.donor.days.approve(ROUND, histories=[due.history])
    due.send()
    for decide in (due.donor.days.approve, due.donor.days.withhold, due.donor.days.reconsider):
        with pytest.raises(DonorError, match="locked already"):
            decide(ROUND)


def test_a_day_can_be_decided_on_while_the_server_may_still_ask(plain: DueRound) -> None:
    """A future day can't be decided on; a past one only until its last day's check-in was not asked for it."""
    with pytest.raises(DonorError, match="still to come"):
        plain.donor.days.approve(ROUND + DAY, histories=[plain.history])
    plain.next_day()
    plain.last_day()
    plain.server.down = True
    plain.server.clock.now += 7 * DAY
    plain.donor.days.approve(ROUND, histories=[plain.history])  # nobody could ask for it meanwhile
    plain.server.down = False
    plain.server.offered.clear()
    plain.check_in()
    with pytest.raises(DonorError, match="any more"):
        plain.donor.days.approve(ROUND, histories=[plain.history])


def test_a_campaign_joined_after_approving_gets_nothing_of_that_day(
    donor: Donor, server: FakeServer, history: Path, clock: Clock
) -> None:
    """If a campaign was joined after approval, the plan's approved campaigns are sent and the new one is not."""
    server.campaigns = [campaign(), campaign(id="sleep")]
    donor.campaigns.join(URL, ["flu"])
    donor.check_in([history])
    donor.settings.set_sending("review")
    donor.days.approve(ROUND, histories=[history])
    donor.campaigns.join(URL, ["sleep"])
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    assert [(part.campaign, part.reason) for part in donor.check_in([history]).refused] == [("sleep", "not-approved")]
    assert list(server.unblinded(ROUND)) == ALL + ZEROS


def test_entries_agreed_to_after_approving_count_zero(
    donor: Donor, server: FakeServer, history: Path, clock: Clock
) -> None:
    """A keyword agreed to after the review is not counted on that day."""
    donor.campaigns.join(URL)
    donor.check_in([history])
    donor.settings.set_sending("review")
    donor.days.approve(ROUND, histories=[history])
    server.campaigns = [campaign(vocabulary=("flu", "fever + child", "cough", "tea"))]
    donor.campaigns.join(URL)
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    donor.check_in([history])
    assert list(server.unblinded(ROUND)) == [*ALL, 0]


def test_a_donor_that_gives_to_nobody_has_nothing_to_wait_for(
    donor: Donor, server: FakeServer, history: Path, clock: Clock
) -> None:
    """If no campaign of the plan is joined, zeros go out at once."""
    donor.campaigns.join(URL)
    donor.settings.set_sending("review")
    donor.campaigns.leave("flu")
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    assert len(donor.check_in([history]).sent) == 1
    assert not server.unblinded(ROUND).any()


def test_nothing_is_sent_without_review_unless_that_was_chosen(
    home: Path, server: FakeServer, history: Path, clock: Clock
) -> None:
    """A donor that chose nothing has its days wait; a day goes out as zeros on its last day."""
    with Donor.open(home, clock=clock, keychain=FileKeychain(home), connect=server.connect, find=list) as donor:
        assert donor.settings.sending() == "review"
        donor.campaigns.join(URL)
        clock.now = NOON + DAY
        server.offer(server.plan(ROUND))
        assert donor.check_in([history]).waiting == (ROUND,)
        clock.now = NOON + timedelta(days=1 + server.info().delay)
        assert [part.reason for part in donor.check_in([history]).refused] == ["not-approved"]
        assert not server.unblinded(ROUND).any()


def test_the_choices_are_kept(home: Path, server: FakeServer, history: Path) -> None:
    """Mode and decisions are stored in the home, for every program, and the mode is one of two."""
    with open_donor(home, server) as donor:
        donor.campaigns.join(URL)
        donor.settings.set_sending("review")
        donor.days.approve(ROUND, histories=[history])
        with pytest.raises(DonorError, match="nothing was changed"):
            donor.settings.set_sending("never")  # type: ignore[arg-type]
    with open_donor(home, server) as donor:
        assert donor.settings.sending() == "review"
        decision = donor.installation.store.days.decided(ROUND)
    assert decision is not None
    assert decision.seen == {"flu": Seen(4, {"flu": 2, "fever + child": 1, "cough": 1})}
