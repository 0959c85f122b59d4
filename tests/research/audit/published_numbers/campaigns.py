"""Published folders of real servers, right ones and ones whose noise is broken on purpose."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

from numpy.random import default_rng  # noqa: TID251 - a simulation in a test

from pdd_research.audit.published_numbers.evidence import evidence_of
from pdd_research.audit.published_numbers.file_format import read_totals
from pdd_research.audit.published_numbers.page import Page
from pdd_research.audit.published_numbers.sources import published_files
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.results.exports import exports
from pdd_server.services.rounds.cohort.days import publication
from pdd_server.services.rounds.plain.noise import AddNoise
from pdd_server.store.campaigns import campaigns
from pdd_server.store.migrate import upgrade
from pdd_shared.privacy.noise.sampling import add_noise
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import Noise
from tests.server.services.rounds.cohort.synthetic_days import Day, cohort_campaign, plan_of
from tests.server.simulated_server import DAY, HandClock, campaign, morning_after, new_server, night, store_of_tests

ENTRIES = 2_500
"""Keywords of a plain campaign that nobody searches: about half of a day's totals are then below 0."""
DONORS = 3


@contextmanager
def plain_server(path: Path, days: int = 4, noise: AddNoise | None = None, **changes: object) -> Iterator[Deployment]:
    """Run a `plain` server's nights with real donors, publish its files, and give it while the block runs.

    Args:
        path: a folder of the test.
        days: data days. Two of them have about 2,500 numbers below 0 in a campaign without strata.
        noise: what the server adds to its sums; right noise if None, from the server's sampler and a seed, so that no
            test fails by chance.
        changes: changes of the campaign.
    """
    clock, noise = HandClock(), noise or with_scale(Decimal(1))
    words = tuple(f"word{number}" for number in range(ENTRIES))
    server = new_server(path, clock, campaign(**{"vocabulary": words, **changes}))
    crowd = morning_after(server, clock, DONORS)
    blocks = max(1, len(changes.get("strata", ())))  # type: ignore[arg-type]
    for _ in range(days):
        for donor in crowd:
            donor.work([1, 4, *[0] * ENTRIES] + [0] * (blocks - 1) * (2 + ENTRIES))
        clock.next_day()
        night(server, add_noise=noise)
    exports.write_all(server.store, server.folder.published)
    yield server
    server.store.dispose()


def with_scale(part: Decimal) -> AddNoise:
    """Return what adds this part of the noise that is stated."""
    random = default_rng(11)

    def add(numbers: list[int], noise: Noise) -> list[int]:
        return add_noise(numbers, Noise(law=noise.law, scale=noise.scale * part), random.bytes)

    return add


def cohort_folder(path: Path, seed: int, *, noise: float = 1.0, days: int = 10, made: Campaign | None = None) -> Path:
    """Return what a `cohort` server publishes of ten days of one cohort, with this part of its noise."""
    path.mkdir(exist_ok=True)
    store, made, random = store_of_tests(path), made or cohort_campaign(), default_rng(seed)
    upgrade(store)
    with store.write() as connection:
        campaigns.add(connection, made)
    for ahead in range(days):
        day = Day(plan_of(made, floors=(3_500,), day=DAY + timedelta(days=ahead)), random)
        with store.write() as connection:
            day.charge(connection, 0)
            publication.add_opened(connection, day.plan, 5_000, day.opened(0, 4_000 + ahead, noise))
            publication.finish(connection, day.plan, 5_000, Counter(opened=1))
    exports.write_all(store, path / "published")
    store.dispose()
    return path / "published"


def page_of(source: str | Path) -> Page:
    """Return the page of what is published at a source."""
    return Page.of([evidence_of(name, read_totals(name, text)) for name, text in published_files(str(source))])


def refuted(page: Page) -> list[str]:
    """Return the names of the tests that refute."""
    return [verdict.test for _, verdict in page.refuted()]


def verdicts(page: Page) -> dict[str, float]:
    """Return the chance of each test of a page about one campaign."""
    (found,) = page.verdicts
    return {verdict.test: verdict.chance for verdict in found}
