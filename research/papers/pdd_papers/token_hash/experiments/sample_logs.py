"""Two logs of one kind from real texts: a query is a few consecutive words of a text, and some texts are in both logs.

Words then occur together as in texts that people wrote, so what an attack recovers means something. A model that draws
topics and then words would be another task.

python -m pdd_papers.token_hash.experiments.sample_logs ONE.parquet TWO.parquet [--queries N] [--share S] [--seed N]
"""

import argparse
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pdd_papers.token_hash.experiments.debian_texts import debian_texts
from pdd_papers.token_hash.methods.distance import UNMAPPED, Mapping
from pdd_papers.token_hash.methods.kumar import Pair
from pdd_papers.token_hash.methods.term_statistics import Statistics, statistics
from pdd_research.seeded_randomness import Generator, seeded

Codes = NDArray[np.int64]
LONGEST = 6
SEARCHES = 20
"""The number of searches of each user of a written log, seven minutes apart."""


@dataclass(frozen=True)
class Kind:
    """The kind of logs to make. A query has 1 to 6 words, each length equally often.

    Attributes:
        share: the share of a log's texts that are in the other log, too.
        queries: the number of queries of each log.
        exponent: a text's popularity falls with its rank as (rank + shift)^-exponent (Zipf, Mandelbrot).
        shift: see exponent.
        noise: the deviation of each log's own lognormal noise on the popularity.
    """

    share: float = 0.2
    queries: int = 3_000_000
    exponent: float = 0.8
    shift: float = 1_000.0
    noise: float = 0.5


@dataclass(frozen=True)
class Texts:
    """Texts as numbers.

    Attributes:
        words: the word of each code.
        codes: the codes of all texts' words, one text after the other.
        starts: for each text where it begins in `codes`.
        lengths: for each text its number of words.
    """

    words: pl.Series
    codes: Codes
    starts: Codes
    lengths: Codes

    @classmethod
    def of(cls, texts: list[list[str]]) -> "Texts":
        """Return texts that are given as lists of words."""
        row = pl.Series([word for text in texts for word in text])
        words = row.unique().sort()
        lengths = np.array([len(text) for text in texts])
        codes = row.cast(pl.Enum(words)).to_physical().to_numpy().astype(np.int64)
        return cls(words, codes, np.cumsum(lengths) - lengths, lengths)


@dataclass(frozen=True)
class Drawn:
    """A log: for each occurrence of a word the number of its query, and the word's code."""

    queries: Codes
    codes: Codes

    def of_vocabulary(self, size: int) -> Statistics:
        """Return the statistics that an attack sees."""
        return statistics(self.queries, self.codes, size)

    def frame(self, names: pl.Series) -> pl.LazyFrame:
        """Return the log as a table: user, time, query."""
        words = pl.DataFrame({"number": self.queries, "word": names.gather(self.codes)})
        queries = words.group_by("number", maintain_order=True).agg(query=pl.col("word").str.join(" ")).lazy()
        number = pl.col("number")
        begin = pl.lit(datetime(2006, 3, 1, tzinfo=UTC).replace(tzinfo=None))
        return queries.select(
            user=(number // SEARCHES).cast(pl.String),
            time=begin + pl.duration(minutes=number % SEARCHES * 7),
            query="query",
        )


@dataclass(frozen=True)
class Task:
    """A task for an attack.

    Attributes:
        hashed: the log to attack. Its codes stand for hashes.
        reference: a log of the same kind, whose codes stand for words.
        secret: for each word's code the code of its hash.
    """

    hashed: Drawn
    reference: Drawn
    secret: Codes

    def pair(self, vocabulary: int, known: int = 0) -> tuple[Pair, Mapping]:
        """Return what an attack gets, and the truth; the attack knows the `known` most frequent hashes beforehand."""
        hashes, tokens = (log.of_vocabulary(vocabulary) for log in (self.hashed, self.reference))
        place = np.full(len(self.secret), UNMAPPED)
        place[tokens.terms] = np.arange(len(tokens))
        truth = place[np.argsort(self.secret)[hashes.terms]]
        seeds = np.where(np.arange(len(truth)) < known, truth, UNMAPPED)
        return Pair(hashes, tokens, seeds), truth

    def shuffled(self, rng: Generator) -> "Task":
        """Return the null case: the hashed log's words shuffled over its queries, so only their frequencies stay."""
        return replace(self, hashed=replace(self.hashed, codes=rng.permutation(self.hashed.codes)))


def task(texts: Texts, kind: Kind, seed: int) -> Task:
    """Make two logs of one kind from texts, and hash the first; the same seed gives the same logs."""
    rng = seeded(seed)
    order = rng.permutation(len(texts.lengths))
    each = int(len(order) / (2 - kind.share))
    common = round(each * kind.share)
    base = ((rng.permutation(len(order)) + 1 + kind.shift) ** -kind.exponent).astype(np.float64)
    ours = np.arange(each)
    theirs = np.concatenate([ours[:common], np.arange(each, min(2 * each - common, len(order)))])
    hashed, reference = (_drawn(texts, order[which], base[which], kind, rng) for which in (ours, theirs))
    secret = rng.permutation(len(texts.words))
    return Task(replace(hashed, codes=secret[hashed.codes]), reference, secret)


def _drawn(texts: Texts, which: Codes, popularity: NDArray[np.float64], kind: Kind, rng: Generator) -> Drawn:
    weights = popularity * np.exp(kind.noise * rng.standard_normal(len(which)))
    chosen = rng.choice(which, kind.queries, p=weights / weights.sum())
    long = np.minimum(rng.integers(1, LONGEST + 1, kind.queries), texts.lengths[chosen])
    begin = texts.starts[chosen] + (rng.random(kind.queries) * (texts.lengths[chosen] - long + 1)).astype(np.int64)
    within = np.arange(long.sum()) - np.repeat(np.cumsum(long) - long, long)
    return Drawn(np.repeat(np.arange(kind.queries), long), texts.codes[np.repeat(begin, long) + within])


def written(made: Task, texts: Texts, one: Path, other: Path) -> None:
    """Write both logs in words as Parquet, the one to be hashed first."""
    made.hashed.frame(texts.words.gather(np.argsort(made.secret))).sink_parquet(one)
    made.reference.frame(texts.words).sink_parquet(other)


def main() -> None:
    """Write two logs of one kind in words, to try the attack on."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("logs", type=Path, nargs=2, help="the new files, .parquet")
    parser.add_argument("--queries", type=int, default=Kind.queries)
    parser.add_argument("--share", type=float, default=Kind.share, help="of a log's texts that are in both")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    texts = Texts.of(debian_texts())
    written(task(texts, Kind(share=given.share, queries=given.queries), given.seed), texts, *given.logs)


if __name__ == "__main__":
    main()
