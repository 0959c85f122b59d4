"""An attack's outcome, as text, as JSON and as files."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from pdd_papers.token_hash.attacks import Found
from pdd_papers.token_hash.methods.distance import UNMAPPED
from pdd_papers.token_hash.scores import NOTHING, Score
from pdd_papers.token_hash.soundness import LEAST_AGREEMENT


@dataclass(frozen=True)
class Report:
    """An attack's scores and answers, and what they disclose.

    Attributes:
        score: how good the attack was.
        answers: hash, token and confidence.
        scripts: the share of the reference's terms in each script.
        searches: the number of searches in the hashed log.
        readable: how many of them can be read. Each of their words has a right answer (a confident one if no truth is
            known), or was known beforehand.
        uncovered: for each kind of words how many searches and sessions have it; None if none was looked for.
        examples: queries of each kind, if asked for.
    """

    score: Score
    answers: pl.DataFrame
    scripts: dict[str, float]
    searches: int
    readable: int
    uncovered: pl.DataFrame | None = None
    examples: dict[str, list[str]] | None = None

    def figures(self) -> dict[str, Any]:
        """Return the report for JSON; `accuracy`, `matchable` and `precision` are null without the truth."""
        score = self.score
        found: dict[str, Any] = {
            "accuracy": score.accuracy,
            "matchable": score.matchable,
            "vocabulary": score.vocabulary,
            "precision": score.precision,
            "coverage": score.coverage,
            "expected": score.expected,
            "agreement": score.agreement,
            "found_nothing": score.found_nothing,
            "searches": self.searches,
            "readable": self.readable,
            "scripts": self.scripts,
        }
        if self.uncovered is not None:
            found["uncovered"] = self.uncovered.to_dicts()
        if self.examples is not None:
            found["examples"] = self.examples
        return found

    def words(self) -> str:
        """Return the report as text."""
        score = self.score
        lines = [
            f"vocabulary  {score.vocabulary} hashes, {_counted(score.matchable)} of them matchable: "
            "their word is in the reference's vocabulary, too",
            f"expected    {score.expected:.3f} of the hashes answered rightly, by the answers' own confidence",
            f"coverage    {score.coverage:.3f} of the hashes answered with the confidence asked for",
        ]
        if score.accuracy is not None:
            lines.append(f"accuracy    {score.accuracy:.4f} of the matchable hashes mapped to their word")
        if score.precision is not None:
            lines.append(f"precision   {score.precision:.4f} of the confident answers right")
        lines.append(f"readable    {self.readable} of {self.searches} searches can be read in whole")
        if score.found_nothing:
            lines.append(f"The attack found nothing: {_why(score)}. It does not follow that nothing can be found.")
        if self.uncovered is not None:
            lines += ["", f"{'searches':>10} {'sessions':>10}  in inverted queries"]
            lines += [f"{n:>10} {'-' if m is None else m:>10}  {kind}" for kind, n, m in self.uncovered.rows()]
            if self.uncovered["sessions"].has_nulls():
                lines.append("The log has no users and times, so its sessions are not counted.")
        for kind, queries in (self.examples or {}).items():
            lines.append(f"{kind}: {'; '.join(queries)}")
        return "\n".join(lines)

    def write(self, folder: Path) -> None:
        """Write report.json, answers.csv and uncovered.csv into an existing folder."""
        (folder / "report.json").write_text(json.dumps(self.figures(), indent=1, ensure_ascii=False) + "\n", "utf-8")
        self.answers.write_csv(folder / "answers.csv")
        if self.uncovered is not None:
            self.uncovered.write_csv(folder / "uncovered.csv")


def answers(found: Found, hashes: pl.Series, tokens: pl.Series) -> pl.DataFrame:
    """Return a row for each mapped hash, the surest first: hash, token, confidence."""
    rows = np.flatnonzero(found.mapping != UNMAPPED)
    return pl.DataFrame(
        {
            "hash": hashes.gather(rows),
            "token": tokens.gather(found.mapping[rows]),
            "confidence": found.confidence[rows],
        }
    ).sort("confidence", descending=True, maintain_order=True)


def _why(score: Score) -> str:
    if score.agreement < LEAST_AGREEMENT:
        return "on halves of the logs it gives other answers"
    return f"it expects fewer than {NOTHING:.0%} of the hashes to be answered rightly"


def _counted(matchable: int | None) -> str:
    return "an unknown number" if matchable is None else str(matchable)
