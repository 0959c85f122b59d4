"""Campaigns with random results, published by the server's own code, and requests for series of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import strategies as st

from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.results import published_file, series
from pdd_server.services.results.exports import exports
from pdd_server.store.campaigns import campaigns
from pdd_server.store.results import charges, publications
from pdd_server.store.results.publications import Missing, Publication, Shares
from pdd_shared.privacy.accounting.charges import charge_of_terms
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import Noise, NumberNoise, PartNoise
from pdd_shared.series.grouping import Asked, Grouping
from tests.server.simulated_server import HandClock, campaign, new_server
from tests.support.terms import AMPLE_FOR_GAUSSIAN, cohort_terms, terms

START = date(2026, 11, 1)
"""A Sunday, so weeks and months begin on other days than the campaign."""
KEYWORDS = ("flu", "child + fever", "cough")


@dataclass(frozen=True)
class Made:
    """A campaign with what is published of it."""

    campaign: Campaign
    published: tuple[Publication, ...]
    missing: tuple[Missing, ...] = ()


def number_noise(law: str, scale: str, unit: int = 1) -> NumberNoise:
    return NumberNoise(law=law, scale=Decimal(scale), unit=unit)


PARTS = PartNoise(
    joined=number_noise("skellam", "10.5"),
    searches=number_noise("discrete-laplace", "150", 4),
    counts=number_noise("skellam", "3.4"),
)
TERMS: dict[str, Any] = {
    "laplace": terms(),
    "narrow": terms(noise=Noise(law="discrete-laplace", scale=Decimal("2.5"))),
    "gaussian": terms(noise=Noise(law="discrete-gaussian", scale=Decimal("35.5")), budget=AMPLE_FOR_GAUSSIAN),
    "narrow gaussian": terms(noise=Noise(law="discrete-gaussian", scale=Decimal("1.5")), budget=AMPLE_FOR_GAUSSIAN),
    "cohort": cohort_terms(),
    "parts": cohort_terms(noise=PARTS, max_matches=None, max_hits=4, max_hits_per_keyword=2),
    "weeks": cohort_terms(noise=PARTS, max_matches=None, max_campaign_hits=4, max_hits_per_keyword=2, period="week"),
}
"""Terms with each kind of noise that a server publishes."""


@st.composite
def made_campaigns(draw: st.DrawFn) -> Made:
    """Return a campaign of up to nine weeks, with days and strata that are missing, and totals that are not listed."""
    named = draw(st.sampled_from(sorted(TERMS)))
    strata = draw(st.sampled_from([(), ("north", "south"), ("a", "b", "unstated")]))
    made = campaign(vocabulary=KEYWORDS, strata=strata, start=START, end=date(2027, 12, 31), terms=TERMS[named])
    step = 7 if named == "weeks" else 1
    days = [START + timedelta(days=step * ahead) for ahead in range(draw(st.integers(1, 64 // step)))]
    absent = draw(st.sets(st.sampled_from(days), max_size=4))
    found = [
        _publication(draw, made, day, stratum)
        for day in days
        if day not in absent
        for stratum in strata or (None,)
        if draw(st.integers(0, 20))
    ]
    return Made(made, tuple(found), tuple(Missing(made.id, day, "waiting", 2, 3) for day in sorted(absent)))


def _publication(draw: st.DrawFn, made: Campaign, day: date, stratum: str | None) -> Publication:
    # A few large draws in place of many small ones keep an example within Hypothesis' limits.
    seed = draw(st.integers(0, 2**31))
    shares: Shares = ()
    if made.terms.protocol == "cohort":
        shares = ((100 + seed % 50, 100), (90, 90)) if seed % 3 == 0 else ((100 + seed % 50, 100),)
    totals = tuple(None if (seed >> place) % 29 == 0 else (seed >> place) % 301 - 20 for place in range(len(KEYWORDS)))
    return Publication(
        campaign=made.id,
        stratum=stratum,
        day=day,
        donors=seed % 700 - 5,
        searches=seed % 20_000 - 100,
        confidence=0.5 + seed % 50 / 100,
        totals=totals,
        charge=charge_of_terms(made.terms, made.id),
        shares=shares,
        cohorts=1 + seed % 2,
        cohorts_planned=2,
        final=bool(seed % 2),
        full=seed % 90 - 5 if made.terms.caps.has_full else None,
    )


@st.composite
def requests(draw: st.DrawFn, made: Campaign) -> Asked:
    """Return a request for a series; some are refused."""
    by = draw(st.sampled_from(["week"] if made.terms.period == "week" else ["day", "week", "month"]))
    mean = draw(st.sampled_from([1, 1, 7])) if by == "day" else 1
    grouping = Grouping(by, draw(st.sampled_from([None, "searches", "donors"])), mean)  # type: ignore[arg-type]
    strata = tuple(draw(st.lists(st.sampled_from(made.strata), unique=True))) if made.strata else ()
    others = [one for one in made.strata if one not in strata]
    minus = draw(st.sampled_from([None, *others])) if strata and others else None
    change = 0 if minus else draw(st.sampled_from([0, 0, 1, 7]))
    bounds = st.none() | st.integers(-3, 70).map(lambda ahead: START + timedelta(days=ahead))
    entries = tuple(one for one in KEYWORDS if draw(st.booleans()))
    return Asked(draw(bounds), draw(bounds), strata, entries, grouping, minus, change)


@contextmanager
def served(made: Made) -> Iterator[Deployment]:
    """Return a server that has published the campaign's files."""
    with TemporaryDirectory() as folder:
        server = new_server(Path(folder), HandClock(), campaign(id="another"))
        try:
            with server.store.write() as connection:
                campaigns.add(connection, made.campaign)
                for day in sorted({one.day for one in made.published}):
                    charges.add(
                        connection, made.campaign.id, day, charge_of_terms(made.campaign.terms, made.campaign.id)
                    )
                publications.add(connection, made.published)
                publications.add_missing(connection, made.missing)
            exports.write_all(server.store, server.folder.published)
            yield server
        finally:
            server.store.dispose()


def server_rows(server: Deployment, asked: Asked) -> list[tuple[Any, ...]]:
    """Return the rows of the server's series, from the file that its pages and its API read."""
    with published_file.opened(server.folder.published / "flu") as published:
        return [row for batch in series.rows(published, asked) for row in batch]
