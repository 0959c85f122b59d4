"""`pdd-audit` reads folders, packages and addresses of servers, and trusts none of them."""

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask, redirect

from pdd_research.audit.published_numbers import sources
from pdd_research.cli.audit.published import main
from pdd_server.web.application import create_app
from tests.research.audit.published_numbers.campaigns import cohort_folder, page_of, plain_server
from tests.server.loopback_server import listening


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return cohort_folder(tmp_path_factory.mktemp("right"), 1)


def test_each_form_gives_the_same_numbers(folder: Path) -> None:
    """The folder `published`, a campaign's folder in it, its package and its file are audited alike."""
    of = [folder, folder / "flu", folder / "flu" / "package.zip", folder / "flu" / "totals.json"]
    first, *others = (page_of(one).verdicts for one in of)
    assert others == [first] * 3


def test_a_running_server_is_audited_by_its_address(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The address of a server, of a campaign's page and of its results all lead to the same audit."""
    with plain_server(tmp_path, days=1) as server, listening(create_app(server)) as address:
        for place in ("", "/", "/campaigns/flu", "/v1/campaigns/flu/results.json", "/v1/campaigns/flu/results.zip"):
            assert main([address + place]) == 0
            said = capsys.readouterr().out
            assert "**Not refuted.**" in said
            assert "numbers below 0, discrete-laplace" in said


def test_a_refuted_server_is_exit_code_1_and_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Refuted numbers exit with 1, and the page, the JSON and one line on standard error say so."""
    broken = str(cohort_folder(tmp_path, 1, noise=0.5))
    for options in ([], ["--json"]):
        with pytest.raises(SystemExit) as ended:
            main([broken, *options])
        assert ended.value.code == 1
        said = capsys.readouterr()
        assert said.err.startswith(f"pdd-audit: {broken}: REFUTED")
        assert said.err.count("\n") == 1
    answer = json.loads(said.out)
    assert answer["refuted"] is True
    assert next(one["test"] for one in answer["audited"][0]["tests"] if one["refuted"]) == "size of the noise"
    assert answer["not_seen"]


RIGHT = {"campaign": "flu", "period": "day", "days": [], "decoys": [], "missing": []}
PRIVACY = {"budget": {"epsilon": 1}, "spent": {"days": 0, "epsilon": 0}, "threshold": None}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "Invalid JSON"),
        ("[]", "the file: Input should be an object"),
        (json.dumps(RIGHT), "privacy: Field required"),
        (json.dumps({**RIGHT, "privacy": PRIVACY, "campaign": "\x1b[2Jflu"}), "campaign: String should match pattern"),
        (json.dumps({**RIGHT, "privacy": PRIVACY, "missing": [{"day": "soon"}]}), "missing.0.day"),
        (json.dumps({**RIGHT, "privacy": {**PRIVACY, "threshold": 2**70}}), "privacy.threshold"),
        ("[" * 100_000, "Invalid JSON"),
        (
            json.dumps({**RIGHT, "privacy": PRIVACY, "decoys": [{
                "day": "2026-11-20", "law": "skellam", "scale": float("inf"), "shares": 1, "of": 1, "numbers": []}]}),
            "decoys.0.scale",
        ),
        (
            json.dumps({**RIGHT, "privacy": PRIVACY, "decoys": [{
                "day": "2026-11-20", "law": "discrete-gaussian", "scale": 3, "shares": 1, "of": 1, "numbers": [1]}]}),
            "donors add no discrete-gaussian noise",
        ),
    ],
)  # fmt: skip
def test_a_malformed_file_is_named_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, said: str
) -> None:
    """A malformed file exits with 2 and a line with the file and the key; nothing of it reaches the terminal raw."""
    (tmp_path / "totals.json").write_text(content)
    assert main([str(tmp_path)]) == 2
    line = capsys.readouterr().err
    assert said in line
    assert line.count("\n") == 1
    assert "\x1b" not in line


def test_a_large_file_is_not_read_to_its_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files beyond the bound are refused, also those that are small only while they are packed."""
    monkeypatch.setattr(sources, "MOST_BYTES", 2**20)
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("totals.json", b" " * 2**23)
    assert (tmp_path / "bomb.zip").stat().st_size < 2**16
    assert main([str(tmp_path / "bomb.zip")]) == 2
    assert "is larger than 1 MiB" in capsys.readouterr().err


@pytest.fixture
def liar(folder: Path) -> Iterator[str]:
    """Return the address of a server that leads elsewhere, never ends, or sends garbage."""
    app = Flask("liar")
    app.add_url_rule("/file/v1/campaigns", "file", lambda: redirect(f"file://{folder}/flu/totals.json"))
    app.add_url_rule("/endless.json", "endless", lambda: (b" " * 2**16 for _ in range(10**6)))
    app.add_url_rule("/garbage/v1/campaigns", "garbage", lambda: '{"campaigns": [{"payload": 1}]}')
    app.add_url_rule("/escape/v1/campaigns", "escape", lambda: '{"campaigns": [{"payload": "{\\"id\\": \\"../x\\"}"}]}')
    with listening(app) as address:
        yield address


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/file", "can't be read"),
        ("/endless.json", "is larger than 1 MiB"),
        ("/garbage", "is no list of campaigns"),
        ("/escape", "has no campaign"),
        ("/nothing", "can't be read (NOT FOUND)"),
    ],
)
def test_a_lying_server_gets_one_line(
    liar: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, path: str, said: str
) -> None:
    """A server can lead the audit to no file of this machine, and can't keep it reading for ever."""
    monkeypatch.setattr(sources, "MOST_BYTES", 2**20)
    assert main([liar + path]) == 2
    line = capsys.readouterr().err
    assert said in line
    assert line.count("\n") == 1
