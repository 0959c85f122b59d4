"""Logs made of real sentences: those of the documentation in Python's own library, which is wherever the tests run."""

import re
import sysconfig
from pathlib import Path

import pytest

from scripts.benchmarks.attack_logs import Kind, Task, Texts, task
from scripts.benchmarks.attack_texts import words_of

_DOCUMENTATION = re.compile(r'"""(.*?)"""', re.DOTALL)
SMALL = Kind(share=0.3, queries=120_000, shift=100.0)


@pytest.fixture(scope="session")
def texts() -> Texts:
    """Paragraphs of docstrings."""
    library = Path(sysconfig.get_paths()["stdlib"])
    sources = (file.read_text("utf-8", errors="replace") for file in sorted(library.glob("*.py")))
    found = (part for source in sources for doc in _DOCUMENTATION.findall(source) for part in doc.split("\n\n"))
    return Texts.of(words_of(found))


@pytest.fixture(scope="session")
def logs(texts: Texts) -> Task:
    """Two small logs."""
    return task(texts, SMALL, 1)
