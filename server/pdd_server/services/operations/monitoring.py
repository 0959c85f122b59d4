"""Monitoring of a server: active donors a day, rounds with their lost groups, and versions of clients.

It shows counts only, and nothing about a single donor.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import Connection

from pdd_server.config import Config
from pdd_server.store import donors
from pdd_server.store import monitoring as stored
from pdd_server.store.rounds import rounds
from pdd_server.store.rounds.rounds import Round, RoundState
from pdd_shared.planning.expected_donors import least_donors


@dataclass(frozen=True)
class MonitoredRound:
    """A round, and how many of its `plain` groups were lost: their sums are in no totals."""

    round: Round
    lost: int

    @property
    def confidence(self) -> float | None:
        """The coverage: the share of the day's active donors who are in the totals; None until it is published."""
        return None if self.round.counted is None else self.round.counted / max(1, self.round.active)


@dataclass(frozen=True)
class Versions:
    """How many donors used each version of a client on a day.

    Attributes:
        day: The day.
        known: Donors by version, for versions that enough donors use.
        others: All other donors: those with a rare version, and those whose client named none. It is 0 or large enough
            to hide each of them, unless no version at all is known.
    """

    day: date
    known: Mapping[str, int]
    others: int


@dataclass(frozen=True)
class MonitoringReport:
    """The state of a server, for all its campaigns together.

    Attributes:
        registered: How many donors are registered.
        active: How many donors were active, by day, for the days on record that are over.
        yesterday: How many donors were active yesterday.
        wanted: How many more active donors yesterday would have needed for a sum; 0 if there were enough.
        rounds: The rounds on record, the earliest day first.
        versions: The versions of clients that donors used yesterday.
    """

    registered: int
    active: Mapping[date, int]
    yesterday: int
    wanted: int
    rounds: tuple[MonitoredRound, ...]
    versions: Versions


def monitoring_report(connection: Connection, config: Config, today: date) -> MonitoringReport:
    """Return the monitoring report of the server on a day; days up to the day before are in it."""
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
    """Merge the versions that few donors use, so that nobody can be recognised by a rare one.

    The merged versions may still have fewer than `least` donors together. Then the rarest version that is shown is
    merged with them, and so on.

    Args:
        day: The day.
        counts: Donors by version; the empty version means that the client named none.
        least: The fewest donors of a version that is shown.
    """
    known = {version: number for version, number in sorted(counts.items()) if version and number >= least}
    others = sum(counts.values()) - sum(known.values())
    while known and 0 < others < least:
        rarest = min(known, key=lambda version: known[version])
        others += known.pop(rarest)
    return Versions(day, known, others)


def newest_round(connection: Connection) -> MonitoredRound | None:
    """Return the published round of the latest day on record; None if there is none."""
    published = rounds.in_state(connection, RoundState.PUBLISHED)
    if not published:
        return None
    newest = published[-1]
    return MonitoredRound(newest, stored.lost(connection).get(newest.day, 0))
