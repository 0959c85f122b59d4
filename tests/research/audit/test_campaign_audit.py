"""Audits of campaigns' published totals: files are read, right totals pass, and broken ones are caught."""

import json
import shutil
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

from pdd_research.audit.campaign_audit import GAUSSIAN, LAPLACE, audit_results, drawn
from pdd_research.audit.campaign_results import Claim, Results, read_results
from pdd_research.cli.main import main
from pdd_research.errors import AuditError
from pdd_server.services.results.exports import exports
from pdd_shared.protocol.terms import Budget, Caps, Noise
from tests.research.audit.audit_trials import broken, tried
from tests.server.services.results.synthetic_results import made_up
from tests.server.simulated_server import campaign
from tests.support.terms import terms

FEW, MANY = 4_000, 100_000
DAYS = 5
SEARCHES, MATCHES = 4, 2
L1 = 1 + SEARCHES * (1 + MATCHES)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return what a server published of five days in two strata, at epsilon 1 a day."""
    made = campaign(strata=("north", "south"), terms=terms(SEARCHES, MATCHES))
    server = made_up(tmp_path, made, DAYS)
    exports.write_all(server.store, server.folder.published)
    server.store.dispose()
    return server.folder.published / "flu"


def results(law: str = LAPLACE, scale: float = L1, epsilon: float = 1.0, delta: float = 0.0) -> Results:
    totals = np.tile([[400.0, 5_000, 30, 50]], (DAYS, 1)) + np.arange(DAYS)[:, None]
    claim = Claim(law, scale, epsilon, delta)
    return Results("flu", Caps.of(SEARCHES, MATCHES, None, None), DAYS, 2, (10.0, 0.0), (claim,), totals)


def test_a_servers_files_are_read(folder: Path) -> None:
    """Claims, caps and days are read from a server's folder and from its package."""
    found = read_results(folder)
    assert (found.caps, found.days, found.strata) == (Caps.of(SEARCHES, MATCHES, None, None), DAYS, 2)
    assert found.claims == (Claim(LAPLACE, float(L1), 1.0, 0.0),)
    assert found.canary.tolist() == [1, SEARCHES, SEARCHES, SEARCHES]
    assert found.totals.shape == (2 * DAYS, 4)
    packed = read_results(folder / "package.zip")
    assert (packed.claims, packed.totals.tolist()) == (found.claims, found.totals.tolist())


@pytest.mark.slow
def test_gaussian_noise_is_held_against_what_a_server_says(tmp_path: Path) -> None:
    """Gaussian noise is compared with the day's epsilon at the budget's delta, as the results state it."""
    noise = Noise(law=GAUSSIAN, scale=Decimal(10))
    budget = Budget(epsilon=Decimal(100), delta=Decimal("0.00001"))
    server = made_up(tmp_path, campaign(terms=terms(SEARCHES, MATCHES, noise=noise, budget=budget)), DAYS)
    exports.write_all(server.store, server.folder.published)
    server.store.dispose()
    found = read_results(server.folder.published / "flu")
    findings = audit_results(found, FEW)
    assert broken(findings) == []
    assert findings[0].proven.epsilon > 0.3 * found.claims[0].epsilon  # .63, give or take .05
    less = replace(found, claims=(replace(found.claims[0], scale=5.0),))
    assert "known donor, one day" in broken(audit_results(less, FEW))


def test_right_totals_pass_every_attack() -> None:
    """Right totals pass every attack: with and without knowing the others, by differences, and several together."""
    findings = audit_results(results(), FEW)
    assert broken(findings) == []
    assert {finding.attack: finding.epsilon for finding in findings} == {
        "known donor, one day": 1.0,
        "shadow model, one day": 1.0,
        "difference of two days": 1.0,
        "sum of strata": 1.0,
        "known donor, several days": 3.0,
        "two campaigns, one day": 2.0,
    }
    known, *others = findings
    assert known.proven.epsilon > 0.2  # .47, give or take .05
    assert known.proven.advantage > max(finding.proven.advantage for finding in others[1:3])
    assert all(finding.proven.advantage_low <= finding.allowed for finding in findings)


def test_gross_lack_of_noise_is_caught() -> None:
    """A fifth of the claimed noise is caught in the few trials that always run."""
    assert "known donor, one day" in broken(audit_results(results(scale=L1 / 5), FEW))


def test_noise_that_is_the_same_for_all_numbers_is_caught() -> None:
    """One draw added to all numbers, with the right law and scale, is caught by their differences."""

    def one_draw(law: str, scale: float, number: int) -> np.ndarray:
        return np.repeat(drawn(law, scale, number // 4), 4)

    alike = replace(results(), totals=results().totals.mean(axis=0, keepdims=True))
    assert "shadow model, one day" in broken(audit_results(alike, FEW, sampler=one_draw))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("law", "scale", "epsilon", "delta"),
    [(LAPLACE, L1, 1.0, 0.0), (LAPLACE, L1 * 6, 1 / 6, 0.0), (GAUSSIAN, 27.0, 1.0, 1e-5)],
)
def test_half_the_noise_is_caught(law: str, scale: float, epsilon: float, delta: float) -> None:
    """Half the noise is caught within 100,000 trials, in which the right noise passes."""
    right, half = (results(law, scale / part, epsilon, delta) for part in (1, 2))
    name = f"{law}, epsilon {epsilon:.3g} a day"
    assert tried(name, lambda: audit_results(right, MANY)) == []
    assert "known donor, one day" in tried(f"{name}, half the noise", lambda: audit_results(half, MANY))


def test_the_command_passes_what_is_right_and_fails_loudly_what_is_not(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command exits with 0 for right totals, and with 1 and a line that says BROKEN for others; JSON has all
    findings.
    """
    assert main(["audit", str(folder), "--trials", "2000", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["broken"] is False
    assert answer["findings"][0]["claimed"] == {"epsilon": 1.0, "delta": 0.0}
    written(folder / "totals.json", f'"scale": {L1}.0', '"scale": 2.0')
    with pytest.raises(SystemExit) as ended:
        main(["audit", str(folder), "--trials", "2000"])
    assert ended.value.code == 1
    said = capsys.readouterr()
    assert "BROKEN: keeps less than it claims: known donor, one day" in said.err
    assert "BROKEN" in said.out


def written(file: Path, old: str, new: str) -> None:
    """Replace one text by another wherever it occurs."""
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda folder: (folder / "totals.json").unlink(), "has no totals.json"),
        (lambda folder: (folder / "totals.json").write_text("{"), "totals.json is not JSON"),
        (
            lambda folder: (folder / "totals.json").write_text('{"campaign": "flu", "days": []}'),
            "flu: has no published day; nothing can be audited yet\n",
        ),
        (lambda folder: written(folder / "totals.json", '"epsilon": 1.0', '"epsilon": Infinity'), "(they are inf and"),
        (lambda folder: written(folder / "totals.json", LAPLACE, "cauchy"), "flu: law: is 'cauchy'"),
        (lambda folder: written(folder / "datapackage.json", '"max_searches": 4', '"max_searches": 0'), "(it is 0)"),
        (lambda folder: (folder / "datapackage.json").write_text('{"privacy": {}}'), "lacks 'max_searches'"),
        (
            lambda folder: shutil.rmtree(folder),
            "has no manifest.json of a log's release",
        ),
    ],
)
def test_what_cannot_be_audited_is_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], spoil: object, said: str
) -> None:
    """Totals that can't be audited exit with 2 and what to do."""
    spoil(folder)  # type: ignore[operator]
    assert main(["audit", str(folder)]) == 2
    assert said in capsys.readouterr().err


def test_too_few_trials_are_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Too few trials to prove anything are refused."""
    assert main(["audit", str(folder), "--trials", "10"]) == 2
    assert "--trials: is 10; it must be 100 or more" in capsys.readouterr().err


def test_a_law_that_is_not_known_is_named() -> None:
    """An unknown law is named, and no other is used instead."""
    with pytest.raises(AuditError, match="law: is 'magic'"):
        drawn("magic", 1.0, 1)
