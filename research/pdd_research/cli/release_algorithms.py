"""The algorithms of `pdd-research release`: each turns options into a function of the log."""

import argparse
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import Protocol

import polars as pl

from pdd_research.errors import ParameterError
from pdd_research.log_release.algorithms import baselines, korolova, pool, set_union, set_union_accounting
from pdd_research.log_release.algorithms.korolova_accounting import Parameters, check_cost, guarantee, optimal
from pdd_research.log_release.algorithms.pool_accounting import Pool, Step, scale_for, selecting
from pdd_research.log_release.logs.activity import Activity, of_normal_queries
from pdd_research.log_release.release import Release


class Given(Protocol):
    """A log on either engine."""

    @property
    def written(self) -> pl.LazyFrame | Activity:
        """The rows or the activity of the log, queries as written."""

    @property
    def users(self) -> int:
        """The number of users."""


Algorithm = Callable[[Given, pl.DataFrame | None], Release]
"""A release algorithm with its parameters. Takes a log and the public result lists, if any; returns the release."""


def _korolova(given: argparse.Namespace) -> Algorithm:
    parameters, urls = _parameters(given)

    def made(log: Given, results: pl.DataFrame | None) -> Release:
        _warn_of_delta(guarantee(parameters).delta + (guarantee(urls).delta if urls else 0), log)
        return korolova.release(log.written, parameters, results, urls)

    return made


def _set_union(given: argparse.Namespace) -> Algorithm:
    shares = _shares(given)
    union = set_union_accounting.plan(shares.selection, shares.delta, given.max_queries, given.rounds)
    urls = set_union_accounting.plan(shares.urls, shares.delta, given.max_clicks, given.rounds) if shares.urls else None
    counts = set_union.Counts(shares.b_q, given.max_clicks, shares.b_c)

    def made(log: Given, results: pl.DataFrame | None) -> Release:
        _warn_of_delta(given.delta, log)
        return set_union.release(log.written, union, counts, results, urls)

    return made


def _k_anonymous(given: argparse.Namespace) -> Algorithm:
    return lambda log, _: baselines.k_anonymous(_rows(log, given).pipe(of_normal_queries), given.k)


def _raw(given: argparse.Namespace) -> Algorithm:
    return lambda log, _: baselines.raw(_rows(log, given).pipe(of_normal_queries))


def _pool(given: argparse.Namespace) -> Algorithm:
    """Return the pool algorithm for the options.

    Selection, counts and clicks divide epsilon by `--split`. Terms and transitions take as much each as counts do.
    """
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
    return lambda log, results: pool.release(_rows(log, given), public, plan, results)


def _rows(log: Given, given: argparse.Namespace) -> pl.LazyFrame:
    """Return the log's rows, which only the local engine has; ParameterError on Spark."""
    if not isinstance(log.written, pl.LazyFrame):
        raise ParameterError(f"--engine spark: does not run {given.algorithm}; it runs korolova and set-union")
    return log.written


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
    """Epsilon and delta divided over the steps: each selection's part, and the noise scales of both kinds of counts."""

    selection: float
    delta: float
    b_q: float | None
    b_c: float | None
    urls: float | None


def _shares(given: argparse.Namespace) -> _Shares:
    """Divide epsilon and delta over the steps; ParameterError if an option is missing or out of range.

    URLs selected from the log take half of the clicks' epsilon, and half of delta.
    """
    _need(given, "epsilon", "delta", "max_queries")
    check_cost(given.epsilon, given.delta)
    _check_results(given)
    selection, queries, clicks = given.split if given.max_clicks else (*given.split[:2], 0.0)
    part = given.epsilon / (selection + queries + clicks)
    halves = 2 if given.select_urls else 1
    click_counts = clicks * part / halves
    if given.select_urls and not click_counts:
        raise ParameterError("--split: leaves clicks nothing; --select-urls needs a third share above 0")
    return _Shares(
        selection * part,
        given.delta / halves,
        given.max_queries / (queries * part) if queries else None,
        given.max_clicks / click_counts if click_counts else None,
        click_counts if given.select_urls else None,
    )


def _parameters(given: argparse.Namespace) -> tuple[Parameters, Parameters | None]:
    """Return the parameters for queries, and those for URLs if they are selected from the log.

    They are those of the file given, or else the best for the given epsilon and delta.
    """
    if given.parameters is not None:
        if given.select_urls:
            raise ParameterError("--select-urls: takes its parameters from --epsilon and --delta, not from a file")
        return replace(read_parameters(given.parameters), tight=given.tight), None
    shares = _shares(given)
    best = partial(optimal, delta=shares.delta, tight=given.tight)
    chosen = Parameters(given.max_queries, *best(shares.selection, d=given.max_queries), shares.b_q, tight=given.tight)
    if shares.urls is None:
        return replace(chosen, d_c=given.max_clicks, b_c=shares.b_c), None
    urls = best(shares.urls, d=given.max_clicks)
    return chosen, Parameters(given.max_clicks, *urls, shares.b_c, tight=given.tight)


def read_parameters(file: Path) -> Parameters:
    """Read Algorithm 1's parameters from a TOML file.

    Raises:
        ParameterError: if the file or a value can't be used; the message names file and key.
    """
    names = [field.name for field in fields(Parameters) if field.name != "tight"]
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
    if given.select_urls and (given.results is not None or not given.max_clicks or given.algorithm == "pool"):
        raise ParameterError(
            "--select-urls: takes URLs from the log in place of --results; it needs --max-clicks, and pool has none"
        )
    if given.max_clicks and given.results is None and not given.select_urls:
        raise ParameterError("--results: is missing; clicks are counted on public lists, or give --select-urls")


def _warn_of_delta(delta: float, log: Given) -> None:
    if log.users and delta >= 1 / log.users:
        print(
            f"pdd-research: warning: delta is {delta:g}, not below one in the {log.users} users of this log: "
            "all that one of them searched may then be released; choose it smaller",
            file=sys.stderr,
        )
