"""A donor's consent is stored as given, and a plan that breaks it gets zeros."""

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from nacl.signing import SigningKey

from pdd_client.cli.texts.reports import review_text
from pdd_client.cli.texts.status import status_text
from pdd_client.core.donation.consent import language_of
from pdd_client.core.errors import DonorError
from pdd_client.donor.donor import Donor
from pdd_shared.protocol.messages import CampaignList, Part, Signed
from pdd_shared.protocol.terms import PlainTerms, Protocol
from scripts.rehearsal.history_writer import write_chrome
from tests.client.cohort_fakes import cohort_campaign, cohort_terms
from tests.client.fakes import (
    DAY,
    NOON,
    URL,
    Clock,
    FakeServer,
    budget,
    campaign,
    open_donor,
    part_of,
    visits,
)
from tests.support.terms import laplace

STRATA = ("north", "south")
ROUND = NOON.date()


def test_consent_is_kept_as_given(donor: Donor, server: FakeServer) -> None:
    """The signed text, its language, the time and the stratum are stored unchanged."""
    server.campaigns = [campaign(strata=STRATA)]
    donor.campaigns.join(URL, stratum="south", language="de-AT")
    ((consent, left),) = donor.installation.store.consents.newest().values()
    assert consent.signed == server.signed(server.campaigns[0])
    assert (consent.language, consent.time, consent.stratum, left) == ("de", NOON, "south", None)


@pytest.mark.parametrize("stratum", [None, "west"])
def test_a_stratum_is_asked_for_where_there_are_some(donor: Donor, server: FakeServer, stratum: str | None) -> None:
    """Without a stratum, or with a wrong one, the error lists the choices and nobody is registered."""
    server.campaigns = [campaign(strata=STRATA)]
    with pytest.raises(DonorError, match="--stratum north or south"):
        donor.campaigns.join(URL, stratum=stratum)
    assert server.donors == {}


def test_the_campaigns_named_are_joined(donor: Donor, server: FakeServer) -> None:
    """Of several campaigns none is joined without a name; an unknown name is an error, and both list what there is."""
    server.campaigns = [campaign(), campaign(id="sleep", strata=STRATA)]
    with pytest.raises(DonorError, match="no campaign 'slep': it has flu, sleep"):
        donor.campaigns.join(URL, ["slep"])
    assert donor.campaigns.join(URL, ["sleep"], "north").campaigns == ("sleep",)
    with pytest.raises(DonorError, match="several campaigns: name those to join of flu, sleep"):
        donor.campaigns.join(URL, stratum="north")
    joined = donor.campaigns.join(URL, ["flu", "sleep"], "north")
    assert (joined.campaigns, joined.already) == (("flu",), ("sleep",))
    assert len(server.donors) == 1
    assert donor.campaigns.join(URL, ["sleep"], "south").campaigns == ("sleep",)
    assert [campaign.stratum for campaign in donor.status().campaigns if campaign.id == "sleep"] == ["south"]


def test_a_home_has_one_server_with_one_key(donor: Donor, server: FakeServer) -> None:
    """Another address and another key at the same address are refused, and nothing is sent to either."""
    donor.campaigns.join(URL)
    with pytest.raises(DonorError, match="`erase-me` first"):
        donor.campaigns.join("http://127.0.0.1:10")
    server.identity = SigningKey.generate()
    with pytest.raises(DonorError, match="another key than when you joined"):
        donor.campaigns.join(URL)
    assert server.requests.count("POST donors") == 1


def test_a_campaign_not_signed_by_the_server_is_not_offered(
    donor: Donor, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A campaign that another key signed can't be joined."""
    honest = FakeServer.signed
    monkeypatch.setattr(FakeServer, "signed", lambda self, text: honest(FakeServer(self.clock), text))
    with pytest.raises(DonorError, match="not signed by the expected key"):
        donor.campaigns.join(URL)
    assert server.donors == {}


def test_a_campaign_of_a_newer_version_does_not_keep_from_the_others(
    donor: Donor, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A campaign text that this version can't read is left out of the offer, and the others stay."""
    honest = FakeServer._campaign_list
    newer = Signed(payload='{"id": "newer", "drawing": "a new kind of thing"}', signature="00" * 64)
    monkeypatch.setattr(
        FakeServer, "_campaign_list", lambda self: CampaignList(campaigns=(*honest(self).campaigns, newer))
    )
    assert donor.campaigns.join(URL).campaigns == ("flu",)


def test_groups_too_small_are_refused_on_joining(donor: Donor, server: FakeServer) -> None:
    """A campaign whose groups may be smaller than any donor accepts can't be joined."""
    server.campaigns = [campaign(terms=campaign().terms.model_copy(update={"min_group": 2}))]
    with pytest.raises(DonorError, match="groups as small as 2"):
        donor.campaigns.join(URL)


def send(donor: Donor, server: FakeServer, history: Path, clock: Clock, **plan: Any) -> tuple[list[int], list[str]]:
    """Run a round of the day of NOON with this plan, and return the donor's numbers and refusals."""
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND, **plan))
    report = donor.check_in([history])
    assert [sent.round for sent in report.sent] == [ROUND]
    assert all(refused.campaign == "flu" for refused in report.refused)
    return list(server.unblinded(ROUND)), [refused.reason for refused in report.refused]


def terms(**changes: Any) -> PlainTerms:
    return campaign().terms.model_copy(update=changes)


@pytest.mark.parametrize(
    ("part", "plan", "reason"),
    [
        (part_of(campaign(), terms=terms(max_searches=6)), {}, "weaker-terms"),
        (part_of(campaign(), terms=terms(max_matches=3)), {}, "weaker-terms"),
        (part_of(campaign(), terms=terms(noise=laplace("15.9"))), {}, "weaker-terms"),
        (part_of(campaign(), terms=terms(budget=budget("1000.1"))), {}, "weaker-terms"),
        (part_of(campaign(), terms=terms(budget=budget(1000, "0.000001"))), {}, "weaker-terms"),
        (part_of(campaign(), terms=terms(min_group=4)), {}, "weaker-terms"),
        (part_of(campaign(), terms=terms(min_group=2)), {}, "weaker-terms"),
        (part_of(campaign(), strata=STRATA), {}, "changed-strata"),
        (part_of(campaign(vocabulary=("tea", "fever + child", "cough"))), {}, "changed-vocabulary"),
        (part_of(campaign(vocabulary=("flu", "fever + child", "cough", "tea"))), {}, "changed-vocabulary"),
        (part_of(campaign(), entries=4), {}, "changed-vocabulary"),
        (part_of(campaign()), {"zone": "Asia/Tokyo"}, "changed-zone"),
        (part_of(campaign()), {"zone": "No/Where"}, "changed-zone"),
    ],
)
def test_a_plan_that_breaks_the_consent_gets_zeros(
    donor: Donor, server: FakeServer, history: Path, clock: Clock, part: Part, plan: dict[str, str], reason: str
) -> None:
    """A campaign that breaks the consent gets zeros and a logged refusal; the round goes out, so the group is not
    lost.
    """
    donor.campaigns.join(URL)
    numbers, refused = send(donor, server, history, clock, layout=(part,), **plan)
    assert not any(numbers)
    assert refused == [reason]
    assert [line.reason for line in donor.status().refusals] == [reason]


def test_a_floor_lowered_below_the_consented_one_gets_zeros(
    donor: Donor, server: FakeServer, history: Path, clock: Clock
) -> None:
    """A plan whose floor is below the consented one gets zeros, like a campaign's own floor."""
    server.campaigns = [campaign(terms=terms(min_group=4))]
    donor.campaigns.join(URL)
    numbers, refused = send(donor, server, history, clock)
    assert (any(numbers), refused) == (False, ["weaker-terms"])


def test_stricter_terms_are_kept_to(donor: Donor, server: FakeServer, history: Path, clock: Clock) -> None:
    """Where the plan's caps are below those agreed to, the plan's are used."""
    donor.campaigns.join(URL)
    stricter = part_of(campaign(), terms=terms(max_searches=2, max_matches=1))
    assert send(donor, server, history, clock, layout=(stricter,)) == ([1, 2, 2, 0, 0], [])


def test_days_before_the_consent_and_outside_the_dates_get_zeros(
    donor: Donor, server: FakeServer, history: Path, clock: Clock
) -> None:
    """A day before the consent, or after the agreed end of the campaign, gets zeros."""
    clock.now = NOON + DAY
    donor.campaigns.join(URL)
    assert send(donor, server, history, clock) == ([0] * 5, ["outside-consent"])


def test_the_campaigns_end_is_the_one_agreed_to(donor: Donor, server: FakeServer, history: Path, clock: Clock) -> None:
    """A campaign that ended before the day gets zeros, whatever later text the server signs."""
    server.campaigns = [campaign(end=date(2026, 11, 19))]
    donor.campaigns.join(URL)
    server.campaigns = [campaign()]
    assert send(donor, server, history, clock) == ([0] * 5, ["outside-consent"])


def test_appended_entries_count_once_they_are_accepted(
    donor: Donor, server: FakeServer, history: Path, clock: Clock
) -> None:
    """Appended entries are zero, and the status says so, until the donor agrees again."""
    donor.campaigns.join(URL)
    server.campaigns = [campaign(vocabulary=("flu", "fever + child", "cough", "tea"))]
    assert send(donor, server, history, clock) == ([1, 4, 2, 1, 1, 0], [])
    (joined,) = donor.status().campaigns
    assert (joined.entries, joined.waiting_entries, joined.changed) == (3, 1, True)

    assert donor.campaigns.join(URL).campaigns == ("flu",)
    assert donor.campaigns.join(URL).already == ("flu",)
    (joined,) = donor.status().campaigns
    assert (joined.entries, joined.waiting_entries, joined.changed) == (4, 0, False)


def test_agreeing_again_keeps_the_days_agreed_to_before(
    donor: Donor, server: FakeServer, history: Path, clock: Clock, tmp_path: Path
) -> None:
    """After agreeing again a pending day counts under the consent of its own day, and later days under the new one."""
    server.campaigns = [campaign(strata=STRATA)]
    donor.campaigns.join(URL, stratum="north")
    server.campaigns = [campaign(vocabulary=("flu", "fever + child", "cough", "tea"), strata=STRATA)]
    clock.now = NOON + DAY
    assert donor.campaigns.join(URL, stratum="south").campaigns == ("flu",)
    assert send(donor, server, history, clock) == ([1, 4, 2, 1, 1, 0] + [0] * 6, [])

    write_chrome(tmp_path / "Later", visits(("tea", NOON + DAY)))
    clock.now = NOON + 2 * DAY
    server.offer(server.plan(ROUND + DAY))
    assert donor.check_in([tmp_path / "Later"]).refused == ()
    assert list(server.unblinded(ROUND + DAY)) == [0] * 6 + [1, 1, 0, 0, 0, 1]


def test_joining_again_after_leaving_counts_from_that_day_on(
    donor: Donor, server: FakeServer, history: Path, clock: Clock, tmp_path: Path
) -> None:
    """After leaving and joining again, days before the new consent get zeros and its own day counts."""
    donor.campaigns.join(URL)
    server.campaigns = [campaign(vocabulary=("flu", "fever + child", "cough", "tea"))]
    donor.campaigns.join(URL)
    donor.campaigns.leave("flu")
    clock.now = NOON + DAY
    donor.campaigns.join(URL)
    assert send(donor, server, history, clock) == ([0] * 6, ["outside-consent"])
    write_chrome(tmp_path / "Later", visits(("flu", NOON + DAY)))
    clock.now = NOON + 2 * DAY
    server.offer(server.plan(ROUND + DAY))
    donor.check_in([tmp_path / "Later"])
    assert list(server.unblinded(ROUND + DAY)) == [1, 1, 1, 0, 0, 0]


def test_a_vocabulary_that_was_rewritten_gets_zeros_for_good(
    donor: Donor, server: FakeServer, history: Path, clock: Clock
) -> None:
    """A plan with the newest text gets zeros if that text changed words that were agreed to."""
    donor.campaigns.join(URL)
    server.campaigns = [campaign(vocabulary=("tea", "fever + child", "cough"))]
    assert send(donor, server, history, clock) == ([0] * 5, ["changed-vocabulary"])


def test_strata_fill_one_block(donor: Donor, server: FakeServer, history: Path, clock: Clock) -> None:
    """Only the donor's own stratum is filled, so that the sum is right and the stratum stays unknown."""
    server.campaigns = [campaign(strata=STRATA), campaign(id="sleep")]
    donor.campaigns.join(URL, ["flu"], "south")
    assert send(donor, server, history, clock) == ([0] * 5 + [1, 4, 2, 1, 1] + [0] * 5, [])


def test_leaving_stops_at_once(donor: Donor, server: FakeServer, history: Path, clock: Clock) -> None:
    """A campaign that was left gets zeros for earlier days too; joining again counts from that day on."""
    donor.campaigns.join(URL)
    with pytest.raises(DonorError, match="you have joined flu"):
        donor.campaigns.leave("fluu")
    donor.campaigns.leave("flu")
    assert send(donor, server, history, clock) == ([0] * 5, [])
    assert donor.status().campaigns[0].left == NOON
    assert donor.campaigns.join(URL).campaigns == ("flu",)
    assert donor.status().campaigns[0].left is None


def test_a_pause_gives_zeros_and_its_searches_never_count(
    home: Path, server: FakeServer, history: Path, clock: Clock
) -> None:
    """A check-in during a pause sends zeros; afterwards the day's searches outside the pause count."""
    with open_donor(home, server) as donor:
        clock.now = NOON.replace(hour=6)
        donor.campaigns.join(URL)
        clock.now = NOON.replace(hour=7) + timedelta(minutes=30)
        donor.exclusions.pause()
        donor.exclusions.pause()
        clock.now = NOON.replace(hour=9) + timedelta(minutes=30)
        donor.exclusions.resume()
        assert send(donor, server, history, clock) == ([1, 2, 1, 0, 1], [])
        donor.exclusions.pause()
        clock.now += DAY
        server.offer(server.plan(ROUND + DAY))
        assert donor.check_in([history]).refused == ()
        assert not server.unblinded(ROUND + DAY).any()
        donor.exclusions.resume()
        donor.exclusions.pause()  # in the same moment
        assert donor.status().paused_since == clock.now


def test_the_language_shown() -> None:
    """A consent text is shown in the person's language, else in English, else in any there is."""
    texts = {
        tag: campaign(consent=dict.fromkeys(tags, "x")) for tag, tags in {"de": ("de", "en"), "fi": ("fi",)}.items()
    }
    assert [language_of(texts["de"], tag) for tag in ("de-CH", "de", "fr")] == ["de", "de", "en"]
    assert language_of(texts["fi"], "fr") == "fi"


def run(server: FakeServer, protocol: Protocol) -> None:
    """Let the server run its campaign under this protocol."""
    server.protocol = protocol
    server.campaigns = [cohort_campaign() if protocol == "cohort" else campaign()]


def test_another_protocol_gets_zeros_until_it_is_agreed_to(
    donor: Donor, server: FakeServer, history: Path, clock: Clock
) -> None:
    """If a server changes from `cohort` to `plain`, it gets zeros, with the reason in review and status, until the
    donor joins again.
    """
    run(server, "cohort")
    donor.campaigns.join(URL)
    run(server, "plain")
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    assert [(part.reason, part.campaign) for part in donor.check_in([history]).refused] == [("changed-protocol", "flu")]
    assert not server.unblinded(ROUND).any()
    assert donor.installation.ledger().given == ()
    assert [one.why for one in donor.days.review(ROUND + DAY, [history]).campaigns] == ["changed-protocol"]
    assert "in another way than you agreed to" in "\n".join(review_text(donor.days.review(ROUND + DAY, [history])))
    assert "in another way than you agreed to" in "\n".join(status_text(donor.status()))

    donor.campaigns.join(URL)
    assert not donor.status().campaigns[0].changed_protocol
    assert [one.why for one in donor.days.review(ROUND + DAY, [history]).campaigns] == [None]
    clock.now = NOON + 2 * DAY
    server.offer(server.plan(ROUND + DAY))
    assert donor.check_in([history]).refused == ()
    assert server.unblinded(ROUND + DAY)[0] == 1


def test_a_day_planned_under_another_protocol_than_was_agreed_to_last_gets_zeros(
    donor: Donor, server: FakeServer, history: Path, clock: Clock
) -> None:
    """After consent to a second protocol, a round planned under the first gets what the review says."""
    donor.campaigns.join(URL)
    planned = server.plan(ROUND)
    clock.now = NOON + DAY
    run(server, "cohort")
    donor.campaigns.join(URL)
    (reviewed,) = donor.days.review(ROUND, [history]).campaigns
    assert (reviewed.why, reviewed.searches) == ("changed-protocol", 0)
    server.offer(planned)
    assert [part.reason for part in donor.check_in([history]).refused] == ["changed-protocol"]
    assert not server.unblinded(ROUND).any()


@pytest.mark.parametrize("why", ["changed-protocol", "weaker-terms"])
def test_a_newest_text_that_is_not_agreed_to_gets_zeros_of_days_planned_before(
    donor: Donor, server: FakeServer, history: Path, clock: Clock, why: str
) -> None:
    """Once the newest text is not agreed to, a day planned before gets the zeros that the review says."""
    donor.campaigns.join(URL)
    planned = server.plan(ROUND)
    if why == "changed-protocol":
        run(server, "cohort")
    else:
        server.campaigns = [campaign(terms=terms(max_searches=6))]
    donor.check_in([history])
    assert [one.why for one in donor.days.review(ROUND, [history]).campaigns] == [why]
    clock.now = NOON + DAY
    server.offer(planned)
    assert [refused.reason for refused in donor.check_in([history]).refused] == [why]
    assert not server.unblinded(ROUND).any()
    assert donor.installation.ledger().given == ()


def test_a_text_that_is_acceptable_again_gets_counts_again(
    donor: Donor, server: FakeServer, history: Path, clock: Clock
) -> None:
    """If a server goes back to what was agreed to, counts are sent again without a new consent."""
    donor.campaigns.join(URL)
    run(server, "cohort")
    donor.check_in([history])
    run(server, "plain")
    assert send(donor, server, history, clock) == ([1, 4, 2, 1, 1], [])


@pytest.mark.parametrize("joined", [True, False])
def test_a_plain_plan_with_a_part_under_other_terms_is_refused(
    donor: Donor, server: FakeServer, history: Path, clock: Clock, joined: bool
) -> None:
    """A `plain` plan with a campaign under `cohort` is invalid and gets nothing, not even zeros."""
    donor.campaigns.join(URL)
    if not joined:
        donor.campaigns.leave("flu")
    honest = server.plan(ROUND)
    clock.now = NOON + DAY
    other = honest.layout[0].model_copy(update={"terms": cohort_terms()})
    server.offer(honest.model_copy(update={"layout": (other,)}))
    assert [part.reason for part in donor.check_in([history]).refused] == ["bad-signature"]
    assert server.vectors == {}


def test_a_donor_that_gives_to_nobody_takes_part_under_any_protocol(
    donor: Donor, server: FakeServer, history: Path, clock: Clock
) -> None:
    """A donor who left all campaigns takes part with zeros under any protocol, so that leaving does not show."""
    run(server, "cohort")
    donor.campaigns.join(URL)
    donor.campaigns.leave("flu")
    run(server, "plain")
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    assert len(donor.check_in([history]).sent) == 1
    assert not server.unblinded(ROUND).any()
