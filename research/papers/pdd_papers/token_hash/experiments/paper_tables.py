"""The paper's tables 1 and 3 to 5 and figure 1 in kind, on logs made of real texts: each as CSV, curves as SVG, too.

python -m pdd_papers.token_hash.experiments.paper_tables FOLDER [--only NAME ...]
    [--queries N] [--seeds N ...] [--sizes N ...]
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from matplotlib.figure import Figure as Picture

from pdd_papers.token_hash.attacks import METHODS, Attack, Found, attack
from pdd_papers.token_hash.experiments.debian_texts import debian_texts
from pdd_papers.token_hash.experiments.sample_logs import Kind, Task, Texts, task
from pdd_papers.token_hash.methods.distance import UNMAPPED, Mapping
from pdd_papers.token_hash.methods.initial_maps import STARTS
from pdd_papers.token_hash.methods.kumar import Paper
from pdd_papers.token_hash.scores import score
from pdd_research.seeded_randomness import seeded

SIZES = (1_000, 2_000, 4_000, 8_000, 16_000)
SURE = 0.9
"""The confidence from which an answer counts as confident."""
KNOWN = 100
"""The number of words known beforehand in the paper's tables 4 and 5. The attack didn't find them: they don't score."""
Row = dict[str, Any]


@dataclass(frozen=True)
class Run:
    """The input of all tables: the texts, the kind of logs, the seeds, and the vocabularies' sizes."""

    texts: Texts
    kind: Kind
    seeds: tuple[int, ...]
    vocabularies: tuple[int, ...]

    def tasks(self, **changed: Any) -> Iterator[tuple[int, Task]]:
        """Yield each seed with its logs; `changed` replaces fields of the kind."""
        for seed in self.seeds:
            yield seed, task(self.texts, replace(self.kind, **changed), seed)

    def sizes(self, largest: int = SIZES[-1]) -> tuple[int, ...]:
        """Return the vocabularies' sizes up to the largest that a table has."""
        return tuple(size for size in self.vocabularies if size <= largest)


def attacked(logs: Task, size: int, by: Attack, start: str = "node", known: int = 0) -> Row:
    """Return the scores of one attack."""
    pair, truth = logs.pair(size, known)
    found = score(attack(pair, by, start, seeded(1)), truth, SURE)
    return {
        "vocabulary": size,
        "matchable": found.matchable,
        "accuracy": found.accuracy,
        "precision": found.precision,
        "coverage": found.coverage,
        "expected": found.expected,
        "agreement": found.agreement,
        "says": "nothing" if found.found_nothing else "found",
    }


def table_1(run: Run) -> Iterator[Row]:
    """Yield the paper's four ways to match, and the other attacks, by vocabulary."""
    for seed, logs in run.tasks():
        for name, by in METHODS.items():
            for size in run.sizes(1_000 if name == "faq" else 4_000):
                yield {"seed": seed, "method": name, **attacked(logs, size, by)}


def table_3(run: Run) -> Iterator[Row]:
    """Yield the paper's attack and the strong one, up to the largest vocabulary."""
    for seed, logs in run.tasks():
        for size in run.sizes():
            for name in ("greedy", "strong"):
                yield {"seed": seed, "method": name, **attacked(logs, size, METHODS[name])}


def table_4(run: Run) -> Iterator[Row]:
    """Yield scores by the share of texts common to both logs; the paper varied the time between the logs instead."""
    for share in (0.0, 0.05, 0.1, 0.2, 0.5, 1.0):
        for seed, logs in run.tasks(share=share):
            yield from ({"share": share, "seed": seed, **row} for row in swept(logs, run))


def table_5(run: Run) -> Iterator[Row]:
    """Yield scores by the number of queries; the paper varied the interval, always with 3 million queries."""
    for part in (0.01, 0.03, 0.1, 0.3, 1.0):
        queries = round(run.kind.queries * part)
        for seed, logs in run.tasks(queries=queries):
            yield from ({"queries": queries, "seed": seed, **row} for row in swept(logs, run))


def swept(logs: Task, run: Run) -> Iterator[Row]:
    """Yield the scores of one row of tables 4 and 5.

    They are of the paper's case, 1,000 words of which some are known, and of larger vocabularies without known words.
    """
    yield {"method": "continuous", **attacked(logs, 1_000, METHODS["continuous"], known=KNOWN)}
    for name in ("greedy", "strong"):
        yield {"method": name, **attacked(logs, run.sizes(4_000)[-1], METHODS[name])}


def figure_1(run: Run) -> Iterator[Row]:
    """Yield the accuracy by round, from each initial map."""
    for seed, logs in run.tasks():
        pair, truth = logs.pair(1_000)
        for start, begin in STARTS.items():
            mapping = begin(pair.hashes, pair.tokens, seeded(seed))
            for number in range(21):
                accuracy = float((mapping == truth)[truth >= 0].mean())
                yield {"seed": seed, "start": start, "round": number, "accuracy": accuracy}
                mapping, _ = Paper().update(pair, mapping, lambda _, __: None, "")


def null(run: Run) -> Iterator[Row]:
    """Yield scores on a hashed log whose words were shuffled: every attack must fail, and say so."""
    for seed, logs in run.tasks():
        nothing = logs.shuffled(seeded(seed))
        for size in run.sizes(4_000)[-1:]:
            for name, by in METHODS.items():
                yield {"seed": seed, "method": name, **attacked(nothing, size, by)}


def reliability(run: Run) -> Iterator[Row]:
    """Yield for each tenth of the confidence how often answers claim to be right, and how often they are."""
    for seed, logs in run.tasks():
        for size in run.sizes():
            pair, truth = logs.pair(size)
            for name in ("greedy", "strong"):
                found = attack(pair, METHODS[name], "node", seeded(1))
                for row in said_and_right(found, truth):
                    yield {"seed": seed, "method": name, "vocabulary": size, **row}


def said_and_right(found: Found, truth: Mapping) -> Iterator[Row]:
    """Yield for each tenth of the confidence the number of answers, their mean confidence, and the right share."""
    tenth = np.minimum((found.confidence * 10).astype(int), 9)
    for number in range(10):
        among = (tenth == number) & (found.mapping != UNMAPPED)
        if among.any():
            right = found.mapping[among] == truth[among]
            yield {
                "from": number / 10,
                "answers": int(among.sum()),
                "said": float(found.confidence[among].mean()),
                "right": float(right.mean()),
            }


TABLES: dict[str, tuple[Callable[[Run], Iterator[Row]], tuple[str, str] | None]] = {
    "figure-1": (figure_1, ("round", "start")),
    "null": (null, None),
    "table-5": (table_5, ("queries", "method")),
    "table-4": (table_4, ("share", "method")),
    "reliability": (reliability, None),
    "table-3": (table_3, ("vocabulary", "method")),
    "table-1": (table_1, None),
}


def picture(table: pl.DataFrame, across: str, line: str, file: Path) -> None:
    """Draw the mean accuracy over the seeds, a curve for each value of `line`."""
    drawn = Picture(figsize=(6, 4), layout="constrained")
    axes = drawn.add_subplot()
    for (name,), points in table.group_by(line, maintain_order=True):
        mean = points.group_by(across).agg(pl.col("accuracy").mean()).sort(across)
        axes.plot(mean[across], mean["accuracy"], marker=".", label=str(name))
    axes.set(
        xlabel=across,
        ylabel="accuracy",
        ylim=(0, 1.02),
        xscale="log" if across in {"queries", "vocabulary"} else "linear",
    )
    axes.legend()
    drawn.savefig(file)


def main() -> int:
    """Write the tables that the arguments name, and return exit code 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", choices=tuple(TABLES), default=list(TABLES))
    parser.add_argument("--queries", type=int, default=Kind.queries)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3], help="of the logs, a run each")
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES), help="vocabularies")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    kind, sizes = Kind(queries=given.queries), tuple(sorted(given.sizes))
    run = Run(Texts.of(debian_texts()), kind, tuple(given.seeds), sizes)
    for name in given.only:
        make, axes = TABLES[name]
        rows: list[Row] = []
        for row in make(run):
            rows.append(row)
            print(name, *row.values(), file=sys.stderr, flush=True)
            pl.DataFrame(rows, infer_schema_length=None).write_csv(given.folder / f"{name}.csv")
        if axes is not None:
            picture(pl.DataFrame(rows, infer_schema_length=None), *axes, given.folder / f"{name}.svg")
    return 0


if __name__ == "__main__":
    sys.exit(main())
