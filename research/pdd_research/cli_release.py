"""`pdd-research release`: a search log released with a proof, and what the proof's parameters cost."""

import argparse
import json
import sys
import tomllib
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import polars as pl

from pdd_research.log_release import baselines, korolova, set_union, set_union_theorem
from pdd_research.log_release.errors import ParameterError
from pdd_research.log_release.korolova_theorem import Parameters, check_cost, guarantee, optimal
from pdd_research.log_release.log import Faults, Log, read_log
from pdd_research.log_release.release import Release, write
from pdd_research.log_release.results import read_results

EXPLAIN = "explain"
TABLE_1 = (1, 5, 10, 20, 40, 80, 160)
"""The d of table 1 of WWW '09, for e^epsilon = 10 and delta = 10^-5."""
LN_10 = 2.302585092994046


def add_commands(commands: Any) -> None:
    """The command with its arguments."""
    text = "release a search log, or explain what parameters cost"
    parser = commands.add_parser("release", help=text, description=text)
    parser.set_defaults(command=_release)
    parser.add_argument("log", type=Path, metavar="LOG|explain", help=".parquet, .csv, or AOL's .tsv or .txt")
    parser.add_argument("--algorithm", choices=("korolova", "set-union", "k-anonymous", "raw"), default="korolova")
    parser.add_argument(
        "--epsilon", type=float, metavar="E", help="of the whole release; with explain, of the selection"
    )
    parser.add_argument("--delta", type=float, metavar="D")
    parser.add_argument("--max-queries", type=int, metavar="d", help="how many searches of a user count, its first")
    parser.add_argument("--max-clicks", type=int, default=0, metavar="dc", help="how many clicks of a user count")
    parser.add_argument("--split", type=_split, default=(2.0, 1.0, 1.0), metavar="S,Q,C", help="how epsilon is shared")
    parser.add_argument(
        "--parameters", type=Path, metavar="FILE", help="TOML with d, K, b, b_q, d_c, b_c, in their place"
    )
    parser.add_argument("--results", type=Path, metavar="FILE", help="public result lists: CSV with query and url")
    parser.add_argument("--rounds", type=int, default=2, metavar="1|2", help="set-union: of selection")
    parser.add_argument("--k", type=int, default=5, metavar="K", help="k-anonymous: the fewest users of a query")
    parser.add_argument("--out", type=Path, metavar="DIR", help="a new folder")
    parser.add_argument("--json", action="store_true", help="with explain")


def _release(given: argparse.Namespace) -> None:
    if given.log == Path(EXPLAIN):
        _explain(given)
        return
    if given.out is None:
        raise ParameterError("--out: is missing; name a new folder for the release")
    algorithm = ALGORITHMS[given.algorithm](given)
    results = read_results(given.results) if given.results else None
    log = read_log(given.log)
    _tell(log.faults)
    found = algorithm(log, results)
    write(found, given.out)
    print(f"{given.out}: {len(found.queries)} queries, {len(found.clicks)} of their results with clicks")


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


ALGORITHMS = {"korolova": _korolova, "set-union": _set_union, "k-anonymous": _k_anonymous, "raw": _raw}


def _explain(given: argparse.Namespace) -> None:
    epsilon = LN_10 if given.epsilon is None else given.epsilon
    delta = 1e-5 if given.delta is None else given.delta
    if given.parameters is not None:
        rows = [_row(read_parameters(given.parameters))]
    else:
        chosen = TABLE_1 if given.max_queries is None else (given.max_queries,)
        rows = [_row(Parameters(d, *optimal(epsilon, delta, d))) for d in chosen]
    if given.json:
        print(json.dumps(rows[0] if len(rows) == 1 else rows, indent=1))
        return
    print(f"{'d':>5} {'K':>10} {'b':>8} {'epsilon':>10} {'delta':>12}")
    for row in rows:
        print(f"{row['d']:>5} {row['K']:>10.2f} {row['b']:>8.2f} {row['epsilon']:>10.4f} {row['delta']:>12.3g}")


def _row(parameters: Parameters) -> dict[str, Any]:
    cost = guarantee(parameters)
    return {**asdict(parameters), "epsilon": cost.epsilon, "delta": cost.delta}


@dataclass(frozen=True)
class _Shares:
    """An epsilon shared out: what the selection has of it, and the scales of the two kinds of counts."""

    selection: float
    b_q: float | None
    b_c: float | None


def _shares(given: argparse.Namespace) -> _Shares:
    for option in ("epsilon", "delta", "max_queries"):
        if getattr(given, option) is None:
            raise ParameterError(f"--{option.replace('_', '-')}: is missing; a guarantee needs it")
    check_cost(given.epsilon, given.delta)
    if given.max_clicks and given.results is None:
        raise ParameterError("--results: is missing; clicks are counted on public result lists alone")
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


def _split(text: str) -> tuple[float, float, float]:
    try:
        selection, queries, clicks = (float(part) for part in text.split(","))
    except ValueError:
        selection = queries = clicks = -1.0
    if min(selection, queries, clicks) < 0 or not 0 < selection < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is no split; write three shares such as 2,1,1, the first above 0")
    return selection, queries, clicks


def _tell(faults: Faults) -> None:
    """What of the log is not as it should be: to who holds it, on the terminal, and not into the release."""
    found = {name.replace("_", " "): count for name, count in asdict(faults).items() if name != "rows" and count}
    for name, count in found.items():
        print(f"pdd-research: of {faults.rows} rows, {name}: {count}", file=sys.stderr)


def _warn_of_delta(delta: float, log: Log) -> None:
    if log.users and delta >= 1 / log.users:
        print(
            f"pdd-research: warning: delta is {delta:g}, not below one in the {log.users} users of this log: "
            "all that one of them searched may then be released; choose it smaller",
            file=sys.stderr,
        )
