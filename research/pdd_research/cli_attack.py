"""`pdd-research attack`: what a log with hashed words still tells."""

import argparse
import json
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, cast

from rich.console import Console
from rich.progress import Progress

from pdd_research.audit.tokens.attacks import METHODS, Attack
from pdd_research.audit.tokens.audited import Plan, audited
from pdd_research.audit.tokens.hashing import hashed, read_pairs, write_new
from pdd_research.audit.tokens.paper import Watch
from pdd_research.audit.tokens.searches import read_searches, read_terms
from pdd_research.audit.tokens.starts import STARTS
from pdd_research.audit.tokens.uncovering import read_lists
from pdd_research.log_release.errors import ParameterError

HASH_LOG = "hash-log"
WHY = (
    "The words are hashed under a key that is thrown away, and that protects nobody: a word is found again by "
    "the words that it occurs with (pdd-research attack; docs/attack.md)."
)


def add_commands(commands: Any) -> None:
    """The command with its arguments."""
    text = "recover the words of a log whose words were hashed, or hash those of a log to try it"
    parser = commands.add_parser("attack", help=text, description=text)
    parser.set_defaults(command=_attack)
    parser.add_argument(
        "logs", nargs="+", type=Path, metavar="HASHED | hash-log LOG", help=".parquet, .csv, .tsv or .txt"
    )
    parser.add_argument("--reference", type=Path, metavar="LOG", help="a log of the same kind, in words")
    parser.add_argument("--vocabulary", type=int, metavar="N", help="how many of the most frequent hashes")
    parser.add_argument("--method", choices=tuple(METHODS), default="strong")
    parser.add_argument("--start", choices=tuple(STARTS), default="node")
    parser.add_argument("--truth", type=Path, metavar="FILE", help="hash and token, to score; hash-log writes it")
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
    parser.add_argument("--out", type=Path, metavar="DIR", help="a new folder; with hash-log the new log")
    parser.add_argument("--json", action="store_true")


def _attack(given: argparse.Namespace) -> None:
    if given.logs[0] == Path(HASH_LOG) and len(given.logs) == 2:
        _hash_log(given)
        return
    if len(given.logs) > 1 or given.reference is None or given.vocabulary is None:
        raise ParameterError("attack: takes one hashed log, --reference LOG and --vocabulary N; or hash-log and a log")
    plan = _plan(given)
    hashes, tokens = (read_terms(file, given.vocabulary) for file in (given.logs[0], given.reference))
    for file, terms in ((given.logs[0], hashes), (given.reference, tokens)):
        if len(terms.statistics) < given.vocabulary:
            _say(
                f"{file}: has {len(terms.statistics)} words, fewer than the {given.vocabulary} asked for; all are taken"
            )
    with _progress() as watch:
        report = audited(given.logs[0], hashes, tokens, plan, watch)
    if report.score.matchable == 0:
        _say(
            f"{given.truth}: no hash attacked has its word in {given.reference}; a reference is a log of the same kind"
        )
    if given.out is not None:
        report.write(given.out)
    print(json.dumps(report.figures(), indent=1, ensure_ascii=False) if given.json else report.words())


def _plan(given: argparse.Namespace) -> Plan:
    if given.vocabulary < 2:
        raise ParameterError(f"--vocabulary: is {given.vocabulary}; it must be 2 or more")
    if not 0 <= given.confidence <= 1:
        raise ParameterError(f"--confidence: is {given.confidence:g}; it must be from 0 to 1")
    if given.out is not None and given.out.exists():
        raise ParameterError(f"--out: {given.out} exists; give a new folder")
    truth, seeds = (read_pairs(file) if file else None for file in (given.truth, given.seeds))
    lists = read_lists(given.words)
    return Plan(_by(given), given.start, given.confidence, given.seed, truth, seeds, lists, given.examples)


def _by(given: argparse.Namespace) -> Attack:
    """The method with the options given; ParameterError for one that it does not have, or of no use."""
    by: Any = METHODS[given.method]
    for name in ("first", "rounds", "alpha", "beta"):
        value = getattr(given, name)
        if value is None:
            continue
        if value <= 0 or (name in {"alpha", "beta"} and value > 1):
            raise ParameterError(f"--{name}: is {value}; it must be above 0, and a share at most 1")
        if name not in {field.name for field in fields(by)}:
            raise ParameterError(f"--{name}: is nothing of the method {given.method}; leave it out")
        by = replace(by, **{name: value})
    return cast(Attack, by)


def _hash_log(given: argparse.Namespace) -> None:
    if given.out is None or given.truth is None:
        raise ParameterError(
            "attack hash-log: --out or --truth is missing; give the files for the log and for the truth"
        )
    rows, truth = hashed(read_searches(given.logs[1]), secrets.token_bytes(32))
    write_new({given.out: rows, given.truth: truth})
    print(f"{given.out}: {len(rows)} searches, {len(truth)} words. {WHY}")


def _kind(text: str) -> tuple[str, Path]:
    kind, equals, file = text.partition("=")
    if not (kind and equals and file):
        raise argparse.ArgumentTypeError(f"{text!r} is no list; write a kind and its file, as in places=cities.txt")
    return kind, Path(file)


def _say(text: str) -> None:
    print(f"pdd-research: {text}", file=sys.stderr)


@contextmanager
def _progress() -> Iterator[Watch]:
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("reading", total=1.0)
        yield lambda stage, part: progress.update(task, description=stage, completed=part)
