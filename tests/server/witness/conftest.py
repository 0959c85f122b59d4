"""Fixtures of the witness's tests."""

from pathlib import Path

import pytest

from pdd_server.witness.folder import Witness, make_witness, open_witness
from tests.server.witness.honest_log import LOG_KEY, NAME, key_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_witness(tmp_path / "witness", NAME)
    open_witness(tmp_path / "witness").follow(key_of(LOG_KEY))
    return tmp_path / "witness"


@pytest.fixture
def witness(folder: Path) -> Witness:
    return open_witness(folder)
