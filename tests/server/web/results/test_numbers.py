"""Numbers in answers, files and pages: no floating-point digits, no powers of ten, nothing cut off."""

import json
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from pdd_server.config import Config
from pdd_server.services.campaigns.forecast.noise_and_budget import campaign_forecast
from pdd_server.services.numbers import short
from pdd_server.services.operations.status import status, status_text
from pdd_server.services.results.exports import exports
from pdd_server.web.results.presentation import percent
from pdd_shared.protocol.terms import Budget
from tests.server.services.results.synthetic_results import made_up
from tests.server.simulated_server import DAY, campaign, client_of, published
from tests.support.terms import laplace, terms

DAYS = 18
COSTLY = campaign(
    start=date(2026, 11, 1),
    end=date(2026, 11, 30),
    terms=terms(noise=laplace(Decimal("12.5")), budget=Budget(epsilon=Decimal(30_000), delta=Decimal(0))),
)
"""A day costs 6.48; eighteen days cost 116.64000000000001 in floating point."""


def test_costs_in_json_have_no_digits_of_floating_point(tmp_path: Path) -> None:
    """Eighteen days cost exactly 116.64 in results, package, status and plan."""
    server = made_up(tmp_path, COSTLY, DAYS)
    exports.write_all(server.store, server.folder.published)
    package = json.loads((server.folder.published / "flu" / "datapackage.json").read_text())
    with server.store.read() as connection:
        found = status(connection, server, server.clock(), DAY)
    told: list[dict[str, Any]] = [
        published(server)["privacy"]["spent"],
        package["privacy"]["spent"],
        found["campaigns"][0]["privacy"]["spent"],
    ]
    for spent in told:
        assert (spent["epsilon"], spent["basic_epsilon"]) == (116.64, 116.64)
    shortened = COSTLY.model_copy(update={"end": date(2026, 11, DAYS)})
    plan = campaign_forecast(shortened, Config(), 1000)
    assert [(row["basic"], row["composed"]) for row in plan["privacy"]["months"]] == [(116.64, 116.64)]
    server.store.dispose()


def test_a_large_cost_is_no_power_of_ten(tmp_path: Path) -> None:
    """A budget of 30,000 is written out in the status, as on pages."""
    server = made_up(tmp_path, COSTLY, DAYS)
    with server.store.read() as connection:
        words = status_text(status(connection, server, server.clock(), DAY))
    assert " of 30,000 spent" in words
    assert "e+" not in words + client_of(server).get("/campaigns/flu").text
    server.store.dispose()


@pytest.mark.parametrize(
    ("number", "shown"),
    [(75.60000000000001, "75.6"), (22_526.3, "22,526"), (0.16563, "0.166"), (1e-6, "0.000001"), (1e-12, "1e-12")],
)
def test_a_number_is_short_and_written_out(number: float, shown: str) -> None:
    """Numbers have three digits, whole numbers are complete, and a power of ten stands only for nine zeros."""
    assert short(number) == shown


@pytest.mark.parametrize(
    ("share", "shown"), [(0.25, "25.00%"), (-0.25, "-25.00%"), (-1.5, "-150.00%"), (0.00012, "0.012%"), (0, "0.00%")]
)
def test_a_share_below_zero_is_written_like_others(share: float, shown: str) -> None:
    """A share that noise took below zero has as many digits as one above."""
    assert percent(share) == shown
