"""A campaign with noise of its own for each kind of number, on the real server, with homes of both languages."""

from contextlib import ExitStack
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

from pdd_server.store.results import charges
from pdd_server.web.application import create_app
from pdd_shared.privacy.accounting.charges import PartsCharge, charge_of_terms
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import NumberNoise, PartNoise
from pdd_shared.rounds.cohort.day.layout import CohortLayout, cohort_layout, cohort_part_of
from pdd_shared.rounds.cohort.messages import CohortDay
from pdd_shared.rounds.cohort.parameters import TreeSize
from tests.client.cohort_players import given_of, noise_of
from tests.end_to_end.cohort.real_server import RealServer, homes
from tests.extension.cohort.homes import ONE, JavaScriptHome
from tests.extension.donors import donors_in_javascript
from tests.server.loopback_server import listening
from tests.server.services.rounds.cohort.simulated_donors import cohort_server
from tests.server.services.rounds.cohort.synthetic_days import cohort_campaign
from tests.server.simulated_server import DAY, HandClock, night, published

KINDS = {"donors": ("skellam", 10.5), "searches": ("discrete-laplace", 90.0), "totals": ("skellam", 3.5)}


def campaign_of_kinds() -> Campaign:
    """Return a campaign with Skellam noise on donors and keywords, and discrete Laplace noise on searches."""
    joined, searches, counts = (
        NumberNoise.model_validate({"law": law, "scale": Decimal(str(scale)), "unit": 1})
        for law, scale in KINDS.values()
    )
    caps = {"max_matches": None, "max_hits": 2, "max_hits_per_keyword": 1}
    return cohort_campaign(noise=PartNoise(joined=joined, searches=searches, counts=counts), **caps)


def layout_of_four() -> CohortLayout:
    """Return the layout of a day of four homes, all in the tree."""
    size = TreeSize(4)
    day = CohortDay(floor=size.least_floor(10), sub_cohorts=1)
    return cohort_layout([cohort_part_of(campaign_of_kinds())], size, day)


@pytest.mark.slow
def test_homes_of_both_languages_make_the_noise_that_is_published(tmp_path: Path) -> None:
    """Two homes of the app and two of the extension join, and give days whose published numbers are their sum.

    Each kind of number is published with its own noise, and all homes and the server charge the day alike.
    """
    clock, made, layout = HandClock(), campaign_of_kinds(), layout_of_four()
    server = RealServer(clock)  # type: ignore[arg-type]
    server.deployment = cohort_server(tmp_path, clock, made)
    with ExitStack() as stack:
        url = stack.enter_context(listening(create_app(server.deployment)))
        donors = stack.enter_context(donors_in_javascript())
        donors.at(clock.now)
        donors.history(("flu", clock.now), ("child fever", clock.now + timedelta(minutes=5)), ("flu", clock.now + ONE))
        ours = homes(stack, tmp_path, server, 2)
        theirs = [JavaScriptHome(donors, name) for name in ("third", "fourth")]
        for home in theirs:
            home.join(url)
        for one in ours:
            one.check_in()
        for _ in range(5):
            clock.next_day()
            night(server.deployment)
            donors.at(clock.now)
            for one in (*ours, *theirs) * 2:
                one.check_in()
        assert [one.refusals() for one in ours] == [{}, {}]
        assert [other.refusals() for other in theirs] == [[], []]
        days = published(server.deployment)["days"]
        assert len(days) == 2
        for nth, day in enumerate(days):
            data_day = DAY + nth * ONE
            vectors = [layout.fill(given_of(one, data_day, layout)) + noise_of(one, layout, nth) for one in ours]
            vectors += [other.vector(data_day, layout, nth) for other in theirs]
            told = [day["donors"], day["searches"], *day["totals"].values()]
            assert told == np.sum(vectors, axis=0)[: len(told)].tolist(), data_day
            stated = {"donors": day["noise"]["donors"], "searches": day["noise"]["searches"], "totals": day["noise"]}
            assert {kind: (one["law"], one["scale"]) for kind, one in stated.items()} == KINDS
        assert theirs[0].given(DAY, layout)["flu", None].entries == (1, 1)
        charge = charge_of_terms(made.terms, made.id)
        assert isinstance(charge, PartsCharge)
        with server.deployment.store.read() as connection:
            assert charge in charges.of_campaign(connection, made.id)
        assert {given.charge for one in ours for given in one.donor.installation.ledger().given} == {charge}
        kept = [row["charge"] for other in theirs for row in other.rows("charges")]
        assert {row["counts"]["scale"] for row in kept} == {"3.5"}
        costs = [one.donor.account.ledger().epsilon for one in ours]
        assert [other.call("account.ledger")["epsilon"] for other in theirs] == pytest.approx(costs)
    server.deployment.store.dispose()
