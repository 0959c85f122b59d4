"""The read API: one line in pandas, parts of the results, pages, and nothing sent twice."""

import io
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.results.exports import exports
from pdd_server.web.api import published_results
from pdd_server.web.application import create_app
from tests.server.loopback_server import listening
from tests.server.services.results.synthetic_results import LABELS, made_up, numbers, publish
from tests.server.services.rounds.cohort.synthetic_days import cohort_terms
from tests.server.simulated_server import HandClock, campaign, client_of, new_server

DAYS = 20
URL = "/v1/campaigns/flu/results"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Deployment]:
    made = campaign(vocabulary=LABELS, strata=("north", "south"))
    server = made_up(tmp_path, made, DAYS)
    exports.write_all(server.store, server.folder.published)
    yield server
    server.store.dispose()


def test_pandas_reads_results_from_an_address(server: Deployment) -> None:
    """`pandas.read_csv(URL)` and `read_parquet(URL)` give the same table, all of it or a part."""
    with listening(create_app(server)) as address:
        whole = pd.read_csv(f"{address}{URL}.csv", parse_dates=["day"])
        part = pd.read_csv(f"{address}{URL}.csv?from=2026-11-03&to=2026-11-05&entry=flu&entry=1e5", parse_dates=["day"])
        columns = pd.read_parquet(f"{address}{URL}.parquet?from=2026-11-03&to=2026-11-05&entry=flu&entry=1e5")
    assert len(whole) == DAYS * 2 * len(LABELS)
    chosen = whole[whole.day.between("2026-11-03", "2026-11-05") & whole.entry.isin(["flu", "1e5"])]
    pd.testing.assert_frame_equal(part, chosen.reset_index(drop=True))
    assert (part.total - part.low_95 == part.high_95 - part.total).all()
    assert (part.low_95 < 0).any()
    assert (
        list(columns.total) == list(part.total) == [numbers(d, s, e) for d in (2, 3, 4) for s in (0, 1) for e in (0, 5)]
    )


@pytest.mark.parametrize(("to", "last"), [("2026-W46", 15), ("2026W46", 15), ("2026-W46-2", 10), ("2026-11-10", 10)])
def test_a_week_is_included_to_its_last_day(server: Deployment, to: str, last: int) -> None:
    """A week as the end of a part means its Sunday, and as the beginning its Monday."""
    frame = pd.read_csv(io.StringIO(client_of(server).get(f"{URL}.csv?from=2026-W46&to={to}").text))
    assert (frame["day"].min(), frame["day"].max()) == ("2026-11-09", f"2026-11-{last}")
    assert client_of(server).get(f"{URL}.csv?to=9999-W52").status_code == 200  # its Sunday is after the last date


def test_pandas_reads_a_page_of_json(server: Deployment) -> None:
    """`pandas.read_json(URL, orient="split")` gives the rows of a page."""
    with listening(create_app(server)) as address:
        page = pd.read_json(f"{address}{URL}.json?limit=10", orient="split")
    assert list(page.total) == [numbers(0, place // len(LABELS), place % len(LABELS)) for place in range(10)]


def test_pages_of_rows_put_together_are_all_of_them(server: Deployment) -> None:
    """Following `Link` from page to page gives each row once, in order, and ends."""
    client, address, seen = client_of(server), f"{URL}.json?limit=33&stratum=south", list[Any]()
    pages = 0
    while address:
        answer = client.get(address)
        seen += [dict(zip(answer.json["columns"], row, strict=True)) for row in answer.json["data"]]
        pages += 1
        link = answer.headers.get("Link", "")
        assert link == "" or link.endswith('; rel="next"')
        address = link[1 : link.find(">")]
    assert pages == -(-DAYS * len(LABELS) // 33)
    assert [(row["day"], row["entry"]) for row in seen] == [
        (f"2026-11-{day:02}", label) for day in range(1, DAYS + 1) for label in LABELS
    ]
    assert {row["stratum"] for row in seen} == {"south"}


@pytest.mark.parametrize("form", ["csv", "json", "parquet", "sqlite", "zip"])
def test_unchanged_answers_are_not_sent_again(server: Deployment, form: str) -> None:
    """An answer's ETag gets 304 until there are new results."""
    client = client_of(server)
    for query in ("", "?from=2026-11-03") if form in ("csv", "json", "parquet") else ("",):
        first = client.get(f"{URL}.{form}{query}")
        again = client.get(f"{URL}.{form}{query}", headers={"If-None-Match": first.headers["ETag"]})
        assert (first.status_code, again.status_code, again.data) == (200, 304, b"")
        other = client.get(f"{URL}.{form}{query}", headers={"If-None-Match": '"something"'})
        assert other.status_code == 200


def test_an_answer_is_kept_until_there_are_new_results(server: Deployment, tmp_path: Path) -> None:
    """A cached answer equals one that is read anew, and newer results are answered with their rows."""
    client, newer = client_of(server), made_up(tmp_path / "newer", campaign(vocabulary=LABELS), DAYS + 1)
    exports.write_all(newer.store, newer.folder.published)
    newer.store.dispose()
    asked = [f"{URL}.{form}?entry=flu&limit=30" for form in ("csv", "json", "parquet")]
    first = [client.get(address) for address in asked]
    again = [client.get(address) for address in asked]
    published_results.forget()
    anew = [client.get(address) for address in asked]
    of_each = [[(answer.data, answer.headers["Link"]) for answer in one] for one in (first, again, anew)]
    assert of_each[0] == of_each[1] == of_each[2]
    for file in (newer.folder.published / "flu").iterdir():
        file.replace(server.folder.published / "flu" / file.name)
    table = client.get(asked[0])
    assert len(pd.read_csv(io.StringIO(table.text))) == DAYS + 1
    assert table.headers["ETag"] != first[0].headers["ETag"]
    assert "Link" not in table.headers


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("from=yesterday", 400),
        ("to=2026-02-30", 400),
        ("limit=0", 400),
        ("limit=1000000", 400),
        ("after=-1", 400),
        ("after=2026-11-01.north.x", 400),
        ("after=2020-01-01.north.1", 404),
        ("entries=flu", 400),
        ("entry=nothing", 404),
        ("stratum=nowhere", 404),
        ("stratum=", 404),
        ("stratum=north&stratum=south", 400),
        ("from=2026-11-05&from=2026-11-06", 400),
        ("from=2026-11-05&to=2026-11-01", 400),
        ("&".join(["entry=flu"] * 101), 400),
        ("by=yesterday", 400),
        ("rate=yesterday", 400),
        ("rate=", 400),
        ("mean=1", 400),
        ("mean=29", 400),
        ("mean=7&by=month", 400),
        ("by=week&by=day", 400),
        ("by=week&limit=10", 400),
        ("by=week&entry=nothing", 404),
        ("by=week&stratum=north&stratum=nowhere", 404),
        ("by=week&minus=north", 400),
        ("by=week&stratum=north&minus=yesterday", 404),
        ("by=week&stratum=north&minus=south&change=1", 400),
        ("change=0", 400),
    ],
)
def test_a_query_that_means_nothing_is_refused(server: Deployment, query: str, status: int) -> None:
    """An invalid query is refused with a sentence on what is wrong, without repeating the query."""
    for form in ("csv", "json", "parquet"):
        answer = client_of(server).get(f"{URL}.{form}?{query}")
        assert answer.status_code == status
        assert answer.content_type == "application/problem+json"
        assert "yesterday" not in answer.text


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("stratum=nowhere", "its strata are north, south."),
        ("entry=flu&entry=nothing", "The campaign has no such entry"),
        ("from=2026-11-05&to=2026-11-01", "to is before from"),
        ("stratum=north&stratum=south", "stratum is given twice"),
        ("by=year", "by is day, week or month."),
        ("rate=clicks", "rate is searches or donors."),
        ("mean=weekly", "mean is a whole number from 2 to 28."),
        ("by=week&minus=nowhere&stratum=north", "its strata are north, south."),
    ],
)
def test_a_refusal_says_what_there_is_instead(server: Deployment, query: str, says: str) -> None:
    """An unknown stratum is answered with the campaign's strata, and each problem has a sentence of its own."""
    answer = client_of(server).get(f"{URL}.csv?{query}")
    assert says in answer.json["detail"]


def test_a_campaign_without_strata_says_so(tmp_path: Path) -> None:
    """A campaign without strata says so when a stratum is asked for."""
    server = made_up(tmp_path, campaign(), 3)
    answer = client_of(server).get(f"{URL}.csv?stratum=north")
    assert (answer.status_code, "has no strata" in answer.json["detail"]) == (404, True)
    server.store.dispose()


def test_a_series_is_read_in_one_line(server: Deployment) -> None:
    """`pandas.read_csv(URL?by=week&rate=searches)` gives weeks with intervals, several strata added up."""
    query = "by=week&rate=searches&entry=flu&entry=1e5&stratum=north&stratum=south"
    with listening(create_app(server)) as address:
        weeks = pd.read_csv(f"{address}{URL}.csv?{query}", parse_dates=["first", "last"])
        columns = pd.read_parquet(f"{address}{URL}.parquet?{query}")
    assert list(weeks.entry.unique()) == ["flu", "1e5"]
    assert set(weeks.stratum) == {"north+south"}
    assert ((weeks["last"] - weeks["first"]).dt.days == 6).all()
    assert (weeks.low_95 < weeks.value).all()
    assert (weeks.value < weeks.high_95).all()
    assert list(columns.value) == list(weeks.value)


def test_a_weekly_campaign_has_weeks_alone(tmp_path: Path) -> None:
    """A campaign that counts weeks has no days, months or 7-day means, and says so."""
    made = campaign(start=date(2026, 11, 2), end=date(2026, 12, 27), terms=cohort_terms(period="week"))
    server = new_server(tmp_path, HandClock(), made, protocol="cohort")
    for sunday in (date(2026, 11, 8), date(2026, 11, 22)):
        publish(server, made.model_copy(update={"start": sunday}), 1)
    exports.write_all(server.store, server.folder.published)
    client = client_of(server)
    for query in ("by=day", "by=month", "mean=7"):
        answer = client.get(f"{URL}.csv?{query}")
        assert (answer.status_code, "counts" in answer.json["detail"]) == (400, True)
    weeks = client.get(f"{URL}.json?by=week&rate=donors&entry=flu").json["data"]
    assert [(row[0], row[1], row[8], row[9]) for row in weeks] == [
        ("2026-11-02", "2026-11-08", 7, 0),
        ("2026-11-09", "2026-11-15", 0, 7),
        ("2026-11-16", "2026-11-22", 7, 0),
    ]
    server.store.dispose()


def test_files_of_all_results_have_no_parts(server: Deployment) -> None:
    """SQLite and zip, which hold all results, are refused with a query."""
    for form in ("sqlite", "zip"):
        assert client_of(server).get(f"{URL}.{form}?from=2026-11-03").status_code == 400


def test_results_that_were_not_written_yet_are(server: Deployment) -> None:
    """Missing files of a campaign are written at the first request."""
    for file in (server.folder.published / "flu").iterdir():
        file.unlink()
    answer = client_of(server).get(f"{URL}.parquet")
    assert len(pd.read_parquet(io.BytesIO(answer.data))) == DAYS * 2 * len(LABELS)
