"""The programs in scripts/, which no type checker sees: a moved name would break them unnoticed."""

import importlib
from importlib.util import find_spec
from pathlib import Path

import pytest
from sqlalchemy import func, select

from pdd_server.store import tables
from scripts.screenshot_pages.sample_campaigns import DAYS, WATCHED, sample_server

ROOT = Path(__file__).parents[2]
PEERS = {
    "scripts.benchmarks.protocol.flower": "flwr",
    "scripts.mutation.__main__": "cosmic_ray",
    "scripts.mutation.covering": "cosmic_ray",
    "scripts.mutation.mutants": "cosmic_ray",
    "scripts.mutation.trials": "cosmic_ray",
}
"""The modules that import a library that is installed apart from the developers' lock."""
PROGRAMS = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in sorted((ROOT / "scripts").rglob("*.py"))
    if "node_modules" not in path.parts and path.stem != "__init__"
]


@pytest.mark.parametrize("module", PROGRAMS)
def test_a_program_finds_what_it_imports(module: str) -> None:
    """Each program's imports exist; those that need a separately installed library are checked only where it is."""
    if module in PEERS and find_spec(PEERS[module]) is None:
        pytest.skip(f"{PEERS[module]} is not installed: it is not in the developers' lock")
    importlib.import_module(module)


def test_the_portals_sample_server_is_made(tmp_path: Path) -> None:
    """The sample server of the portal's screenshots is filled by the server's own code, with every day published."""
    server = sample_server(tmp_path)
    with server.store.read() as connection:
        published, recorded = (
            connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in (tables.publications, tables.rounds)
        )
    server.store.dispose()
    assert (published, recorded) == (DAYS, WATCHED)
