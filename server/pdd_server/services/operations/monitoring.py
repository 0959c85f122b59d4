"""Monitoring of a server: donors a day, rounds and their lost groups, versions of clients. Counts alone."""

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
    """A round, and how many of its groups were lost: they are in no sum."""

    round: Round
    lost: int

    @property
    def confidence(self) -> float | None:
        """Share of the donors active on the day that are in the sums; None until it is published."""
        return None if self.round.counted is None else self.round.counted / max(1, self.round.active)


@dataclass(frozen=True)
class Versions:
    """How many donors of a day had each version of a client.

    Attributes:
        day: The day.
        known: Donors by version, for versions that enough donors had.
        others: Donors of other versions, or of none that they named; 0, or enough as well.
    """

    day: date
    known: Mapping[str, int]
    others: int


@dataclass(frozen=True)
class MonitoringReport:
    """The state of a server, for all its campaigns together.

    Attributes:
        registered: Donors that are registered.
        active: Donors there on each day that is over.
        yesterday: Donors there yesterday.
        wanted: How many more donors a sum of yesterday would have needed.
        rounds: The rounds on record.
        versions: Yesterday's versions of clients.
    """

    registered: int
    active: Mapping[date, int]
    yesterday: int
    wanted: int
    rounds: tuple[MonitoredRound, ...]
    versions: Versions


def monitoring_report(connection: Connection, config: Config, today: date) -> MonitoringReport:
    """Return the state of the server: the days that are over, and the rounds on record."""
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
    """Group the versions that few donors had, so that nobody is recognised by a rare one.

    If fewer than `least` donors had the other versions, their number would follow from the total. Then the rarest known
    version joins them.

    Args:
        day: The day.
        counts: Donors by version; the empty version means that the client named none.
        least: The fewest donors of a version that is named.
    """
    known = {version: number for version, number in sorted(counts.items()) if version and number >= least}
    others = sum(counts.values()) - sum(known.values())
    while known and 0 < others < least:
        rarest = min(known, key=lambda version: known[version])
        others += known.pop(rarest)
    return Versions(day, known, others)


def newest_round(connection: Connection) -> MonitoredRound | None:
    """Return the newest published round on record, or None."""
    published = rounds.in_state(connection, RoundState.PUBLISHED)
    if not published:
        return None
    newest = published[-1]
    return MonitoredRound(newest, stored.lost(connection).get(newest.day, 0))
