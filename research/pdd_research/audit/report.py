"""An audit's findings as JSON, and as text for somebody who has to judge a release."""

from dataclasses import dataclass
from math import isfinite
from typing import Any

from pdd_research.audit.attack_descriptions import ATTACKS
from pdd_research.audit.bounds import CONFIDENCE
from pdd_research.audit.findings import Finding
from pdd_research.audit.published_numbers.page import Page

_NAMES = ("claimed", "at least", "provable", "found", "at least", "allowed")
_HEADER = "\n".join(
    (
        f"{'':<50}{'-- epsilon --':^30}{'-- advantage --':^30}".rstrip(),
        f"{'attack':<42}{'trials':>8}{''.join(f'{name:>10}' for name in _NAMES)}",
    )
)
_COLUMNS = """\
claimed: what the release says that this attack can learn at most; at least: what it learnt, or more; provable: the most
that so many trials can show. advantage: how much more often the attack says "took part" of who did than of who did not,
0 being chance and 1 certainty; allowed: the most under the claim."""


@dataclass(frozen=True)
class Report:
    """What was audited, and what came of it.

    Attributes:
        subject: what it is, and what it claims.
        findings: what the attacks found.
        untried: what was not tried.
        numbers: the tests of the published numbers themselves.
    """

    subject: str
    findings: tuple[Finding, ...]
    untried: tuple[str, ...]
    numbers: Page

    @property
    def broken(self) -> tuple[str, ...]:
        """Each attack that proves more than is claimed, and each test that refutes the numbers, with what it found."""
        attacks = tuple(_excess(finding) for finding in self.findings if finding.broken)
        return attacks + tuple(f"{one.test} of the {one.of}" for _, one in self.numbers.refuted())

    def figures(self) -> dict[str, Any]:
        """Return the report for JSON."""
        rows = [_figures_of(finding) for finding in self.findings]
        blind = [finding.attack for finding in self.findings if finding.blind]
        head = {"subject": self.subject, "confidence": CONFIDENCE, "broken": bool(self.broken), "too_few_trials": blind}
        return {**head, "findings": rows, "not_tried": list(self.untried), "numbers": self.numbers.figures()}

    def words(self) -> str:
        """Return the report as text: a row for each attack, what each does, outcome, and the page about the numbers."""
        attacks = dict.fromkeys(finding.attack for finding in self.findings)
        return "\n".join(
            [
                self.subject,
                "",
                _HEADER,
                *map(_row, self.findings),
                "",
                _COLUMNS,
                "",
                "Tried: one person is planted, or not, and an attacker has to tell which. It",
                *(f"- {attack}: {ATTACKS[attack]}" for attack in attacks),
                "Not tried:",
                *(f"- {text}" for text in self.untried),
                "",
                self._outcome(),
                "",
                self.numbers.words(),
            ]
        )

    def _outcome(self) -> str:
        sure = f"Each bound holds with confidence {CONFIDENCE:.1%}."
        if any(finding.broken for finding in self.findings):
            return f"BROKEN: less is kept than is claimed. {sure}"
        blind = sum(finding.blind for finding in self.findings)
        few = f" {blind} of {len(self.findings)} attacks had too few trials to refute their claim." if blind else ""
        return f"Not refuted: no attack shows more than is claimed. {sure}{few} This is no proof of privacy."


def _row(finding: Finding) -> str:
    proven = finding.proven
    epsilons = (finding.epsilon, proven.epsilon, proven.provable)
    advantages = (proven.advantage, max(0.0, proven.advantage_low), finding.allowed)
    numbers = "".join(f"{number:>10.4g}" for number in (*epsilons, *advantages))
    verdict = "  BROKEN" if finding.broken else "  too few trials" if finding.blind else ""
    return f"{finding.attack:<42}{finding.trials:>8}{numbers}{verdict}"


def _excess(finding: Finding) -> str:
    if finding.proven.epsilon > finding.epsilon:
        return f"{finding.attack} (epsilon at least {finding.proven.epsilon:.3g}, claimed {finding.epsilon:.3g})"
    return f"{finding.attack} (advantage at least {finding.proven.advantage_low:.3g}, allowed {finding.allowed:.3g})"


def _figures_of(finding: Finding) -> dict[str, Any]:
    proven = finding.proven
    return {
        "attack": finding.attack,
        "meaning": ATTACKS[finding.attack],
        "trials": finding.trials,
        "claimed": {"epsilon": finding.epsilon, "delta": finding.delta},
        "epsilon_at_least": proven.epsilon,
        "provable": proven.provable if isfinite(proven.provable) else None,
        "advantage": proven.advantage,
        "advantage_at_least": proven.advantage_low,
        "advantage_allowed": finding.allowed,
        "broken": finding.broken,
    }
