"""The donors: real homes with real histories, over real HTTP. What the server showed them is recorded."""

import json
from collections import Counter, defaultdict
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from threading import Lock

import httpx

from pdd_client.core.errors import DonorError
from pdd_client.gateways.server_http.server_http import ServerHttp, ServerProblem
from pdd_shared.rounds.cohort.messages import CohortPlan
from scripts.rehearsal.homes import STRATA, Home, allow_files, join, open_donor
from scripts.rehearsal.recorded_randomness import RecordedRandomness

FIRST = date(2026, 11, 20)
"""The day on which the homes join, and the first data day."""
_HISTORY_DAYS = 150
_FILES_A_HOME = 6
_FAILED, _BUSY = 500, 503
Place = tuple[date, int, int]
"""A data day, a cohort and a sub-cohort."""


@dataclass
class Witness:
    """What the server showed to donors: its lists, the plans of their days, and its errors."""

    plans: dict[date, CohortPlan] = field(default_factory=dict)
    lists: defaultdict[Place, set[bytes]] = field(default_factory=lambda: defaultdict(set))
    errors: Counter[str] = field(default_factory=Counter)
    _lock: Lock = field(default_factory=Lock)

    def saw(self, path: str, status: int, answer: bytes) -> None:
        """Record one answer."""
        with self._lock:
            match path.strip("/").split("/")[1:]:
                case ["check-in"] if status == httpx.codes.OK:
                    self._saw_tasks(answer)
                case ["rounds", day, "lists", cohort, sub_cohort] if status == httpx.codes.OK:
                    self.lists[date.fromisoformat(day), int(cohort), int(sub_cohort)].add(answer)
                case [first, *_] if status >= _FAILED and status != _BUSY:
                    self.errors[f"{first}: {status}"] += 1

    def _saw_tasks(self, answer: bytes) -> None:
        for task in json.loads(answer)["tasks"]:
            if "plan" in task:
                plan = CohortPlan.model_validate_json(task["plan"]["payload"])
                self.plans[plan.day] = plan


class _Witnessed(httpx.BaseTransport):
    """The network, with a witness of all answers that arrived."""

    def __init__(self, witness: Witness) -> None:
        self._inner, self._witness = httpx.HTTPTransport(), witness

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self._inner.handle_request(request)
        self._witness.saw(request.url.path, response.status_code, response.read())
        return response

    def close(self) -> None:
        self._inner.close()


@dataclass(eq=False)
class SoakedHome(Home):
    """A home, and what its own ledger says that it gave."""

    def gave(self, day: date) -> list[int]:
        """Return what it gave of a day: joined, searches, and the three keywords."""
        return self.truth if day in self.given() else [0] * 5

    def given(self) -> frozenset[date]:
        """Return the days that its own ledger charges."""
        return frozenset(given.day for given in self.donor.installation.store.charges.given())


class Homes:
    """All donors, and what came of their contacts."""

    def __init__(self, folder: Path, clock: Path, number: int) -> None:
        """Make the homes; nobody joins yet.

        Args:
            folder: Where to make them.
            clock: The file with the donors' time.
            number: How many.
        """
        self.clock, self.witness = clock, Witness()
        self.failed, self.refused = Counter[str](), Counter[str]()
        allow_files(_FILES_A_HOME * number)
        self.all = [self._home(folder / f"home-{at}", at) for at in range(number)]

    def _home(self, folder: Path, number: int) -> SoakedHome:
        draws = RecordedRandomness()
        donor = open_donor(
            folder, self.clock, connect=lambda url: ServerHttp(url, _Witnessed(self.witness)), random_bytes=draws
        )
        history = folder.with_name(f"History-{number}")
        made = SoakedHome(number, STRATA[number % len(STRATA)], draws, donor, history)
        made.search(FIRST, _HISTORY_DAYS)
        return made

    def contact(self, home: SoakedHome, url: str) -> None:
        """Let a home contact the server, and join first if it has not. What fails is counted by its name."""
        try:
            if not home.donor.installation.store.consents.newest():
                join(home.donor, url, stratum=home.stratum)
            report = home.donor.check_in([home.history])
        except ServerProblem as problem:
            self.failed[problem.name] += 1
        except DonorError as error:
            self.failed[str(error.code or error)] += 1
        else:
            self.refused.update(refusal.reason for refusal in report.refused)

    def close(self) -> None:
        """Close all homes."""
        for home in self.all:
            with closing(home.donor):
                pass
