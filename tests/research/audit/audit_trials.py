"""Audits at full size: their results are printed, for docs/performance.md and docs/guides/audit.md."""

from collections.abc import Callable
from time import monotonic

from pdd_research.audit.findings import Finding


def broken(findings: tuple[Finding, ...]) -> list[str]:
    """Return the attacks that show more than is claimed."""
    return [finding.attack for finding in findings if finding.broken]


def tried(name: str, audit: Callable[[], tuple[Finding, ...]]) -> list[str]:
    """Run these attacks, and print their findings and seconds under this name."""
    begun = monotonic()
    findings = audit()
    print(f"\n{name}: {monotonic() - begun:.0f} s")
    for one in findings:
        mark = "broken" if one.broken else ""
        print(f"{one.attack:<42}{one.trials:>7}{one.epsilon:>8.3f}{one.proven.epsilon:>8.3f} {mark}")
    return broken(findings)
