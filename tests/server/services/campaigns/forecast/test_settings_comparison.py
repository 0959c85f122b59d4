"""Other settings of a campaign: what they are estimated to give, and the best of them."""

from decimal import Decimal
from typing import Any

import pytest

from pdd_server.services.campaigns.forecast.settings_comparison import MOST_TAX, SHARES, compare
from pdd_server.services.campaigns.part_noise import least_noise
from pdd_shared.planning.answer import answer
from pdd_shared.planning.question import Question, Rates
from pdd_shared.planning.used_up import MOST_LOST
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import Budget, Caps
from tests.server.simulated_server import campaign
from tests.shared.planning.test_answer import SETTINGS, flu_study

BUDGET = Budget(epsilon=Decimal(10), delta=Decimal("0.000001"))
STUDY = flu_study().model_copy(update={"terms": flu_study().terms.model_copy(update={"budget": BUDGET})})


def test_estimated_noise_is_close_to_the_noise_of_a_launch() -> None:
    """The estimates rank settings by the noise that they would have: within 2.5% for each of the weekly ones."""
    found = compare(STUDY, SETTINGS, Question(5_000))
    assert found
    assert [(row["period"], row["max_hits"], row["max_campaign_hits"]) for row in found["settings"]] == [
        (period, *caps) for period in ("day", "week") for caps in ((1, None), (2, None), (5, None), (None, 24))
    ]
    for row in found["settings"][4:7]:
        launched = least_noise(Caps(70, row["max_hits"], 1), SHARES, BUDGET, STUDY.periods + 1)
        assert row["standard_deviation"] == pytest.approx(float(launched.counts.scale), rel=0.025)


def launched(best: dict[str, Any], epsilon: float) -> Campaign:
    """Return the study with the caps of a setting, and the noise that a launch gives it for an epsilon."""
    keys = ("max_searches", "max_campaign_hits", "max_hits", "max_hits_per_keyword")
    caps, budget = {key: best[key] for key in keys}, Budget(epsilon=Decimal(str(epsilon)), delta=BUDGET.delta)
    terms = STUDY.terms.model_copy(update={**caps, "budget": budget})
    noise = least_noise(terms.caps, SHARES, budget, STUDY.periods + 1)
    return STUDY.model_copy(update={"terms": terms.model_copy(update={"noise": noise})})


def test_the_best_setting_is_the_one_that_its_file_would_give() -> None:
    """The best setting's numbers are those of a campaign with these caps, this period, and a launch's noise."""
    found = compare(STUDY, SETTINGS, Question(5_000))
    assert found
    best = found["best"]
    assert (best["period"], best["max_searches"], best["max_campaign_hits"]) == ("week", 70, 24)
    again = launched(best, best["epsilon"])
    found_again = answer(again, SETTINGS, Question(5_000), bursts=True)
    for key in ("half_width_95", "relative_error", "total_error", "privacy_tax", "lost", "power", "verdict", "index"):
        assert best[key] == found_again[key]
    assert (best["law"], Decimal(str(best["scale"]))) == (again.terms.law, again.terms.scale)


def test_what_a_cap_on_the_campaign_gains_becomes_protection() -> None:
    """The epsilon is the smallest with a privacy tax of 1.2 and the same verdict. Few hits are lost at the end.

    Where no epsilon up to the campaign's makes the tax small, it stays the campaign's.
    """
    found = compare(STUDY, SETTINGS, Question(5_000))
    assert found
    best = found["best"]
    assert best["epsilon"] < 4
    assert best["index"]["privacy_tax"] <= MOST_TAX
    less = answer(launched(best, round(best["epsilon"] / 1.16, 3)), SETTINGS, Question(5_000), bursts=True)
    assert less["index"]["privacy_tax"] > MOST_TAX or less["verdict"] != best["verdict"]
    assert best["lost"]["mean"] < best["lost"]["last_quarter"] <= MOST_LOST
    fewer = launched({**best, "max_campaign_hits": 16}, best["epsilon"])
    assert answer(fewer, SETTINGS, Question(5_000))["lost"]["last_quarter"] > MOST_LOST
    few = compare(STUDY, SETTINGS, Question(100))
    assert few
    assert few["best"]["epsilon"] == 10
    assert few["best"]["index"]["privacy_tax"] > MOST_TAX


def test_the_epsilon_that_a_question_takes_answers_it() -> None:
    """With the stated epsilon the chance to see the rise is about 80%; what no epsilon answers has none."""
    found = compare(STUDY, SETTINGS, Question(20_000))
    assert found
    row = next(row for row in found["settings"] if (row["period"], row["max_hits"]) == ("week", 1))
    budget = Budget(epsilon=Decimal(str(round(row["index_epsilon_needed"], 4))), delta=BUDGET.delta)
    noise = least_noise(Caps(70, 1, 1), SHARES, budget, STUDY.periods + 1)
    terms = STUDY.terms.model_copy(update={"noise": noise, "max_hits": 1})
    launched = STUDY.model_copy(update={"terms": terms})
    found_index = answer(launched, SETTINGS, Question(20_000), bursts=True)["index"]
    assert found_index["power"] == pytest.approx(0.8, abs=0.02)
    assert row["epsilon_needed"] is None


def test_a_short_campaign_is_not_compared_by_week_and_plain_not_at_all() -> None:
    """A campaign of five days has no week. In `plain` the server's noise is the same for all numbers."""
    short = STUDY.model_copy(update={"end": STUDY.start.replace(day=20)})
    daily = short.model_copy(update={"terms": short.terms.model_copy(update={"period": "day"})})
    found = compare(daily, SETTINGS, Question(5_000, rates=Rates(0.01)))
    assert found
    assert {row["period"] for row in found["settings"]} == {"day"}
    assert compare(campaign(), SETTINGS, Question(5_000)) is None
