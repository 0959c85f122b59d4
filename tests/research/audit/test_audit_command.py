"""`pdd-research audit` on a log's release: its outcome in words and as exit code, and what was tried."""

import json
from dataclasses import replace
from math import nan
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numpy as np
import polars as pl
import pytest

from pdd_research.audit.attack_descriptions import ATTACKS, untried_of_campaign, untried_of_log
from pdd_research.audit.campaign_audit import LAPLACE, audit_results
from pdd_research.audit.campaign_results import Claim, Results
from pdd_research.audit.released_logs.log_audit import audit_manifest
from pdd_research.cli.main import main
from pdd_research.log_release.algorithms import baselines, korolova, pool
from pdd_research.log_release.algorithms.korolova_accounting import Parameters
from pdd_research.log_release.release import write
from pdd_shared.protocol.terms import Caps
from tests.research.audit.manifests import NOTHING, PLAN, korolova_manifest, pool_manifest, union_manifest

FEWEST = 100


def released(folder: Path, manifest: dict[str, Any]) -> str:
    """Return a folder with an empty release that claims this of itself."""
    empty = korolova.release(NOTHING, Parameters(1, 9.0, 1.0))
    write(replace(empty, manifest=manifest), folder)
    return str(folder)


def test_a_right_release_is_not_refuted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A right release exits with 0 and lists the claim, each attack, what was not tried, and that this proves
    nothing.
    """
    assert main(["audit", released(tmp_path / "right", korolova_manifest()), "--trials", "2000"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert "released by korolova. Claimed: epsilon 2 at delta 0.0001, for one user's whole activity." in said.out
    assert f"- known donor: {ATTACKS['known donor']}" in said.out
    assert said.out.index("Not tried:") < said.out.index("Not refuted: no attack shows more than is claimed.")
    assert "99.9%" in said.out
    assert "This is no proof of privacy.\n" in said.out
    assert said.out.index("This is no proof") < said.out.index("the counts of queries: none of them is below 0")


def test_a_broken_release_fails_and_says_by_how_much(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A broken release exits with 1 and one line on which attacks exceed the claim by how much; the JSON has the
    same.
    """
    folder = released(tmp_path / "broken", korolova_manifest(0.2))
    with pytest.raises(SystemExit) as ended:
        main(["audit", folder, "--trials", "2000", "--json"])
    assert ended.value.code == 1
    said = capsys.readouterr()
    answer = json.loads(said.out)
    known = answer["findings"][0]
    assert (answer["broken"], known["broken"]) == (True, True)
    assert known["epsilon_at_least"] > known["claimed"]["epsilon"] == 2
    assert answer["not_tried"] == list(untried_of_log(korolova_manifest()))
    assert said.err.count("\n") == 1
    assert f"known donor (epsilon at least {known['epsilon_at_least']:.3g}, claimed 2)" in said.err


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        (baselines.raw(NOTHING).manifest, "raw claims no epsilon"),
        ({**pool_manifest(), "epsilon": 1.0}, "its steps cost 4 together, and it claims 1"),
        ({**korolova_manifest(), "parameters": {}}, "korolova can't be run by them"),
        ({**korolova_manifest(), "epsilon": nan}, "has not an epsilon above 0"),
        ({**korolova_manifest(), "epsilon": "4"}, "has not an epsilon above 0"),
        ({**korolova_manifest(), "delta": 9}, "a delta from 0 to below 1 (they are 2.0 and 9)"),
    ],
)
def test_what_cannot_be_audited_is_one_line_that_names_the_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], manifest: dict[str, Any], said: str
) -> None:
    """A release that can't be audited exits with 2 and one line with its folder, without a verdict."""
    folder = released(tmp_path / "release", manifest)
    assert main(["audit", folder]) == 2
    line = capsys.readouterr().err
    assert line.startswith(f"pdd-research: {folder}: manifest")
    assert said in line


def test_an_invalid_manifest_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A manifest that is JSON but a list exits with 2 and its path."""
    folder = released(tmp_path / "release", korolova_manifest())
    (tmp_path / "release" / "manifest.json").write_text("[]")
    assert main(["audit", folder]) == 2
    assert capsys.readouterr().err.startswith(f"pdd-research: {folder}: has no readable manifest.json")


def test_what_so_few_trials_could_not_show_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Claims that so few trials could never refute are marked and counted, in words and JSON."""
    folder = released(tmp_path / "release", korolova_manifest() | {"epsilon": 40.0})
    assert main(["audit", folder, "--trials", "200"]) == 0
    said = capsys.readouterr().out
    assert "4 of 7 attacks had too few trials to refute their claim." in said
    assert said.count("  too few trials\n") == 4
    assert main(["audit", folder, "--trials", "200", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["too_few_trials"]) == 4


def test_whoever_is_interrupted_sees_no_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C is one line and exit code 130; too little memory is one line with what to do."""
    folder = released(tmp_path / "release", korolova_manifest())
    for raised, code, words in ((KeyboardInterrupt, 130, "stopped"), (MemoryError, 2, "ask for less of it")):
        monkeypatch.setattr("pdd_research.cli.audit.releases.audit_manifest", Mock(side_effect=raised))
        assert main(["audit", folder]) == code
        assert words in capsys.readouterr().err


@pytest.mark.slow
def test_every_attack_is_put_in_words() -> None:
    """Every attack that is made has a wording, and there are no others."""
    donors = Claim(LAPLACE, 13.0, 1.0, 1e-12, 2, 2)
    days = Results("flu", Caps(4, 8, 4, 2), 2, 2, (10.0, 1e-6), (donors,), np.zeros((4, 4)))
    manifests = (korolova_manifest(), korolova_manifest(urls=True), union_manifest(), pool_manifest())
    logs = [audit_manifest(made, FEWEST) for made in manifests]
    made = {finding.attack for findings in (*logs, audit_results(days, FEWEST)) for finding in findings}
    assert made == set(ATTACKS)


def test_untested_steps_depend_on_the_release() -> None:
    """What was not tried depends on the release: steps, and the server's view, hidden only by donors' noise."""
    assert any("transitions" in text for text in untried_of_log(pool_manifest()))
    plain = pool.release(
        NOTHING, pl.Series(["flu"]), replace(PLAN, terms=None, transitions=None, transition_counts=None)
    )
    assert not any("transitions" in text for text in untried_of_log(plain.manifest))
    by_server = Results("flu", Caps(4, 8, 4, 2), 1, 1, (10.0, 0.0), (Claim(LAPLACE, 13.0, 1.0, 0.0),), np.zeros((1, 4)))
    assert any("server's own view" in text for text in untried_of_campaign(by_server))
