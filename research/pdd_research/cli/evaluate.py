"""`pdd-research evaluate`, `keywords` and `ranking`: uses of a release, and how well it serves them."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import polars as pl

from pdd_research.click_graph.evaluation import Evaluation, evaluate
from pdd_research.click_graph.graph import ClickGraph
from pdd_research.click_graph.held_out import split
from pdd_research.click_graph.keywords import keywords
from pdd_research.click_graph.query_ranking import after
from pdd_research.click_graph.release_reader import Released, read_release
from pdd_research.log_release.logs.log import read_log


def add_commands(commands: Any) -> None:
    """Add `evaluate`, `keywords` and `ranking` with their arguments."""
    parser = _command(commands, "evaluate", "how well a release finds what users that it did not see clicked on")
    parser.set_defaults(command=_evaluate)
    parser.add_argument("--log", type=Path, required=True, help="the log that it was made from")
    parser.add_argument("--held-out", type=float, required=True, metavar="SHARE", help="of users, left out of it")
    parser.add_argument("--walk", choices=("forward", "backward"), default="forward")
    _graph_arguments(parser)
    parser = _command(commands, "keywords", "queries that lead to given pages or sites, by a release's clicks")
    parser.set_defaults(command=_keywords)
    parser.add_argument("--seed", nargs="+", required=True, metavar="URL", help="a page, or a site with all its pages")
    parser.add_argument("--relevance", type=float, default=0.5, metavar="P", help="the least probability")
    _graph_arguments(parser)
    parser = _command(commands, "ranking", 'what is searched most after some words, such as "fear of"')
    parser.set_defaults(command=_ranking)
    parser.add_argument("--after", required=True, metavar="WORDS")
    parser.add_argument("--first", type=int, default=10, metavar="N")
    parser.add_argument("--json", action="store_true")


def _command(commands: Any, name: str, text: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text)
    parser.add_argument("release", type=Path, metavar="RELEASE", help="a folder that release wrote")
    return parser


def _graph_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--min-clicks", type=int, default=1, metavar="N", help="the fewest clicks of an edge")
    parser.add_argument("--json", action="store_true")


def _evaluate(given: argparse.Namespace) -> None:
    released = read_release(given.release)
    _, held_out = split(read_log(given.log).rows, given.held_out)
    _warn_if_seen(released, given.held_out)
    found = evaluate(released, held_out, given.min_clicks, given.walk)
    print(json.dumps(_figures_of(found), indent=1) if given.json else _in_words(found))


def _figures_of(found: Evaluation) -> dict[str, float | int | None]:
    return {
        "ndcg@10": found.ndcg,
        "precision@1": found.precision,
        "recall@10": found.recall,
        "queries_evaluated": found.queries_evaluated,
        "ndcg@10_all": found.ndcg_all,
        "distinct_released": found.distinct_released,
        "impressions_released": found.impressions_released,
    }


def _in_words(found: Evaluation) -> str:
    return "\n".join(
        [
            f"released     {found.distinct_released} queries, {found.impressions_released} impressions",
            f"evaluated    {found.searches_evaluated} of {found.searches_held_out} held-out searches with clicks,"
            f" of {found.queries_evaluated} queries",
            f"nDCG@10      {found.ndcg:.4f} of these, {found.ndcg_all:.4f} of all",
            f"precision@1  {found.precision:.4f}",
            f"recall@10    {found.recall:.4f}",
        ]
    )


def _warn_if_seen(released: Released, share: float) -> None:
    """Warn if the release's manifest doesn't say that it left out this share of users."""
    if released.manifest.get("left_out") != share:
        print(
            f"pdd-research: warning: the release does not say that it left out {share:g} of the users: "
            "it may have seen the clicks that it is evaluated on; release with --leave-out",
            file=sys.stderr,
        )


def _keywords(given: argparse.Namespace) -> None:
    graph = ClickGraph.of(read_release(given.release).clicks, given.min_clicks)
    _show(keywords(graph, given.seed, given.relevance), given.json)


def _ranking(given: argparse.Namespace) -> None:
    _show(after(read_release(given.release).queries, given.after).head(given.first), given.json)


def _show(table: pl.DataFrame, as_json: bool) -> None:
    """Print a table of texts and figures as JSON, or a line each."""
    if as_json:
        print(json.dumps(table.to_dicts(), indent=1, ensure_ascii=False))
        return
    for text, figure in table.iter_rows():
        print(f"{figure:10.4f}  {text}" if isinstance(figure, float) else f"{figure!s:>10}  {text}")
