"""`pdd-research attack`: what a log with hashed words still tells."""

import argparse
import json
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any, cast

import numpy as np
from rich.console import Console
from rich.progress import Progress

from pdd_research.log_release.errors import ParameterError
from pdd_research.log_release.output_folder import new_folder
from pdd_research.papers.token_hash.attacks import METHODS, Attack
from pdd_research.papers.token_hash.log_audit import Plan, audited
from pdd_research.papers.token_hash.logs.disclosure import read_lists
from pdd_research.papers.token_hash.logs.hashing import WRITERS, hashed, read_pairs, write_new
from pdd_research.papers.token_hash.logs.searches import Searches, Terms, read_searches, terms_of
from pdd_research.papers.token_hash.methods.initial_maps import STARTS
from pdd_research.papers.token_hash.methods.kumar import Watch
from pdd_research.papers.token_hash.report import Report

HASH_LOG = "hash-log"
PRIVATE = 0o700
"""Of the folder that holds what the attack found."""
WHY = (
    "The words are hashed under a key that is thrown away, and that protects nobody: a word is found again by "
    "the words that it occurs with (pdd-research attack; docs/papers/token-hash-attack.md)."
)


def add_commands(commands: Any) -> None:
    """The command with its arguments."""
    text = "recover the words of a log whose words were hashed, or hash those of a log to try it"
    parser = commands.add_parser("attack", help=text, description=text)
    parser.set_defaults(command=partial(_attack, parser))
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


def _attack(parser: argparse.ArgumentParser, given: argparse.Namespace) -> None:
    if given.logs[0] == Path(HASH_LOG) and len(given.logs) == 2:
        ignored = [name for name in vars(given) if getattr(given, name) != parser.get_default(name)]
        _hash_log(given, set(ignored) - {"logs", "out", "truth"})
        return
    if len(given.logs) > 1 or given.reference is None or given.vocabulary is None:
        raise ParameterError("attack: takes one hashed log, --reference LOG and --vocabulary N; or hash-log and a log")
    plan = _plan(given)
    with new_folder(given.out, PRIVATE) if given.out else nullcontext() as folder:
        report = _audited(given, plan)
        if folder is not None:
            report.write(folder)
    print(json.dumps(report.figures(), indent=1, ensure_ascii=False) if given.json else report.words())


def _audited(given: argparse.Namespace, plan: Plan) -> Report:
    logs = [_read(file) for file in (given.logs[0], given.reference)]
    hashes, tokens = (terms_of(log, given.vocabulary) for log in logs)
    for log, terms in zip(logs, (hashes, tokens), strict=True):
        if (found := len(terms.statistics)) < given.vocabulary:
            _say(f"{log.file}: has {found} words, fewer than the {given.vocabulary} asked for; all are taken")
    with _progress() as watch:
        report = audited(logs[0], hashes, tokens, plan, watch)
    if _same_counts(hashes, tokens):
        _say(
            f"{given.reference}: its words are as frequent as the hashes, one by one, so it is probably the hashed log "
            "itself; `expected` and `confidence` are too high then, so give another log of the same kind"
        )
    if report.score.matchable == 0:
        _say(
            f"{given.truth}: no hash attacked has its word in {given.reference}; a reference is a log of the same kind"
        )
    return report


def _same_counts(hashes: Terms, tokens: Terms) -> bool:
    """Whether both logs have the same numbers of each word, the most frequent first; no two different logs do."""
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
    """The method with the options given; ParameterError for one that it does not have, or of no use."""
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


def _hash_log(given: argparse.Namespace, ignored: set[str]) -> None:
    if ignored:
        raise ParameterError(f"attack hash-log: has no use for --{min(ignored)}; leave it out")
    if given.out is None or given.truth is None:
        raise ParameterError(
            "attack hash-log: --out or --truth is missing; give the files for the log and for the truth"
        )
    for option, file in (("--out", given.out), ("--truth", given.truth)):
        if file.suffix not in WRITERS:
            raise ParameterError(f"{option}: {file} is no {' or '.join(WRITERS)}; give the file such a name")
        _must_be_new(option, file)
    if given.out.resolve() == given.truth.resolve():
        raise ParameterError(f"--truth: {given.truth} is the file of --out; give another one")
    rows, truth = hashed(_read(given.logs[1]), secrets.token_bytes(32))
    write_new({given.out: rows, given.truth: truth})
    print(f"{given.out}: {len(rows)} searches, {len(truth)} words. {WHY}")


def _must_be_new(option: str, file: Path) -> None:
    """ParameterError, before the work and not after it, where a file is there or its folder cannot be written in."""
    if file.exists():
        raise ParameterError(f"{option}: {file} exists; give a new name")
    if not (file.parent.is_dir() and os.access(file.parent, os.W_OK | os.X_OK)):
        raise ParameterError(f"{option}: {file}: {file.parent} is no folder to write in; give another")


def _read(file: Path) -> Searches:
    """A log's searches; that rows of it are none is said."""
    found = read_searches(file)
    if left_out := [f"{fault.replace('_', ' ')}: {rows}" for fault, rows in found.left_out.items() if rows]:
        _say(f"{file}: rows that are left out: {', '.join(left_out)}")
    return found


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
