"""Published results: all donors ask for them alike, store them, and check them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest

from pdd_client.core.errors import DonorError
from pdd_client.core.published_totals import PublishedDay
from pdd_client.donor.campaigns import results as results_module
from pdd_client.donor.campaigns.results import MissingDay
from pdd_client.donor.donor import Donor
from pdd_client.gateways.server_http.connection_errors import ServerUnreachable
from tests.client.fakes import URL, FakeServer, campaign, open_donor, problem
from tests.support.terms import cohort_terms

DAY_OF_FLU = {
    "day": "2026-11-18",
    "stratum": None,
    "donors": 60,
    "searches": 812,
    "confidence": 0.96,
    "noise": {"law": "discrete-laplace", "scale": 16, "half_width_95": 48, "half_width_95_together": 61},
    "totals": {"flu": 31, "fever + child": -4, "cough": 12},
}


def document(name: str, **changes: Any) -> dict[str, Any]:
    """Return a campaign's results with keys that no donor knows yet."""
    missing = [{"day": "2026-11-17", "reason": "waiting", "active": 4, "needed": 50, "confidence": 0.0}]
    known = {"campaign": name, "days": [DAY_OF_FLU], "missing": missing, "meaning": {}, "privacy": {"spent": {}}}
    return known | changes


@dataclass
class PublishingServer(FakeServer):
    """A server that publishes these texts by campaign, and gives each answer a tag of its own."""

    texts: dict[str, str] = field(default_factory=dict)
    asked: list[httpx.Request] = field(default_factory=list)
    tags: Iterator[int] = field(default_factory=count)

    def handle(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = self._results(request) if request.url.path.endswith("/results.json") and not self.down else None
        answer = answer or super().handle(request)
        if "ETag" in answer.headers:
            answer.headers["ETag"] = f'"{next(self.tags)}"'
        return answer

    def _results(self, request: httpx.Request) -> httpx.Response:
        name = request.url.path.split("/")[3]
        self.requests.append(f"GET {name}")
        if (text := self.texts.get(name)) is None:
            return problem(404, "no-such-campaign")
        return self._tagged(request, text)


@pytest.fixture
def server(clock: Any) -> PublishingServer:
    offered = [campaign(), campaign(id="sleep", title="Sleep")]
    texts = {name: json.dumps(document(name)) for name in ("flu", "sleep")}
    return PublishingServer(clock, campaigns=offered, texts=texts)


@pytest.fixture
def joined(home: Path, server: PublishingServer) -> Iterator[Donor]:
    with open_donor(home, server) as donor:
        donor.campaigns.join(URL, ["sleep"])
        yield donor


def test_published_results_are_stored(joined: Donor, server: PublishingServer, home: Path) -> None:
    """Days, totals with their uncertainty and missing days are stored, and available without a server."""
    joined.campaigns.fetch_results()
    server.down = True
    with open_donor(home, server) as donor:
        sleep, flu = donor.campaigns.results()
    assert (sleep.id, sleep.joined, flu.id, flu.joined) == ("sleep", True, "flu", False)
    totals = {"flu": 31, "fever + child": -4, "cough": 12}
    assert flu.days == (PublishedDay(date(2026, 11, 18), None, 60, 812, 48.0, totals, half_width_together=61.0),)
    assert flu.missing == (MissingDay(date(2026, 11, 17), "waiting"),)


def test_results_of_an_offer_are_those_of_all_campaigns(home: Path, server: PublishingServer) -> None:
    """Before joining, the results of all campaigns are asked for, and nothing is kept; after it, nothing is asked."""
    server.texts["sleep"] = "no results"
    with open_donor(home, server) as donor:
        offer = donor.campaigns.fetch_offer(URL)
        server.asked.clear()
        (flu,) = donor.campaigns.offered_results(offer)
        assert (flu.id, flu.joined, flu.days[0].totals["flu"]) == ("flu", False, 31)
        assert [request.url.path.split("/")[3] for request in server.asked] == ["flu", "sleep"]
        assert not any({"authorization", "if-none-match"} & set(request.headers) for request in server.asked)
        assert donor.installation.store.results.all() == []
        donor.campaigns.join(URL, ["sleep"])
        server.texts["sleep"] = server.texts["flu"].replace("flu", "sleep")
        donor.campaigns.fetch_results()
        server.asked.clear()
        assert [one.id for one in donor.campaigns.offered_results(offer)] == ["sleep", "flu"]
        assert server.asked == []


def test_results_of_a_weekly_campaign_are_of_weeks(joined: Donor, server: PublishingServer) -> None:
    """What a result's day stands for follows from the campaign's signed terms."""
    server.campaigns[0] = campaign(terms=cohort_terms(period="week"))
    joined.campaigns.fetch_results()
    assert [(one.id, one.period) for one in joined.campaigns.results()] == [("sleep", "day"), ("flu", "week")]


def test_requests_for_results_do_not_reveal_what_is_joined(tmp_path: Path, server: PublishingServer) -> None:
    """All donors ask for the same results without token or ETag, whatever they joined or left."""
    seen = []
    for name, wanted in (("one", ["flu"]), ("two", ["sleep"]), ("three", ["flu"])):
        with open_donor(tmp_path / name, server) as donor:
            donor.campaigns.join(URL, wanted)
            if name == "three":
                donor.campaigns.leave("flu")
            server.asked.clear()
            donor.campaigns.fetch_results()
        seen.append([(request.url.path, sorted(request.headers)) for request in server.asked])
        assert not any({"authorization", "if-none-match"} & set(request.headers) for request in server.asked)
    assert seen[0] == seen[1] == seen[2]
    campaigns = ["", "/flu/results.json", "/sleep/results.json"]
    assert [path for path, _ in seen[0]] == [f"/v1/campaigns{rest}" for rest in campaigns]


def test_no_tag_connects_a_request_for_results_with_a_check_in(joined: Donor, server: PublishingServer) -> None:
    """A tag that came beside a check-in goes only with the next check-in, and no other tag goes with that."""
    sent, kept = [], []
    for ask in (joined.check_in, joined.campaigns.fetch_results, joined.campaigns.fetch_results, joined.check_in):
        server.asked.clear()
        ask()
        sent.append([tag for request in server.asked if (tag := request.headers.get("if-none-match"))])
        kept.append(joined.installation.store.fact("campaigns_tag"))
    assert sent[1] == sent[2] == []
    assert sent[3] == [kept[0]]


def test_a_campaign_that_is_listed_for_one_donor_names_nobody(joined: Donor, server: PublishingServer) -> None:
    """An id that came beside a check-in alone is not asked for."""
    server.campaigns.append(campaign(id="donor-7"))
    joined.check_in()
    server.campaigns.pop()
    server.asked.clear()
    joined.campaigns.fetch_results()
    assert [request.url.path.split("/")[3:] for request in server.asked] == [
        [],
        ["flu", "results.json"],
        ["sleep", "results.json"],
    ]


def test_new_results_replace_those_before(joined: Donor, server: PublishingServer) -> None:
    """New results replace everything stored before."""
    joined.campaigns.fetch_results()
    server.texts["flu"] = json.dumps(document("flu", days=[]))
    joined.campaigns.fetch_results()
    assert {found.id: len(found.days) for found in joined.campaigns.results()} == {"flu": 0, "sleep": 1}


def test_a_campaign_that_is_listed_no_more_keeps_its_results(joined: Donor, server: PublishingServer) -> None:
    """A campaign that is not listed any more keeps its results, which are still asked for during 60 days."""
    joined.campaigns.fetch_results()
    server.campaigns = server.campaigns[:1]
    server.asked.clear()
    joined.campaigns.fetch_results()
    assert len(server.asked) == 3
    server.clock.now += results_module.LATE_RESULTS
    joined.campaigns.fetch_results()
    assert len(server.asked) == 6
    server.clock.now += timedelta(days=1)
    joined.campaigns.fetch_results()
    assert len(server.asked) == 8
    assert [found.id for found in joined.campaigns.results()] == ["sleep", "flu"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "nonsense\x00",
        '{"campaign": "flu"}',
        json.dumps(document("other")),
        json.dumps(document("flu", days=[DAY_OF_FLU | {"totals": {"flu": "many"}}])),
        json.dumps(document("flu", days=[DAY_OF_FLU | {"totals": {"flu": 10**30}}])),
        json.dumps(document("flu", days=[DAY_OF_FLU | {"totals": {"two\nlines": 1}}])),
        json.dumps(document("flu", days=[DAY_OF_FLU | {"noise": {"half_width_95": float("nan")}}])),
        json.dumps(document("flu", days=[DAY_OF_FLU | {"day": "yesterday"}])),
        json.dumps(document("flu", days="none")),
    ],
)
def test_nonsense_is_refused_in_one_line(joined: Donor, server: PublishingServer, text: str) -> None:
    """Invalid results are refused in one line with the campaign's name, its stored ones stay, and others are taken."""
    joined.campaigns.fetch_results()
    server.texts = {"flu": text, "sleep": json.dumps(document("sleep", days=[]))}
    with pytest.raises(DonorError, match="results of flu can't be read") as caught:
        joined.campaigns.fetch_results()
    assert "\n" not in str(caught.value)
    assert {found.id: len(found.days) for found in joined.campaigns.results()} == {"flu": 1, "sleep": 0}


def test_results_have_a_largest_size(joined: Donor, server: PublishingServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results above the largest size are refused, so that a server can't fill its donors' disks."""
    monkeypatch.setattr(results_module, "MAX_RESULTS", 500)
    server.texts["flu"] += " " * 500
    with pytest.raises(DonorError, match="results of flu"):
        joined.campaigns.fetch_results()


def test_without_a_server_all_stays(joined: Donor, server: PublishingServer) -> None:
    """If the server can't be reached, that is an error, and stored results stay."""
    joined.campaigns.fetch_results()
    server.down = True
    with pytest.raises(ServerUnreachable):
        joined.campaigns.fetch_results()
    assert len(joined.campaigns.results()) == 2


def test_before_joining_nobody_is_asked(donor: Donor, server: PublishingServer) -> None:
    """A home that joined nothing asks no server for results."""
    with pytest.raises(DonorError, match="joined no server"):
        donor.campaigns.fetch_results()
    assert donor.campaigns.results() == ()
    assert server.asked == []
