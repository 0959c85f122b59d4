"""A donor knows that a campaign begins later, is over, ended early or is gone, in its status and its days."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from pdd_client.cli import main
from pdd_client.cli.texts.reports import review_text
from pdd_client.cli.texts.status import status_text
from pdd_client.core.errors import DonorError
from pdd_client.donor.donor import Donor
from pdd_client.donor.status import JoinedCampaign
from pdd_shared.protocol.messages import Campaign
from tests.client.fakes import DAY, NOON, URL, Clock, FakeServer, campaign

TODAY = NOON.date()
LAST = TODAY + timedelta(days=2)
RESULTS = '{"campaign":"flu","days":[%s],"missing":[]}'
PUBLISHED = '{"day":"2026-11-20","stratum":null,"donors":3,"searches":9,"noise":{"half_width_95":1.0},"totals":{}}'


def flu(donor: Donor) -> JoinedCampaign:
    """Return the state of the donor's only campaign."""
    (found,) = donor.status().campaigns
    return found


def line(donor: Donor) -> str:
    """Return what `status` says of the campaign."""
    return next(text for text in status_text(donor.status()) if "Winter flu" in text)


@pytest.fixture
def short(donor: Donor, server: FakeServer) -> Donor:
    """Return a donor of a campaign that ends in two days, active today."""
    server.campaigns = [campaign(end=LAST)]
    donor.campaigns.join(URL)
    donor.check_in([])
    return donor


def at(clock: Clock, days: int) -> None:
    """Return the date so many days after today."""
    clock.now = NOON + days * DAY


def test_a_campaign_that_has_not_begun(donor: Donor, server: FakeServer) -> None:
    """A campaign that has not begun says when it starts, and has no day to decide about."""
    server.campaigns = [campaign(start=TODAY + DAY)]
    donor.campaigns.join(URL)
    donor.check_in([])
    assert flu(donor).state == "starts-later"
    assert "starts on 2026-11-21, to 2026-12-31" in line(donor)
    assert donor.days.to_review() == ()


def test_a_campaign_that_is_over(short: Donor, server: FakeServer, clock: Clock) -> None:
    """After a campaign's end its last days are still sent for a while; then it is finished, with nothing to decide."""
    at(clock, 2)
    server.campaigns = [campaign(end=LAST)]
    short.check_in([])
    assert (flu(short).state, line(short)) == ("running", "  Winter flu (flu), since 2026-11-20; to 2026-11-22")
    at(clock, 3)
    server.campaigns = []
    short.check_in([])
    assert flu(short).state == "finishing"
    assert "its last day was 2026-11-22; its last days are still being sent" in line(short)
    assert LAST in [day.day for day in short.days.to_review()]
    assert TODAY + 3 * DAY not in [day.day for day in short.days.to_review()]
    at(clock, 6)
    assert flu(short).state == "finished"
    assert f"finished, thank you: its last day was 2026-11-22; what is published of it is at {URL}/" in line(short)
    short.check_in([])
    assert short.days.to_review() == ()
    with pytest.raises(DonorError, match="no campaign that you have joined counts 2026-11-26"):
        short.days.approve(TODAY + 6 * DAY, histories=[Path("nowhere")])


def test_a_campaign_that_was_ended_sooner(short: Donor, server: FakeServer, clock: Clock) -> None:
    """If the signed text moved the last day forward, later days are not offered any more."""
    server.campaigns = [campaign(end=TODAY)]
    short.check_in([])
    assert "to 2026-11-20, sooner than 2026-11-22 as agreed" in line(short)
    at(clock, 1)
    assert flu(short).state == "finishing"
    assert "it was ended early, on 2026-11-20" in line(short)
    assert [day.day for day in short.days.to_review()] == [TODAY]


def test_a_campaign_that_was_closed(short: Donor, server: FakeServer, clock: Clock) -> None:
    """A campaign missing from the server's list before its last day is closed or gone; listed again, it goes on."""
    server.campaigns = []
    at(clock, 1)
    short.check_in([])
    found = flu(short)
    assert (found.state, found.ending, found.last) == ("finishing", "unlisted", TODAY + DAY)
    assert "it was closed early, or is gone: the server has not listed it since 2026-11-21" in line(short)
    at(clock, 2)
    server.campaigns = [campaign(id="sleep", title="Sleep")]  # another list, which is read anew
    short.check_in([])
    assert flu(short).last == TODAY + DAY  # the day on which it was first missed
    assert LAST not in [day.day for day in short.days.to_review()]
    server.campaigns = [campaign(end=LAST)]
    short.check_in([])
    assert (flu(short).state, flu(short).ending) == ("running", "as-agreed")


@pytest.mark.parametrize(("listed", "after"), [([campaign(end=LAST)], 3), ([campaign(end=TODAY)], 2), ([], 2)])
def test_the_review_of_a_day_after_the_last_gives_nothing(
    short: Donor, server: FakeServer, clock: Clock, listed: list[Campaign], after: int
) -> None:
    """The review of a day after the end (as agreed, sooner or by closing) gives zeros, no numbers and the reason."""
    server.campaigns = listed
    at(clock, 1)
    short.check_in([])
    at(clock, after)
    review = short.days.review(histories=[])
    (part,) = review.campaigns
    assert (part.why, part.entries, part.counted) == ("over", (), ())
    said = f"flu: no counts are sent of {review.day} (the campaign is over: `pdd-donor status` says since when)"
    assert [line for line in review_text(review) if "can't be read" not in line] == [said]


def test_the_review_of_a_day_before_the_first_gives_nothing(donor: Donor, server: FakeServer) -> None:
    """The review of a day before the first one gives nothing, and does not say that the donor did not agree."""
    server.campaigns = [campaign(start=TODAY + DAY)]
    donor.campaigns.join(URL)
    assert [part.why for part in donor.days.review(histories=[]).campaigns] == ["not-begun"]


def test_a_forged_campaign_is_not_a_closed_one(short: Donor, server: FakeServer) -> None:
    """A listed campaign whose signature is wrong is not called closed."""
    honest = server.signed
    server.signed = lambda text: honest(text).model_copy(update={"signature": "00" * 64})  # type: ignore[method-assign]
    short.check_in([])
    assert (flu(short).state, flu(short).ending) == ("running", "as-agreed")


@pytest.mark.parametrize(("days", "published"), [("", False), (PUBLISHED, True)])
def test_whether_results_are_here(short: Donor, clock: Clock, days: str, published: bool) -> None:
    """A finished campaign's results are available once totals of a day are stored."""
    store = short.installation.store
    with store.transaction():
        store.results.keep("flu", RESULTS % days)
    assert not flu(short).published
    at(clock, 6)
    assert flu(short).published is published


def test_new_keywords_of_a_finished_campaign_are_not_offered(short: Donor, server: FakeServer, clock: Clock) -> None:
    """New keywords of a finished campaign, which can't be agreed to any more, are not offered."""
    server.campaigns = [campaign(end=LAST, vocabulary=("flu", "fever + child", "cough", "chills"))]
    short.check_in([])
    assert flu(short).waiting_entries == 1
    at(clock, 3)
    assert (flu(short).waiting_entries, flu(short).changed) == (0, False)


def test_a_failed_check_in_is_remembered(short: Donor, server: FakeServer, clock: Clock) -> None:
    """The reason of a failed check-in is in the status until one succeeds, for later programs too."""
    assert short.status().failure is None
    server.down = True
    for _ in range(2):
        with pytest.raises(DonorError):
            short.check_in([])
    assert short.status().failure == "no-connection"
    assert any("failed (no-connection)" in text for text in status_text(short.status()))
    server.down = False
    server.problems["POST check-in"] = "client-too-old"
    with pytest.raises(DonorError):
        short.check_in([])
    assert short.status().failure == "client-too-old"
    server.problems.clear()
    short.check_in([])
    assert short.status().failure is None


def test_another_check_in_under_way_is_no_failure(short: Donor) -> None:
    """A check-in that finds another one running is no failure, since the other reports its own result."""
    with short.installation.store.exclusive(), pytest.raises(DonorError, match="under way"):
        short.check_in([])
    assert short.status().failure is None


def test_status_of_a_home_without_a_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The status of a new home says that nothing is joined, and reports no failure."""
    assert main(["--home", str(tmp_path / "home"), "status"]) == 0
    assert "failed" not in capsys.readouterr().out


def test_a_date_is_the_servers(donor: Donor, server: FakeServer, clock: Clock) -> None:
    """On the last day's last hour in the server's zone the campaign runs, whatever the local date is."""
    server.zone = "Pacific/Kiritimati"  # 14 hours ahead of UTC
    server.campaigns = [campaign(end=date(2026, 11, 20))]
    clock.now = NOON.replace(hour=9)
    donor.campaigns.join(URL)
    assert flu(donor).state == "running"
    clock.now = NOON.replace(hour=10)
    assert flu(donor).state == "finishing"
