"""Numbers that were published and are lost from the database, read back from the public files.

Only numbers whose digest is in the ledger are taken, so a file that was changed or is older than the ledger changes
nothing. Its days stay missing.
"""

import json
from datetime import date
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from pdd_server.errors import SetupError
from pdd_server.services.ledger.entries import Ledger
from pdd_server.services.ledger.reconciliation import numbers_digest
from pdd_server.store import tables
from pdd_server.store.campaigns import campaigns
from pdd_server.store.results import growing_days, publications, repeats
from pdd_server.store.results.publications import Publication
from pdd_shared.counting.entry_texts import label_of
from pdd_shared.privacy.accounting.charge_texts import charge_in

_RESULTS = "totals.json"
Strata = list[dict[str, Any]]
"""The published day in a campaign's totals.json: one object for each stratum, in order."""


def days_in(folder: Path) -> dict[date, Strata]:
    """Return the published days in a campaign's public folder; none if it has no file with results.

    Raises:
        SetupError: The file holds something else.
    """
    file, found = folder / _RESULTS, dict[date, Strata]()
    try:
        for one in json.loads(file.read_bytes())["days"]:
            found.setdefault(date.fromisoformat(one["day"]), []).append(one)
    except FileNotFoundError:
        return {}
    except (ValueError, KeyError, TypeError):
        raise SetupError(f"{file}: is damaged; move its folder away and run pdd-server nightly") from None
    return found


def digest_of(strata: Strata) -> str:
    """Return the digest of a published day, as the ledger has it."""
    return numbers_digest(
        (one["stratum"], one["donors"], one["searches"], one.get("full"), one["totals"].values()) for one in strata
    )


def read_back(connection: Connection, published: Path, ledger: Ledger) -> None:
    """Publish the days again that the ledger has and the database lacks, as they are in the public files.

    They are final: what was still to come of them was given up by the reset.

    Args:
        connection: A write transaction, in which the campaigns and charges of the ledger are known.
        published: The data folder's published/.
        ledger: The ledger.
    """
    there = publications.states(connection)
    for name in ledger.campaigns:
        days = _readable(published / name)
        for day, strata in days.items():
            told = ledger.published.get((name, day))
            is_known = told is None or there.get((name, day), (0, 0, 0))[1] >= told.state[1]
            if told is not None and not is_known and digest_of(strata) == told.digest:
                _publish(connection, ledger, name, strata)


def _readable(folder: Path) -> dict[date, Strata]:
    try:
        return days_in(folder)
    except SetupError:
        return {}


def _publish(connection: Connection, ledger: Ledger, name: str, strata: Strata) -> None:
    stored = campaigns.get(connection, name)
    labels = {label_of(text): place for place, text in enumerate(stored.campaign.vocabulary if stored else ())}
    for one in strata:
        day, places = date.fromisoformat(one["day"]), {labels[label]: n for label, n in one["totals"].items()}
        publication = Publication(
            campaign=name,
            stratum=one["stratum"],
            day=day,
            donors=one["donors"],
            searches=one["searches"],
            full=one.get("full"),
            confidence=one["confidence"],
            totals=tuple(places.get(place) for place in range(max(places, default=-1) + 1)),
            charge=charge_in(ledger.charges[name, day].charge),
            shares=tuple((shares, of) for shares, of in one["noise"].get("shares", ())),
            cohorts=one["cohorts"],
            cohorts_planned=one["cohorts_planned"],
            final=True,
            counting_rules=one.get("counting_rules", 1),
        )
        growing_days.put(connection, tables.publications, publication)
        repeats.forget_missing(connection, name, day)
