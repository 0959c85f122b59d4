"""The locks: what a role installs is part of what is tested, and contains nothing that it has no use for."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scripts.packaging.role_locks import lock, packages

LOCKS = Path(__file__).parents[2] / "locks"
DEVELOPMENT = (LOCKS / "development.lock").read_text("utf-8")
NO_SERVER = {"pyside6-essentials", "playwright", "pyinstaller", "keyring", "httpx"}
NO_DONOR = {"flask", "sqlalchemy", "waitress", "alembic", "playwright", "pyinstaller"}
NO_TOOLS = {"mypy", "pytest", "ruff", "hypothesis", "uv", "deptry", "hatchling"}
NO_TABLES = {"pandas", "polars", "pyarrow", "matplotlib", "scikit-learn", "scipy"}
NO_ORACLES = {"opendp", "dp-accounting"}
FORBIDDEN = {
    "server": NO_SERVER | NO_TOOLS | NO_TABLES | NO_ORACLES,
    "server-parquet": NO_SERVER | NO_TOOLS | NO_TABLES - {"pyarrow"} | NO_ORACLES,
    "server-postgresql": NO_SERVER | NO_TOOLS | NO_TABLES | NO_ORACLES,
    "donor": NO_DONOR | NO_TOOLS | NO_TABLES | NO_ORACLES | {"pyside6-essentials"},
    "donor-desktop": NO_DONOR | NO_TOOLS | NO_TABLES | NO_ORACLES,
    "research": NO_SERVER | NO_DONOR | NO_TOOLS | {"pandas", "pyspark", "matplotlib"},
    "results": NO_SERVER - {"httpx"} | NO_DONOR | NO_TOOLS | {"pandas", "pyarrow", "scipy"} | NO_ORACLES,
    "papers": NO_SERVER | NO_DONOR | NO_TOOLS - {"pytest", "hypothesis"} | {"pandas", "pyspark"},
}
"""What each role must not install."""
DECLARED = {
    "server": ("shared", "server"),
    "server-parquet": ("shared", "server", "parquet"),
    "server-postgresql": ("shared", "server", "postgresql", "redis", "s3"),
    "donor": ("shared", "client"),
    "donor-desktop": ("shared", "client", "desktop"),
    "research": ("shared", "research"),
    "papers": ("shared", "research/papers"),
    "results": ("shared", "research/results"),
}
"""The packages that each role installs, and the last one's extras."""


def pinned(lock: str) -> set[tuple[str, str]]:
    """Return the packages of a lock with their versions; where Pythons differ, with each of them."""
    lines = lock.splitlines()
    found = [Requirement(line.rstrip("\\ ")) for line in lines if line and not line.startswith((" ", "#"))]
    return {(canonicalize_name(one.name), str(one.specifier)) for one in found}


def declared(package: str) -> dict[str, Any]:
    """Return the project table of a package's pyproject.toml."""
    table: dict[str, Any] = tomllib.loads((LOCKS.parent / package / "pyproject.toml").read_text("utf-8"))["project"]
    return table


@pytest.mark.parametrize("role", FORBIDDEN)
def test_a_role_installs_the_versions_that_are_tested(role: str) -> None:
    """A role's lock has each package that is named for the role, as the developers' lock has it, with its hashes."""
    made = lock(role)
    assert {name for name, _ in pinned(made)} == set(packages()[role])
    assert pinned(made) < pinned(DEVELOPMENT)
    assert set(made.splitlines()) < set(DEVELOPMENT.splitlines())


@pytest.mark.parametrize("role", FORBIDDEN)
def test_a_role_installs_nothing_of_another(role: str) -> None:
    """A server has no Qt and no browser, a donor no Flask, and neither has development tools or table libraries."""
    assert not {name for name, _ in pinned(lock(role))} & FORBIDDEN[role]


@pytest.mark.parametrize("role", DECLARED)
def test_a_lock_follows_what_is_declared(role: str) -> None:
    """Each dependency of the role's packages is locked at an allowed version, so `scripts/lock` was run."""
    shared, package, *extras = DECLARED[role]
    wanted = [*declared(shared)["dependencies"], *declared(package)["dependencies"]]
    wanted += [one for extra in extras for one in declared(package)["optional-dependencies"][extra]]
    locked = pinned(lock(role))
    for one in map(Requirement, wanted):
        if not one.name.startswith("pdd-"):
            versions = [exact.removeprefix("==") for name, exact in locked if name == canonicalize_name(one.name)]
            assert versions, one.name
            assert all(one.specifier.contains(version) for version in versions), one.name


@pytest.mark.parametrize(
    ("larger", "smaller", "extra"),
    [
        ("server-parquet", "server", "pyarrow"),
        ("server-postgresql", "server", "psycopg-binary"),
        ("server-postgresql", "server", "obstore"),
        ("donor-desktop", "donor", "pyside6-essentials"),
    ],
)
def test_an_extra_adds_to_a_role(larger: str, smaller: str, extra: str) -> None:
    """A role's extra adds its library and changes nothing else."""
    assert pinned(lock(smaller)) < pinned(lock(larger))
    assert extra in {name for name, _ in pinned(lock(larger))}


@pytest.mark.parametrize("file", sorted(LOCKS.rglob("*.lock")), ids=lambda file: file.stem)
def test_a_lock_names_digests_and_no_address(file: Path) -> None:
    """Every package has a digest, so that a changed file is refused, and no address, so that any index serves."""
    text = file.read_text("utf-8")
    assert "://" not in text
    entries = [entry for entry in text.replace("\\\n", " ").splitlines() if entry]
    assert entries
    assert all("--hash=sha256:" in entry for entry in entries)
