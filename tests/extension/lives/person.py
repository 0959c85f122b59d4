"""A random life of one person, whose app and extensions give to two campaigns with equal noise."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date
from random import Random  # noqa: TID251 - a simulation in a test

from tests.client.fakes import DAY, Clock
from tests.extension.lives.homes import App, Browsers, Extension, noon
from tests.support.reference.donor import decisions, inputs, weeks
from tests.support.reference.donor.inputs import Case, number_noise, of_kinds, with_cap

MONDAY = date(2026, 11, 2)
"""The first day of both campaigns."""
AGREED = "2026-11-01T08:00:00Z"
NAMES = ("cold", "flu")
NOISE = of_kinds(number_noise("30"), number_noise("950"), number_noise("3.2"))
AMPLE = {"epsilon": "1000", "delta": "0.000001"}
QUERIES = ("flu", "cough", "fever of a child", "flu and cough", "weather")
WIDTH = 6
"""Numbers of a campaign in a vector: `joined`, searches, three counts, `full`."""
Change = Callable[[Case], Case]


@dataclass
class Home:
    """One of the homes, and what it can know of the hits that were given.

    Attributes:
        program: the app, or an extension.
        browser: the extension's browser; None for the app.
        name: its name. A home that is begun anew has another.
        joined: the campaigns that it gives to.
        ever: those that it ever gave to.
        known: by home, campaign and kind of hits, those that it gave itself or can have heard of.
        caps: the caps that its account was charged with.
        given: the hits that its vectors hold, and one for each `full`.
        contacts: how often it contacted the server.
        is_old: whether it was brought back from a copy that had contacted the server less often.
        is_blind: whether the server has found that out, so that it can't know what it gave.
        copy: what it was when its copy was made.

    """

    program: App | Extension
    browser: str | None
    name: str
    joined: frozenset[str] = frozenset()
    ever: frozenset[str] = frozenset()
    known: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    caps: set[tuple[str, int]] = field(default_factory=set)
    given: int = 0
    contacts: int = 0
    is_old: bool = False
    is_blind: bool = False
    copy: "Home | None" = None


class Person:
    """One life. `steps` are those that it took.

    Args:
        seed: the life's number.
        app: the desktop app, which is begun anew.
        node: the browsers.
        clock: the computer's clock.
        before: changes each case before it is counted, as a broken home would.
        after: changes each charge.

    """

    def __init__(
        self, seed: int, app: App, node: Browsers, clock: Clock, before: Change = dict, after: Change = dict
    ) -> None:
        self._draws, self._node, self._clock, self._before, self._after = Random(seed), node, clock, before, after
        self._days, self.most = self._draws.choice([1, 7]), self._draws.randint(1, 8)
        fields = {"start": MONDAY.isoformat(), "terms": self._terms()}
        texts = {name: fields | {"id": name} for name in NAMES}
        self._consents = {name: [{"campaign": text, "time": AGREED, "stratum": None}] for name, text in texts.items()}
        self._texts = {name: inputs.campaign(text, "cohort") for name, text in texts.items()}
        self._parts = {name: inputs.part_of_text(text) for name, text in self._texts.items()}
        self._today = MONDAY - DAY
        self._clock.now = noon(MONDAY)
        self._visits: list[Case] = []
        self._pauses: list[Case] = []
        self._allowed = {browser for browser in ("chromium", "firefox") if self._draws.random() < 0.8}
        self._begun = Counter[str | None]()
        self.steps: list[str] = []
        self.vectors = Counter[tuple[str, str]]()
        node.ask(begin=True)
        programs = {None: app, **{name: Extension(node, name, clock) for name in ("chromium", "firefox")}}
        self.homes = {browser: self._begin(program, browser) for browser, program in programs.items()}
        self.join(self.homes[self._draws.choice([None, "chromium"])])

    def _terms(self) -> Case:
        each = self._draws.randint(1, min(3, self.most))
        of_period = self._draws.choice([None, self._draws.randint(each, self.most)])
        period = {"period": "week" if self._days == 7 else "day"}
        return with_cap(NOISE, self.most, each, of_period) | {"budget": AMPLE} | period

    def _begin(self, program: App | Extension, browser: str | None) -> Home:
        program.begin()
        self._begun[browser] += 1
        return Home(program, browser, f"{browser or 'app'} {self._begun[browser]}")

    # --- what may happen

    def live(self, steps: int) -> None:
        """Take so many random steps. With every second one, time passes."""
        for _ in range(steps):
            home = self.homes[self._draws.choice([None, None, "chromium", "chromium", "firefox"])]
            step = self._draws.choice(STEPS)
            self.steps.append(f"{step.__name__} ({home.name})")
            step(self, home)

    def pass_time(self, _home: Home) -> None:
        """Search for a day or a week, then let most homes contact the server. The week before may have been lost."""
        self._today += self._days * DAY
        self._clock.now = noon(self._today + DAY)
        for number in range(self._draws.randint(0, 6)):
            time = f"{self._today - self._draws.randrange(self._days) * DAY}T08:{number:02}:00Z"
            self._visits += inputs.visits((self._draws.choice(QUERIES), time))
        self._contact(self._today, None)
        if self._days == 7 and self._draws.random() < 0.4:
            self._clock.now += DAY
            self._contact(self._today + DAY, self._today - 7 * DAY)

    def _contact(self, day: date, repeats: date | None) -> None:
        for home in self._draws.sample(list(self.homes.values()), 3):
            if self._draws.random() < 0.8:
                self.meet(home)
                self._give(home, day, repeats)

    def pause(self, _home: Home) -> None:
        """Pause for some days."""
        first, days = self._today + DAY, self._draws.randint(1, 8)
        self._pauses.append({"start": f"{first}T00:00:00Z", "end": f"{first + days * DAY}T00:00:00Z"})

    def join(self, home: Home) -> None:
        """Join both campaigns, or one."""
        names = set(self._draws.sample(NAMES, self._draws.randint(1, 2))) - home.joined
        for name in sorted(names):
            home.program.join(self._texts[name])
        home.joined |= names
        home.ever |= names

    def leave(self, home: Home) -> None:
        """Leave every campaign."""
        for name in sorted(home.joined):
            home.program.leave(name)
        home.joined = frozenset()

    def join_again(self, home: Home) -> None:
        """Leave, and join at once."""
        self.leave(home)
        self.join(home)

    def meet(self, home: Home) -> None:
        """Let an extension that may speak with the app ask where it stands."""
        if isinstance(home.program, Extension) and home.browser in self._allowed:
            home.program.meet()
            self._tell_each_other(home, hands_over=bool(self.homes[None].joined))

    def end(self, home: Home) -> None:
        """Let an extension give again. The person may say that the app is gone."""
        if isinstance(home.program, Extension) and home.program.told(self._today) is None:
            reachable = home.browser in self._allowed and self._draws.random() < 0.8
            home.program.end(reachable=reachable)
            if reachable:
                self._tell_each_other(home, hands_over=False)

    def _tell_each_other(self, home: Home, *, hands_over: bool) -> None:
        """Let an extension and the app know of each other's hits.

        When it hands over, the extension tells of the hits of others, too, but not of campaigns that it never joined.
        """
        app = self.homes[None]
        for of, hits in home.known.items():
            if of[0] == home.name or (hands_over and of[1] in home.ever):
                app.known[of] = max(hits, app.known[of])
        home.known |= app.known

    def erase(self, home: Home) -> None:
        """Erase everything in a home, and begin it anew."""
        self.homes[home.browser] = self._begin(home.program, home.browser)

    def copy(self, home: Home) -> None:
        """Make a copy of a home."""
        home.program.copy()
        home.copy = replace(home, known=home.known.copy(), copy=None)

    def bring_back(self, home: Home) -> None:
        """Bring back a home's copy. If it contacted the server since, the server finds that out at the next contact."""
        if (copy := home.copy) is not None:
            home.program.bring_back()
            home.is_old = copy.is_old or copy.contacts != home.contacts
            home.joined, home.ever, home.is_blind = copy.joined, copy.ever, copy.is_blind
            home.known = copy.known.copy()

    # --- what is given

    def _give(self, home: Home, day: date, repeats: date | None) -> None:
        if not home.joined or (told := home.program.told(day)) is None:
            return
        home.contacts += 1
        if home.is_old:
            home.program.restored()
            home.is_old, home.is_blind, told = False, True, home.program.told(day)
        if told and all(run["first"] != day.isoformat() for run in told["given"]):
            given = self._counted(self._case(home, told, day, repeats))
            home.program.give(day, given["charges"])
            self._check(home, given)

    def _case(self, home: Home, told: Case, day: date, repeats: date | None) -> Case:
        """Return a home and the plan of a day, as the donor's vectors write them."""
        asked = {"repeats": repeats and repeats.isoformat()}
        return weeks.WEEK | {
            "plan": {"day": day.isoformat(), "zone": "UTC"},
            "info": {"zone": "UTC"},
            "parts": [self._parts[name] | asked for name in NAMES],
            "consents": {name: self._consents[name] for name in sorted(home.joined)},
            "newest": {},
            "visits": self._visits,
            "pauses": self._pauses,
            "now": inputs.as_instant(self._clock()),
            **told,
        }

    def _counted(self, case: Case) -> Case:
        """Return what both languages count, which must be the same bytes."""
        case = self._before(case)
        ours, theirs = decisions.prepared(case), self._node.ask(count=case)
        assert _bytes(ours) == _bytes(theirs), "Python and JavaScript differ"
        return ours | {"charges": [self._after(one) for one in ours["charges"]]}

    def _check(self, home: Home, given: Case) -> None:
        """Check that a home gave no hits beyond those left as far as it can know, and none that it did not pay for."""
        for at, name in enumerate(NAMES):
            block = given["vector"][at * WIDTH : (at + 1) * WIDTH]
            hits, full = sum(block[2:-1]), block[-1]
            for kind, more, cap in (("hits", hits, self.most), ("hits and full", hits + full, self.most + 1)):
                known = sum(count for of, count in home.known.items() if of[1:] == (name, kind))
                left = 0 if home.is_blind else max(0, cap - known)
                assert more <= left, f"{home.name} adds {more} {kind} to {known} of {cap}: {name}"
                home.known[home.name, name, kind] += more
                self.vectors[name, kind] += more
            home.given += hits + full
        home.caps |= {tuple(one["charge"]["cap"].values()) for one in given["charges"]}
        assert home.given <= sum(hits for _, hits in home.caps), f"{home.name} paid for less than it gave"


STEPS = (
    *[Person.pass_time] * 10,
    *[Person.join] * 4,
    *[Person.end] * 2,
    *[Person.erase] * 2,
    *(Person.pause, Person.leave, Person.join_again, Person.meet, Person.copy, Person.bring_back),
)


def _bytes(found: Case) -> bytes:
    return json.dumps(found, sort_keys=True).encode()
