"""The click graph of a release: what it is used for, and how well that works on clicks that the release didn't see."""

from pdd_research.click_graph.evaluation import Evaluation, evaluate
from pdd_research.click_graph.graph import ClickGraph
from pdd_research.click_graph.held_out import split
from pdd_research.click_graph.release_reader import Released, read_release
from pdd_research.click_graph.walks import hops, keyword_probabilities, retrieved

__all__ = [
    "ClickGraph",
    "Evaluation",
    "Released",
    "evaluate",
    "hops",
    "keyword_probabilities",
    "read_release",
    "retrieved",
    "split",
]
