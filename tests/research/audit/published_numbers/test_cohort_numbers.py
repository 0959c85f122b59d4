"""A `cohort` server's published folder: ten right ones pass, and noise that is not as stated is caught."""

import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pdd_research.audit.published_numbers.comparisons import COMPLETE, COVERAGE, JOINED, ONCE
from pdd_research.audit.published_numbers.noise_tests import LAST_DIGITS, SHAPE, SIZE
from pdd_research.audit.published_numbers.repetition import REPEATED
from pdd_research.audit.published_numbers.verdicts import LEVEL
from pdd_server.services.results.exports import exports
from pdd_shared.rounds.cohort.day.layout import CohortLayout
from tests.research.audit.published_numbers.campaigns import cohort_folder, page_of, refuted, verdicts
from tests.server.services.rounds.cohort.simulated_donors import a_day, cohort_players, cohort_server, everybody
from tests.server.services.rounds.cohort.synthetic_days import cohort_campaign, cohort_terms
from tests.server.simulated_server import HandClock, campaign


@pytest.mark.parametrize("seed", range(10))
def test_ten_right_servers_pass(tmp_path: Path, seed: int) -> None:
    """None of ten right servers is refuted, and every test has something to look at."""
    page = page_of(cohort_folder(tmp_path, seed))
    assert refuted(page) == []
    assert {SIZE, SHAPE, LAST_DIGITS, REPEATED, JOINED, COMPLETE, COVERAGE} < set(verdicts(page))


@pytest.mark.parametrize("seed", range(3))
def test_half_the_noise_is_caught_from_ten_days_decoys(tmp_path: Path, seed: int) -> None:
    """Decoys with half of the stated scale are caught from ten days, and the page says so much would be seen."""
    page = page_of(cohort_folder(tmp_path, seed, noise=0.5))
    assert SIZE in refuted(page)
    assert verdicts(page)[SIZE] < 1e-20
    assert "80% of the noise or less" in page.words()


def test_skellam_noise_is_held_against_its_own_law(tmp_path: Path) -> None:
    """Each of a campaign's laws is tested, Skellam too: right noise passes, and half of it is caught in each."""
    noise = cohort_terms().noise
    skellam = noise.counts.model_copy(update={"law": "skellam"})
    made = cohort_campaign(noise=noise.model_copy(update={"counts": skellam}))
    assert refuted(page_of(cohort_folder(tmp_path / "right", 1, made=made))) == []
    half = page_of(cohort_folder(tmp_path / "half", 1, noise=0.5, made=made))
    assert {verdict.of for _, verdict in half.refuted() if verdict.test == SIZE} == {
        "decoys, discrete-laplace of scale 20",
        "decoys, skellam of scale 20",
    }


def truncated(self: CohortLayout, random: Callable[[int], bytes]) -> NDArray[np.int64]:
    return np.trunc(drawn(self, random) / 2).astype(np.int64)


drawn = CohortLayout.draw_noise


@pytest.mark.slow
@pytest.mark.parametrize("broken", [False, True])
def test_what_real_homes_add_is_tested(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: bool) -> None:
    """Ten days of a real server with six real homes pass; homes that halve their shares are caught."""
    if broken:
        monkeypatch.setattr(CohortLayout, "draw_noise", truncated)
    clock = HandClock()
    server = cohort_server(tmp_path, clock, campaign(terms=cohort_terms("40")))
    everybody(crowd := cohort_players(server, 6))
    for _ in range(13):
        a_day(server, clock, crowd)
    exports.write_all(server.store, server.folder.published)
    server.store.dispose()
    page = page_of(server.folder.published)
    assert len(page.evidence[0].samples[0].numbers) >= 640
    assert (SIZE in refuted(page)) is broken
    assert broken or refuted(page) == []


def changed(folder: Path, change: Callable[[Any], None]) -> Path:
    """Return a published folder whose `totals.json` was changed."""
    file = folder / "flu" / "totals.json"
    content = json.loads(file.read_text())
    change(content)
    file.write_text(json.dumps(content))
    return folder


def use_twice(content: Any) -> None:
    content["decoys"][7]["numbers"] = content["decoys"][2]["numbers"]


def round_to_fives(content: Any) -> None:
    for one in content["decoys"]:
        one["numbers"] = [5 * round(number / 5) for number in one["numbers"]]


def drop_the_large(content: Any) -> None:
    for one in content["decoys"]:
        one["numbers"] = [max(-40, min(40, number)) for number in one["numbers"]]


def leave_out(content: Any) -> None:
    del content["decoys"][3]


def more_donors(content: Any) -> None:
    content["days"][4]["donors"] += 1_500


def repeat_a_day(content: Any) -> None:
    content["days"].append(content["days"][0])


def invent_coverage(content: Any) -> None:
    content["days"][1]["confidence"] = 0.98765


@pytest.mark.parametrize(
    ("change", "test"),
    [
        (use_twice, REPEATED),
        (round_to_fives, LAST_DIGITS),
        (drop_the_large, SHAPE),
        (leave_out, COMPLETE),
        (more_donors, JOINED),
        (repeat_a_day, ONCE),
        (invent_coverage, COVERAGE),
    ],
)
def test_each_test_catches_what_it_is_for(tmp_path: Path, change: Callable[[Any], None], test: str) -> None:
    """A file that was changed in one way is refuted by the test for it."""
    folder = cohort_folder(tmp_path, 5)
    assert refuted(page_of(folder)) == []
    assert test in refuted(page_of(changed(folder, change)))


def test_invented_decoys_escape_and_the_page_says_so(tmp_path: Path) -> None:
    """A server that replaces wrong decoys by right ones isn't caught; the page says that no test sees that."""
    folder, right = cohort_folder(tmp_path / "half", 1, noise=0.5), cohort_folder(tmp_path / "right", 2)
    invented = json.loads((right / "flu" / "totals.json").read_text())["decoys"]
    page = page_of(changed(folder, lambda content: content.update(decoys=invented)))
    assert refuted(page) == []
    assert "decoys that it invents have the right law" in page.words()


def test_the_level_is_divided_among_all_tests(tmp_path: Path) -> None:
    """However many campaigns are audited together, all tests share one level."""
    one, two = cohort_folder(tmp_path / "a", 1), cohort_folder(tmp_path / "b", 2)
    (two / "flu").rename(one / "cold")
    assert page_of(one).level == pytest.approx(LEVEL / 10)


def test_numbers_in_units_are_tested_in_units(tmp_path: Path) -> None:
    """Where searches are counted in units of 4, their decoys are found, tested in units, and pass; half is caught."""
    noise = cohort_terms().noise
    wide = noise.searches.model_copy(update={"scale": Decimal(512), "unit": 4})
    made = cohort_campaign(noise=noise.model_copy(update={"searches": wide}))
    right = page_of(cohort_folder(tmp_path / "right", 3, made=made))
    assert refuted(right) == []
    assert len(right.evidence[0].samples) == 2
    assert SIZE in refuted(page_of(cohort_folder(tmp_path / "half", 3, noise=0.5, made=made)))
