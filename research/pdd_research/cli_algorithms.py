"""The algorithms of `pdd-research release`: from options to what is left to be given, the log."""

import argparse
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path

import polars as pl

from pdd_research.log_release import baselines, korolova, pool, set_union, set_union_theorem
from pdd_research.log_release.errors import ParameterError
from pdd_research.log_release.korolova_theorem import Parameters, check_cost, guarantee, optimal
from pdd_research.log_release.log import Log
from pdd_research.log_release.pool_theorem import Pool, Step, scale_for, selecting
from pdd_research.log_release.release import Release

Algorithm = Callable[[Log, pl.DataFrame | None], Release]
"""What is left to be given once the parameters are known."""


def _korolova(given: argparse.Namespace) -> Algorithm:
    parameters = _parameters(given)

    def made(log: Log, results: pl.DataFrame | None) -> Release:
        _warn_of_delta(guarantee(parameters).delta, log)
        return korolova.release(log.written, parameters, results)

    return made


def _set_union(given: argparse.Namespace) -> Algorithm:
    shares = _shares(given)
    union = set_union_theorem.plan(shares.selection, given.delta, given.max_queries, given.rounds)
    counts = set_union.Counts(shares.b_q, given.max_clicks, shares.b_c)

    def made(log: Log, results: pl.DataFrame | None) -> Release:
        _warn_of_delta(union.delta, log)
        return set_union.release(log.written, union, counts, results)

    return made


def _k_anonymous(given: argparse.Namespace) -> Algorithm:
    return lambda log, _: baselines.k_anonymous(log.rows, given.k)


def _raw(_: argparse.Namespace) -> Algorithm:
    return lambda log, _: baselines.raw(log.rows)


def _pool(given: argparse.Namespace) -> Algorithm:
    """Selection, counts and clicks share epsilon as elsewhere; terms and transitions take as much as counts do."""
    _need(given, "epsilon", "max_queries", "pool")
    _check_results(given)
    public = pool.read_pool(given.pool)
    selection, queries, clicks = given.split
    wanted = {"selection": selection, "query_counts": queries, "click_counts": clicks if given.max_clicks else 0}
    wanted |= {"terms": queries if given.max_terms else 0, "transitions": queries if given.max_transitions else 0}
    part = given.epsilon / sum(wanted.values())
    cost = {name: share * part for name, share in wanted.items()}
    pairs = min(len(public), pool.MOST_QUERIES) ** 2
    terms = len(public.str.split(" ").explode().unique())
    plan = Pool(
        selecting(cost["selection"], given.max_queries, len(public)),
        selecting(cost["terms"], given.max_terms, terms) if cost["terms"] else None,
        _counting(cost["query_counts"], given.max_queries),
        _counting(cost["click_counts"], given.max_clicks),
        selecting(cost["transitions"] / 2, given.max_transitions, pairs) if cost["transitions"] else None,
        _counting(cost["transitions"] / 2, given.max_transitions),
    )
    return lambda log, results: pool.release(log.written, public, plan, results)


def _counting(epsilon: float, most: int) -> Step | None:
    return Step(most, scale_for(epsilon, most)) if epsilon else None


ALGORITHMS = {
    "korolova": _korolova,
    "set-union": _set_union,
    "pool": _pool,
    "k-anonymous": _k_anonymous,
    "raw": _raw,
}


@dataclass(frozen=True)
class _Shares:
    """An epsilon shared out: what the selection has of it, and the scales of the two kinds of counts."""

    selection: float
    b_q: float | None
    b_c: float | None


def _shares(given: argparse.Namespace) -> _Shares:
    _need(given, "epsilon", "delta", "max_queries")
    check_cost(given.epsilon, given.delta)
    _check_results(given)
    selection, queries, clicks = given.split if given.max_clicks else (*given.split[:2], 0.0)
    part = given.epsilon / (selection + queries + clicks)
    b_q = given.max_queries / (queries * part) if queries else None
    return _Shares(selection * part, b_q, given.max_clicks / (clicks * part) if clicks else None)


def _parameters(given: argparse.Namespace) -> Parameters:
    """From a file, or the best ones for the epsilon and delta given, shared out over the three steps."""
    if given.parameters is not None:
        return read_parameters(given.parameters)
    shares = _shares(given)
    threshold, scale = optimal(shares.selection, given.delta, given.max_queries)
    return Parameters(given.max_queries, threshold, scale, shares.b_q, given.max_clicks, shares.b_c)


def read_parameters(file: Path) -> Parameters:
    """Algorithm 1's parameters in a TOML file; ParameterError names file and key."""
    names = [field.name for field in fields(Parameters)]
    try:
        values = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise ParameterError(f"{file}: {error.strerror}; give a TOML file with {', '.join(names)}") from None
    except ValueError as error:
        raise ParameterError(f"{file}: is not TOML: {error}; correct it there") from None
    for key, value in values.items():
        whole = key in {"d", "d_c"}
        if key not in names or isinstance(value, bool) or not isinstance(value, int if whole else int | float):
            raise ParameterError(
                f"{file}: {key}: is no parameter, or not its kind of number; there are {', '.join(names)}"
            )
    if missing := [name for name in ("d", "K", "b") if name not in values]:
        raise ParameterError(f"{file}: {missing[0]}: is missing; add it, there is no default")
    try:
        return Parameters(**values)
    except ParameterError as error:
        raise ParameterError(f"{file}: {error}") from None


def _need(given: argparse.Namespace, *options: str) -> None:
    for option in options:
        if getattr(given, option) is None:
            raise ParameterError(f"--{option.replace('_', '-')}: is missing; {given.algorithm} needs it")


def _check_results(given: argparse.Namespace) -> None:
    if given.max_clicks and given.results is None:
        raise ParameterError("--results: is missing; clicks are counted on public result lists alone")


def _warn_of_delta(delta: float, log: Log) -> None:
    if log.users and delta >= 1 / log.users:
        print(
            f"pdd-research: warning: delta is {delta:g}, not below one in the {log.users} users of this log: "
            "all that one of them searched may then be released; choose it smaller",
            file=sys.stderr,
        )
