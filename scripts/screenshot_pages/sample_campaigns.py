"""The server of the portal's screenshots: one campaign with a winter's results, and one that begins tomorrow."""

from datetime import date, timedelta
from decimal import Decimal
from math import exp, sin
from pathlib import Path

from sqlalchemy import Connection, insert

from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.results.exports import exports
from pdd_server.store import tables
from pdd_server.store.results import charges, publications
from pdd_server.store.results.publications import Publication
from pdd_server.store.rounds import rounds
from pdd_server.store.rounds.rounds import Round, RoundState
from pdd_server.store.tables import versions
from pdd_shared.privacy.accounting.charges import Charge
from pdd_shared.protocol.messages import Campaign, Signed
from pdd_shared.protocol.terms import Budget, PlainTerms
from tests.server.simulated_server import DAY, HandClock, campaign, new_server
from tests.support.terms import laplace

PEAKS = {
    "flu": (11_000, 62, 16),
    "flu index: any of flu, influenza, tamiflu": (12_600, 63, 17),
    "fever + child": (4_200, 58, 20),
    "cough": (7_400, 50, 30),
    '"how long is flu contagious"': (1_900, 64, 14),
    "sore + throat": (3_400, 40, 26),
    "tamiflu": (1_100, 66, 12),
}
"""For each entry the height of its wave in searches, the day of its peak, and its width in days."""
DAYS, WATCHED = 90, 30
"""The number of published days, and how many of the last of them have a record of their round, for monitoring."""
REGISTERED = 41_200
VERSIONS = {"1.0.0": 33_250, "1.0.1": 3_513}


def total(entry: str, day: int) -> int:
    """Return an entry's total of a day: a wave above a constant, and made-up noise that is the same each time."""
    height, top, width = PEAKS[entry]
    wave = height * (0.12 + exp(-(((day - top) / width) ** 2)))
    return round(wave * (1 - 0.12 * (day % 7 in (5, 6))) + 400 * sin(day * 7.3 + height) * sin(day * 1.7))


def surveyed_campaign() -> Campaign:
    """Return the campaign with results."""
    return campaign(
        id="winter-flu",
        title="Winter flu survey",
        purpose="Can searches show, a week earlier than surgeries, where flu spreads?",
        contact="Dr A. Example, flu@example.org",
        vocabulary=tuple(PEAKS),
        start=DAY - timedelta(days=DAYS),
        end=DAY + timedelta(days=60),
        terms=PlainTerms(
            protocol="plain",
            max_searches=20,
            max_hits=60,
            max_hits_per_keyword=10,
            noise=laplace(405),
            budget=Budget(epsilon=Decimal(30), delta=Decimal(0)),
            min_group=3,
        ),
    )


def sample_server(path: Path) -> Deployment:
    """Return a server with ninety published days of one campaign, and with another that begins tomorrow."""
    made = surveyed_campaign()
    begins = campaign(
        id="hay-fever",
        title="Hay fever by region",
        purpose="Where does hay fever begin each spring?",
        start=DAY + timedelta(days=1),
    )
    server = new_server(path, HandClock(), made, begins)
    with server.store.write() as connection:
        for number in range(DAYS):
            day = made.start + timedelta(days=number)
            charges.add(connection, made.id, day, Charge.of_terms(made.terms))
            publications.add(connection, [of_day(made, day, number)])
            if number >= DAYS - WATCHED:
                add_round(connection, day, number)
        add_donors(connection)
    exports.write_all(server.store, server.folder.published)
    return server


def share(number: int) -> float:
    """Return the coverage of a day: the share of its donors whose counts are in the totals."""
    return 0.96 - 0.03 * (number % 7 in (4, 5))


def there(number: int) -> int:
    """Return the number of donors in a day's totals."""
    return 28_000 + 110 * number - 3_600 * (number % 7 in (5, 6))


def of_day(made: Campaign, day: date, number: int) -> Publication:
    """Return the publication of a day."""
    return Publication(
        campaign=made.id,
        stratum=None,
        day=day,
        donors=there(number),
        searches=3 * there(number),
        confidence=share(number),
        totals=tuple(total(entry, number) for entry in PEAKS),
        charge=Charge.of_terms(made.terms),
    )


def add_round(connection: Connection, day: date, number: int) -> None:
    """Add the record of a day's published round."""
    active = round(there(number) / share(number))
    members = active - active % 50
    new = Round(day, "plain", RoundState.OPEN, day, active, groups=members // 50, members=members)
    rounds.add(connection, new, Signed(payload="", signature="0" * 128))
    rounds.finish(connection, day, there(number), there(number))


def add_donors(connection: Connection) -> None:
    """Add registered donors, yesterday's activity of some of them, and the versions of their programs."""
    alike = {"signature": "0" * 128, "number": 0, "registered": DAY, "seen": DAY}
    own = ((f"{number:064x}", number.to_bytes(32)) for number in range(REGISTERED))
    rows = [{"id": key[32:], "token_hash": token, "identity": key, "exchange": key, **alike} for key, token in own]
    connection.execute(insert(tables.donors), rows)
    yesterday = DAY - timedelta(days=1)
    active = [{"donor": row["id"], "day": yesterday} for row in rows[: sum(VERSIONS.values())]]
    connection.execute(insert(tables.activity), active)
    counts = [{"day": yesterday, "version": version, "donors": n} for version, n in VERSIONS.items()]
    connection.execute(insert(versions), counts)
