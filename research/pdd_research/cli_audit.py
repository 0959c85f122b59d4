"""`pdd-research audit`: whether a release keeps what it claims, tried out; exit code 1 if it is shown not to."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from math import isfinite
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

from pdd_research.audit.releases.bounds import CONFIDENCE, FEWEST
from pdd_research.audit.releases.campaign_audit import audit_results
from pdd_research.audit.releases.campaign_results import is_results, read_results
from pdd_research.audit.releases.errors import AuditError
from pdd_research.audit.releases.findings import Finding
from pdd_research.audit.releases.log_audit import STEPS, audit_manifest
from pdd_research.click_graph.released import read_release


def add_commands(commands: Any) -> None:
    """The command with its arguments."""
    text = "try out whether a release keeps the epsilon that it claims"
    parser = commands.add_parser("audit", help=text, description=text)
    parser.set_defaults(command=_audit)
    parser.add_argument(
        "source",
        type=Path,
        metavar="RELEASE|RESULTS",
        help="a folder that release wrote, or a campaign's (or its .zip)",
    )
    parser.add_argument("--trials", type=int, default=100_000, metavar="N", help="runs of the mechanism, in each world")
    parser.add_argument("--json", action="store_true")


def _audit(given: argparse.Namespace) -> None:
    if given.trials < FEWEST:
        raise AuditError(f"--trials: is {given.trials}; it must be {FEWEST} or more")
    findings = _findings(given.source, given.trials)
    print(json.dumps(_figures_of(findings), indent=1) if given.json else _in_words(findings))
    if broken := [finding.attack for finding in findings if finding.broken]:
        print(f"pdd-research: {given.source}: BROKEN: keeps less than it claims: {', '.join(broken)}", file=sys.stderr)
        raise SystemExit(1)


def _findings(source: Path, trials: int) -> tuple[Finding, ...]:
    if is_results(source):
        results = read_results(source)
        with _progress(len(results.claims)) as moved:
            return audit_results(results, trials, moved)
    manifest = read_release(source).manifest
    with _progress(STEPS) as moved:
        return audit_manifest(manifest, trials, moved)


def _figures_of(findings: tuple[Finding, ...]) -> dict[str, Any]:
    rows = [
        {
            "attack": finding.attack,
            "trials": finding.trials,
            "claimed": {"epsilon": finding.epsilon, "delta": finding.delta},
            "epsilon_at_least": finding.proven.epsilon,
            "provable": finding.proven.provable if isfinite(finding.proven.provable) else None,
            "advantage": finding.proven.advantage,
            "advantage_at_least": finding.proven.advantage_low,
            "advantage_allowed": finding.allowed,
            "broken": finding.broken,
        }
        for finding in findings
    ]
    return {"confidence": CONFIDENCE, "broken": any(finding.broken for finding in findings), "findings": rows}


def _in_words(findings: tuple[Finding, ...]) -> str:
    lines = [f"{'attack':<30} {'claimed':>9} {'at least':>9} {'provable':>9} {'advantage':>10} {'allowed':>8}"]
    for finding in findings:
        proven = asdict(finding.proven)
        lines.append(
            f"{finding.attack:<30} {finding.epsilon:>9.4g} {proven['epsilon']:>9.4g} {proven['provable']:>9.4g}"
            f" {proven['advantage']:>10.4f} {finding.allowed:>8.4f}{'  BROKEN' if finding.broken else ''}"
        )
    return "\n".join(
        [*lines, f"each bound holds with confidence {CONFIDENCE:.1%}; none exceeded is no proof of privacy"]
    )


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """A bar on standard error, where that is a terminal."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("attacking", total=total)
        yield lambda: bar.advance(task)
