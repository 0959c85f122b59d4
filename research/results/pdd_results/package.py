"""Reads a package into `Results`: its files are checked against their digests, and against each other."""

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from pdd_results.campaign import Campaign, MissingDay, Results
from pdd_results.documents import DataPackage, PublishedDay, Totals
from pdd_results.errors import ResultsError
from pdd_results.sources import Limits, Read, opened
from pdd_shared.series.published_days import Day, laws_in

_DESCRIPTION, _TOTALS = "datapackage.json", "totals.json"
_MOST_BYTES = 2**30
_SECONDS = 600.0
Document = TypeVar("Document", bound=BaseModel)


def results(
    source: str | Path, *, keep: str | Path | None = None, most_bytes: int = _MOST_BYTES, seconds: float = _SECONDS
) -> Results:
    """Return a campaign's published results.

    Args:
        source: The address of the campaign's page or of its results; or a folder with the published files, or their
            zip. A path needs no network.
        keep: A file in which the downloaded zip is kept, to be read again without the network.
        most_bytes: The most bytes that are downloaded or read.
        seconds: The most seconds that a download may take.

    Raises:
        ResultsError: There are no results, or their files are damaged.
    """
    with opened(source, Limits(most_bytes, seconds), None if keep is None else Path(keep)) as read:
        described = _parsed(DataPackage, read(_DESCRIPTION), _DESCRIPTION)
        found = _parsed(Totals, _checked(read, described), _TOTALS)
    return _results(described, found)


def _parsed(model: type[Document], content: bytes, name: str) -> Document:
    try:
        return model.model_validate_json(content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        advice = "Download it again. Files of an older server lack keys that are needed."
        raise ResultsError(f"{name}: {where}: {first['msg']}. {advice}") from error


def _checked(read: Read, described: DataPackage) -> bytes:
    """Return the totals; raise ResultsError if they are not those that the description names."""
    wanted = next((one for one in described.resources if one.path == _TOTALS), None)
    if wanted is None:
        raise ResultsError(f"{_DESCRIPTION}: it does not name {_TOTALS}.")
    content = read(_TOTALS)
    if len(content) != wanted.bytes or f"sha256:{hashlib.sha256(content).hexdigest()}" != wanted.hash:
        raise ResultsError(f"{_TOTALS}: not the file that {_DESCRIPTION} names by its digest. Download both again.")
    return content


def _results(described: DataPackage, found: Totals) -> Results:
    _check_days(found.days, described)
    totals: dict[str, dict[int, int]] = {entry: {} for entry in described.entries}
    for number, one in enumerate(found.days, start=1):
        for entry, total in one.totals.items():
            totals[entry][number] = total
    return Results(
        campaign=_campaign(described),
        period=described.privacy.period,
        keywords=described.entries,
        regions=described.strata,
        indexes=described.indexes,
        published=tuple(_day(number, one) for number, one in enumerate(found.days, start=1)),
        missing=tuple(MissingDay(one.day, one.reason) for one in found.missing),
        totals=totals,
    )


def _check_days(days: Iterable[PublishedDay], described: DataPackage) -> None:
    """Check that the days have no other keywords and strata than the description."""
    keywords, strata = frozenset(described.entries), described.strata or (None,)
    for one in days:
        if unknown := one.totals.keys() - keywords:
            raise ResultsError(f"{_TOTALS}: {one.day}: {min(unknown)!r} is no keyword of {_DESCRIPTION}.")
        if one.stratum not in strata:
            raise ResultsError(f"{_TOTALS}: {one.day}: {one.stratum!r} is no stratum of {_DESCRIPTION}.")


def _campaign(described: DataPackage) -> Campaign:
    return Campaign(
        id=described.name,
        title=described.title,
        purpose=described.description,
        contact=", ".join(one.title for one in described.contributors),
        licence=described.licenses[0].name if described.licenses else None,
        start=described.start,
        end=described.end,
        epsilon=described.privacy.budget.epsilon,
        delta=described.privacy.budget.delta,
        threshold=described.privacy.threshold,
        max_campaign_hits=described.privacy.max_campaign_hits,
        version=described.version,
    )


def _day(number: int, one: PublishedDay) -> Day:
    try:
        laws = laws_in(one.noise.model_dump(exclude_none=True))
    except ValueError as error:
        raise ResultsError(f"{_TOTALS}: {one.day}: {error}. A newer release of pdd-results may know it.") from error
    return Day(
        id=number,
        day=one.day,
        stratum=one.stratum,
        donors=one.donors,
        searches=one.searches,
        confidence=one.confidence,
        half_width=one.noise.half_width_95,
        cohorts=one.cohorts,
        cohorts_planned=one.cohorts_planned,
        final=int(one.final),
        laws=laws,
        full=one.full,
    )
