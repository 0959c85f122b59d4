"""A server watched: donors a day, rounds and what became of their groups, versions of clients. Counts alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import Connection

from pdd_server.config import Config
from pdd_server.services.campaigns.forecast.expected_donors import least_donors
from pdd_server.store import donors
from pdd_server.store import monitoring as stored
from pdd_server.store.rounds import rounds
from pdd_server.store.rounds.rounds import Round, RoundState


@dataclass(frozen=True)
class MonitoredRound:
    """A round, and how many of its groups were `lost`: they are in no sum."""

    round: Round
    lost: int

    @property
    def confidence(self) -> float | None:
        """Share of the donors active on the day that are in the sums; None until it is published."""
        return None if self.round.counted is None else self.round.counted / max(1, self.round.active)


@dataclass(frozen=True)
class Versions:
    """How many donors of a day had each version that enough others had too; `others` had another, or did not say."""

    day: date
    known: Mapping[str, int]
    others: int


@dataclass(frozen=True)
class MonitoringReport:
    """What there is to watch of a server, all its campaigns together.

    `active` are the donors there on each day that is over; a sum would have wanted so many more `yesterday`.
    """

    registered: int
    active: Mapping[date, int]
    yesterday: int
    wanted: int
    rounds: tuple[MonitoredRound, ...]
    versions: Versions


def monitoring_report(connection: Connection, config: Config, today: date) -> MonitoringReport:
    """The server as it stands: days over, and the rounds that are on record."""
    yesterday = today - timedelta(days=1)
    found, lost, active = rounds.all_of(connection), stored.lost(connection), stored.active_by_day(connection)
    records = {one.day: one.active for one in found}
    over = {day: number for day, number in sorted((records | active).items()) if day < today}
    there = over.get(yesterday, 0)
    return MonitoringReport(
        registered=donors.count(connection),
        active=over,
        yesterday=there,
        wanted=max(0, least_donors(config) - there),
        rounds=tuple(MonitoredRound(one, lost.get(one.day, 0)) for one in found),
        versions=known_versions(yesterday, stored.versions_of(connection, yesterday), config.min_group),
    )


def known_versions(day: date, counts: Mapping[str, int], least: int) -> Versions:
    """The versions that at least so many donors had; the rest are `others`, who are none or at least as many.

    Were the others fewer, what is known of all would tell how many they are: then the rarest version joins them.
    """
    known = {version: number for version, number in sorted(counts.items()) if version and number >= least}
    others = sum(counts.values()) - sum(known.values())
    while known and 0 < others < least:
        rarest = min(known, key=lambda version: known[version])
        others += known.pop(rarest)
    return Versions(day, known, others)


def newest_round(connection: Connection) -> MonitoredRound | None:
    """The newest round that is published and on record."""
    published = rounds.in_state(connection, RoundState.PUBLISHED)
    if not published:
        return None
    newest = published[-1]
    return MonitoredRound(newest, stored.lost(connection).get(newest.day, 0))
