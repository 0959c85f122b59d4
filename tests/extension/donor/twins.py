"""A desktop client's donor and an extension's donor that do the same at one server."""

import json
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from nacl.signing import SigningKey

from pdd_client.core.errors import DonorError
from pdd_shared.protocol.terms import Terms
from tests.client.fakes import DAY, FakeServer, budget, campaign, open_donor, part_of, visits
from tests.extension.donor.donor_statements import in_javascript, in_python
from tests.extension.donors import Donors, Failed, Searched
from tests.support.browser_histories import write_chrome
from tests.support.terms import terms

QUERIES = ("flu", "Flu cough", "child fever", "cough", "asthma flu")
EARLIER = campaign(terms=terms(max_searches=5, max_matches=2, budget=budget(3)))


class Twins:
    """Both donors and the events that may happen to them; `server` asks for each day's counts on the following days."""

    earlier = EARLIER
    weaker: Terms = terms(max_searches=9, max_matches=2)

    def __init__(self, javascript: Donors, url: str, server: FakeServer, folder: Path) -> None:
        self.server, self.folder, self.files = server, folder, 0
        self.searches: list[Searched] = []
        self.one = open_donor(folder / "home", server, find=lambda: [])
        self.javascript, self.other = javascript, folder.name
        self._tick(timedelta(0))
        self.search("flu")
        self.both(lambda: self.one.campaigns.join(url).campaigns, "campaigns.join", url)
        self.review_first(0)

    def both(self, work: Callable[[], Any], method: str, *given: Any) -> None:
        """Make the same call in both, and check that it ends the same way."""
        try:
            work()
            failed = False
        except DonorError:
            failed = True
        try:
            self._call(method, *given)
        except Failed:
            assert failed, method
        else:
            assert not failed, method

    def _tick(self, time: timedelta) -> None:
        self.server.clock.now += time
        self.javascript.at(self.server.clock.now)

    @property
    def today(self) -> date:
        return self.server.clock.now.date()

    # --- what may happen

    def search(self, query: str) -> None:
        self.searches.append((query, self.server.clock.now - timedelta(minutes=1)))
        self.javascript.history(*self.searches)
        self.files += 1
        self.file = self.folder / f"history-{self.files}"
        write_chrome(self.file, visits(*self.searches))
        self._tick(timedelta(minutes=17))

    def night(self, _: object) -> None:
        self._tick(timedelta(hours=24 - self.server.clock.now.hour + 5))
        self.server.offer(self.server.plan(self.today - DAY))

    def lie(self, index: int) -> None:
        """Ask for yesterday under another plan: a low floor, another key, fewer members, or weaker terms."""
        weaker = part_of(EARLIER, terms=terms(max_searches=9, max_matches=2))
        changes = ({"min_group": 2}, {}, {}, {"layout": (weaker,)})[index]
        key = SigningKey(b"o" * 32) if index == 1 else None
        self.server.offer(self.server.plan(self.today - DAY, **changes), key, drop=2 if index == 2 else 0)

    def forget(self, _: object) -> None:
        """Let the server forget both, so that both register again."""
        self.server.donors.clear()

    def check_in(self, _: object) -> None:
        """Let both contact the server once."""
        try:
            report = self.one.check_in([self.file])
        except DonorError:
            with pytest.raises(Failed):
                self._call("checkIn")
            return
        found = self._call("checkIn")
        sent = [{"round": str(sent.round), "kind": sent.kind, "bytes": sent.bytes} for sent in report.sent]
        refused = [(part.round and str(part.round), part.reason, part.campaign) for part in report.refused]
        assert found["sent"] == sent
        assert [tuple(part.values()) for part in found["refused"]] == refused
        assert found["waiting"] == [str(day) for day in report.waiting]

    def agree(self, _: object) -> None:
        url = self.one.status().server
        assert url is not None
        self.both(lambda: self.one.campaigns.join(url), "campaigns.join", url)

    def change(self, index: int) -> None:
        change: dict[str, Any] = (
            {},
            {"vocabulary": (*self.earlier.vocabulary, "asthma")},
            {"vocabulary": ("flu", "cough")},
            {"terms": self.weaker},
        )[index]
        self.server.campaigns = [self.earlier.model_copy(update=change)]

    def end(self, index: int) -> None:
        """End the campaign today, or close it."""
        self.server.campaigns = [self.earlier.model_copy(update={"end": self.today})] if index == 0 else []

    def block(self, query: str) -> None:
        self.both(lambda: self.one.exclusions.block(query), "exclusions.block", query)

    def unblock(self, query: str) -> None:
        self.both(lambda: self.one.exclusions.unblock(query), "exclusions.unblock", query)

    def pause(self, hours: int) -> None:
        until = self.server.clock.now + timedelta(hours=hours)
        self.both(lambda: self.one.exclusions.pause(until), "exclusions.pause", until.timestamp() * 1000)

    def resume(self, _: object) -> None:
        self.both(self.one.exclusions.resume, "exclusions.resume")

    def leave(self, _: object) -> None:
        self.both(lambda: self.one.campaigns.leave("flu"), "campaigns.leave", "flu")

    def review_first(self, on: int) -> None:
        mode = "review" if on % 2 else "by-itself"
        self.both(lambda: self.one.settings.set_sending(mode), "settings.setSending", mode)  # type: ignore[arg-type]

    def limit(self, epsilon: int) -> None:
        exact, text = (Decimal(epsilon), str(epsilon)) if epsilon else (None, None)
        self.both(lambda: self.one.account.set_ceiling(exact), "account.setCeiling", text)

    def approve(self, back: int) -> None:
        day = self.today - back * DAY
        self.both(lambda: self.one.days.approve(day, self.one.days.review(day, [self.file])), "days.approve", str(day))

    def withhold(self, back: int) -> None:
        day = self.today - back * DAY
        self.both(lambda: self.one.days.withhold(day), "days.withhold", str(day))

    def reconsider(self, back: int) -> None:
        day = self.today - back * DAY
        self.both(lambda: self.one.days.reconsider(day), "days.reconsider", str(day))

    def skip(self, index: int) -> None:
        ours = self.one.days.searches(self.today, [self.file]).searches
        theirs = self._call("days.searches", str(self.today))["searches"]
        assert [(one.query, one.visits, why) for one, why in ours] == [
            (one["query"], one["visits"], one["why"]) for one in theirs
        ]
        if ours:
            at = index % len(ours)
            self.both(
                lambda: self.one.exclusions.skip(ours[at][0].id, [self.file]), "exclusions.skip", theirs[at]["id"]
            )

    def trouble(self, index: int) -> None:
        """Let the server be down, lose answers, be too busy, or be well again."""
        self.server.down, self.server.lose_answers = index == 1, index == 2
        self.server.problems = {"PUT rounds": "rate-limited"} if index == 3 else {}

    # --- what they say

    def compare(self) -> None:
        """Compare what both say of themselves and of the last days."""
        days = [self.today - back * DAY for back in range(3)]
        assert in_javascript(self._call, days) == in_python(self.one, self.file, days)

    def _call(self, method: str, *given: Any) -> Any:
        return self.javascript.call(self.other, method, *given)

    def compare_accounts(self) -> None:
        """Compare what was given exactly, and its cost within 0.1%, which JavaScript rounds differently."""
        self.limit(0)  # how long one lasts is long to compose
        ours, theirs = self.one.account.ledger(), self._call("account.ledger")
        assert (theirs["days"], theirs["since"]) == (ours.days, ours.since and str(ours.since))
        assert [(one["id"], one["days"]) for one in theirs["campaigns"]] == [(c.id, c.days) for c in ours.campaigns]
        assert [(one["month"], one["days"]) for one in theirs["months"]] == [(m.month, m.days) for m in ours.months]
        assert theirs["basicEpsilon"] == pytest.approx(ours.basic_epsilon)
        assert theirs["epsilon"] == pytest.approx(ours.epsilon, rel=0.001)

    def compare_exports(self) -> None:
        """Compare the names in both exports, except those that only one has."""
        file = self.folder / "export.json"
        self.one.export(file)
        ours, theirs = json.loads(file.read_text()), self._call("export")
        assert set(ours) ^ set(theirs) == {"browsers_off", "histories", "given_elsewhere"}
        assert set(ours["status"]) ^ set(theirs["status"]) == {"trouble", "companion", "lost", "failure", "failing"}
        assert set(theirs["preferences"]) < set(ours["preferences"])
        for name in ("blocked", "days", "sending"):
            assert theirs[name] == ours[name]
        for one, other in ((ours, theirs), (ours["status"], theirs["status"])):
            for name in ("campaigns", "consents", "decisions", "skipped", "pauses", "log"):
                # The extension asks for results when their page is opened, so its status does not say if there are any.
                assert [set(row) - {"published"} for row in one.get(name, [])] == [
                    set(row) for row in other.get(name, [])
                ]
