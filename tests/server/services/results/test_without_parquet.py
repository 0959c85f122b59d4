"""Without the Parquet extra all other files are complete, and a request for Parquet says what is missing."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from frictionless import system, validate

from pdd_server.cli import main
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.results.exports import exports, parquet
from tests.server.services.results.synthetic_results import LABELS, made_up
from tests.server.simulated_server import campaign, client_of

DAYS = 5
URL = "/v1/campaigns/flu/results.parquet"


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Deployment]:
    """Return a server with a campaign with results, where pyarrow cannot be imported."""
    monkeypatch.setattr(parquet, "is_installed", lambda: False)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    server = made_up(tmp_path, campaign(vocabulary=LABELS), DAYS)
    yield server
    server.store.dispose()


def test_the_other_files_are_a_whole_package(server: Deployment) -> None:
    """Nothing names the missing Parquet file, and `frictionless` finds every other file as described."""
    exports.write_all(server.store, server.folder.published)
    folder = server.folder.published / "flu"
    assert {file.name for file in folder.iterdir()} == set(exports.FILES) - {"totals.parquet"}
    for name in ("README.md", "datapackage.json"):
        assert "parquet" not in (folder / name).read_text()
    with system.use_context(trusted=True):
        assert validate(str(folder / "datapackage.json")).valid


def test_a_file_of_an_installation_that_had_the_extra_goes(server: Deployment, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Parquet file of a former installation, which would become outdated, is deleted; with the extra it is
    written again.
    """
    file = server.folder.published / "flu" / "totals.parquet"
    with monkeypatch.context() as with_extra:
        with_extra.delitem(sys.modules, "pyarrow")
        with_extra.setattr(parquet, "is_installed", lambda: True)
        exports.write_all(server.store, server.folder.published)
        assert file.exists()
    assert exports.write_all(server.store, server.folder.published) == ("flu",)
    assert not file.exists()
    with monkeypatch.context() as with_extra:
        with_extra.delitem(sys.modules, "pyarrow")
        with_extra.setattr(parquet, "is_installed", lambda: True)
        assert exports.write_all(server.store, server.folder.published) == ("flu",)
        assert file.exists()


@pytest.mark.parametrize("query", ["", "?entry=flu"])
def test_a_request_is_told_which_extra_is_missing(server: Deployment, query: str) -> None:
    """A request for Parquet, whole or in part, gets the problem not-found that names the extra; CSV is served."""
    client = client_of(server)
    answer = client.get(URL + query)
    assert answer.status_code == 404
    assert "pdd-server[parquet]" in json.loads(answer.data)["detail"]
    assert client.get(URL.replace("parquet", "csv") + query).status_code == 200


def test_the_page_offers_what_there_is(server: Deployment) -> None:
    """The campaign's page has no link to Parquet."""
    client = client_of(server)
    assert client.get(URL.replace("parquet", "csv")).status_code == 200
    page = client.get("/campaigns/flu").text
    assert "results.sqlite" in page
    assert "results.parquet" not in page


def test_the_command_says_what_to_install(server: Deployment, capsys: pytest.CaptureFixture[str]) -> None:
    """The command exits with 2 and one line that says what to install."""
    assert main(["results", "flu", "--data", str(server.folder.path), "--format", "parquet"]) == 2
    told = capsys.readouterr().err
    assert "pip install 'pdd-server[parquet]'" in told
    assert told.count("\n") == 1
