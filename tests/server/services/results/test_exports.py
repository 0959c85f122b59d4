"""The published files: equal to the database, complete, and readable by the tools they are for."""

import csv
import json
import sqlite3
import zipfile
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from frictionless import system, validate
from rocrate.rocrate import ROCrate

from pdd_server.services.campaigns import campaigns
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.results import published_file
from pdd_server.services.results.exports import deposit, exports
from pdd_server.services.results.exports.tidy import SCHEMA
from pdd_server.services.results.period_report import Asked, report
from pdd_server.services.results.published_file import Period
from tests.server.services.results.synthetic_results import LABELS, long_campaign, made_up, wait
from tests.server.services.rounds.cohort.synthetic_days import cohort_campaign
from tests.server.simulated_server import campaign, published

DAYS = 20


def expected(server: Deployment) -> list[tuple[Any, ...]]:
    """Return the tidy rows, computed from the JSON results."""
    found = published(server)
    return [
        (
            day["day"],
            day["stratum"],
            entry,
            total,
            day["noise"]["half_width_95"],
            total - day["noise"]["half_width_95"],
            total + day["noise"]["half_width_95"],
            day["donors"],
            day["searches"],
            day["confidence"],
            day["noise"]["scale"],
            day["cohorts"],
            day["cohorts_planned"],
            int(day["final"]),
            *[day["noise"]["half_width_95"]] * 2,
            day["counting_rules"],
            day["noise"]["sd"],
            None,
        )
        for day in found["days"]
        for entry, total in day["totals"].items()
    ]


@pytest.fixture(params=["plain", "strata", "threshold"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Return a server with 20 published days and a missing one; entries have quotes, commas, other scripts and
    markup.
    """
    changes = {"strata": {"strata": ("north", "south")}, "threshold": {"threshold": 30}}.get(request.param, {})
    told = {"contact": "Dr A. Example, flu@example.org", "funding": "Example Fund", "licence": "CC-BY-4.0"}
    made = campaign(vocabulary=(*LABELS, "flu index: any of flu, influenza"), **told, **changes)
    server = made_up(tmp_path, made, DAYS, listed=changes.get("threshold"))  # type: ignore[arg-type]
    wait(server, made, made.start + timedelta(days=DAYS))
    exports.write_all(server.store, server.folder.published)
    yield server
    server.store.dispose()


def folder_of(server: Deployment) -> Path:
    return server.folder.published / "flu"


def datacite_of(server: Deployment) -> Any:
    """Return the description for DataCite, which is valid under DataCite's own schema."""
    # Imported here, because with its validator it takes two seconds of CPU, in each worker that collects this file.
    from datacite import schema45

    told = json.loads((folder_of(server) / "datacite.json").read_text())
    schema45.validator.validate(told)
    return told


def test_every_form_has_the_numbers_of_the_database(server: Deployment) -> None:
    """CSV, Parquet, SQLite and JSON contain exactly what was published, in the same order."""
    rows, folder = expected(server), folder_of(server)
    assert len(rows) > DAYS
    with (folder / "totals.csv").open(newline="", encoding="utf-8") as handle:
        header, *read = csv.reader(handle)
    assert header == list(SCHEMA)
    assert read == [["" if value is None else str(value) for value in row] for row in rows]
    frame = pd.read_parquet(folder / "totals.parquet")
    frame["day"] = frame["day"].map(lambda day: day.isoformat())
    frame = frame.astype(object).where(frame.notna(), None)
    assert list(frame.itertuples(index=False, name=None)) == rows
    with closing(sqlite3.connect(folder / "totals.sqlite")) as connection:
        assert sorted(connection.execute("SELECT * FROM totals"), key=repr) == sorted(rows, key=repr)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert json.loads((folder / "totals.json").read_text()) == {**published(server), "log": None}


def test_a_day_states_the_half_width_of_its_strata_together(server: Deployment) -> None:
    """With strata, each item of a day has the half width that the page shows for a keyword's sum over the strata."""
    found = published(server)["days"]
    stated = {(day["day"], day["noise"].get("half_width_95_together")) for day in found}
    dates = {day["day"] for day in found}
    if found[0]["stratum"] is None:
        assert stated == {(day, None) for day in dates}
        return
    newest = date.fromisoformat(max(dates))
    with published_file.opened(folder_of(server)) as file:
        row, *_ = report(file, Asked(Period(newest, newest))).rows
    assert row.sum.listed == 2
    assert stated == {(day, row.half_width) for day in dates}


def test_the_files_define_their_noise_and_caps(server: Deployment) -> None:
    """The description names every law of published noise; the README has the guarantee, the caps and the law."""
    folder = folder_of(server)
    laws = json.loads((folder / "datapackage.json").read_text())["privacy"]["laws"]
    assert all(f"{law}: " in laws for law in ("discrete-laplace", "discrete-gaussian", "skellam"))
    told = " ".join((folder / "README.md").read_text().split())
    for part in (
        "at most epsilon 1000 at delta 0",
        "`searches` are searches counted, at most 20 of a donor's day",
        "Noise on every number: discrete-laplace with scale 81 (P(k) is proportional to exp(-|k| / scale)",
    ):
        assert part in told, told


def test_an_index_is_published_by_its_name_with_its_keywords(server: Deployment) -> None:
    """Totals stand under an index's name in every form; JSON, SQLite and the data package tell its keywords."""
    folder, indexes = folder_of(server), {"flu index": ["flu", "influenza"]}
    assert "flu index" in set(pd.read_csv(folder / "totals.csv")["entry"])
    assert "flu index" in set(pd.read_parquet(folder / "totals.parquet")["entry"])
    assert json.loads((folder / "totals.json").read_text())["indexes"] == indexes
    assert json.loads((folder / "datapackage.json").read_text())["indexes"] == indexes
    with closing(sqlite3.connect(folder / "totals.sqlite")) as connection:
        found = connection.execute("SELECT entry, keyword FROM entries JOIN indexes USING (entry)").fetchall()
        labels = [label for (label,) in connection.execute("SELECT entry FROM entries ORDER BY id")]
    assert found == [("flu index", "flu"), ("flu index", "influenza")]
    assert labels == [*LABELS, "flu index"]


def test_every_total_lies_within_its_own_interval(server: Deployment) -> None:
    """Every total lies between `low_95` and `high_95` in every form, also below zero, so error bars have no
    negative length.
    """
    folder = folder_of(server)
    with closing(sqlite3.connect(folder / "totals.sqlite")) as connection:
        view = pd.read_sql("SELECT * FROM totals", connection)
    for table in (pd.read_csv(folder / "totals.csv"), pd.read_parquet(folder / "totals.parquet"), view):
        assert (table.total - table.low_95 == table.half_width_95).all()
        assert (table.high_95 - table.total == table.half_width_95).all()
        assert (table.low_95 < 0).any()


def test_pandas_reads_the_table_as_it_is(server: Deployment) -> None:
    """`pandas.read_csv` finds each column's type and every entry's label without any options."""
    frame = pd.read_csv(folder_of(server) / "totals.csv", parse_dates=["day"])
    assert set(frame["entry"]) == {row[2] for row in expected(server)}
    assert frame["total"].dtype == "int64"
    assert frame["day"].min() == pd.Timestamp(date(2026, 11, 1))


def test_the_files_are_a_valid_data_package(server: Deployment, tmp_path: Path) -> None:
    """`frictionless` finds every file as described, in schema, bytes and digest, in the folder and in the zip."""
    folder = folder_of(server)
    for place in (folder, tmp_path / "unpacked"):
        if place != folder:
            with zipfile.ZipFile(folder / exports.PACKAGE) as packed:
                assert packed.testzip() is None
                packed.extractall(place)
        with system.use_context(trusted=True):
            report = validate(str(place / "datapackage.json"))
        assert report.valid, report.flatten(["type", "message"])
    described = json.loads((folder / "datapackage.json").read_text())
    assert {one["path"] for one in described["resources"]} == set(exports.FILES) - {"package.zip", "datapackage.json"}
    assert described["privacy"]["noise"]["law"] == "discrete-laplace"
    assert described["privacy"]["neighbours"] == "one-donor-all-days"


@pytest.mark.slow
def test_an_archive_reads_who_made_the_data_when_and_under_which_licence(server: Deployment) -> None:
    """`datacite.json` is valid under DataCite's own schema, and RO-Crate's reader finds each file and the licence."""
    told = datacite_of(server)
    assert told["creators"] == [{"name": "Dr A. Example"}]
    assert told["fundingReferences"] == [{"funderName": "Example Fund"}]
    assert told["rightsList"][0]["rightsIdentifier"] == "CC-BY-4.0"
    assert told["dates"] == [{"date": "2026-11-01/2026-11-20", "dateType": "Collected"}]
    assert "epsilon at most" in told["descriptions"][1]["description"]
    crate = ROCrate(str(folder_of(server)))
    assert {one.id for one in crate.data_entities} == set(exports.FILES) - {
        "package.zip",
        "datapackage.json",
        exports.CRATE,
    }
    assert all(int(one["contentSize"]) == (folder_of(server) / one.id).stat().st_size for one in crate.data_entities)
    assert crate.root_dataset["license"].id == "https://creativecommons.org/licenses/by/4.0/"
    assert crate.root_dataset["funder"]["name"] == "Example Fund"
    assert crate.root_dataset["temporalCoverage"] == "2026-11-01/2026-11-20"


@pytest.mark.parametrize(
    ("contact", "name"),
    [
        ("Jane Doe (UCL), jane@ucl.example", "Jane Doe (UCL)"),
        ("Jane Doe <jane@ucl.example>, London", "Jane Doe"),
        ("Flu team; https://flu.example/contact; flu@ucl.example or by post", "Flu team"),
        ("jane@ucl.example (Jane Doe, UCL)", "Jane Doe, UCL"),
        ("flu@ucl.example", "flu@ucl.example"),
    ],
)
def test_an_archive_is_told_the_name_in_the_contact(contact: str, name: str) -> None:
    """The name is what stands before the first address, with its brackets and nothing that belongs to the address."""
    assert deposit.responsible(campaign(contact=contact)) == name


@pytest.mark.slow
@pytest.mark.parametrize(
    ("orcid", "known"),
    [("0000-0002-1825-0097", True), ("0000-0002-1694-233X", True), ("0000-0002-1825-0098", False)],
)
def test_an_orcid_in_the_contact_identifies_the_author(tmp_path: Path, orcid: str, known: bool) -> None:
    """Both descriptions name the author's ORCID iD, unless its check digit is wrong, and stay valid."""
    address = f"https://orcid.org/{orcid}"
    made = campaign(contact=f"Jane Doe, {address}, jane@ucl.example")
    server = made_up(tmp_path, made, 1)
    exports.write_all(server.store, server.folder.published)
    server.store.dispose()
    told = datacite_of(server)
    identifiers = [one["nameIdentifier"] for one in told["creators"][0].get("nameIdentifiers", [])]
    assert identifiers == [address] * known
    author = ROCrate(str(folder_of(server))).root_dataset["author"]
    assert author.id == (address if known else "#responsible")
    assert author["name"] == "Jane Doe"


def test_a_statement_of_privacy_says_what_it_relies_on() -> None:
    """It does not say that all donors of a sum gave something, and names whom the noise is left to."""
    told = deposit.statement(campaign())
    assert "all but one may have given zeros" in told
    assert told.endswith("if the server added the noise as it says.")
    cohort = deposit.statement(cohort_campaign())
    assert cohort.endswith("if at most 10 in 100 donors add no noise or reveal it.")


@pytest.mark.slow
def test_a_campaign_without_a_licence_says_so(tmp_path: Path) -> None:
    """An archive is not told of a licence that nobody gave; both descriptions stay valid."""
    made = campaign()
    server = made_up(tmp_path, made, 1)
    exports.write_all(server.store, server.folder.published)
    told = datacite_of(server)
    assert "rightsList" not in told
    assert told["dates"] == [{"date": "2026-11-01/2026-11-01", "dateType": "Collected"}]
    assert ROCrate(str(folder_of(server))).root_dataset["license"]["name"] == "No licence is stated."
    server.store.dispose()


def test_a_damaged_file_is_no_valid_package(server: Deployment) -> None:
    """With one number changed in the table, `frictionless` reports an invalid package."""
    file = folder_of(server) / "totals.csv"
    file.write_text(file.read_text().replace("2026-11-01", "2026-11-0x", 1))
    with system.use_context(trusted=True):
        assert not validate(str(folder_of(server) / "datapackage.json")).valid


def test_datasette_is_told_of_every_column(server: Deployment) -> None:
    """metadata.json names only existing tables and columns, with their units."""
    metadata = json.loads((folder_of(server) / "metadata.json").read_text())
    tables = metadata["databases"]["totals"]["tables"]
    with closing(sqlite3.connect(folder_of(server) / "totals.sqlite")) as connection:
        for table, described in tables.items():
            columns = {name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")}
            assert set(described["columns"]) <= columns
    assert tables["totals"]["columns"]["total"].endswith("(searches)")


def test_no_cell_of_the_table_is_a_formula(server: Deployment) -> None:
    """No text in the CSV can be run as a formula: entries begin with a letter, a number or a quote."""
    for row in expected(server):
        assert not any(str(cell).startswith(("=", "+", "@", "\t", "\r")) for cell in row)
        assert not any(isinstance(cell, str) and cell.startswith("-") for cell in row)


@pytest.mark.slow
def test_a_campaign_without_results_has_whole_files(tmp_path: Path) -> None:
    """Before the first day every file exists and says that there is nothing yet."""
    server = made_up(tmp_path, campaign(), 0)
    exports.write_all(server.store, server.folder.published)
    assert {file.name for file in folder_of(server).iterdir()} == set(exports.FILES)
    assert (folder_of(server) / "totals.csv").read_text().split() == [",".join(SCHEMA)]
    assert len(pd.read_parquet(folder_of(server) / "totals.parquet")) == 0
    with system.use_context(trusted=True):
        assert validate(str(folder_of(server) / "datapackage.json")).valid
    told = datacite_of(server)
    assert "dates" not in told, "nothing was collected yet"
    assert ROCrate(str(folder_of(server))).root_dataset.get("temporalCoverage") is None
    server.store.dispose()


def test_files_follow_the_database(tmp_path: Path) -> None:
    """Files are written again once after each change of the campaign, and not otherwise."""
    server = made_up(tmp_path, long_campaign(3, 3), 3)
    assert exports.write_all(server.store, server.folder.published) == ("flu",)
    assert exports.write_all(server.store, server.folder.published) == ()
    with server.store.write() as connection:
        campaigns.append(connection, server.config, "flu", ["cough"])
    assert exports.write_all(server.store, server.folder.published) == ("flu",)
    assert exports.write_all(server.store, server.folder.published) == ()
    server.store.dispose()
