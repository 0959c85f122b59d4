"""By how much one donor can move the published numbers of its cohort, as docs/reference/attacks.md says it."""

import re
from decimal import Decimal
from pathlib import Path

import pytest

from pdd_server.services.campaigns.terms import Caps, Privacy, terms_of
from pdd_shared.protocol.terms import CohortTerms, NumberNoise, PartNoise
from pdd_shared.rounds.cohort.day.floors import server_floor
from pdd_shared.rounds.cohort.day.layout import cohort_layout, cohort_part_of, number_reaches
from pdd_shared.rounds.cohort.messages import CohortDay
from pdd_shared.rounds.cohort.parameters import TreeSize
from tests.server.services.rounds.cohort.simulated_donors import (
    CohortPlayer,
    a_day,
    cohort_players,
    cohort_server,
    everybody,
    expected,
)
from tests.server.services.rounds.cohort.spoiling_donors import Exaggerator
from tests.server.services.rounds.cohort.synthetic_days import cohort_campaign
from tests.server.simulated_server import DAY, HandClock, campaign, published

ATTACKS = (Path(__file__).parents[5] / "docs" / "reference" / "attacks.md").read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(("adds", "is_published"), [(3_000, False), (20, True)])
def test_no_donor_of_six_moves_a_keyword_beyond_its_own_noise(
    tmp_path: Path, clock: HandClock, adds: int, is_published: bool
) -> None:
    """A keyword with narrow noise has a narrow range among six donors, however wide the noise on searches is."""
    joined, searches, counts = (NumberNoise(law="skellam", scale=Decimal(each), unit=1) for each in ("5", "357", "3"))
    noise = PartNoise(joined=joined, searches=searches, counts=counts)
    server = cohort_server(tmp_path, clock, cohort_campaign(noise=noise))
    crowd: list[CohortPlayer] = cohort_players(server, 6)
    crowd[-1] = Exaggerator(**vars(crowd[-1]), adds=adds)
    everybody(crowd)
    for _ in range(6):
        a_day(server, clock, crowd)
    shown = [day["totals"]["flu"] for day in published(server)["days"][:1]]
    assert shown == ([expected(crowd, DAY)[2] + adds] if is_published else [])
    server.store.dispose()


@pytest.mark.parametrize("donors", [6, 1_000, 8_192])
def test_the_page_says_how_far_one_donor_can_move_a_number(donors: int) -> None:
    """The table's ranges are those of a full list under the usual floor, in the campaign that the page states."""
    stated = "70 searches, 2 hits and 1 hit of a keyword a week, epsilon 10 and delta 0.000001 for 18 weeks"
    assert stated in " ".join(ATTACKS.split())
    caps = Caps(max_searches=70, max_hits=2, max_hits_per_keyword=1)
    privacy = Privacy(epsilon=Decimal(10), delta=Decimal("0.000001"), min_cohort=1)
    terms = terms_of(caps, privacy, 18, 1, "cohort", "week")
    assert isinstance(terms, CohortTerms)
    size = TreeSize(donors)
    day = CohortDay(floor=server_floor(size, (terms.colluders,), 1, ()), sub_cohorts=1)
    layout = cohort_layout([cohort_part_of(campaign(terms=terms))], size, day)
    low, high = -number_reaches(layout, donors), layout.most * donors + number_reaches(layout, donors)
    cells = [f"{low[kind]:,} to {high[kind]:,}" for kind in (2, 1, 0)]
    row = re.search(rf"^\| {donors:,} \|(.*)\|$", ATTACKS, re.MULTILINE)
    assert row is not None
    assert [cell.strip() for cell in row[1].split("|")] == cells
