"""What a cap over the whole campaign leaves out, against donors drawn one by one."""

from dataclasses import replace
from math import inf

import numpy as np
import pytest

from pdd_shared.planning.answer import answer, plan_of
from pdd_shared.planning.answer_text import answer_rows
from pdd_shared.planning.measured import keyword_and_index
from pdd_shared.planning.question import Question, Rates
from pdd_shared.planning.used_up import MOST_LOST, counted_shares, fewest_hits, hits_counted_by
from pdd_shared.protocol.messages import Campaign
from tests.shared.planning.test_answer import SETTINGS, flu_study

DONORS = 400_000


@pytest.mark.parametrize("shape", [0.5, inf])
@pytest.mark.parametrize("burst", [1, 4])
def test_the_shares_are_those_of_drawn_donors(shape: float, burst: int) -> None:
    """Of 18 weeks with a sixth of a hit each, as much counts in each week as of donors drawn one by one."""
    rng = np.random.default_rng(1)  # noqa: TID251 - invented donors
    rates = np.ones(DONORS) if shape == inf else rng.gamma(shape, 1 / shape, DONORS)
    made = burst * rng.poisson(rates / 6 / burst, (18, DONORS))
    for cap in (1, 5, 8):
        counted = np.minimum(np.cumsum(made, axis=0), cap).sum(axis=1)
        drawn = np.diff(counted, prepend=0) / DONORS * 6
        assert counted_shares(1 / 6, 18, cap, burst, shape) == pytest.approx(drawn, abs=0.025)


def test_a_cap_that_nobody_reaches_leaves_out_nothing() -> None:
    """A huge cap is reckoned as fast as a small one, and loses nothing; without searches nothing counts."""
    assert counted_shares(0.3, 126, 100_000) == pytest.approx(np.ones(126))
    assert hits_counted_by(0, 8) == 0
    assert hits_counted_by(1e-9, 1) == pytest.approx(0.25e-9)


def test_the_fewest_hits_lose_little_of_the_last_quarter() -> None:
    """The chosen cap loses a tenth of the last quarter at most; the next smaller one more. Rare hits need a burst."""
    chosen = fewest_hits(0.2, 18)
    assert chosen == 36
    lost = [1 - counted_shares(0.2, 18, cap)[-5:].mean() for cap in (36, 24)]
    assert lost[0] <= MOST_LOST < lost[1]
    assert fewest_hits(0.0001, 18) == 4
    assert fewest_hits(1_000, 18) is None


def test_a_plan_names_the_cap_that_would_be_enough() -> None:
    """A cap that loses a third is named with the nearest one that loses little."""
    found = answer(study(max_hits_per_keyword=4, max_campaign_hits=8), SETTINGS, Question(5_000))
    assert found["lost"]["last_quarter"] > 1 / 3
    rows = answer_rows(found)
    assert "; ".join(text for _, text in rows[-4:-1]) == (
        "caps leave out of the hits, from the first quarter to the last: 5.2%, 21%, 37%, 50%; "
        "max_campaign_hits = 24 would leave out 10% of the last at most; "
        "2.41: the error with noise, as a multiple of the error of sampling alone"
    )
    assert len(found["lost"]["periods"]) == 18
    enough = answer(study(max_hits_per_keyword=4, max_campaign_hits=24), SETTINGS, Question(5_000))
    assert "would leave out" not in str(answer_rows(enough))
    assert "cap" not in dict(answer_rows(answer(study(max_hits=2, max_hits_per_keyword=1), SETTINGS, Question(5_000))))


def study(**caps: int | None) -> Campaign:
    """Return the flu study under other caps."""
    return flu_study().model_copy(
        update={"terms": flu_study().terms.model_copy(update={"max_hits": None, "max_matches": None, **caps})}
    )


def test_no_cap_makes_a_plan_better() -> None:
    """A cap on the campaign beside those of a week, or one hit a keyword, never adds to what counts."""
    _, index = keyword_and_index(flu_study().vocabulary, Rates(0.0005))
    assert index
    weekly = study(max_hits=4, max_hits_per_keyword=4)
    both = study(max_hits=4, max_hits_per_keyword=4, max_campaign_hits=24)
    alone, single = (study(max_hits_per_keyword=each, max_campaign_hits=24) for each in (4, 1))
    counted = [plan_of(one, SETTINGS, 5, bursts=True).each(index) for one in (weekly, both, alone, single)]
    assert counted[1] < min(counted[0], counted[2]) * (1 + 1e-9)
    assert counted[3] < 0.8 * counted[2]


def test_bursts_are_in_the_error_of_sampling() -> None:
    """The true total of an index varies with its bursts: sampling errs twice as much as with single searches."""
    question = Question(5_000, rates=Rates(0.0005))
    capped = study(max_hits_per_keyword=4, max_campaign_hits=96)
    one = answer(capped, SETTINGS, question)["index"]
    sampling = one["total_error"] / one["privacy_tax"]
    assert sampling == pytest.approx(2 * (2 / np.pi) ** 0.5 / one["expected"] ** 0.5, rel=0.02)
    plan = replace(plan_of(capped, SETTINGS, 5), terms=flu_study().terms)
    single, _ = keyword_and_index(flu_study().vocabulary, Rates(0.0005))
    assert plan.episode(single) == 1
