"""The tests of published numbers together, as a page that an ethics board can read, and as JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pdd_research.audit.published_numbers.comparisons import BUDGET, COMPLETE, COVERAGE, JOINED, ONCE
from pdd_research.audit.published_numbers.evidence import Evidence
from pdd_research.audit.published_numbers.noise_tests import LAST_DIGITS, SHAPE, SIZE, SURE, noise_verdicts
from pdd_research.audit.published_numbers.repetition import REPEATED, repeated
from pdd_research.audit.published_numbers.verdicts import LEVEL, Verdict

QUESTIONS = {
    SIZE: "Is there as much noise as is stated? Too little protects donors less than they were told.",
    SHAPE: "Does the noise have the stated law everywhere, not only on average?",
    LAST_DIGITS: "Were numbers rounded, or made up by a person, after the noise was drawn?",
    REPEATED: "Was the same noise used twice? Then the difference of two days has none.",
    JOINED: "Are there no more donors than uploads, but for the noise?",
    ONCE: "Is each day there once, and not missing as well? Does each week end on a Sunday?",
    BUDGET: "Is every published day charged, and is no more spent than the budget?",
    COVERAGE: "Do a day's strata state one coverage, which is a share of a whole number of donors?",
    COMPLETE: "Are there decoys for all uploads, so that none were left out that looked wrong?",
}
"""What each test asks."""
UNSEEN = (
    "a server that makes up its numbers: decoys that it invents have the right law. It is the donors' programs that "
    "add the noise in `cohort`, and decoys show that they did, if the server tells the truth",
    "in `plain`, whether a server drew the noise of a day several times, and published what it liked",
    "whether counts of searches are right: no test needs them, and none looks at them",
    "whether days add up to weeks: their caps, donors and windows differ, so a difference would prove nothing",
)
"""What no test of published numbers can see."""
_TESTS = 3
"""The tests of a sample."""


@dataclass(frozen=True)
class Page:
    """All tests of one audit.

    Attributes:
        evidence: the campaigns or releases that were tested.
        verdicts: the verdicts on each of them.
    """

    evidence: tuple[Evidence, ...]
    verdicts: tuple[tuple[Verdict, ...], ...]

    @classmethod
    def of(cls, evidence: Sequence[Evidence]) -> "Page":
        """Test what campaigns or releases offer. The level is divided among all tests by chance (Bonferroni)."""
        tests = sum(_by_chance(one) for one in evidence)
        return cls(tuple(evidence), tuple(tuple(_verdicts(one, tests)) for one in evidence))

    @property
    def level(self) -> float:
        """The level of each single test."""
        return LEVEL / max(1, sum(verdict.by_chance for found in self.verdicts for verdict in found))

    def refuted(self) -> list[tuple[Evidence, Verdict]]:
        """Return the verdicts that right numbers would not get."""
        pairs = zip(self.evidence, self.verdicts, strict=True)
        return [(of, one) for of, found in pairs for one in found if self.refutes(one)]

    def refutes(self, verdict: Verdict) -> bool:
        """Return whether right numbers would not get this verdict."""
        return verdict.chance <= (self.level if verdict.by_chance else 0.0)

    def figures(self) -> dict[str, Any]:
        """Return the page for JSON."""
        pairs = zip(self.evidence, self.verdicts, strict=True)
        campaigns = [
            {
                "subject": of.subject,
                "tests": [{**vars(one), "refuted": self.refutes(one)} for one in found],
                "untested": list(of.untested),
            }
            for of, found in pairs
        ]
        return {"refuted": bool(self.refuted()), "level": LEVEL, "audited": campaigns, "not_seen": list(UNSEEN)}

    def words(self) -> str:
        """Return the page as Markdown text."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield from ("# Do the published numbers carry the noise that is stated?", "", self.outcome(), "")
        for of, found in zip(self.evidence, self.verdicts, strict=True):
            yield from (f"## {of.subject}", "")
            if found:
                yield from (
                    "| test | of | numbers | found | chance | result |",
                    "| --- | --- | --- | --- | --- | --- |",
                )
                yield from (self._row(one) for one in found)
                yield ""
            if powers := [one for one in found if one.power]:
                yield from (f"This would have been seen with a probability of {SURE:.0%} or more:", "")
                yield from (f"- {one.test} ({one.of}): {one.power}" for one in powers)
                yield ""
            if of.untested:
                yield from ("Not tested here:", "", *(f"- {text}" for text in of.untested), "")
        asked = dict.fromkeys(one.test for found in self.verdicts for one in found)
        yield from ("## What each test asks", "", *(f"- **{test}**: {QUESTIONS[test]}" for test in asked), "")
        yield from ("## What no test here can see", "", *(f"- {text}" for text in UNSEEN), "")
        yield (
            f"*chance*: how often right numbers look at least as odd. All tests together refute right numbers at most "
            f"once in {1 / LEVEL:,.0f} audits."
        )

    def outcome(self) -> str:
        """Return the outcome as a paragraph."""
        refuted = self.refuted()
        if refuted:
            lines = "; ".join(f"{one.test} of {one.of}: {_found(one)}" for _, one in refuted)
            return f"**REFUTED.** These numbers are not what the server states. {lines}."
        if not any(len(sample.numbers) for one in self.evidence for sample in one.samples):
            return "**NOT TESTED.** There is no number here that tells its noise."
        return "**Not refuted.** All tests fit what the server states. This is no proof: read what no test can see."

    def _row(self, one: Verdict) -> str:
        chance = f"{one.chance:.2g}" if one.by_chance else "none"
        result = "**refuted**" if self.refutes(one) else "fits"
        return f"| {one.test} | {one.of} | {one.numbers:,} | {one.found or '-'} | {chance} | {result} |"


def _found(one: Verdict) -> str:
    said = one.found or "off"
    return f"{said}, by chance {one.chance:.2g}" if one.by_chance else said


def _by_chance(of: Evidence) -> int:
    """Return how many tests by chance this evidence gets."""
    samples = sum(_TESTS for sample in of.samples if len(sample.numbers))
    return samples + len(of.rows) + sum(one.by_chance for one in of.verdicts)


def _verdicts(of: Evidence, tests: int) -> Iterator[Verdict]:
    for sample in of.samples:
        yield from noise_verdicts(sample, tests)
    for rows in of.rows:
        yield repeated(rows.of, rows.numbers, rows.known, rows.ties, tests)
    yield from of.verdicts
