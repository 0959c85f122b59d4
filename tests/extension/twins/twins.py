"""A donor of the desktop client and one of the extension that live through the same days at one server."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes
from typing import Any
from urllib.parse import quote_plus
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from nacl.signing import SigningKey

from pdd_client.core.errors import DonorError
from pdd_client.donor.contact.report import CheckInReport
from pdd_shared.protocol.days import day_of
from pdd_shared.protocol.messages import Campaign, Plan
from pdd_shared.rounds.layout import Vector, from_bytes, width
from pdd_shared.rounds.plain.donor import open_round, submit
from scripts.rehearsal.history_writer import write_chrome, write_firefox
from tests.client.fakes import DAY, FakeServer, budget, campaign, open_donor, part_of
from tests.extension.donors import Donors, Failed
from tests.extension.twins.statements import AnyPlan, JavaScriptHome, PythonHome, Statement
from tests.support.terms import terms

MINUTE = timedelta(minutes=1)
ENGINES = (
    "https://www.google.com/search?q={}",
    "https://www.bing.com/search?q={}",
    "https://duckduckgo.com/?q={}",
    "https://example.org/?q={}",
)
"""Three search engines, and a page that is none."""


@dataclass(frozen=True)
class Burst:
    """Result pages of one query, each some minutes after the one before, in one of two browsers.

    Pages that are up to 30 minutes apart are one search, also if the second browser opened some of them.
    """

    query: str
    engine: int = 0
    pages: int = 1
    gap: int = 0
    browser: int = 0


@dataclass(frozen=True)
class World:
    """Where and when the days are: the server's zone, and noon of the first day. Two campaigns run there."""

    zone: str
    start: datetime

    @property
    def campaigns(self) -> tuple[Campaign, Campaign]:
        """Return a campaign whose budget lasts three days, and one of two strata that begins in two days, for two
        days.
        """
        first = self.start.date()
        flu = terms(max_searches=5, max_matches=2, budget=budget(3))
        cold = terms(max_searches=3, max_matches=1, budget=budget(2))
        return (
            campaign(start=first - 5 * DAY, end=first + 30 * DAY, terms=flu),
            campaign(
                **{"id": "cold", "vocabulary": ("asthma", "flu", "cough + fever", '"flu cough"')},
                **{"strata": ("north", "south"), "start": first + 2 * DAY, "end": first + 12 * DAY, "terms": cold},
            ),
        )

    def weaker(self, text: Campaign) -> Campaign:
        """Return the campaign with larger caps, to which nobody has agreed."""
        return text.model_copy(update={"terms": terms(max_searches=9, max_matches=2)})


WORLDS = (
    World("UTC", datetime(2026, 11, 20, 12, tzinfo=UTC)),
    World("Europe/London", datetime(2026, 10, 23, 12, tzinfo=UTC)),  # on the 25th, clocks are set back
    World("Australia/Lord_Howe", datetime(2026, 10, 2, 12, tzinfo=UTC)),  # on the 4th, set forward half an hour
)


class Twins:
    """Both donors and the events that may happen to them.

    The server asks for each day's counts on the following days.
    """

    def __init__(self, javascript: Donors, url: str, server: FakeServer, folder: Path, world: World) -> None:
        self.server, self.url, self.folder, self.world = server, url, folder, world
        server.campaigns = list(world.campaigns)
        self.offered = list(world.campaigns)
        self.visits: tuple[list[tuple[str, datetime]], list[tuple[str, datetime]]] = ([], [])
        self.readable = True
        self.javascript = javascript
        self.other = JavaScriptHome(javascript, folder.name)
        self._tick(timedelta(0))
        self.one = open_donor(folder / "home", server, find=list, random_bytes=self._drawn)
        self._write_histories()
        self.agree(0)
        self.send("by-itself")
        self.one.settings.set_preference("reminders", True)
        self.other.call("settings.setPreference", "reminders", True)

    def both(self, work: Callable[[], Any], method: str, *given: Any) -> None:
        """Make the same call in both, and check that it ends the same way."""
        ours = theirs = "works"
        try:
            work()
        except DonorError as error:
            ours = f"fails: {error}"
        try:
            self.other.call(method, *given)
        except Failed as error:
            theirs = f"fails: {error}"
        assert theirs[:5] == ours[:5], f"in Python {method} {ours}; in JavaScript it {theirs}"

    @property
    def home(self) -> PythonHome:
        """Return the desktop client's home with its histories."""
        return PythonHome(self.one, self.files)

    @property
    def files(self) -> list[Path]:
        """Return the readable histories, or the name of a missing one if there are none."""
        return [self.folder / "Chrome", self.folder / "Firefox"] if self.readable else [self.folder / "gone"]

    @property
    def now(self) -> datetime:
        """Return the time by the common clock."""
        return self.server.clock.now

    @property
    def today(self) -> date:
        """Return the current data day."""
        return self.server.today()

    def _tick(self, time: timedelta) -> None:
        self.server.clock.now += time
        self.javascript.at(self.now)
        # Draws of this size decide when to check in. Both homes draw the same, another number at each moment.
        self._moment = sha256(self.now.isoformat().encode()).digest()[:16]
        self.javascript.ask(set={"moment": self._moment.hex()})

    def _drawn(self, size: int) -> bytes:
        return self._moment if size == 16 else token_bytes(size)

    def _write_histories(self) -> None:
        for file, write, seen in zip(("Chrome", "Firefox"), (write_chrome, write_firefox), self.visits, strict=True):
            write(self.folder / file, [(url, time, "") for url, time in seen])
        visits = [{"url": url, "time": time.timestamp() * 1000} for seen in self.visits for url, time in seen]
        self.javascript.ask(set={"visits": visits if self.readable else None})

    # --- time

    def wait(self, minutes: int) -> None:
        """Let some minutes pass."""
        self._tick(minutes * MINUTE)

    def night(self) -> None:
        """Go to the next morning, on which the server asks for the day before."""
        self._tick(timedelta(hours=24 - self.now.hour + 5))
        self._ask_for_yesterday()

    def _ask_for_yesterday(self) -> None:
        self.server.offer(self.server.plan(self.today - DAY))

    def away(self, days: int) -> None:
        """Make no contact for some days."""
        for _ in range(days):
            self.night()

    def ordinary(self, days: int) -> None:
        """Search and check in on each of so many days."""
        for _ in range(days):
            self.search(Burst("child with flu fever"))
            self.check_in()
            self.night()
            self.check_in()

    # --- what the donor does

    def search(self, *bursts: Burst) -> None:
        """Open result pages. A burst's last page is opened at its time, and the next burst begins a minute later."""
        for burst in bursts:
            url = ENGINES[burst.engine].format(quote_plus(burst.query))
            for page in range(burst.pages):
                before = (burst.pages - 1 - page) * burst.gap * MINUTE
                self.visits[burst.browser].append((f"{url}&start={10 * page}" if page else url, self.now - before))
            self._tick(MINUTE)
        self._write_histories()

    def clear(self, back: int) -> None:
        """Clear the history of a day, in one of the two browsers."""
        day = self.today - back * DAY
        for seen in self.visits[: 1 + back % 2]:
            seen[:] = [(url, time) for url, time in seen if day_of(time, ZoneInfo(self.world.zone)) != day]
        self._write_histories()

    def agree(self, index: int) -> None:
        """Join a campaign, or agree to it again."""
        name, stratum = self.offered[index].id, ("north", "south")[self.today.day % 2]
        self.both(
            lambda: self.one.campaigns.join(self.url, [name], stratum),
            *("campaigns.join", self.url, [name], {"stratum": stratum}),
        )

    def leave(self, index: int) -> None:
        """Leave a campaign."""
        name = self.offered[index].id
        self.both(lambda: self.one.campaigns.leave(name), "campaigns.leave", name)

    def block(self, query: str) -> None:
        """Block a word."""
        self.both(lambda: self.one.exclusions.block(query), "exclusions.block", query)

    def unblock(self, query: str) -> None:
        """Unblock a word."""
        self.both(lambda: self.one.exclusions.unblock(query), "exclusions.unblock", query)

    def leave_out(self, engine: int) -> None:
        """Leave out the searches on one of two search engines."""
        self._switch(("google", "bing")[engine], False)

    def count_again(self, engine: int) -> None:
        """Count the searches on one of two search engines again."""
        self._switch(("google", "bing")[engine], True)

    def _switch(self, name: str, on: bool) -> None:
        def ours() -> None:
            self.one.exclusions.switch_site(name, on)

        self.both(ours, "exclusions.switchSite", name, on)

    def hours(self, text: str | None) -> None:
        """Leave out some hours of the day, or none."""
        self.both(lambda: self.one.exclusions.set_hours(text), "exclusions.setHours", text)

    def remove(self, at: tuple[int, int]) -> None:
        """Remove a search of one of the last days."""
        ids = self._search_ids(*at)
        if ids:
            self.both(lambda: self.one.exclusions.remove_search(ids[0], self.files), "exclusions.removeSearch", ids[1])

    def restore(self, at: tuple[int, int]) -> None:
        """Restore a search of one of the last days."""
        ids = self._search_ids(*at)
        if ids:
            self.both(
                lambda: self.one.exclusions.restore_search(ids[0], self.files), "exclusions.restoreSearch", ids[1]
            )

    def _search_ids(self, back: int, index: int) -> tuple[str, str] | None:
        """Return the ids under which the donors know a search."""
        day = self.today - back * DAY
        ours = self.one.days.searches(day, self.files).searches
        theirs = self.other.call("days.searches", str(day))["searches"]
        return (ours[index % len(ours)][0].id, theirs[index % len(ours)]["id"]) if ours else None

    def pause(self, hours: int) -> None:
        """Pause for some hours; 0 is refused."""
        until = self.now + timedelta(hours=hours)
        self.both(lambda: self.one.exclusions.pause(until), "exclusions.pause", until.timestamp() * 1000)

    def resume(self) -> None:
        """End the pause."""
        self.both(self.one.exclusions.resume, "exclusions.resume")

    def send(self, mode: Any) -> None:
        """Choose how days are sent."""
        self.both(lambda: self.one.settings.set_sending(mode), "settings.setSending", mode)

    def limit(self, epsilon: int) -> None:
        """Set the ceiling; 0 removes it."""
        exact, text = (Decimal(epsilon), str(epsilon)) if epsilon else (None, None)
        self.both(lambda: self.one.account.set_ceiling(exact), "account.setCeiling", text)

    def approve(self, back: int) -> None:
        """Review a day and approve it."""
        day = self.today - back * DAY
        review = self.one.days.review(day, self.files)
        self.both(lambda: self.one.days.approve(day, review), "days.approve", str(day))

    def withhold(self, back: int) -> None:
        """Withhold a day."""
        day = self.today - back * DAY
        self.both(lambda: self.one.days.withhold(day), "days.withhold", str(day))

    def reconsider(self, back: int) -> None:
        """Take a decision back."""
        day = self.today - back * DAY
        self.both(lambda: self.one.days.reconsider(day), "days.reconsider", str(day))

    def check_in(self) -> None:
        """Let both contact the server once."""
        try:
            report = self.one.check_in(self.files)
        except DonorError:
            with pytest.raises(Failed):
                self.other.call("checkIn")
            return
        found = self.other.call("checkIn")
        assert found["sent"] == [sent_of(sent) for sent in report.sent]
        assert [tuple(part.values()) for part in found["refused"]] == [refused_of(part) for part in report.refused]
        assert found["waiting"] == [str(day) for day in report.waiting]
        self._compare_vectors(report)

    def _compare_vectors(self, report: CheckInReport) -> None:
        """Compare what reached the server for each day, without the masks."""
        for day in (sent.round for sent in report.sent):
            arrived = {token: sent for (token, round_), sent in self.server.vectors.items() if round_ == day}
            if set(arrived) == set(self.server.donors):  # both still have the keys under which they sent the day
                ours = self._unmasked(day)
                assert ours.tolist() == (self.server.unblinded(day) - ours).tolist(), f"the vectors of {day} differ"

    def _unmasked(self, day: date) -> Vector:
        """Return the desktop client's counts of a day from the bytes that it sent."""
        credentials, identity = self.one.installation.credentials(), self.server.identity.verify_key.encode()
        assert credentials is not None
        task = self.server.offered[day]
        context = open_round(
            task.plan,
            task.roster,
            identity=identity,
            server_key=self.server.key.verify_key.encode(),
            own=credentials.secrets.member(identity),
            today=day + DAY,
            signed_before=None,
        )
        numbers = width(Plan.model_validate_json(task.plan.payload).layout)
        mask = submit(context, credentials.secrets, np.zeros(numbers, dtype=np.uint32))
        sent = self.server.vectors[credentials.token, day][-1]
        return from_bytes(sent, numbers) - from_bytes(mask, numbers)

    # --- what the server does

    def lie(self, index: int) -> None:
        """Ask for yesterday under another plan: a low floor, another key, fewer members, or weaker terms."""
        weaker = tuple(part_of(self.world.weaker(text)) for text in self.offered)
        changes = ({"min_group": 2}, {}, {}, {"layout": weaker})[index]
        key = SigningKey(b"o" * 32) if index == 1 else None
        self.server.offer(self.server.plan(self.today - DAY, **changes), key, drop=2 if index == 2 else 0)

    def forget(self) -> None:
        """Let the server forget both, so that both register again."""
        self.server.donors.clear()

    def change(self, at: tuple[int, int]) -> None:
        """Change a campaign: back to its first text, a keyword added or removed, or weaker terms."""
        which, index = at
        text = self.world.campaigns[which]
        words = text.vocabulary
        self.offered[which] = (
            text,
            text.model_copy(update={"vocabulary": (*words, "child")}),
            text.model_copy(update={"vocabulary": words[:-1]}),
            self.world.weaker(text),
        )[index]
        self.server.campaigns = list(self.offered)

    def end(self, at: tuple[int, int]) -> None:
        """End a campaign today, or close it, so that the server does not list it any more."""
        which, index = at
        if index == 0:
            self.offered[which] = self.offered[which].model_copy(update={"end": self.today})
            self.server.campaigns = list(self.offered)
        else:
            self.server.campaigns = [text for text in self.server.campaigns if text.id != self.offered[which].id]

    def trouble(self, index: int) -> None:
        """Let all be well, or the server be down, lose its answers or be too busy, or the histories be unreadable."""
        self.server.down, self.server.lose_answers = index == 1, index == 2
        self.server.problems = {"PUT rounds": "rate-limited"} if index == 3 else {}
        self.readable = index != 4
        self._write_histories()

    # --- what they say

    def compare(self) -> None:
        """Compare everything that both say of themselves and of the last days."""
        ours, theirs = self._statements()
        for about, said in ours.items():
            assert theirs[about] == said, f"Python (right) and JavaScript (left) differ in: {about}"
        self.compare_reminders()

    def compare_reminders(self) -> None:
        """Compare what both remind the donor of now, and so what they were reminded of before."""
        ours, theirs = self.one.reminders.next(), self.other.call("reminders.next")
        assert theirs == (ours and {"kind": ours.kind, "days": ours.days, "by": ours.by and str(ours.by)})

    def _statements(self) -> tuple[Statement, Statement]:
        plans = [self._plan(self.today - back * DAY) for back in range(3)]
        # The form of JSON, in which tuples are lists.
        ours, theirs = (json.loads(json.dumps(home.statement(plans))) for home in (self.home, self.other))
        return ours, theirs

    def _plan(self, day: date) -> AnyPlan:
        """Return the plan that the server would make of a day now."""
        return self.server.plan(day)

    def compare_accounts(self) -> None:
        """Compare what was given, and its cost within 0.1%, which JavaScript rounds differently."""
        ours, theirs = self.one.account.ledger(), self.other.call("account.ledger")
        assert (theirs["days"], theirs["since"]) == (ours.days, ours.since and str(ours.since))
        assert [(one["id"], one["days"]) for one in theirs["campaigns"]] == [(c.id, c.days) for c in ours.campaigns]
        assert [(one["month"], one["days"]) for one in theirs["months"]] == [(m.month, m.days) for m in ours.months]
        assert (theirs["daysLeft"], theirs["unrecorded"]) == (ours.days_left, ours.unrecorded)
        costs = [(theirs, ours), *zip(theirs["campaigns"], ours.campaigns, strict=True)]
        for other, one in costs:
            assert other["basicEpsilon"] == pytest.approx(one.basic_epsilon)
            assert other["epsilon"] == pytest.approx(one.epsilon, rel=0.001)

    def compare_exports(self) -> None:
        """Compare the names in both exports, except those that only one has."""
        file = self.folder / "export.json"
        self.one.export(file)
        ours, theirs = json.loads(file.read_text()), self.other.call("export")
        assert set(ours) ^ set(theirs) == {
            "browsers_off",
            "profiles_off",
            "profiles_on",
            "extension_ids",
            "extension_versions",
            "histories",
            "new_version",
            "next_version_check",
            "given_elsewhere",
        }
        assert set(ours["status"]) ^ set(theirs["status"]) == {
            "trouble",
            "companion",
            "outdated",
            "lost",
            "failure",
            "failing",
        }
        assert set(theirs["preferences"]) < set(ours["preferences"])
        for name in ("blocked", "sites_off", "hours_off", "days", "sending"):
            assert theirs[name] == ours[name]
        for one, other in ((ours, theirs), (ours["status"], theirs["status"])):
            for name in ("campaigns", "consents", "decisions", "removed_searches", "pauses", "log"):
                assert _columns(one, name) == _columns(other, name), name


def _columns(export: dict[str, Any], name: str) -> set[frozenset[str]]:
    """The names in the rows of an export; what the rows say is compared after each step.

    The extension asks for results when their page is opened, so its status does not say if there are any.
    """
    return {frozenset(row) - {"published"} for row in export.get(name, [])}


def sent_of(sent: Any) -> dict[str, Any]:
    return {"round": str(sent.round), "kind": sent.kind, "bytes": sent.bytes}


def refused_of(part: Any) -> tuple[Any, ...]:
    return part.round and str(part.round), part.reason, part.campaign
