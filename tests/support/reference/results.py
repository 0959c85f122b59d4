"""Writes tests/vectors/results/: published files of small campaigns, and the server's series of them.

    python -m tests.support.reference.results

The numbers are not rounded, so that readers in other languages can be held to them closely.
"""

import json
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from pdd_results import Results, Series, results
from pdd_server.store.results.publications import Missing, Publication
from pdd_shared.privacy.accounting.charges import charge_of_terms
from pdd_shared.series.grouping import Asked, Grouping
from pdd_shared.series.points import Point, compared
from pdd_shared.series.rows import pairs_of
from tests.results.random_campaigns import KEYWORDS, START, TERMS, Made, served
from tests.server.simulated_server import campaign

FOLDER = Path(__file__).parents[2] / "vectors" / "results"
DAYS = 24
ASKED: Mapping[str, Asked] = {
    "days": Asked(grouping=Grouping("day")),
    "days of one region, from a day to another": Asked(
        START + timedelta(days=2), START + timedelta(days=9), ("south",), ("flu",), Grouping("day")
    ),
    "7-day means": Asked(grouping=Grouping("day", None, 7)),
    "weeks": Asked(grouping=Grouping("week")),
    "months": Asked(grouping=Grouping("month")),
    "rates of days per 1,000 searches": Asked(entries=("flu",), grouping=Grouping("day", "searches")),
    "rates of weeks per 1,000 searches": Asked(grouping=Grouping("week", "searches")),
    "rates of weeks per 1,000 donors": Asked(grouping=Grouping("week", "donors")),
    "7-day means of rates": Asked(entries=("cough",), grouping=Grouping("day", "donors", 7)),
    "regions compared": Asked(strata=("north",), minus="south", grouping=Grouping("week")),
    "rates of regions compared": Asked(strata=("north",), minus="south", grouping=Grouping("week", "searches")),
    "weeks compared": Asked(grouping=Grouping("week"), change=1),
    "days compared with a week before": Asked(entries=("flu",), grouping=Grouping("day", None, 7), change=7),
    "rates of weeks compared": Asked(grouping=Grouping("week", "donors"), change=2),
    "no days": Asked(first=date(2030, 1, 1), grouping=Grouping("week")),
}


def made(name: str) -> Made:
    """Return a campaign with made-up numbers under the terms of this name. Some days and totals are missing."""
    terms = TERMS[name]
    step = 7 if terms.period == "week" else 1
    days = [START + timedelta(days=step * ahead) for ahead in range(DAYS // 2 if step == 7 else DAYS)]
    strata = ("north", "south")
    found = campaign(vocabulary=KEYWORDS, strata=strata, start=START, end=days[-1], terms=terms)
    shares = ((137, 100),), ((90, 90), (61, 80))
    published = tuple(
        Publication(
            campaign=found.id,
            stratum=stratum,
            day=day,
            donors=400 + 3 * ahead + 50 * place,
            searches=(5_000 + 10 * ahead + place) if ahead % 5 else 90 * place,
            confidence=0.9 + (ahead % 7) / 100,
            totals=tuple(_total(ahead, place, entry) for entry in range(len(KEYWORDS))),
            charge=charge_of_terms(terms, "flu"),
            shares=shares[ahead % 2] if terms.protocol == "cohort" else (),
            final=ahead < DAYS - 2,
            full=3 * ahead - place - 1 if terms.caps.has_full else None,
        )
        for ahead, day in enumerate(days)
        for place, stratum in enumerate(strata)
        if ahead != 11 and (ahead, place) != (6, 1)
    )
    return Made(found, published, (Missing(found.id, days[11], "waiting", 2, 3),))


def _total(ahead: int, place: int, entry: int) -> int | None:
    return None if (ahead, entry) == (17, 1) else (ahead * 31 + place * 7 + entry * 13) % 101 - 10 + 40 * entry


def cases(read: Results) -> Iterator[dict[str, Any]]:
    """Yield requests with the rows of their series."""
    for why, asked in ASKED.items():
        if read.period == "week" and (asked.grouping.by != "week" or asked.grouping.mean > 1):
            continue
        its = {**asdict(asked), **asdict(asked.grouping), "first": _text(asked.first), "last": _text(asked.last)}
        del its["grouping"]
        yield {"why": why, "asked": its, "rows": [*_rows(read, asked)]}


def _rows(read: Results, asked: Asked) -> Iterator[dict[str, Any]]:
    days = [one for one in read.published if (asked.first or date.min) <= one.day <= (asked.last or date.max)]
    pairs = pairs_of(asked, days, read.regions, read.period)
    for entry in Series(read, asked).keywords:
        for span, other in pairs:
            point = compared(span, other, read.totals[entry], asked.grouping)
            minus = asked.minus or (other.last.isoformat() if other else None)
            yield _row(point, "+".join(asked.strata) or None, minus, entry)


def _row(point: Point, stratum: str | None, minus: str | None, entry: str) -> dict[str, Any]:
    value, low, high = point.estimate
    return {
        "first": point.first.isoformat(),
        "last": point.last.isoformat(),
        "stratum": stratum,
        "minus": minus,
        "entry": entry,
        "value": value,
        "low_95": low,
        "high_95": high,
        "days": point.days,
        "days_missing": point.missing,
        "final": point.final,
        "confidence": point.confidence,
    }


def _text(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def write(folder: Path) -> None:
    """Write the vectors into a folder, one folder a campaign."""
    for name in TERMS:
        into = folder / name.replace(" ", "-")
        into.mkdir(parents=True, exist_ok=True)
        with served(made(name)) as server:
            for file in ("datapackage.json", "totals.json"):
                shutil.copyfile(server.folder.published / "flu" / file, into / file)
        lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in cases(results(into)))
        (into / "series.json").write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    write(FOLDER)
