"""A round of the token-hash attack, with 16,000 words of real texts, compared with the bare sparse product in it."""

import pickle
import sys
import time
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from pdd_papers.token_hash.experiments.debian_texts import Missing, debian_texts
from pdd_papers.token_hash.experiments.sample_logs import Kind, Texts, task
from pdd_papers.token_hash.methods.distance import UNMAPPED, distances, shares
from pdd_papers.token_hash.methods.kumar import Pair
from pdd_papers.token_hash.methods.matching import greedy
from pdd_papers.token_hash.methods.mutual_neighbours import associations, directions, one_round
from scripts.benchmarks.figures import Figure, at_most, in_process, medians, peak_of_memory

WORDS, ROUNDS, BLOCK = 16_000, 3, 500
GIGABYTES, PAPERS_GIGABYTES = 2.0, 5.0


def strong(pair: Pair, truth: np.ndarray) -> float:
    """Return the seconds of a round of the strong attack, from the right map."""
    sides = associations(pair.hashes), associations(pair.tokens)
    return _timed(lambda: one_round(*sides, truth))


def bare(pair: Pair, truth: np.ndarray) -> float:
    """Return the seconds of the sparse product that the round needs, in blocks of the same size."""
    hashes, tokens = directions(associations(pair.hashes), associations(pair.tokens), truth)

    def product() -> None:
        for start in range(0, hashes.shape[0], BLOCK):
            hashes[start : start + BLOCK] @ tokens

    return _timed(product)


def paper(pair: Pair, truth: np.ndarray) -> float:
    """Return the seconds of a round of the paper's attack: distances by inverted index, then greedy matching."""
    sides = shares(pair.hashes.cooccurrence), shares(pair.tokens.cooccurrence)
    return _timed(lambda: greedy(distances(*sides, truth)))


WAYS = {"strong": strong, "bare": bare, "paper": paper}


def _timed(way: object) -> float:
    start = time.perf_counter()
    way()  # type: ignore[operator]
    return time.perf_counter() - start


def figures() -> list[Figure]:
    """Compare a round with its product, and measure memory; no figures if the texts can't be fetched."""
    try:
        texts = Texts.of(debian_texts())
    except Missing as error:
        print(f"bench: {error}", file=sys.stderr)
        return []
    pair, truth = task(texts, Kind(), 1).pair(WORDS)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "pair.pickle"
        file.write_bytes(pickle.dumps((pair, truth)))
        peaks: dict[str, list[float]] = {name: [] for name in WAYS}
        ours, product = medians(
            ROUNDS,
            *(partial(in_process, "research.token_hash_attack", way, file, peaks[way]) for way in ("strong", "bare")),
        )
        in_process("research.token_hash_attack", "paper", file, peaks["paper"])
    return [
        at_most("token hash: a strong round at 16,000 words, beside its product", ours, product, 5),
        at_most("token hash: the same, memory at its peak in GB", max(peaks["strong"]), GIGABYTES, 1),
        at_most("token hash: a round of the paper's, memory in GB", max(peaks["paper"]), PAPERS_GIGABYTES, 1),
    ]


def main() -> None:
    """Run one way once, and print its seconds and its peak of memory in GB."""
    way, file = sys.argv[1:]
    pair, truth = pickle.loads(Path(file).read_bytes())
    assert (truth != UNMAPPED).any()
    print(WAYS[way](pair, truth), peak_of_memory())


if __name__ == "__main__":
    main()
