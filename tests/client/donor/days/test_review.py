"""A check-in sends what the review promised."""

from pathlib import Path
from typing import Any

import pytest

from pdd_client.cli.texts.reports import review_json, review_text, searches_json, searches_text
from pdd_client.donor.days.review import LeftOut
from pdd_client.donor.donor import Donor
from pdd_shared.protocol.messages import Campaign
from scripts.rehearsal.history_writer import write_chrome
from tests.client.fakes import DAY, NOON, URL, Clock, FakeServer, budget, campaign, visits
from tests.support.terms import laplace

ROUND = NOON.date()


def terms(**changes: Any) -> Campaign:
    return campaign(terms=campaign().terms.model_copy(update=changes))


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        (terms(max_searches=6), "weaker-terms"),
        (terms(noise=laplace(15)), "weaker-terms"),
        (terms(budget=budget(1001)), "weaker-terms"),
        (campaign(strata=("north", "south")), "changed-strata"),
        (campaign(vocabulary=("tea", "fever + child", "cough")), "changed-vocabulary"),
    ],
)
def test_a_campaign_that_changed_shows_its_objection(
    donor: Donor, server: FakeServer, history: Path, clock: Clock, changed: Campaign, reason: str
) -> None:
    """Once the donor has seen a changed campaign, a review says that it gets zeros, and the check-in sends zeros."""
    donor.campaigns.join(URL)
    server.campaigns = [changed]
    donor.check_in([history])
    (reviewed,) = donor.days.review(ROUND, [history]).campaigns
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    (refused,) = donor.check_in([history]).refused
    assert reviewed.why == refused.reason == reason
    assert not server.unblinded(ROUND).any()


def test_a_campaign_whose_words_can_not_be_read_shows_its_objection(
    donor: Donor, server: FakeServer, history: Path
) -> None:
    """A newest text that can't be counted is shown as an objection and is no error."""
    donor.campaigns.join(URL)
    server.campaigns = [campaign(vocabulary=("flu", "flu"))]
    donor.check_in([history])
    assert [reviewed.why for reviewed in donor.days.review(ROUND, [history]).campaigns] == ["changed-vocabulary"]


def test_stricter_terms_are_reviewed(donor: Donor, server: FakeServer, history: Path) -> None:
    """If the caps are lower now, the review shows the counts under the lower caps."""
    donor.campaigns.join(URL)
    server.campaigns = [terms(max_searches=2)]
    donor.check_in([history])
    assert [reviewed.searches for reviewed in donor.days.review(ROUND, [history]).campaigns] == [2]


def test_a_day_before_agreeing_again_is_reviewed_as_it_was_agreed_to(
    donor: Donor, server: FakeServer, history: Path, clock: Clock
) -> None:
    """The review of a pending day uses the consent of that day."""
    donor.campaigns.join(URL)
    server.campaigns = [campaign(vocabulary=("flu", "fever + child", "cough", "tea"))]
    clock.now = NOON + DAY
    donor.campaigns.join(URL)
    (reviewed,) = donor.days.review(ROUND, [history]).campaigns
    assert (reviewed.why, [row.entry for row in reviewed.entries]) == (None, ["flu", "fever + child", "cough"])


def test_a_locked_day_shows_what_was_sent(donor: Donor, server: FakeServer, history: Path, clock: Clock) -> None:
    """The review of a locked day shows what was sent, and later blocked words don't change it."""
    server.campaigns = [campaign(), campaign(id="sleep", end=ROUND - DAY)]
    donor.campaigns.join(URL, ["flu", "sleep"])
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    donor.check_in([history])
    donor.exclusions.block("flu")
    review = donor.days.review(ROUND, [history])
    flu, sleep = review_json(review)["campaigns"]
    assert (review.locked, flu["searches"], sleep["joined"], sleep["why"]) == (True, 4, False, "outside-consent")
    assert {row["entry"]: row["count"] for row in flu["entries"]} == {"flu": 2, "fever + child": 1, "cough": 1}
    lines = list(review_text(review))
    assert "locked already" in lines[0]
    assert "  flu  2" in lines


def test_a_day_locked_in_a_pause_was_zeros(donor: Donor, server: FakeServer, history: Path, clock: Clock) -> None:
    """The review of a day locked as zeros during a pause shows zeros after it, too."""
    donor.campaigns.join(URL)
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    donor.exclusions.pause()
    donor.check_in([history])
    donor.exclusions.resume()
    assert [reviewed.why for reviewed in donor.days.review(ROUND, [history]).campaigns] == ["zeros-sent"]


def test_a_review_adds_up_past_the_caps(donor: Donor, server: FakeServer, history: Path) -> None:
    """Listed searches that count and those with a reason against add up to all searches found.

    Two campaigns with different caps on one day each add up by themselves. A search that matches more keywords than
    count says for which it does not count.
    """
    limits = campaign().terms.model_copy(update={"max_searches": 2, "max_matches": 1})
    server.campaigns = [campaign(), campaign(id="cold", terms=limits)]
    donor.campaigns.join(URL, ["flu", "cold"])
    donor.exclusions.remove_search(
        next(search.id for search, _ in donor.days.searches(ROUND, [history]).searches if search.query == "tea")
    )
    found, review = donor.days.searches_and_review(ROUND, [history])
    assert review is not None
    ids = {search.query: search.id for search, _ in found.searches}
    cold, flu = sorted(review.campaigns, key=lambda one: one.id)
    assert (cold.counted, flu.counted) == (
        (ids["flu cough"], ids["flu"]),
        (ids["flu cough"], ids["flu"], ids["child fever"]),
    )
    assert cold.left_out == (
        LeftOut(ids["flu cough"], "over-hits", ("cough",)),
        LeftOut(ids["child fever"], "over-searches"),
        LeftOut(ids["tea"], "removed"),
    )
    assert flu.left_out == (LeftOut(ids["tea"], "removed"),)
    for one in review.campaigns:
        assert one.searches == len(one.counted)
        assert {*one.counted, *(left.search for left in one.left_out if not left.entries)} == set(ids.values())
    text = "\n".join(review_text(review))
    assert f"not counted, over the campaign's limit of searches  1  ({ids['child fever']})" in text
    assert f"not counted for cough, the campaign's limit for keywords is reached  ({ids['flu cough']})" in text
    listed = "\n".join(searches_text(found, donor.installation.zone, review))
    assert "child fever  (cold: does not count, over the campaign's limit of searches)" in listed
    rows = {row["id"]: row["left_out"] for row in searches_json(found, donor.installation.zone, review)["searches"]}
    assert rows[ids["child fever"]] == [{"campaign": "cold", "why": "over-searches", "entries": []}]


def test_an_approved_review_says_what_was_not_seen(
    donor: Donor, server: FakeServer, history: Path, clock: Clock
) -> None:
    """A search made after approval is listed apart, and the numbers stay those approved."""
    donor.campaigns.join(URL)
    donor.days.review(ROUND, [history])
    donor.days.approve(ROUND)
    more = history.with_name("More")
    write_chrome(more, visits(("flu", NOON.replace(hour=14))))
    clock.now = NOON.replace(hour=20)
    (reviewed,) = donor.days.review(ROUND, [history, more]).campaigns
    assert (reviewed.searches, len(reviewed.counted)) == (4, 4)
    assert [(one.why, one.entries) for one in reviewed.left_out] == [("not-seen", ())]
