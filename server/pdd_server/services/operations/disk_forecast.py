"""The forecast of when each disk will be full, from its free bytes on the last nights."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

from pdd_server.store.files import replace_text

WINDOW = timedelta(days=14)
"""The nights that count. Data grow and expire by the week, so two whole weeks tell the growth."""
WARNED_BEFORE = 14
"""From how many days before its end on the operator is warned."""
_LEAST = timedelta(days=3)
"""From how many days on a growth is told."""
_WEEK = timedelta(days=7)
_KEPT = WINDOW + _WEEK
"""The nights on record: those that count, and those that a night of them is compared with."""
_ROSE = 1.1
"""By which factor the free bytes exceed those of all nights of the week before when the disk was enlarged or cleared.

What expires by the week gives back what the week took, and not more.
"""
_FILE = "disk.json"


@dataclass(frozen=True)
class Disk:
    """A disk that the server needs.

    Attributes:
        path: The folder on it by which it is known.
        free: The bytes that are free now.
    """

    path: Path
    free: int


def record(folder: Path, today: date, disks: Iterable[Disk]) -> None:
    """Record the free bytes of a night, the first ones if there are several, and forget those that are too old."""
    known = {disk: _known(folder, disk, today) for disk in disks}
    if any(today not in nights for nights in known.values()):
        free = {str(disk.path): {today: disk.free} | nights for disk, nights in known.items()}
        told = {path: {day.isoformat(): nights[day] for day in sorted(nights)} for path, nights in free.items()}
        replace_text(folder / _FILE, json.dumps(told, indent=1) + "\n")


def days_left(folder: Path, today: date, disk: Disk) -> int | None:
    """Return in how many days a disk will be full at the present growth.

    Args:
        folder: The data folder.
        today: The present data day.
        disk: The disk.

    Returns:
        The days, or None if the nights on record are too few, or the disk does not fill up.
    """
    known = {**_known(folder, disk, today), today: disk.free}
    first = _first_since_enlarged(known, today - WINDOW)
    if today - first < _LEAST or disk.free >= known[first]:
        return None
    return int(disk.free * (today - first).days // (known[first] - disk.free))


def _first_since_enlarged(known: dict[date, int], since: date) -> date:
    """Return the last night on which the free bytes had risen much, or the first night of the window."""
    nights = sorted(day for day in known if day >= since)
    risen = [
        night
        for before, night in pairwise(nights)
        if known[night] > _ROSE * max(free for day, free in known.items() if before - _WEEK < day <= before)
    ]
    return max(risen, default=nights[0])


def in_words(folder: Path, today: date, disk: Disk) -> str:
    """Return the free bytes and the forecast of a disk as a line for people."""
    name = "disk" if disk.path == folder else f"disk of {disk.path}"
    left, room = days_left(folder, today, disk), f"{name}: {disk.free / 1e9:.1f} GB free"
    return room if left is None else f"{room}, full in {left} days at the present growth"


def warnings(folder: Path, today: date, disks: Iterable[Disk]) -> Iterator[str]:
    """Yield a sentence for each disk that will be full soon."""
    for disk in disks:
        left = days_left(folder, today, disk)
        if left is not None and left < WARNED_BEFORE:
            yield f"{disk.path}: the disk will be full in {left} days; see docs/guides/operator.md, DiskFullSoon"


def _known(folder: Path, disk: Disk, today: date) -> dict[date, int]:
    """Return the free bytes of a disk on the nights on record. A file that holds something else is made anew."""
    try:
        stored = json.loads((folder / _FILE).read_bytes()).get(str(disk.path), {})
        known = {date.fromisoformat(day): int(free) for day, free in stored.items()}
    except (FileNotFoundError, ValueError, TypeError, AttributeError):
        return {}
    return {day: free for day, free in known.items() if today - _KEPT <= day <= today}
