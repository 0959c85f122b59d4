"""The course of a soak: day after day with its faults, then days without any until every data day has ended."""

import time as seconds
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from itertools import count
from typing import Any

import httpx

from scripts.rehearsal.ground_truth import CohortGroundTruth
from scripts.rehearsal.server import CommandFailed, set_clock
from scripts.soaking import checks
from scripts.soaking.faults import Fault, away, faults_of
from scripts.soaking.homes import FIRST, Homes, SoakedHome
from scripts.soaking.network import Cut
from scripts.soaking.server import KilledServer

NIGHT, NOON, EVENING = time(0, 30), time(12), time(21)
SETTLING = 9
"""Days without faults at the end: all donors answer on them, so open days are published or given up."""
_WORKERS = 6
_LONGEST_JUMP = timedelta(hours=60)
_WITHOUT_BACKUP = 0.3
"""The share of restores in which the backup is lost, too."""
_FILLED = 0.3
"""For which share of a day's contacts a disk stays full."""
_AFTER_SO_MANY_BYTES = 9000
"""A check-in is below 1 KB, an upload of these homes about 10 KB. So most cuts fall into an upload."""
Act = Callable[[], None]


@dataclass
class Course:
    """A soak under way.

    Attributes:
        seed: Draws the faults, and who is away.
        server: The server.
        homes: The donors.
        url: The address that the donors know.
        tell: Prints a line.
        found: What was wrong.
    """

    seed: int
    server: KilledServer
    homes: Homes
    url: str
    tell: Callable[[str], None]
    found: Counter[str] = field(default_factory=Counter)
    _truth: CohortGroundTruth = field(init=False)
    _final: checks.Numbers = field(default_factory=dict)
    _ledger: bytes = b""
    _paid: int = 0
    _paid_before_night: int = 0
    _latest_night: date = FIRST
    _night_seconds: float = 2.0
    _done: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Begin without lists."""
        draws = {home.number: home.draws for home in self.homes.all}
        self._truth = CohortGroundTruth(self.server.data, draws)

    def run(self, minutes: float, days: int | None) -> None:
        """Let donors join, then live through days with faults, then through days without.

        Args:
            minutes: About how long all of it may take.
            days: How many days have faults, however long that takes; None for as many as `minutes` allow.
        """
        begun = seconds.monotonic()
        self.join()
        for number in count():
            self.day(number, faults_of(self.seed, number))
            taken = seconds.monotonic() - begun
            # A day without faults takes about half as long as one with some.
            is_late = taken + taken / (number + 2) * (1 + SETTLING / 2) > minutes * 60
            if is_late if days is None else number + 1 >= days:
                break
        for settling in range(number + 1, number + 1 + SETTLING):
            self.day(settling, ())
        self._note(checks.each_day_ends(self._results(), FIRST + timedelta(days=number)))

    def join(self) -> None:
        """Let all donors join, on the first day."""
        self._at(FIRST, NOON)
        self.server.ensure_web()
        self._contacts(self.homes.all, {})

    def day(self, number: int, faults: tuple[Fault, ...]) -> None:
        """Do the nightly run before a day, a backup, two contacts of every home that is there, and all checks."""
        day, begun = FIRST + timedelta(days=number + 1), seconds.monotonic()
        self._done = []
        self._night(day, faults)
        self._at(day, NOON, faults)
        there = [home for home in self.homes.all if not (faults and away(self.seed, number, home.number))]
        self._contacts(there, self._acts(faults, len(there)))
        self._calm()
        self._at(day, EVENING, faults)
        self._contacts(there, {})
        self._check()
        told = "; ".join([", ".join(map(str, faults)) or "no fault", *self._done])
        self.tell(f"day {number} ({day}): {told}; {seconds.monotonic() - begun:.0f} s")

    # --- what happens

    def _at(self, day: date, hour: time, faults: tuple[Fault, ...] = ()) -> None:
        """Set the donors' time and the server's, which a fault moves away from it."""
        now = datetime.combine(day, hour, UTC)
        jumps = [(2 * fault.size - 1) * _LONGEST_JUMP for fault in faults if fault.kind == "clock"]
        set_clock(self.homes.clock, now)
        self.server.set_clock(sum(jumps, start=timedelta()) + now)

    def _night(self, day: date, faults: tuple[Fault, ...]) -> None:
        """Do the nightly run: first under the day's faults, then until it is done. Then make a backup."""
        self._at(day, NIGHT, faults)
        kinds = {fault.kind: fault for fault in faults}
        if "full-disk" in kinds and kinds["full-disk"].size > 1 / 2:
            self.server.disk.fill()
            self._attempt(self.server.try_night, "the night fails on a full disk")
            self.server.disk.free()
        if "kill-night" in kinds:
            killed = partial(self.server.try_night, kinds["kill-night"].size * self._night_seconds)
            self._attempt(killed, "the night is killed")
        self._calm()
        self._whole_night("clock" in kinds)
        self.server.back_up()

    def _whole_night(self, moved: bool) -> None:
        """Do the nightly run. It may refuse only if the clock is behind that of an earlier run."""
        started, today = seconds.monotonic(), datetime.fromisoformat(self.server.clock.read_text()).date()
        try:
            self.server.try_night()
        except CommandFailed as error:
            if today >= self._latest_night and not moved:
                raise
            self._done.append(str(error))
        else:
            self._paid_before_night = self._paid
        self._latest_night = max(self._latest_night, today)
        self._night_seconds = seconds.monotonic() - started

    def _attempt(self, act: Act, otherwise: str) -> None:
        try:
            act()
        except CommandFailed:
            self._done.append(otherwise)

    def _calm(self) -> None:
        """End the faults that last: make room on the disk, and start what does not run."""
        self.server.disk.free()
        self.server.proxy.cuts.clear()
        self.server.ensure_web()

    def _acts(self, faults: tuple[Fault, ...], contacts: int) -> dict[int, list[Act]]:
        """Return what happens after which contact."""
        acts: dict[int, list[Act]] = {}
        for fault in faults:
            first = int(fault.at * contacts)
            acts.setdefault(first, []).append(partial(self._happen, fault))
            if fault.kind == "full-disk":
                acts.setdefault(first + int(_FILLED * contacts) + 1, []).append(self.server.disk.free)
        return acts

    def _happen(self, fault: Fault) -> None:
        server = self.server
        if fault.kind == "kill-web":
            server.kill_web()
            server.ensure_web()
        elif fault.kind == "kill-database" and server.postgresql is not None:
            server.postgresql.kill(whole=fault.size > 1 / 2)
            server.postgresql.ensure()
        elif fault.kind == "full-disk":
            server.disk.fill()
        elif fault.kind == "cut":
            after = int(fault.size * _AFTER_SO_MANY_BYTES)
            server.proxy.cuts += [Cut("request", after), Cut("answer", 0), Cut("request", _AFTER_SO_MANY_BYTES - after)]
        elif fault.kind == "restore":
            self._done.append(server.lose_database(backup=fault.size > _WITHOUT_BACKUP))

    def _contacts(self, homes: list[SoakedHome], acts: dict[int, list[Act]]) -> None:
        """Let homes contact the server, some at a time. Faults happen between contacts, while others are under way."""
        numbers = count(1)

        def contact(home: SoakedHome) -> None:
            self.homes.contact(home, self.url)
            for act in acts.get(next(numbers), ()):
                act()

        for act in acts.get(0, ()):
            act()
        with ThreadPoolExecutor(_WORKERS) as pool:
            list(pool.map(contact, homes))

    # --- what must hold

    def _results(self) -> dict[str, Any]:
        answer = httpx.get(f"{self.url}/v1/campaigns/{checks.CAMPAIGN}/results.json", timeout=60)
        found: dict[str, Any] = answer.raise_for_status().json()
        return found

    def evidence(self) -> checks.Evidence:
        """Return what is to be compared now."""
        witness = self.homes.witness
        for (day, *part), shown in witness.lists.items():
            for listed in shown:
                self._truth.add_list(day, (part[0], part[1]), witness.plans[day], listed)
        identity = bytes.fromhex(httpx.get(f"{self.url}/v1/server", timeout=60).json()["key"])
        return checks.Evidence(
            results=self._results(),
            ledger=self.server.ledger(identity),
            lines=self.server.ledger_lines(),
            lists=witness.lists,
            errors=witness.errors,
            truth=self._truth,
            homes=self.homes.all,
            final=self._final,
            lines_before=self._ledger,
            least_spent=self._paid_before_night,
        )

    def _check(self) -> None:
        self._calm()
        found = self.evidence()
        self._note(checks.wrong(found))
        now = checks.numbers(found.results)
        if new := sorted({day for day, _ in now.keys() - self._final.keys()}):
            self._done.append(f"published {', '.join(map(str, new))}")
        self._final, self._ledger, self._paid = now, found.lines, len(checks.paid_days(found.ledger))

    def _note(self, wrong: Iterator[str]) -> None:
        for line in wrong:
            if line not in self.found:
                self.tell(f"WRONG: {line}")
            self.found[line] += 1

    def summary(self) -> str:
        """Return what came of it all, in a few lines."""
        with suppress(httpx.HTTPError):
            results = self._results()
            missing = Counter(row["reason"] for row in results["missing"])
            days = len({row["day"] for row in results["days"]})
            return (
                f"{days} days published and exact; missing: {dict(missing) or 'none'}; "
                f"contacts that failed: {dict(self.homes.failed)}; refusals: {dict(self.homes.refused)}; "
                f"{len(self.found)} things wrong"
            )
        return "the server does not answer"
