"""Campaigns that count by week: their files, forms, dates, noise and states."""

import tomllib
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from pdd_server.errors import Rejected
from pdd_server.services.campaigns.campaign_files import read_campaign
from pdd_server.services.campaigns.campaigns import end_sooner
from pdd_server.services.campaigns.drafts.content_validation import check
from pdd_server.services.campaigns.drafts.form_values import typed_of, values_of
from pdd_server.services.campaigns.terms import describe_terms
from pdd_server.services.operations.data_folder import Deployment
from pdd_shared.privacy.accounting.budget import fits
from pdd_shared.privacy.accounting.charges import charge_of_terms
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import CohortTerms
from tests.server.services.campaigns.test_campaign_files import GOOD
from tests.server.services.rounds.cohort.simulated_donors import cohort_server
from tests.server.services.rounds.cohort.synthetic_days import cohort_campaign
from tests.server.simulated_server import HandClock

WEEKLY = (
    GOOD.replace("end = 2027-03-31", 'end = 2027-03-28\nperiod = "week"')
    .replace("max_hits = 60\nmax_hits_per_keyword = 20", "max_hits = 2\nmax_hits_per_keyword = 1")
    .replace("epsilon_per_day = 1.0", "epsilon = 9\ndelta = 0.000001")
)
WEEKS = 19


def read(tmp_path: Path, text: str = WEEKLY, protocol: str = "cohort") -> Campaign:
    """Return the campaign that a file with this text describes."""
    (tmp_path / "flu.toml").write_text(text)
    return read_campaign(tmp_path / "flu.toml", 50, "plain" if protocol == "plain" else "cohort")


def refusal(tmp_path: Path, text: str, protocol: str = "cohort") -> str:
    """Return the line and the reason for which a file with this text is refused."""
    with pytest.raises(Rejected) as raised:
        read(tmp_path, text, protocol)
    return str(raised.value).split("flu.toml:")[1]


@pytest.mark.parametrize(
    "privacy",
    ["epsilon = 9", 'epsilon = 9\nnoise = "discrete-laplace"', "scale = 8"],
    ids=["parts", "one noise", "scale"],
)
def test_a_weekly_campaigns_budget_pays_for_its_weeks_and_one_again(tmp_path: Path, privacy: str) -> None:
    """The budget holds all weeks and one that donors give twice, and no more: the noise is the least for that."""
    found = read(tmp_path, WEEKLY.replace("epsilon = 9", privacy))
    terms = found.terms
    assert (terms.period, found.periods) == ("week", WEEKS)
    assert isinstance(terms, CohortTerms)
    assert fits({charge_of_terms(terms, "flu"): WEEKS + 1}, terms.budget)
    assert not fits({charge_of_terms(terms, "flu"): WEEKS + 2}, terms.budget)
    assert describe_terms(terms, WEEKS).endswith("for all 19 weeks, and for one that is asked for again")


def test_parts_of_a_weekly_campaign_have_the_noise_of_weeks(tmp_path: Path) -> None:
    """With a share of the budget for each kind of number, the noise is that of 19 periods, much less than of 133."""
    shares = "parts = { joined = 0.05, searches = 0.05, keywords = 0.9 }"
    terms = read(tmp_path, f"{WEEKLY}{shares}\n").terms
    assert (terms.period, terms.law) == ("week", "skellam")
    assert terms.scale < 4
    assert fits({charge_of_terms(terms, "flu"): WEEKS}, terms.budget)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        (
            "start = 2026-11-16",
            "start = 2026-11-18",
            "9: start: 2026-11-18 is no Monday, the first day of a week; set it to 2026-11-16 or 2026-11-23",
        ),
        (
            "end = 2027-03-28",
            "end = 2027-03-31",
            "10: end: 2027-03-31 is no Sunday, the last day of a week; set it to 2027-03-28 or 2027-04-04",
        ),
        (
            "end = 2027-03-28",
            "end = 2026-11-18",
            "10: end: 2026-11-18 is no Sunday, the last day of a week; set it to 2026-11-22",
        ),
        ('"week"', '"month"', "11: period: must be 'day' or 'week'; correct it"),
        (
            "epsilon = 9",
            "epsilon_per_day = 1.0",
            "29: privacy.epsilon_per_day: is for a campaign that counts by day; give epsilon, of all weeks together",
        ),
    ],
)
def test_what_no_week_can_have_is_refused_with_the_remedy(tmp_path: Path, old: str, new: str, what: str) -> None:
    """Dates inside of a week are refused with the nearest right ones, and so are other periods and a daily budget."""
    assert refusal(tmp_path, WEEKLY.replace(old, new)) == what


def test_a_plain_server_counts_by_day(tmp_path: Path) -> None:
    """Weeks are for `cohort`; a `plain` server says so."""
    text = WEEKLY.replace('period = "week"', 'period = "day"')
    assert read(tmp_path, text, "plain").terms.period == "day"
    assert "period: is week, which is for the protocol cohort" in refusal(tmp_path, WEEKLY, "plain")


def test_the_form_has_the_period_of_the_file() -> None:
    """A weekly campaign's file typed into the form makes the same campaign."""
    values = tomllib.loads(WEEKLY, parse_float=Decimal)
    typed = typed_of(values)
    assert typed.period == "week"
    assert check(values_of(typed), 50, "cohort").campaign == check(values, 50, "cohort").campaign is not None


@pytest.mark.parametrize(
    ("today", "end", "what"),
    [
        (date(2026, 11, 20), date(2026, 11, 25), "set it to 2026-11-22 or 2026-11-29"),
        (date(2026, 11, 24), date(2026, 11, 25), "set it to 2026-11-29"),
        (date(2026, 12, 1), date(2026, 12, 3), "close the campaign, which drops its last week"),
    ],
)
def test_a_weekly_campaign_ends_sooner_on_a_sunday(
    tmp_path: Path, clock: HandClock, today: date, end: date, what: str
) -> None:
    """An earlier end is a Sunday from today on; the refusal of another day names those that are left."""
    weekly = cohort_campaign(period="week").model_copy(
        update={"start": date(2026, 11, 16), "end": date(2026, 12, 6), "id": "weekly"}
    )
    server: Deployment = cohort_server(tmp_path, clock, weekly)
    with server.store.write() as connection:
        with pytest.raises(Rejected, match=f"end: {end} is no Sunday, the last day of a week; {what}"):
            end_sooner(connection, "weekly", end, today)
        if today < date(2026, 11, 29):
            assert end_sooner(connection, "weekly", date(2026, 11, 29), today).end == date(2026, 11, 29)
    server.store.dispose()
