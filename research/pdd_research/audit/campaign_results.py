"""A campaign's published results, read for an audit: what they claim, and by which mechanism they were made."""

import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pdd_research.audit.findings import claimed
from pdd_research.errors import AuditError
from pdd_shared.protocol.terms import Caps

TOTALS, DESCRIPTION = "totals.json", "datapackage.json"


@dataclass(frozen=True)
class StatedNoise:
    """The noise that results state for one kind of number.

    Attributes:
        law: the name of its distribution.
        scale: its scale, above 0.
    """

    law: str
    scale: float


@dataclass(frozen=True)
class Claim:
    """The privacy cost that published days state, and the noise on each of their numbers.

    Attributes:
        law: the name of the noise's distribution.
        scale: its scale, above 0.
        epsilon: the epsilon of one day.
        delta: its delta.
        shares: how many donors' noise shares a cohort's sum has, at most `of`; 0 if the server adds the noise.
        of: how many noise shares make one draw of the law; 0 if the server adds the noise.
        donors: the noise on the number of donors; None for `law` and `scale`, the noise on the totals.
        searches: the noise on the number of searches; None likewise.
    """

    law: str
    scale: float
    epsilon: float
    delta: float
    shares: int = 0
    of: int = 0
    donors: StatedNoise | None = None
    searches: StatedNoise | None = None

    def noise(self, numbers: int) -> tuple[StatedNoise, ...]:
        """Return the noise on each of a day's first `numbers` numbers: donors, searches, and then totals."""
        totals = StatedNoise(self.law, self.scale)
        return (self.donors or totals, self.searches or totals, *[totals] * (numbers - 2))


@dataclass(frozen=True)
class Results:
    """A campaign's claims and caps, and its totals, from which the shadow attack learns.

    Attributes:
        campaign: its id.
        caps: the caps of a donor's day.
        days: the number of published days.
        strata: the number of strata.
        budget: the epsilon and delta of all days together.
        claims: the claims of the days, each once.
        totals: a row for each published day and stratum: donors, searches, as many keywords as `canary` has, and `full`
            if the campaign caps the hits of all days together.
    """

    campaign: str
    caps: Caps
    days: int
    strata: int
    budget: tuple[float, float]
    claims: tuple[Claim, ...]
    totals: NDArray[np.float64] = field(repr=False)

    @property
    def canary(self) -> NDArray[np.int64]:
        """A day's numbers of the donor who changes the totals most: as few keywords as possible have all hits."""
        row: NDArray[np.int64] = self.canaries(1)[0]
        return row

    def canaries(self, days: int) -> NDArray[np.int64]:
        """Return that donor's numbers of so many days, a row each. It uses its hits as early as it may."""
        left, rows = self.caps.campaign_hits, []
        for _ in range(days):
            counts = self._counts(self.caps if left is None else self.caps.with_left(left))
            full = () if left is None else (0 < left == sum(counts),)
            left = None if left is None else left - sum(counts)
            rows.append([1, self.caps.searches, *counts, *full])
        return np.array(rows, np.int64)

    def _counts(self, caps: Caps) -> list[int]:
        keywords = self.totals.shape[1] - 2 - caps.has_full
        counts = _largest_counts(caps)[:keywords]
        return [*counts, *[0] * (keywords - len(counts))]


def read_results(source: Path) -> Results:
    """Read the results in a campaign's published folder, or in its package.zip.

    Raises:
        AuditError: if a file is missing or malformed, or no day is published yet; the message says which.
    """
    published, described = (_json(source, name) for name in (TOTALS, DESCRIPTION))
    try:
        return _results(published, described["privacy"])
    except AuditError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise AuditError(f"{source}: {TOTALS} or {DESCRIPTION} lacks {error}; download the package again") from None


def is_results(source: Path) -> bool:
    """Whether a folder or file looks like a campaign's results, and not like a log's release."""
    return source.suffix == ".zip" or (source / DESCRIPTION).exists()


def _results(published: Mapping[str, Any], privacy: Mapping[str, Any]) -> Results:
    days = published["days"]
    if not days:
        raise AuditError(f"{published['campaign']}: has no published day; nothing can be audited yet")
    entries = max(len(day["totals"]) for day in days)
    caps = _caps(privacy)
    keywords = min(len(_largest_counts(caps)), max(entries, 1))
    budget = published["privacy"]["budget"]
    claims = dict.fromkeys(_claim(day["noise"]) for day in days)
    return Results(
        campaign=str(published["campaign"]),
        caps=caps,
        days=len({day["day"] for day in days}),
        strata=len({day["stratum"] for day in days}),
        budget=claimed(budget["epsilon"], budget["delta"]),
        claims=tuple(claims),
        totals=np.array([_numbers(day, keywords, caps) for day in days], np.float64),
    )


def _caps(privacy: Mapping[str, Any]) -> Caps:
    searches = _cap(privacy, "max_searches")
    if "max_matches" in privacy:
        return Caps.of(searches, _cap(privacy, "max_matches"), None, None)
    names = [name for name in ("max_hits", "max_campaign_hits") if name in privacy]
    caps = {name: _cap(privacy, name) for name in (*names, "max_hits_per_keyword")}
    return Caps.of(searches, None, caps.get("max_hits"), caps["max_hits_per_keyword"], caps.get("max_campaign_hits"))


def _cap(privacy: Mapping[str, Any], name: str) -> int:
    if not (isinstance(cap := privacy[name], int) and cap >= 1):
        raise ValueError(f"a {name} of 1 or more (it is {cap!r})")
    return cap


def _largest_counts(caps: Caps) -> list[int]:
    """Return the counts of the keywords that have all hits, as few keywords as possible."""
    full, rest = divmod(caps.hits, caps.hits_per_keyword)
    return [caps.hits_per_keyword] * full + [rest] * (rest > 0)


def _claim(noise: Mapping[str, Any]) -> Claim:
    # Of several cohorts, take the one whose shares make up most of a draw: noise of the others only adds to it.
    shares, of = max(noise.get("shares", ()), key=lambda pair: pair[0] / pair[1], default=(0, 0))
    donors, searches = (_stated(noise[kind]) if kind in noise else None for kind in ("donors", "searches"))
    totals, claim = _stated(noise), claimed(noise["epsilon"], noise["delta"])
    return Claim(totals.law, totals.scale, *claim, min(int(of), int(shares)), int(of), donors, searches)


def _stated(noise: Mapping[str, Any]) -> StatedNoise:
    scale = float(noise["scale"])
    if not 0 < scale < inf:
        raise ValueError(f"a scale above 0 (it is {scale})")
    return StatedNoise(str(noise["law"]), scale)


def _numbers(day: Mapping[str, Any], keywords: int, caps: Caps) -> list[float]:
    totals = list(day["totals"].values())[:keywords]
    full = [day["full"]] if caps.has_full else []
    return [day["donors"], day["searches"], *totals, *[0] * (keywords - len(totals)), *full]


def _json(source: Path, name: str) -> Any:
    try:
        if source.suffix == ".zip":
            with zipfile.ZipFile(source) as package:
                return json.loads(package.read(name))
        return json.loads((source / name).read_text("utf-8"))
    except (OSError, KeyError, zipfile.BadZipFile):
        raise AuditError(f"{source}: has no {name}; give a campaign's published folder, or its package.zip") from None
    except ValueError:
        raise AuditError(f"{source}: {name} is not JSON; download the package again") from None
