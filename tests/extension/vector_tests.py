"""The extension's tests of the vector files: each file has a test module of its own path in extension/tests/vectors."""

import json
from pathlib import Path

from tests.extension.javascript import EXTENSION

_ROOT = EXTENSION.parent
_VECTORS = _ROOT / "tests" / "vectors"
_FOR_READERS = _VECTORS / "results"
_TESTS = EXTENSION / "tests" / "vectors"
_TEXTS = _ROOT / "client" / "pdd_client" / "desktop" / "translations" / "en.json"
SUPPORT = "./tests/support/browser"
OPTIONS = (
    f"--alias:node:assert/strict={SUPPORT}/assert.js",
    f"--alias:node:fs={SUPPORT}/fs.js",
    f"--alias:node:test={SUPPORT}/test_runner.js",
    # Where extension/tests/support/vectors.js is: it finds the files by paths seen from there.
    '--define:import.meta.url="file:///extension/tests/support/vectors.js"',
)
"""Options of esbuild that let the tests of Node.js run in a browser."""


def vector_files() -> list[str]:
    """Return the names of the vector files for donors, such as "rounds/plain_round"; those for readers are no part."""
    return sorted(_name(path) for path in _VECTORS.rglob("*.json") if not path.is_relative_to(_FOR_READERS))


def vectors_with_tests() -> list[str]:
    """Return the names of the vector files for which the extension has a test module."""
    return sorted({_name(path) for path in _TESTS.rglob("*.test.js")})


def _name(path: Path) -> str:
    """Return a vector file's name from its path or from one of its test modules."""
    root = _VECTORS if path.is_relative_to(_VECTORS) else _TESTS
    return f"{path.parent.relative_to(root).as_posix()}/{path.name.partition('.')[0]}"


def path_of(name: str) -> str:
    """Return a vector file's path in the repository, as a test in a browser names it."""
    return f"/tests/vectors/{name}.json"


def files_for(name: str) -> dict[str, str]:
    """Return what the tests of a vector file may read in a browser, by path: the file itself, and the pages' texts."""
    paths = [_VECTORS / f"{name}.json", _TEXTS]
    return {f"/{path.relative_to(_ROOT).as_posix()}": path.read_text("utf-8") for path in paths}


def modules() -> str:
    """Return a module that exports `runTests`, and by vector file the functions that import its test modules."""
    lines = [f'export {{ runTests }} from "{SUPPORT}/test_runner.js";', "export const modules = {"]
    for name in vectors_with_tests():
        imports = (f'() => import("./tests/vectors/{name}{rest}")' for rest in _endings(name))
        lines.append(f"  {json.dumps(name)}: [{', '.join(imports)}],")
    return "\n".join([*lines, "};"])


def _endings(name: str) -> list[str]:
    """Return how the names of a vector file's test modules end: ".test.js", and ".<part>.test.js" for its parts."""
    paths = _TESTS.glob(f"{name}.*")
    return sorted(path.name.removeprefix(name.rpartition("/")[2]) for path in paths)
