"""The answer to a campaign's question: its totals, noise, donors and verdict, and what they follow from."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from pdd_shared.planning.answer import Verdict, answer, verdict
from pdd_shared.planning.answer_text import VERDICTS, answer_rows, share
from pdd_shared.planning.change_detection import ENOUGH
from pdd_shared.planning.question import Question, Rates
from pdd_shared.privacy.forecast import cohort_confidence
from pdd_shared.privacy.noise.distributions import spread
from pdd_shared.privacy.noise.skellam import Skellam
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import CohortTerms, NumberNoise, PartNoise
from pdd_shared.rounds.cohort.parameters import TreeSize
from tests.server.services.rounds.cohort.synthetic_days import cohort_campaign
from tests.server.simulated_server import settings

SETTINGS = settings(protocol="cohort", group_size=100, min_group=50)
WEEKS = {"start": date(2026, 11, 16), "end": date(2027, 3, 21)}


def flu_study(period: str = "week", scale: str = "3.404", keywords: int = 100, strata: int = 0) -> Campaign:
    """Return a campaign of 18 weeks like the flu study, with Skellam noise on its keywords."""
    noise = NumberNoise(law="skellam", scale=Decimal(scale), unit=1)
    caps: dict[str, Any] = {"max_searches": 70, "max_hits": 2, "max_hits_per_keyword": 1, "max_matches": None}
    old = cohort_campaign()
    assert isinstance(old.terms, CohortTerms)
    noises = PartNoise(joined=noise, searches=noise, counts=noise)
    terms = old.terms.model_copy(update={"period": period, "noise": noises, **caps})
    words = tuple(f"flu{number}" for number in range(keywords))
    regions = tuple(f"region-{number}" for number in range(strata))
    return old.model_copy(update={"terms": terms, "vocabulary": words, "strata": regions, **WEEKS})


def test_an_answer_follows_from_one_weeks_noise() -> None:
    """A weekly campaign's answer has one draw of noise, of the shares of all donors who come in three days.

    The interval and the typical error are those of this law, as a share of the hits that these donors are expected to
    have.
    """
    found = answer(flu_study(), SETTINGS, Question(5_000))
    counted = round(5_000 * cohort_confidence(3))
    makers = TreeSize(5_000).noise_makers(round(0.7 * counted), 10)
    noise = spread((Skellam(3.404, counted, makers),))
    assert found["half_width_95"] == noise.half_width()
    assert found["relative_error"] == pytest.approx(noise.mean_absolute / found["expected"], rel=0.01)
    assert found["expected"] == pytest.approx(counted * 35 * 0.000052, rel=0.01)
    asked = {"donors": 5_000, "searches": 5.0, "rate": 0.000052, "effect": 0.2, "days": 7, "delay": 3}
    assert found["question"] == asked


def test_a_week_of_a_daily_campaign_has_seven_draws() -> None:
    """The question is asked from week to week, so the week of a daily campaign adds up seven days and their noise."""
    weekly, daily = (answer(flu_study(period), SETTINGS, Question(5_000)) for period in ("week", "day"))
    assert daily["question"]["days"] == weekly["question"]["days"] == 7
    assert daily["half_width_95"] == pytest.approx(7**0.5 * weekly["half_width_95"], rel=0.1)
    assert daily["question"]["delay"] == SETTINGS.delay < weekly["question"]["delay"]


@pytest.mark.parametrize("wanted", ["0.5", "0.1"])
@pytest.mark.parametrize("strata", [0, 3])
def test_the_donors_that_an_error_takes_are_enough(wanted: str, strata: int) -> None:
    """With the stated number of donors the error is the wanted one; with one in a hundred less it is larger."""
    campaign = flu_study(strata=strata, scale="20")
    needed = answer(campaign, SETTINGS, Question(1_000))["donors_needed"][wanted]
    errors = [answer(campaign, SETTINGS, Question(donors))["relative_error"] for donors in (needed, int(0.99 * needed))]
    assert errors[0] <= 1.002 * float(wanted)
    assert errors[1] > 0.998 * float(wanted)


def test_the_donors_to_see_a_rise_see_it_four_times_in_five() -> None:
    """With about so many donors the exact chance is 80%, for a keyword and for an index of the campaign's keywords."""
    found = answer(flu_study(), SETTINGS, Question(1_000))
    of_keyword = answer(flu_study(), SETTINGS, Question(found["donors_to_see"]))
    of_index = answer(flu_study(), SETTINGS, Question(found["index"]["donors_to_see"]))["index"]
    assert of_keyword["power"] == pytest.approx(ENOUGH, abs=0.015)
    assert of_index["power"] == pytest.approx(ENOUGH, abs=0.015)


def test_the_studys_numbers() -> None:
    """Weekly, with at most two hits, a keyword of the flu study is within 50% at fewer than 5,000 donors.

    An index of a hundred of them is within 10% at fewer than 500.
    """
    found = answer(flu_study(), SETTINGS, Question(5_000))
    assert found["donors_needed"]["0.5"] <= 4_400
    assert found["index"]["donors_needed"]["0.1"] <= 500
    assert found["verdict"] == "can answer only as an index"


@pytest.mark.parametrize(
    ("donors", "rate", "keywords", "expected"),
    [
        (5_000, 0.02, 1, "can answer"),
        (5_000, 0.000052, 100, "can answer only as an index"),
        (5_000, 0.000052, 1, "cannot"),
        (3, 0.02, 1, "cannot"),
    ],
)
def test_verdicts(donors: int, rate: float, keywords: int, expected: Verdict) -> None:
    """The verdict follows from the chance to see the rise in a keyword, else in an index; too few donors see none."""
    found = answer(flu_study(keywords=keywords), SETTINGS, Question(donors, rates=Rates(rate)))
    assert found["verdict"] == expected
    assert answer_rows(found)[-1] == ("verdict", VERDICTS[expected])
    assert (found["relative_error"] is None) == (donors == 3)


@pytest.mark.parametrize(("days", "verdict_of"), [(7, "too short"), (13, "too short"), (14, "can answer")])
def test_a_change_takes_two_weeks(days: int, verdict_of: Verdict) -> None:
    """A campaign without a second week can't show a change from one to the next, however many donors there are."""
    periods = ("day", "week") if days % 7 == 0 else ("day",)
    for period in periods:
        campaign = flu_study(period, keywords=1).model_copy(update={"end": WEEKS["start"] + timedelta(days=days - 1)})
        found = answer(campaign, SETTINGS, Question(5_000, rates=Rates(0.02)))
        assert found["verdict"] == verdict_of
        assert answer_rows(found)[-1] == ("verdict", VERDICTS[verdict_of])


def test_a_chance_of_exactly_enough_is_enough() -> None:
    """The verdict's bound is the same for keyword and index."""
    assert verdict({"power": ENOUGH}, None) == "can answer"
    assert verdict({"power": ENOUGH - 1e-9}, {"power": ENOUGH}) == "can answer only as an index"
    assert verdict({"power": ENOUGH - 1e-9}, {"power": ENOUGH - 1e-9}) == "cannot"


def test_the_donors_it_takes_are_written_for_each_aim() -> None:
    """Each number of donors stands beside its own aim, and an aim that no number of donors reaches says so."""
    found = answer(flu_study(keywords=1), SETTINGS, Question(5_000))
    found |= {"donors_needed": {"0.5": 4_321, "0.1": None}, "donors_to_see": 98_765}
    assert ("", "donors it takes: 4,321 for an error of 50%, no number for 10%, 98,765 to see the rise (80%)") in (
        answer_rows(found)
    )


@pytest.mark.parametrize(
    ("number", "text"), [(0.000052, "0.0052%"), (0.0000034, "0.00034%"), (0.2, "20%"), (1.5, "150%"), (0.05, "5%")]
)
def test_a_share_is_written_in_percent(number: float, text: str) -> None:
    """Small shares keep two digits that count, without an exponent."""
    assert share(number) == text
