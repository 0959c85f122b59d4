"""The public files and pages."""

import csv
import io
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pdd_server.services.campaigns import campaigns
from pdd_server.services.licences import LICENCES
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.results.exports import exports
from pdd_server.services.results.results import MEANING
from pdd_server.store.campaigns import drafts
from pdd_shared.protocol.informing_lines import LINES
from tests.server.simulated_server import DAY, HandClock, campaign, client_of, donors, new_server, night
from tests.support.informing_lines import INFORMING

NOTICE = INFORMING["data_protection"]


@pytest.fixture
def published(tmp_path: Path, clock: HandClock) -> Iterator[Deployment]:
    """Return a server with two published days of a two-strata campaign, and one missing day."""
    server = new_server(tmp_path, clock, campaign(strata=("north", "south"), title="Flu <i>&</i> cold", **INFORMING))
    crowd = donors(server, 3)
    for day in range(4):
        for donor in crowd:
            donor.work([1, 7, 2, 0, 0, 5, 1, day])
        clock.next_day()
        night(server)
    crowd[0].check_in()
    clock.next_day()
    night(server)
    yield server
    server.store.dispose()


def test_an_unlisted_campaign_has_no_page_but_public_results(published: Deployment) -> None:
    """An unlisted campaign's page does not exist, the list does not name it, and its results are public."""
    client, title = client_of(published), "Flu &lt;i&gt;&amp;&lt;/i&gt; cold"
    assert title in client.get("/").text
    assert client.get("/campaigns/flu").status_code == 200
    with published.store.write() as connection:
        drafts.hide(connection, "flu")
    assert title not in client.get("/").text
    page, unknown = (client.get(f"/campaigns/{name}", headers={"Accept": "text/html"}) for name in ("flu", "none"))
    assert page.status_code == unknown.status_code == 404
    assert page.text == unknown.text
    assert "There is no such page" in page.text
    (served,) = client.get("/v1/campaigns").json["campaigns"]
    assert json.loads(served["payload"])["id"] == "flu"
    assert client.get("/v1/campaigns/flu/results.json").status_code == 200


def test_the_three_forms_agree(published: Deployment) -> None:
    """JSON, CSV and SQLite, as files and over HTTP, have the same numbers."""
    folder = published.folder.published / "flu"
    found = json.loads((folder / "totals.json").read_text())
    expected = [
        (day["day"], day["stratum"], entry, total) for day in found["days"] for entry, total in day["totals"].items()
    ]
    assert len(expected) == 3 * 2 * 2
    table = csv.DictReader(io.StringIO((folder / "totals.csv").read_text()))
    assert [(r["day"], r["stratum"], r["entry"], int(r["total"])) for r in table] == expected
    with closing(sqlite3.connect(folder / "totals.sqlite")) as connection:
        assert connection.execute("SELECT day, stratum, entry, total FROM totals").fetchall() == expected
        assert connection.execute("SELECT day, reason FROM missing").fetchall() == [
            (day["day"], day["reason"]) for day in found["missing"]
        ]
    client = client_of(published)
    for form, kind in (("json", "application/json"), ("csv", "text/csv"), ("sqlite", "application/vnd.sqlite3")):
        answer = client.get(f"/v1/campaigns/flu/results.{form}")
        assert answer.data == (folder / f"totals.{form}").read_bytes()
        assert answer.content_type.startswith(kind)


def test_every_key_of_the_results_is_explained(published: Deployment) -> None:
    """`meaning` explains each key of days and missing days, except for self-evident ones."""
    found = json.loads((published.folder.published / "flu" / "totals.json").read_text())
    keys = {key for part in (*found["days"], *found["missing"], found["privacy"]) for key in part}
    assert keys - set(MEANING) == {"day", "reason", "neighbours"}
    assert found["meaning"] == {key: text for key, text in MEANING.items() if key != "full"}  # only with such a cap


@pytest.mark.parametrize("name", exports.FILES)
@pytest.mark.parametrize("damage", ["missing", "older"])
def test_files_are_written_again_from_the_database(published: Deployment, name: str, damage: str) -> None:
    """The next nightly run writes a missing file or an outdated JSON again, once."""
    folder = published.folder.published / "flu"
    good = (folder / name).read_bytes()
    if damage == "missing":
        (folder / name).unlink()
    else:
        (folder / "totals.json").write_text("{}")
    assert night(published).files == ("flu",)
    assert night(published).files == ()
    if name != "totals.sqlite":
        assert (folder / name).read_bytes() == good
    assert not list(folder.glob("*.partial"))


def test_unknown_campaign_has_no_results(published: Deployment) -> None:
    """An unknown campaign id, or one that leaves the folder, gets no results."""
    client = client_of(published)
    for name in ("cold", "..", "%2e%2e", "..%2fdata", "flu%00"):
        assert client.get(f"/v1/campaigns/{name}/results.json").status_code == 404
    assert client.get("/v1/campaigns/flu/results.exe").status_code == 404


class _Page(HTMLParser):
    """What tests ask of a page: its text, and every tag with its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text, self.tags = "", list[tuple[str, dict[str, str | None]]]()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def page(server: Deployment, path: str = "/campaigns/flu") -> _Page:
    answer = client_of(server).get(path)
    assert answer.status_code == 200
    return _Page(answer.text)


def test_page_shows_the_newest_day(published: Deployment) -> None:
    """The page has the question, the newest totals by stratum, the downloads, and the responsible researcher."""
    shown = page(published)
    told = (f"{LINES[name].label}: {text}" for name, text in INFORMING.items() if LINES[name].kind == "line")
    asked = ("Flu <i>&</i> cold", "How does flu spread?", "flu@example.org", *told)
    for text in (*asked, "22 November 2026", "north", "south"):
        assert text in shown.text
    assert (
        "Waiting for more donors: there was 1 on this server for 24 November 2026; a sum needs at least 3."
        in shown.text
    )
    links = {attrs.get("href") for tag, attrs in shown.tags if tag == "a"}
    assert {f"/v1/campaigns/flu/results.{form}" for form in ("csv", "json", "sqlite")} | {NOTICE} <= links


def test_pages_load_nothing_from_elsewhere_and_run_nothing(published: Deployment) -> None:
    """Pages have no script, inline style or foreign address but notice and licence, and the headers forbid them."""
    for path in ("/", "/campaigns/flu"):
        for tag, attrs in page(published, path).tags:
            assert tag not in ("script", "style", "iframe", "img")
            assert "style" not in attrs
            assert not any(name.startswith("on") for name in attrs)
            ours = ("/", "?", "#", NOTICE, LICENCES[INFORMING["licence"]].url)
            assert all((attrs.get(name) or "/").startswith(ours) for name in ("href", "src", "action"))
        policy = client_of(published).get(path).headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy
    for file in ("style.css", "ring.svg"):
        assert client_of(published).get(f"/static/{file}").status_code == 200


def test_pages_are_accessible(published: Deployment) -> None:
    """Language, one main landmark, one h1, a caption, scoped table headers, and a text for the chart."""
    tags = page(published).tags
    names = [tag for tag, _ in tags]
    assert next(attrs["lang"] for tag, attrs in tags if tag == "html") == "en"
    assert [names.count(tag) for tag in ("main", "h1", "header", "footer")] == [1] * 4
    assert names.count("caption") == names.count("table") > 1
    assert all(attrs.get("scope") in ("row", "col") for tag, attrs in tags if tag == "th")
    ids = {attrs.get("id") for _, attrs in tags}
    for _, attrs in tags:
        assert set((attrs.get("aria-labelledby") or "").split()) <= ids
    drawings = [attrs for tag, attrs in tags if tag == "svg"]
    assert all("aria-hidden" in attrs or attrs.get("role") == "img" for attrs in drawings)


def test_every_state_has_its_words(tmp_path: Path, clock: HandClock) -> None:
    """The page says whether a campaign has not started, has no totals yet, is over or closed, and what to expect."""
    server = new_server(tmp_path, clock, campaign(start=DAY + timedelta(days=1), end=DAY + timedelta(days=2)))
    seen = [page(server).text]
    for days in (1, 3):
        clock.next_day(days)
        seen.append(page(server).text)
    with server.store.write() as connection:
        campaigns.close(connection, "flu", DAY)
    seen.append(page(server).text)
    for text, words in zip(seen, ("Starts on 21", "Running until 22", "Ended on 22", "Closed on 20"), strict=True):
        assert f"{words} November 2026" in text
    assert "A day's totals appear a few days after it, if at least 3 donors were active on it." in seen[1]
    server.store.dispose()


def test_front_page_lists_campaigns(published: Deployment) -> None:
    """The front page lists each campaign with question and link, or says that there is none."""
    shown = page(published, "/")
    assert "How does flu spread?" in shown.text
    assert ("a", {"href": "/campaigns/flu"}) in shown.tags
    with published.store.write() as connection:
        for table in ("missing", "publications", "charges", "campaigns"):
            connection.exec_driver_sql(f"DELETE FROM {table}")
    assert "There is no study here yet." in page(published, "/").text
