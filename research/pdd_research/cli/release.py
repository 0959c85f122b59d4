"""`pdd-research release`: a search log released with a proof of privacy, and the cost of parameters."""

import argparse
import json
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pdd_research.cli.release_algorithms import ALGORITHMS, read_parameters
from pdd_research.click_graph import split
from pdd_research.errors import ParameterError
from pdd_research.log_release.algorithms.korolova_accounting import Parameters, guarantee, optimal
from pdd_research.log_release.logs.log import Faults, Log, read_log
from pdd_research.log_release.logs.result_lists import read_results
from pdd_research.log_release.release import fill
from pdd_research.output_files import new_folder

if TYPE_CHECKING:
    from pdd_research.log_release.logs.spark_log import SparkLog

EXPLAIN = "explain"
TABLE_1 = (1, 5, 10, 20, 40, 80, 160)
"""The d of table 1 of WWW '09, for e^epsilon = 10 and delta = 10^-5."""
LN_10 = 2.302585092994046


def add_commands(commands: Any) -> None:
    """Add `release` with its arguments."""
    text = "release a search log, or explain what parameters cost"
    parser = commands.add_parser("release", help=text, description=text)
    parser.set_defaults(command=_release)
    parser.add_argument("log", type=Path, metavar="LOG|explain", help=".parquet, .csv, or AOL's .tsv or .txt")
    parser.add_argument("--algorithm", choices=tuple(ALGORITHMS), default="korolova")
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
    parser.add_argument(
        "--tight", action="store_true", help="korolova: the lowest threshold for the discrete noise, not the paper's"
    )
    parser.add_argument("--results", type=Path, metavar="FILE", help="public result lists: CSV with query and url")
    parser.add_argument("--pool", type=Path, metavar="FILE", help="pool: public queries, one a line")
    parser.add_argument(
        "--max-terms", type=int, default=0, metavar="N", help="pool: terms of a user count, for rare ones"
    )
    parser.add_argument("--max-transitions", type=int, default=0, metavar="N", help="pool: of a user count")
    parser.add_argument("--rounds", type=int, default=3, metavar="1|2|3", help="set-union: of selection")
    parser.add_argument("--select-urls", action="store_true", help="URLs from the log, by a selection of their own")
    parser.add_argument("--k", type=int, default=5, metavar="K", help="k-anonymous: the fewest users of a query")
    parser.add_argument("--leave-out", type=float, metavar="SHARE", help="of the users, to evaluate the release on")
    parser.add_argument("--engine", choices=("local", "spark"), default="local", help="what caps and counts")
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
    with new_folder(given.out) as folder:
        log = _read(given)
        _tell(log.faults)
        found = algorithm(log, results)
        manifest = found.manifest if given.leave_out is None else {**found.manifest, "left_out": given.leave_out}
        fill(replace(found, manifest=manifest), folder)
    print(f"{given.out}: {len(found.queries)} queries, {len(found.clicks)} of their results with clicks")


def _read(given: argparse.Namespace) -> "Log | SparkLog":
    """Return the log on the chosen engine, without the held-out users."""
    if given.engine == "local":
        log = read_log(given.log)
        return log if given.leave_out is None else replace(log, written=split(log.written, given.leave_out)[0])
    if given.leave_out is not None:
        raise ParameterError("--leave-out: is not done on Spark; leave users out of the log before")
    try:
        from pdd_research.log_release.logs.spark_log import read_log_on_spark
    except ModuleNotFoundError as error:
        raise ParameterError(f"--engine spark: {error.name} is missing; install pdd-research[spark]") from None
    return read_log_on_spark(given.log)


def _explain(given: argparse.Namespace) -> None:
    epsilon = LN_10 if given.epsilon is None else given.epsilon
    delta = 1e-5 if given.delta is None else given.delta
    if given.parameters is not None:
        rows = [_row(replace(read_parameters(given.parameters), tight=given.tight))]
    else:
        chosen = TABLE_1 if given.max_queries is None else (given.max_queries,)
        rows = [_row(Parameters(d, *optimal(epsilon, delta, d, given.tight), tight=given.tight)) for d in chosen]
    if given.json:
        print(json.dumps(rows[0] if len(rows) == 1 else rows, indent=1))
        return
    print(f"{'d':>5} {'K':>10} {'b':>8} {'epsilon':>10} {'delta':>12}")
    for row in rows:
        print(f"{row['d']:>5} {row['K']:>10.2f} {row['b']:>8.2f} {row['epsilon']:>10.4f} {row['delta']:>12.3g}")


def _row(parameters: Parameters) -> dict[str, Any]:
    cost = guarantee(parameters)
    return {**asdict(parameters), "epsilon": cost.epsilon, "delta": cost.delta}


def _split(text: str) -> tuple[float, float, float]:
    try:
        selection, queries, clicks = (float(part) for part in text.split(","))
    except ValueError:
        selection = queries = clicks = -1.0
    if min(selection, queries, clicks) < 0 or not 0 < selection < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is no split; write three shares such as 2,1,1, the first above 0")
    return selection, queries, clicks


def _tell(faults: Faults) -> None:
    """Print the log's faults on standard error: the log's owner may know them, a release must not hold them."""
    found = {name.replace("_", " "): count for name, count in asdict(faults).items() if name != "rows" and count}
    for name, count in found.items():
        print(f"pdd-research: of {faults.rows} rows, {name}: {count}", file=sys.stderr)
