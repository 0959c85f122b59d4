"""The campaign of the researcher's guide, from its plan to a published index."""

from argparse import Namespace
from pathlib import Path

import numpy as np

from scripts.studies.guide_campaign import played


def test_the_guides_index_is_published_as_planned(tmp_path: Path) -> None:
    """The plan's number is that of the homes within chance, and the published one near it within its noise."""
    generator = np.random.default_rng(5)  # noqa: TID251 - made-up searches of a test
    planned, people, rows = played(tmp_path, Namespace(donors=60, searches=5.0, index=0.06, generator=generator))
    truth = sum(person.is_counted for person in people)
    assert abs(truth - planned["expected"]) <= 12
    assert {row["stratum"] for row in rows} == {"england", "scotland"}
    published = sum(row["totals"][planned["name"]] for row in rows)
    half = rows[0]["noise"]["half_width_95_together"]
    assert abs(published - truth) <= 2.5 * half < truth  # five standard deviations; noise alone would be further off
