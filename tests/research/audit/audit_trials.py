"""Audits tried at size: what they find is printed, for docs/guides/audit.md to state."""

from collections.abc import Callable
from time import monotonic

from pdd_research.audit.findings import Finding


def broken(findings: tuple[Finding, ...]) -> list[str]:
    """The attacks that show more than is claimed."""
    return [finding.attack for finding in findings if finding.broken]


def tried(name: str, audit: Callable[[], tuple[Finding, ...]]) -> list[str]:
    """Those of an audit, whose findings and seconds are printed under this name."""
    begun = monotonic()
    findings = audit()
    print(f"\n{name}: {monotonic() - begun:.0f} s")
    for one in findings:
        mark = "broken" if one.broken else ""
        print(f"{one.attack:<42}{one.trials:>7}{one.epsilon:>8.3f}{one.proven.epsilon:>8.3f} {mark}")
    return broken(findings)
