"""The number `full`: its forms, what the files say of it, and that other campaigns stay as they are."""

import io
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from pdd_results import ResultsError, results
from pdd_server.web.application import create_app
from pdd_shared.planning.left_out import left_out
from tests.results.random_campaigns import served
from tests.support.reference.results import FOLDER, made


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bytes]]:
    """Return the published files of a campaign with a cap over all its weeks, and a part of them from the API."""
    with served(made("weeks")) as server:
        client = create_app(server).test_client()
        part = "/v1/campaigns/flu/results.{}?entry=flu"
        parts = {form: client.get(part.format(form)).data for form in ("csv", "json", "parquet")}
        parts["page"] = client.get("/campaigns/flu").data
        files = server.folder.published / "flu"
        return files.rename(tmp_path_factory.mktemp("full") / "flu"), parts


def days_of(folder: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((folder / "totals.json").read_text("utf-8"))["days"]
    return found


def test_each_form_has_full(forms: tuple[Path, dict[str, bytes]]) -> None:
    """JSON, CSV, Parquet, SQLite, parts of the API and the reader have the number of each week and stratum."""
    folder, parts = forms
    wanted = {(one.day.isoformat(), one.stratum): one.full for one in made("weeks").published}
    assert min(filter(None, wanted.values())) < 0
    assert {(one["day"], one["stratum"]): one["full"] for one in days_of(folder)} == wanted
    assert {(one.day.isoformat(), one.stratum): one.full for one in results(folder).published} == wanted
    part = json.loads(parts["json"])
    tables = [
        pl.read_csv(folder / "totals.csv"),
        pl.read_parquet(folder / "totals.parquet"),
        pl.read_csv(parts["csv"]),
        pl.read_parquet(io.BytesIO(parts["parquet"])),
        pl.DataFrame(part["data"], schema=part["columns"], orient="row"),
    ]
    with closing(sqlite3.connect(folder / "totals.sqlite")) as connection:
        tables.append(pl.read_database("SELECT * FROM totals", connection))
    for table in tables:
        rows = table.select(pl.col("day").cast(pl.String), "stratum", "full").iter_rows()
        assert {(day, stratum): full for day, stratum, full in rows} == wanted


def test_the_reader_estimates_what_the_cap_left_out(forms: tuple[Path, dict[str, bytes]]) -> None:
    """Regions and entries are added up, and a missing week is the mean of its neighbours and has no row."""
    read = results(forms[0])
    there = tuple(one for one in read.published if one.day != read.days[4])
    totals = {entry: dict.fromkeys(found, 2) for entry, found in read.totals.items()}
    rare = replace(read, published=there, totals=totals)
    frame = rare.left_out([1])
    assert frame["last"].to_list() == list(rare.days)
    assert [(last - first).days for first, last in frame.select("first", "last").iter_rows()] == [6] * len(frame)
    weeks = {day: [one for one in rare.published if one.day == day] for day in rare.days}
    full = [sum(one.full or 0 for one in week) for week in weeks.values()]
    hits = [2.0 * sum(one.id in found for found in rare.totals.values() for one in week) for week in weeks.values()]
    for column in (full, hits):
        column.insert(4, (column[3] + column[4]) / 2)
    donors = float(np.mean([sum(one.donors for one in week) for week in weeks.values()]))
    variance = float(np.mean([sum(one.laws.totals.variance for one in week) for week in weeks.values()]))
    wanted = left_out(hits, full, donors, 4, variance, [1])
    assert wanted
    assert frame["left_out"].to_list() == pytest.approx(np.delete(wanted.share, 4))
    with pytest.raises(ResultsError, match="more hits were counted"):
        replace(read, totals={entry: dict.fromkeys(found, 10**6) for entry, found in read.totals.items()}).left_out([1])
    with pytest.raises(ResultsError, match="doesn't cap the hits of all its periods"):
        replace(read, campaign=replace(read.campaign, max_campaign_hits=None)).left_out()
    with pytest.raises(ResultsError, match="threshold"):
        replace(read, campaign=replace(read.campaign, threshold=5)).left_out()


def test_files_and_page_say_what_full_is(forms: tuple[Path, dict[str, bytes]]) -> None:
    """The page says that later totals may be too low. Description and README have the meaning of `full` and the cap."""
    folder, parts = forms
    assert b"Of all weeks together, at most 4 hits of a donor count, so later totals may be too low." in parts["page"]
    assert list(days_of(folder)[0])[3:5] == ["searches", "full"]
    described = json.loads((folder / "datapackage.json").read_text("utf-8"))
    assert described["privacy"]["max_campaign_hits"] == 4
    table = next(one for one in described["resources"] if one["path"] == "totals.csv")
    assert table["schema"]["fields"][-1]["name"] == "full"
    told = " ".join((folder / "README.md").read_text("utf-8").split())
    assert "Of all its weeks together, at most 4 hits count" in told
    assert "`full`: Donors who used up their hits in this period" in told


def test_other_campaigns_have_no_full(tmp_path: Path) -> None:
    """The JSON of a campaign without the cap is what it was before there was one, to the byte."""
    with served(made("parts")) as server:
        folder = server.folder.published / "flu"
        assert (folder / "totals.json").read_bytes() == (FOLDER / "parts" / "totals.json").read_bytes()
        assert "max_campaign_hits" not in (folder / "README.md").read_text("utf-8")
        assert pl.read_csv(folder / "totals.csv")["full"].null_count() == pl.read_csv(folder / "totals.csv").height
