"""`pdd-research audit`: test a release's privacy claim by attacks; exit code 1 if an attack refutes it."""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pdd_research.audit.attack_descriptions import (
    subject_of_campaign,
    subject_of_log,
    untried_of_campaign,
    untried_of_log,
)
from pdd_research.audit.bounds import FEWEST
from pdd_research.audit.campaign_audit import audit_results
from pdd_research.audit.campaign_results import DESCRIPTION, is_results, read_results
from pdd_research.audit.published_numbers.page import Page
from pdd_research.audit.released_logs.log_audit import STEPS, audit_manifest
from pdd_research.audit.report import Report
from pdd_research.cli.audit.published import evidence_in
from pdd_research.cli.progress import step_bar
from pdd_research.click_graph.release_reader import read_release
from pdd_research.errors import AuditError, ParameterError
from pdd_research.log_release.release import MANIFEST


def add_commands(commands: Any) -> None:
    """Add `audit` with its arguments."""
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
    report = _report(given.source, given.trials)
    print(json.dumps(report.figures(), indent=1) if given.json else report.words())
    if report.broken:
        text = "; ".join(report.broken)
        print(f"pdd-research: {given.source}: BROKEN: keeps less than it claims: {text}", file=sys.stderr)
        raise SystemExit(1)


def _report(source: Path, trials: int) -> Report:
    if is_results(source):
        results = read_results(source)
        with _naming(source), step_bar("attacking", len(results.claims)) as next_step:
            findings = audit_results(results, trials, next_step)
        subject, untried = subject_of_campaign(str(source), results), untried_of_campaign(results)
        return Report(subject, findings, untried, Page.of(evidence_in(str(source))))
    if not (source / MANIFEST).exists():
        raise AuditError(f"{source}: has no {MANIFEST} of a log's release, nor a campaign's {DESCRIPTION}; give either")
    manifest = read_release(source).manifest
    with _naming(source), step_bar("attacking", STEPS) as next_step:
        findings = audit_manifest(manifest, trials, next_step)
    numbers = Page.of(evidence_in(str(source)))
    return Report(subject_of_log(str(source), manifest), findings, untried_of_log(manifest), numbers)


@contextmanager
def _naming(source: Path) -> Iterator[None]:
    """Put the source's name before the message of an audit or parameter error."""
    try:
        yield
    except (AuditError, ParameterError) as error:
        raise AuditError(f"{source}: {error}") from None
