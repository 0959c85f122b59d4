"""The attacks on logs of the paper's size, on texts from Debian."""

import pytest

from pdd_papers.token_hash.attacks import METHODS, attack
from pdd_papers.token_hash.experiments.debian_texts import Missing, debian_texts
from pdd_papers.token_hash.experiments.sample_logs import Kind, Task, Texts, task
from pdd_papers.token_hash.scores import score
from pdd_research.seeded_randomness import seeded

WORDS = 8_000


@pytest.fixture(scope="module")
def large() -> Task:
    """Return two logs of 3 million queries, which share a fifth of their texts."""
    try:
        return task(Texts.of(debian_texts()), Kind(), 1)
    except Missing as error:
        pytest.skip(str(error))


@pytest.mark.slow
@pytest.mark.parametrize(("method", "least"), [("greedy", 0.80), ("strong", 0.97)])
def test_most_of_8000_words_are_recovered(large: Task, method: str, least: float) -> None:
    """The paper's attack recovers about as many words as from its own logs, and the strong one nearly all."""
    pair, truth = large.pair(WORDS)
    found = score(attack(pair, METHODS[method], "node", seeded(1)), truth, 0.9)
    assert found.accuracy is not None
    assert found.accuracy >= least
    assert found.precision is not None
    assert found.precision >= 0.95
    assert not found.found_nothing
