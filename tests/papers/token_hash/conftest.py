"""Logs made of real sentences: the documentation in Python's own library, which is on every machine."""

import re
import sysconfig
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from pdd_papers.cli.main import main
from pdd_papers.token_hash.experiments.debian_texts import words_of
from pdd_papers.token_hash.experiments.sample_logs import Kind, Task, Texts, task, written

_DOCUMENTATION = re.compile(r'"""(.*?)"""', re.DOTALL)
SMALL = Kind(share=0.3, queries=120_000, shift=100.0)


@pytest.fixture(scope="session")
def texts() -> Texts:
    """Return paragraphs of docstrings."""
    library = Path(sysconfig.get_paths()["stdlib"])
    sources = (file.read_text("utf-8", errors="replace") for file in sorted(library.glob("*.py")))
    found = (part for source in sources for doc in _DOCUMENTATION.findall(source) for part in doc.split("\n\n"))
    return Texts.of(words_of(found))


@pytest.fixture(scope="session")
def logs(texts: Texts) -> Task:
    """Return two small logs."""
    return task(texts, SMALL, 1)


@pytest.fixture(scope="session")
def folder(texts: Texts, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with plain.parquet and reference.parquet in words, and hashed.parquet and truth.csv of the
    first.
    """
    made = tmp_path_factory.mktemp("logs")
    drawn = task(texts, replace(SMALL, queries=60_000), 1)
    written(drawn, texts, made / "plain.parquet", made / "reference.parquet")
    hashed = ("--out", str(made / "hashed.parquet"), "--truth", str(made / "truth.csv"))
    assert main(["hash-log", str(made / "plain.parquet"), *hashed]) == 0
    return made


@pytest.fixture(scope="session")
def queries_alone(folder: Path) -> Callable[[str, Path], Path]:
    """Return a function that writes the queries of one log as a file without anything else."""

    def write(name: str, file: Path) -> Path:
        queries = pl.read_parquet(folder / f"{name}.parquet").select("query")
        if file.suffix == ".parquet":
            queries.write_parquet(file)
        else:
            queries.write_csv(file, include_header=file.suffix == ".csv")
        return file

    return write
