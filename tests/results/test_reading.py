"""Results are read from a server, a folder and a zip; what is damaged or unknown is named."""

import json
import shutil
import socket
import zipfile
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from datetime import date
from pathlib import Path

import httpx
import pandas as pd
import polars as pl
import pytest

from pdd_results import Results, ResultsError, results
from pdd_results.sources import zip_of
from pdd_shared.series.rows import SERIES_SCHEMA
from tests.support.processes.timeouts import PATIENCE


def test_a_server_a_folder_and_a_zip_give_the_same(page: str, folder: Path, read: Results, tmp_path: Path) -> None:
    """The address of the page, of the API, the kept zip and the folder are one campaign."""
    kept = tmp_path / "kept.zip"
    assert results(page, keep=kept) == read
    assert results(page.replace("/campaigns", "/v1/campaigns") + "/results.csv?by=week") == read
    assert results(kept) == results(folder / "package.zip") == results(folder / "datapackage.json") == read


def test_files_need_no_network(folder: Path, read: Results, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any socket a folder is read."""
    monkeypatch.setattr(socket, "socket", None)
    assert results(folder) == read


def test_a_campaign_is_described(read: Results) -> None:
    """Title, keywords, regions, days and missing days are those of the campaign, and nothing can be changed."""
    assert (read.campaign.id, read.campaign.title, read.period) == ("flu", "Winter flu", "day")
    assert read.keywords[:2] == ("flu", "cough")
    assert read.regions == ("north", "south")
    assert len(read.days) == 138
    assert {one.reason for one in read.missing} == {"lost"}
    with pytest.raises(FrozenInstanceError):
        read.period = "week"  # type: ignore[misc]


def test_the_series_of_the_api_is_the_same(page: str, read: Results) -> None:
    """A CSV of the API, loaded with polars, equals the reader's frame."""
    query = "results.csv?by=week&rate=searches&entry=flu&stratum=north&minus=south"
    answer = httpx.get(f"{page.replace('/campaigns', '/v1/campaigns')}/{query}", timeout=PATIENCE)
    served = pl.read_csv(answer.content, schema=read.weekly("flu").frame.schema)
    assert served.equals(read.weekly("flu", regions=["north"]).rate().difference(region="south").frame)


def test_frames_have_types(read: Results) -> None:
    """Both libraries' frames have the columns of the server's series, with dates as dates."""
    series = read.daily("flu", first="2026-12-01", last=date(2026, 12, 31)).mean(7)
    made = series.to_pandas()
    assert list(made) == series.frame.columns == list(SERIES_SCHEMA)
    assert (len(made), made["last"].dtype.kind, made["value"].dtype.kind) == (25, "M", "f")
    assert pd.Series(series.frame["value"].to_list()).equals(made["value"].rename(None))


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda it: it.weekly("cold war"), "no keyword 'cold war'; its keywords are flu, cough"),
        (lambda it: it.weekly(regions=["east"]), "no region 'east'; its regions are north, south"),
        (lambda it: it.weekly(first="soon"), "'soon' is no date; write it as 2026-11-30"),
        (lambda it: it.weekly().mean(7), "a mean is of days: use daily"),
        (lambda it: it.daily().mean(40), "2 to 28 days, not of 40"),
        (lambda it: it.weekly().rate("person"), "per is searches or donors, not 'person'"),
        (lambda it: it.weekly().difference(), "give one of them"),
        (lambda it: it.weekly().difference(region="north"), "name other regions than 'north'"),
        (lambda it: it.weekly(regions="north").difference(region="east"), "no region 'east'"),
        (lambda it: it.weekly().difference(periods=1000), "from 1 to 400, not 1000"),
        (lambda it: it.daily().mean(7).difference(periods=3), "change is at least mean"),
    ],
)
def test_what_is_unknown_is_named(read: Results, ask: Callable[[Results], object], said: str) -> None:
    """An unknown keyword, region, period or grouping is named, with what is known."""
    with pytest.raises(ResultsError, match=said.replace("(", r"\(")):
        ask(read)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("http://example.org/campaigns/flu", "has to begin with https://"),
        ("ftp://example.org/campaigns/flu", "has to begin with https://"),
        ("https://example.org/", "names no campaign"),
        ("nowhere", "no such file or folder"),
    ],
)
def test_a_wrong_source_is_named(source: str, said: str) -> None:
    """An address without TLS, an address of no campaign, and a path to nothing are refused before any request."""
    with pytest.raises(ResultsError, match=said):
        results(source)


def test_an_address_is_that_of_the_zip() -> None:
    """A campaign's page and its files lead to the zip, also on a server below a path."""
    for address in ("https://a.org/pdd/campaigns/x?by=week", "https://a.org/pdd/v1/campaigns/x/results.csv"):
        assert zip_of(address) == "https://a.org/pdd/v1/campaigns/x/results.zip"
    assert zip_of("https://a.org/some.zip") == "https://a.org/some.zip"


def test_a_server_without_the_campaign_is_named(page: str) -> None:
    """The server's answer is in the error, and so is a server that does not answer."""
    with pytest.raises(ResultsError, match="answered 404"):
        results(page.replace("/flu", "/cold"))
    with pytest.raises(ResultsError, match="check the address"):
        results("http://127.0.0.1:1/campaigns/flu", seconds=5)


def test_downloads_and_files_are_bounded(page: str, folder: Path) -> None:
    """A download, a file and a zip's member that are too large are given up, and so is a download that takes long."""
    for source in (page, folder, folder / "package.zip"):
        with pytest.raises(ResultsError, match=r"more than 1,000 bytes\. Allow more with most_bytes"):
            results(source, most_bytes=1000)
    with pytest.raises(ResultsError, match=r"took more than|timed out"):
        results(page, seconds=1e-6)


def changed(folder: Path, into: Path, name: str, change: Callable[[str], str]) -> Path:
    """Copy the files of a package, one of them changed."""
    into.mkdir()
    for file in ("datapackage.json", "totals.json"):
        text = (folder / file).read_text("utf-8")
        (into / file).write_text(change(text) if file == name else text, "utf-8")
    return into


def test_a_changed_file_is_refused(folder: Path, tmp_path: Path) -> None:
    """Totals that don't have the digest of the description are not read."""
    other = changed(folder, tmp_path / "a", "totals.json", lambda text: text.replace('"flu": 1', '"flu": 2', 1))
    with pytest.raises(ResultsError, match="names by its digest"):
        results(other)


def test_a_damaged_description_is_named(folder: Path, tmp_path: Path) -> None:
    """The error says the file, the key, and what is wrong there."""
    with pytest.raises(ResultsError, match=r"datapackage.json: strata: Field required"):
        results(changed(folder, tmp_path / "a", "datapackage.json", lambda text: text.replace('"strata"', '"x"')))
    with pytest.raises(ResultsError, match=r"datapackage.json: the file: Invalid JSON"):
        results(changed(folder, tmp_path / "b", "datapackage.json", lambda text: text[:-9]))
    (tmp_path / "b" / "totals.json").unlink()
    shutil.copy(folder / "datapackage.json", tmp_path / "b")
    with pytest.raises(ResultsError, match=r"totals.json: No such file"):
        results(tmp_path / "b")


def test_another_zip_is_refused(tmp_path: Path) -> None:
    """A zip without a package, and a file that is none, are named."""
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as packed:
        packed.writestr("readme", json.dumps({}))
    with pytest.raises(ResultsError, match=r"datapackage.json is not in this zip"):
        results(tmp_path / "other.zip")
    (tmp_path / "text.zip").write_text("no zip")
    with pytest.raises(ResultsError, match="not a zip that can be read"):
        results(tmp_path / "text.zip")
