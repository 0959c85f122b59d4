"""Descriptions of the published files: a Frictionless data package, Datasette's metadata, and a README."""

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pdd_server.services.licences import LICENCES
from pdd_server.services.results.exports import citation, database, tidy
from pdd_server.services.results.results import MEANING
from pdd_shared.counting.entry_texts import label_of
from pdd_shared.privacy.accounting.charges import Neighbours
from pdd_shared.protocol.decimals import as_text
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import CohortTerms, Noise, NumberNoise, Terms

MEDIA = {
    "csv": "text/csv",
    "json": "application/json",
    "parquet": "application/vnd.apache.parquet",
    "sqlite": "application/vnd.sqlite3",
    "zip": "application/zip",
}
COLUMNS = {
    "day": "The data day, midnight to midnight in the server's time zone. Of a weekly campaign the last day of the "
    "week, a Sunday.",
    "entry": "The keyword, as the campaign counts it, or the name of an index of several keywords.",
    "total": "Searches that matched the entry, with noise, in counts. May be below zero.",
    "noise_scale": "The scale of the law of the noise on the total, in counts. It is not the standard deviation.",
    "noise_sd": "The standard deviation of the noise on the total, with all donors' shares in it and with the rounding "
    "to units. Correct a regression for noise by this.",
    "donors_half_width_95": "Like half_width_95, for the number of donors, whose noise may be of its own.",
    "searches_half_width_95": "Like half_width_95, for the number of searches, whose noise may be of its own.",
    "reason": "Why the day has no totals.",
    **{key: MEANING[key] for key in ("stratum", "donors", "searches", "full", "confidence", "half_width_95")},
    **{key: MEANING[key] for key in ("cohorts", "cohorts_planned", "counting_rules")},
    "final": "1 if the day's numbers stay as they are, 0 if cohorts may still be added.",
    "low_95": MEANING["low_95"],
    "high_95": "See low_95.",
    **{key: MEANING[key] for key in ("active", "needed")},
    "law": "The law of the noise, as in `laws` of the description.",
    "scale": "The scale of the law, in units of the noise, as the decoys are.",
    "shares": "How many donors' shares of the noise are in the number.",
    "of": "How many shares make one draw of the law.",
    "number": "A number that carries the donors' noise and nothing else.",
}
"""What the columns mean, with their units."""
UNITS = {
    **dict.fromkeys(("total", "half_width_95", "low_95", "high_95", "searches", "searches_half_width_95"), "searches"),
    **dict.fromkeys(("donors", "full", "active", "needed", "donors_half_width_95"), "donors"),
    "confidence": "share",
    **dict.fromkeys(("noise_scale", "noise_sd"), "searches"),
}
LAWS = {
    "discrete-laplace": "P(k) is proportional to exp(-|k| / scale); the standard deviation of a whole draw is "
    "about 1.41 times the scale",
    "discrete-gaussian": "P(k) is proportional to exp(-k^2 / (2 scale^2)); the standard deviation is the scale",
    "skellam": "the difference of two Poisson draws; the standard deviation of a whole draw is the scale",
}
"""The laws of the noise."""
_CAPS = {"max_searches", "max_matches", "max_hits", "max_hits_per_keyword", "max_campaign_hits"}
_DRAWS = (
    "Each number has noise of its own: a whole draw where the server adds it. Donors' shares add up to more than a "
    "draw, or to less. The column noise_sd, in the JSON the key sd, is the standard deviation of a number's noise."
)


def mechanism(campaign: Campaign) -> dict[str, Any]:
    """Return the campaign's privacy terms as JSON data: noise, caps, budget, and the fewest donors in a sum."""
    terms = campaign.terms
    return {
        "neighbours": Neighbours.ONE_DONOR,
        "period": terms.period,
        "noise": terms.noise.model_dump(mode="json"),
        **terms.model_dump(include=_CAPS),
        "budget": terms.budget.model_dump(mode="json"),
        "protocol": terms.protocol,
        "min_cohort" if terms.protocol == "cohort" else "min_group": terms.smallest_sum,
        "threshold": campaign.threshold,
        "laws": "; ".join(f"{law}: {text}" for law, text in LAWS.items()) + f". {_DRAWS}",
    }


def data_package(campaign: Campaign, frame: dict[str, Any], version: str, files: dict[str, Path]) -> dict[str, Any]:
    """Return the descriptor (Frictionless Data Package v1) of a campaign's files.

    Args:
        campaign: The campaign.
        frame: The results without their days, as of `results.about`.
        version: A hash of the state of the results that the files were written from.
        files: The files by their names in the package.
    """
    tables = {"totals.csv": tidy.SCHEMA, "missing.csv": tidy.MISSING, "decoys.csv": tidy.DECOYS}
    return {
        "name": campaign.id,
        "title": campaign.title,
        "description": campaign.purpose,
        "version": version,
        "contributors": [{"title": campaign.contact, "role": "contributor"}],
        **({"licenses": [_licence(campaign.licence)]} if campaign.licence else {}),
        "privacy": {**frame["privacy"], **mechanism(campaign)},
        "start": campaign.start.isoformat(),
        "end": campaign.end.isoformat(),
        "strata": list(campaign.strata),
        "entries": [label_of(text) for text in campaign.vocabulary],
        "counting_rules": campaign.counting_rules or 2,
        "indexes": frame["indexes"],
        "resources": [_resource(name, file, tables.get(name)) for name, file in files.items()],
    }


def _licence(name: str) -> dict[str, str]:
    known = LICENCES.get(name)
    return {"name": name, "title": known.name, "path": known.url} if known else {"name": name}


def _resource(name: str, file: Path, columns: Mapping[str, str] | None) -> dict[str, Any]:
    with file.open("rb") as handle:
        digest = hashlib.file_digest(handle, "sha256").hexdigest()
    described = {
        "name": name.replace(".", "-").lower(),
        "path": name,
        "mediatype": MEDIA.get(file.suffix.removeprefix("."), "text/plain"),
        "bytes": file.stat().st_size,
        "hash": f"sha256:{digest}",
    }
    if columns is None:
        return {**described, "type": "file"}
    fields = [_field(column, kind) for column, kind in columns.items()]
    schema = {"fields": fields, "missingValues": [""]}
    return {
        **described,
        "type": "table",
        "profile": "tabular-data-resource",
        "encoding": "utf-8",
        "format": "csv",
        "schema": schema,
    }


def _field(name: str, kind: str) -> dict[str, Any]:
    described = {"name": name, "type": kind, "description": COLUMNS[name]}
    return {**described, "unit": UNITS[name]} if name in UNITS else described


def datasette(campaign: Campaign, cited: str) -> dict[str, Any]:
    """Return Datasette's metadata for the SQLite file: title, source, contact, and the columns with their units.

    Args:
        campaign: The campaign.
        cited: The citation in one line.
    """
    shown = {name: f"{COLUMNS[name]} ({UNITS[name]})" if name in UNITS else COLUMNS[name] for name in COLUMNS}
    period = campaign.terms.period
    tables: dict[str, Any] = {
        "totals": {
            "description": f"One row a {period}, stratum and entry.",
            "columns": _of(shown, tidy.SCHEMA),
        },
        "missing": {
            "description": f"The {period}s without totals.",
            "columns": _of(shown, tidy.MISSING),
        },
        "decoys": {"description": MEANING["decoys"], "columns": _of(shown, tidy.DECOYS)},
    }
    for table, column, meaning in database.columns():
        tables.setdefault(table, {"columns": {}})["columns"][column] = meaning
    return {
        "title": campaign.title,
        "description": campaign.purpose,
        "source": cited,
        "about": f"Contact: {campaign.contact}",
        **_datasette_licence(campaign.licence),
        "databases": {"totals": {"tables": tables}},
    }


def _datasette_licence(name: str | None) -> dict[str, str]:
    known = LICENCES.get(name or "")
    return {"license": known.name, "license_url": known.url} if known else {}


def _of(shown: Mapping[str, str], columns: Iterable[str]) -> dict[str, str]:
    return {name: shown[name] for name in columns}


def readme(campaign: Campaign, meaning: Mapping[str, str], cited: str, *, parquet: bool) -> str:
    """Return the README, for people who have nothing but the files.

    Args:
        campaign: The campaign.
        meaning: What each key of the results means.
        cited: The citation in one line.
        parquet: Whether `totals.parquet` is among the files.
    """
    tables = "`totals.csv` and `totals.parquet`" if parquet else "`totals.csv`"
    totals, period = citation.totals_of(campaign), campaign.terms.period
    licence = f" Licence: {campaign.licence}." if campaign.licence else ""
    keys = "".join(f"- `{key}`: {text}\n" for key, text in meaning.items())
    return f"""\
# {campaign.title}

{campaign.purpose}

Contact: {campaign.contact}. From {campaign.start} to {campaign.end}.{licence}

{totals} of searches that donors' programs counted for this campaign, with the same numbers in each form:
`totals.json`, {tables} (one row a {period}, stratum and entry), and `totals.sqlite` (view `totals`;
tables `days`, `entries`, `indexes`, `numbers`, `missing`, `decoys`, `campaign`, `meaning`), which
Datasette shows with `datasette totals.sqlite --metadata metadata.json`. `missing.csv` has the {period}s
without totals, `decoys.csv` numbers that carry noise alone. `datapackage.json` describes the files
(Frictionless), the indexes and the noise, and names their digests.

Cite as: {cited} See `CITATION.cff` and `citation.bib`. `datacite.json`
and `ro-crate-metadata.json` describe the data for an archive.

## Privacy and noise

{_guarantee(campaign.terms)}
## Keys

{keys}"""


def _guarantee(terms: Terms) -> str:
    """Return what the README says of the privacy guarantee: epsilon and delta, caps, and the laws of the noise."""
    caps, period = terms.caps, terms.period
    kinds: Iterable[tuple[str, Noise | NumberNoise]] = (
        zip(("`donors`", "`searches`", "each total"), terms.noise.kinds, strict=True)
        if isinstance(terms, CohortTerms)
        else [("every number", terms.noise)]
    )
    matches = "" if caps.matches is None else f" One search counts for at most {caps.matches:,} keywords."
    in_all = (
        "" if (most := caps.campaign_hits) is None else f" Of all its {period}s together, at most {most:,} hits count."
    )
    lines = (f"- Noise on {name}: {_noise(noise)}.\n" for name, noise in kinds)
    return f"""\
- Differential privacy: all {period}s together cost a donor at most epsilon {as_text(terms.budget.epsilon)} at delta
  {as_text(terms.budget.delta)}. The guarantee covers all that one donor gives to the campaign.
- Caps: of a donor's {period}, at most {caps.searches:,} searches count, {caps.hits:,} hits for all keywords together,
  and {caps.hits_per_keyword:,} for one keyword.{matches} So `searches` are searches counted, at most {caps.searches:,}
  of a donor's {period}.{in_all}
{"".join(lines)}- {_DRAWS}
"""


def _noise(noise: Noise | NumberNoise) -> str:
    """Return the law of noise in words, with its scale in counts."""
    unit = noise.unit if isinstance(noise, NumberNoise) else 1
    rounded = f", in units of {unit} counts" if unit > 1 else ""
    return f"{noise.law} with scale {as_text(noise.scale * unit)}{rounded} ({LAWS[noise.law]})"
