"""Weeks of tickets, trees and resets: an honest server is never refused, and a liar gets few draws."""

from contextlib import suppress
from datetime import date, timedelta
from itertools import pairwise
from random import Random  # noqa: TID251 - a simulation in a test

import pytest

from pdd_shared.protocol.signing import sign
from pdd_shared.rounds.cohort.epoch.acceptance import KnownEpoch, accept_epoch, accept_reset, holds
from pdd_shared.rounds.cohort.messages import Epoch, Reset
from pdd_shared.rounds.refusals import Refused
from tests.support.cohort.weeks import FOUNDED, ONLINE, ONLINE_KEY, SERVER, WeekHome, WeekServer
from tests.support.stages import SEEDS

KEYS = {"server": SERVER, "online_key": ONLINE_KEY}
_DAY = timedelta(days=1)


def absences(random: Random) -> int:
    """Return in how many days a home contacts the server again: mostly soon, sometimes after up to 60 days."""
    return random.choice([1, 1, 1, 1, 2, 3, random.randint(1, 60)])


class Weeks:
    """An honest server and its homes: some contact it each day, some join, and at times it is restored."""

    def __init__(self, random: Random) -> None:
        self.random, self.server = random, WeekServer()
        self.homes: list[WeekHome] = []
        self.next_contact: dict[int, int] = {}
        self.backups = [self.server.records.copy()]

    def day(self, number: int) -> None:
        """Pass one day: the nightly run, joiners, and contacts in any order, with a restore before one of them."""
        random, today = self.random, FOUNDED + timedelta(days=number)
        self.server.night(today)
        joiners = random.choice([0, 0, 0, 1, 1, 5]) if number else 6
        self.homes += [WeekHome(len(self.homes) + each) for each in range(joiners)]
        here = [home for home in self.homes if self.next_contact.get(home.who, number) <= number]
        random.shuffle(here)
        restore_at = random.randrange(len(here)) if here and random.random() < 0.04 else None
        for place, home in enumerate(here):
            if place == restore_at:
                self.server.restore(random.choice(self.backups[-3:]), today)
            home.contact(self.server, today)
            self.check_place(home)
            self.next_contact[home.who] = number + absences(random)
        if random.random() < 0.3:
            self.backups.append(self.server.records.copy())

    def check_place(self, home: WeekHome) -> None:
        """Check that a home has its place in the current epoch and the promise of the next one."""
        records = self.server.records
        assert home.held
        assert home.held[1].epoch == records.following
        # A home that was away for long may have thrown the ticket away that is in the tree: it waits for the next one.
        assert records.last is None or records.last.message.number in home.taken or home.lapsed


@pytest.mark.story
@pytest.mark.parametrize("seed", SEEDS)
def test_an_honest_server_is_never_refused(seed):
    """Through restores, growth and absences of up to 60 days, each home gets its place and the next epoch's promise."""
    weeks = Weeks(Random(seed))
    for number in range(100):
        weeks.day(number)
    assert weeks.server.restored
    assert sum(len(home.signed) for home in weeks.homes) > 1000


class Victim:
    """A home at the mercy of a lying server, with a place in every tree that it accepts."""

    def __init__(self) -> None:
        self.draws: list[KnownEpoch] = []
        self.pinned: dict[int, KnownEpoch] = {}
        self.reset: Reset | None = None
        self.signed: list[tuple[date, int]] = []  # data day, epoch

    def is_shown_reset(self, message: Reset, today: date) -> None:
        """Show a reset, and journal it unless it is refused."""
        with suppress(Refused):
            self.reset = accept_reset(sign(message, ONLINE), **KEYS, today=today, known=self.reset)

    def is_shown(self, message: Epoch, today: date) -> None:
        """Show an epoch, and accept it unless it is refused."""
        with suppress(Refused):
            accept_epoch(
                sign(message, ONLINE),
                **KEYS,
                today=today,
                known=self.draws[-1] if self.draws else None,
                same_number=self.pinned.get(message.number),
                receipt=None,
                ticket_made=None,
                reset=self.reset,
                signed_until=max(day for day, _ in self.signed) + _DAY if self.signed else None,
            )
            accepted = self.pinned[message.number] = KnownEpoch.of(message)
            if accepted not in self.draws:
                self.draws.append(accepted)

    def is_asked(self, day: date, number: int, today: date) -> None:
        """Ask for a signature for a past data day of that epoch, not before a reset or the first ticket."""
        starts = [draw.start for draw in self.draws] + [None]
        place = next((place for place, draw in enumerate(self.draws) if draw.number == number), None)
        if place is None or not FOUNDED <= day < today or (self.reset and day < self.reset.day):
            return
        if holds(self.draws[place].start, starts[place + 1], day + _DAY):
            self.signed.append((day, number))

    @property
    def used(self) -> list[KnownEpoch]:
        """Return the draws under which the home signed anything."""
        return [draw for draw in self.draws if any(number == draw.number for _, number in self.signed)]


def lie(random: Random, victim: Victim, today: date, *, grows: bool, resets: bool) -> None:
    """Show or ask one random thing that serves a liar, mostly early, backdated or under an old number."""
    last = victim.draws[-1] if victim.draws else KnownEpoch(0, today, 100, bytes(32), 0)
    if victim.draws and random.random() < 0.4:
        day = random.choice([today - random.randint(0, 15) * _DAY, *(day for day, _ in victim.signed[-3:])])
        victim.is_asked(day, random.choice(victim.draws[-3:]).number, today)
        return
    known = victim.reset.number if victim.reset else 0
    if resets and random.random() < 0.2:
        day = random.choice([today, last.start, today - random.randint(-1, 10) * _DAY])
        victim.is_shown_reset(Reset(server=SERVER.hex(), number=known + random.randint(1, 2), day=day), today)
        return
    start = random.choice([today, last.start + 7 * _DAY, today - random.randint(-2, 30) * _DAY])
    most = 6 * last.size // 5 if grows else (6 * last.size - 1) // 5
    epoch = Epoch(
        server=SERVER.hex(),
        number=max(0, last.number + random.choice([1, 1, 1, 0, -1, 7])),
        start=start,
        size=random.choice([most, last.size, random.randint(4, most)]),
        root=f"{random.randrange(2**64):064x}",
        reset=max(0, known - (random.random() < 0.2)),
    )
    victim.is_shown(epoch, today)


@pytest.mark.story
@pytest.mark.parametrize("resets", [False, True])
@pytest.mark.parametrize("grows", [False, True])
@pytest.mark.parametrize("seed", SEEDS[:5])
def test_a_liar_gets_few_draws_past_a_home(seed, grows, resets):
    """Two draws that a home accepts begin 7 days apart, except for growth by a fifth or a reset.

    No data day is signed under two draws. Without growth and resets a liar uses at most one draw for each week of data
    days, and one more at either end.
    """
    random, victim, nights = Random(seed), Victim(), 60
    for night in range(nights):
        for _ in range(20):
            lie(random, victim, FOUNDED + night * _DAY, grows=grows, resets=resets)
    for one, other in pairwise(victim.draws):
        grown, restored = 5 * other.size >= 6 * one.size, other.reset > one.reset
        assert other.start >= one.start + 7 * _DAY or (grows and grown) or (resets and restored)
    under = {day: {number for signed, number in victim.signed if signed == day} for day, _ in victim.signed}
    assert set(map(len, under.values())) == {1}
    if not grows and not resets:
        assert 5 <= len(victim.used) <= nights // 7 + 2
        # By the data days that they are used for: an old first day buys no draw.
        first = [min(day for day, number in victim.signed if number == draw.number) for draw in victim.used]
        assert all(third - one >= 7 * _DAY for one, third in zip(first, first[2:], strict=False))
