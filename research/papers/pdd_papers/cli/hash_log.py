"""`pdd-papers hash-log`: a log with every word hashed, to try the token-hash attack on."""

import argparse
import os
import secrets
from pathlib import Path
from typing import Any

from pdd_papers.cli.log_files import read
from pdd_papers.token_hash.logs.hashing import WRITERS, hashed, write_new
from pdd_research.errors import ParameterError

KEY_BYTES = 32
WARNING = (
    "The words are hashed under a key that is thrown away, and that protects nobody: a word is found again by "
    "the words that it occurs with (pdd-papers token-hash; docs/papers/token-hash-attack.md)."
)


def add_commands(commands: Any) -> None:
    """Add `hash-log` with its arguments."""
    text = "hash every word of a log, to try the token-hash attack on it"
    parser = commands.add_parser("hash-log", help=text, description=text)
    parser.set_defaults(command=_hash_log)
    parser.add_argument("log", type=Path, metavar="LOG", help=".parquet, .csv, .tsv or .txt")
    kinds = " or ".join(WRITERS)
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help=f"the new log: {kinds}")
    truth = f"the new list of hashes and tokens, to score an attack with: {kinds}"
    parser.add_argument("--truth", type=Path, required=True, metavar="FILE", help=truth)


def _hash_log(given: argparse.Namespace) -> None:
    for option, file in (("--out", given.out), ("--truth", given.truth)):
        if file.suffix not in WRITERS:
            raise ParameterError(f"{option}: {file} is no {' or '.join(WRITERS)}; give the file such a name")
        _check_new(option, file)
    if given.out.resolve() == given.truth.resolve():
        raise ParameterError(f"--truth: {given.truth} is the file of --out; give another one")
    # Each run draws a new key and stores it nowhere, so two hashed logs can't be joined by their hashes.
    rows, truth = hashed(read(given.log), secrets.token_bytes(KEY_BYTES))
    write_new({given.out: rows, given.truth: truth})
    print(f"{given.out}: {len(rows)} searches, {len(truth)} words. {WARNING}")


def _check_new(option: str, file: Path) -> None:
    """Raise ParameterError if a file exists or its folder can't be written in, before minutes are spent on hashing."""
    if file.exists():
        raise ParameterError(f"{option}: {file} exists; give a new name")
    if not (file.parent.is_dir() and os.access(file.parent, os.W_OK | os.X_OK)):
        raise ParameterError(f"{option}: {file}: {file.parent} is no folder to write in; give another")
