"""The donor's exclusions. A removed search is stored as a keyed digest and a time, never as text."""

import json
from collections.abc import Collection
from datetime import datetime
from zoneinfo import ZoneInfo

from pdd_client.core.donation.exclusions import Exclusions, Hours, Pause, RemovedSearch, blocked_vocabulary
from pdd_client.gateways.home_store.database import HomeDatabase, read_time
from pdd_shared.protocol.days import day_of


class ExclusionStore:
    """The blocked words, removed searches, pauses, sites and hours of one home."""

    def __init__(self, database: HomeDatabase) -> None:
        self._database = database

    def all(self, zone: ZoneInfo) -> Exclusions:
        """Return everything that the donor keeps out of the counts.

        Args:
            zone: time zone of the data days. It places each removed search in a day, and is not stored with it
                because joining a server may change it.

        """
        removed = self._database.query("SELECT mark, time FROM removed_searches")
        return Exclusions(
            blocked=blocked_vocabulary(self.blocked()),
            removed=tuple(_removed_search(row["mark"], datetime.fromisoformat(row["time"]), zone) for row in removed),
            pauses=self.pauses(),
            sites=self.sites(),
            hours=self.hours(),
        )

    def pauses(self) -> tuple[Pause, ...]:
        """Return the pauses in the order in which they began."""
        rows = self._database.query("SELECT start, end FROM pauses ORDER BY start")
        return tuple(Pause(datetime.fromisoformat(row["start"]), read_time(row["end"])) for row in rows)

    def blocked(self) -> list[str]:
        """Return the blocked words, sorted."""
        return [row["label"] for row in self._database.query("SELECT label FROM blocked ORDER BY label")]

    def block(self, label: str) -> None:
        """Add a blocked word; nothing happens if it is blocked already."""
        self._database.table("blocked").insert({"label": label}, pk="label", ignore=True)

    def unblock(self, label: str) -> None:
        """Delete a blocked word."""
        self._database.table("blocked").delete_where("label = ?", [label])

    def sites(self) -> frozenset[str]:
        """Return the names of the search engines that are left out."""
        return frozenset(json.loads(self._database.fact("sites_off") or "[]"))

    def set_sites(self, names: Collection[str]) -> None:
        """Store the names of the search engines that are left out."""
        self._database.set_fact("sites_off", json.dumps(sorted(names)) if names else None)

    def hours(self) -> Hours | None:
        """Return the hours of the day that are left out, by this computer's clock; None if there are none."""
        text = self._database.fact("hours_off")
        return None if text is None else Hours.parse(text)

    def set_hours(self, hours: Hours | None) -> None:
        """Store the hours of the day that are left out; None for none."""
        self._database.set_fact("hours_off", str(hours) if hours else None)

    def remove(self, search: RemovedSearch) -> None:
        """Store a removed search, as its keyed digest and time."""
        row = {"mark": search.mark, "time": search.time.isoformat()}
        self._database.table("removed_searches").insert(row, pk=("mark", "time"), ignore=True)

    def restore(self, search: RemovedSearch) -> None:
        """Delete a removed search, so that it counts again."""
        row = [search.mark, search.time.isoformat()]
        self._database.table("removed_searches").delete_where("mark = ? AND time = ?", row)

    def pause(self, start: datetime, end: datetime | None) -> None:
        """Store a pause, in place of one with the same start; `end` is None for a pause without an end."""
        self._database.table("pauses").upsert({"start": start.isoformat(), "end": end and end.isoformat()}, pk="start")


def _removed_search(mark: bytes, time: datetime, zone: ZoneInfo) -> RemovedSearch:
    return RemovedSearch(mark, time, day_of(time, zone))
