"""`pdd-papers token-hash`: the token-hash attack of Kumar et al. (WWW '07) on a log with hashed words."""

import argparse
import json
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, cast

import numpy as np
from rich.console import Console
from rich.progress import Progress

from pdd_papers.cli.log_files import read, warn
from pdd_papers.token_hash.attacks import METHODS, Attack
from pdd_papers.token_hash.log_audit import Plan, audited
from pdd_papers.token_hash.logs.disclosure import read_lists
from pdd_papers.token_hash.logs.hashing import read_pairs
from pdd_papers.token_hash.logs.searches import Terms, terms_of
from pdd_papers.token_hash.methods.initial_maps import STARTS
from pdd_papers.token_hash.methods.kumar import Watch
from pdd_papers.token_hash.report import Report
from pdd_research.errors import ParameterError
from pdd_research.output_files import new_folder

PRIVATE = 0o700
"""Mode of the folder with the attack's findings: only its owner may read the recovered queries."""


def add_commands(commands: Any) -> None:
    """Add `token-hash` with its arguments."""
    text = "recover the words of a log whose words were hashed"
    parser = commands.add_parser("token-hash", help=text, description=text)
    parser.set_defaults(command=_attack)
    parser.add_argument("log", type=Path, metavar="HASHED", help=".parquet, .csv, .tsv or .txt")
    reference = "a log of the same kind, in words"
    parser.add_argument("--reference", type=Path, required=True, metavar="LOG", help=reference)
    vocabulary = "how many of the most frequent hashes"
    parser.add_argument("--vocabulary", type=int, required=True, metavar="N", help=vocabulary)
    parser.add_argument("--method", choices=tuple(METHODS), default="strong")
    parser.add_argument("--start", choices=tuple(STARTS), default="node")
    parser.add_argument("--truth", type=Path, metavar="FILE", help="hash and token, to score; `hash-log` writes it")
    parser.add_argument("--seeds", type=Path, metavar="FILE", help="hash and token known beforehand")
    parser.add_argument("--first", type=int, metavar="N", help="how many words to start with")
    parser.add_argument("--rounds", type=int, metavar="N", help="at each size, or at the first (the paper's)")
    parser.add_argument(
        "--alpha", type=float, metavar="SHARE", help="the paper's: of a hash's tokens, nearest by features"
    )
    parser.add_argument(
        "--beta", type=float, metavar="SHARE", help="the paper's: of a word's neighbours, by their counts"
    )
    parser.add_argument("--confidence", type=float, default=0.9, metavar="P", help="below it there is no answer")
    parser.add_argument(
        "--words", type=_kind, nargs="+", action="extend", default=[], metavar="KIND=FILE", help="what to look for"
    )
    parser.add_argument("--examples", action="store_true", help="show some of the queries found, in words")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--out", type=Path, metavar="DIR", help="a new folder")
    parser.add_argument("--json", action="store_true")


def _attack(given: argparse.Namespace) -> None:
    plan = _plan(given)
    with new_folder(given.out, PRIVATE) if given.out else nullcontext() as folder:
        report = _audited(given, plan)
        if folder is not None:
            report.write(folder)
    print(json.dumps(report.figures(), indent=1, ensure_ascii=False) if given.json else report.words())


def _audited(given: argparse.Namespace, plan: Plan) -> Report:
    logs = [read(file) for file in (given.log, given.reference)]
    hashes, tokens = (terms_of(log, given.vocabulary) for log in logs)
    for log, terms in zip(logs, (hashes, tokens), strict=True):
        if (found := len(terms.statistics)) < given.vocabulary:
            warn(f"{log.file}: has {found} words, fewer than the {given.vocabulary} asked for; all are taken")
    with _progress() as watch:
        report = audited(logs[0], hashes, tokens, plan, watch)
    if _same_counts(hashes, tokens):
        warn(
            f"{given.reference}: its words are as frequent as the hashes, one by one, so it is probably the hashed log "
            "itself; `expected` and `confidence` are too high then, so give another log of the same kind"
        )
    if report.score.matchable == 0:
        warn(
            f"{given.truth}: no hash attacked has its word in {given.reference}; a reference is a log of the same kind"
        )
    return report


def _same_counts(hashes: Terms, tokens: Terms) -> bool:
    """Whether both logs have the same word frequencies, which hardly happens unless they are the same log."""
    own, other = (np.sort(terms.statistics.frequency) for terms in (hashes, tokens))
    return np.array_equal(own, other)


def _plan(given: argparse.Namespace) -> Plan:
    if given.vocabulary < 2:
        raise ParameterError(f"--vocabulary: is {given.vocabulary}; it must be 2 or more")
    if not 0 <= given.confidence <= 1:
        raise ParameterError(f"--confidence: is {given.confidence:g}; it must be from 0 to 1")
    if given.examples and not given.words:
        raise ParameterError("--examples: are of the kinds that --words names; give these, too")
    truth, seeds = (read_pairs(file) if file else None for file in (given.truth, given.seeds))
    lists = read_lists(given.words)
    return Plan(_by(given), given.start, given.confidence, given.seed, truth, seeds, lists, given.examples)


def _by(given: argparse.Namespace) -> Attack:
    """Return the chosen method with the options given.

    Raises:
        ParameterError: if the method doesn't have an option, or an option is out of its range.
    """
    by: Any = METHODS[given.method]
    for name in ("first", "rounds", "alpha", "beta"):
        value = getattr(given, name)
        if value is None:
            continue
        if not value > 0:
            raise ParameterError(f"--{name}: is {value}; it must be above 0")
        if name in {"alpha", "beta"} and value > 1:
            raise ParameterError(f"--{name}: is {value}; it is a share, and at most 1")
        if name not in {field.name for field in fields(by)}:
            raise ParameterError(f"--{name}: is nothing of the method {given.method}; leave it out")
        by = replace(by, **{name: value})
    return cast(Attack, by)


def _kind(text: str) -> tuple[str, Path]:
    kind, equals, file = text.partition("=")
    if not (kind and equals and file):
        raise argparse.ArgumentTypeError(f"{text!r} is no list; write a kind and its file, as in places=cities.txt")
    return kind, Path(file)


@contextmanager
def _progress() -> Iterator[Watch]:
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("reading", total=1.0)
        yield lambda stage, part: progress.update(task, description=stage, completed=part)
