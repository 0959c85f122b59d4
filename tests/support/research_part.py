"""Which tests of research need to run: those of which something that they are made of has changed.

They take long, and most changes don't reach them. `python -m tests.support.research_part` prints an option of pytest's
for each file that needn't run. With `--ran` it notes in `research_ran.txt`, which is committed, that all have passed.
"""

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

_ROOT = Path(__file__).parents[2]
_RAN = Path(__file__).with_name("research_ran.txt")
_TESTS = ("tests/research", "tests/papers")
_ALL_READ = ("research/pdd_research", "research/papers", "docs/papers", "tests/conftest.py", "locks/development.lock")
"""What every test of research may read or start, with what that imports."""
_PACKAGES = [_ROOT, *(_ROOT / name for name in ("shared", "server", "client", "research", "research/papers"))]
"""Where imported modules are looked for."""


def digests() -> dict[str, str]:
    """Return the SHA-256 of all that each file of tests is made of, by the file's path from the root."""
    common = _closure(_tracked(*_ALL_READ))
    tests = [file for file in _tracked(*_TESTS) if file.name.startswith("test_")]
    return {_name(file): _digest(common | _closure([file, *_beside(file)])) for file in tests}


def unchanged() -> list[str]:
    """Return the files of tests that are made of the same as when they last passed."""
    lines = _RAN.read_text("utf-8").splitlines() if _RAN.exists() else []
    ran = {name: digest for digest, _, name in (line.partition(" ") for line in lines)}
    return [name for name, digest in digests().items() if ran.get(name) == digest]


def _tracked(*places: str) -> list[Path]:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *places]
    listed = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return [_ROOT / name for name in listed if name and (_ROOT / name).exists()]


def _beside(test: Path) -> list[Path]:
    """Return the fixtures that a file of tests may use without importing them."""
    return [folder / "conftest.py" for folder in test.parents if (folder / "conftest.py").exists()]


def _closure(files: Iterable[Path]) -> set[Path]:
    """Return these files and all files of the project that they import, in turn."""
    found, todo = set[Path](), list(files)
    while todo:
        if (file := todo.pop()) not in found:
            found.add(file)
            todo += _imported(file)
    return found


@cache
def _imported(file: Path) -> frozenset[Path]:
    if file.suffix != ".py":
        return frozenset()
    nodes = list(ast.walk(ast.parse(file.read_bytes())))
    names = [one.name for node in nodes if isinstance(node, ast.Import) for one in node.names]
    names += [f"{node.module}.{one.name}" for node in nodes if isinstance(node, ast.ImportFrom) for one in node.names]
    tables = {file.with_suffix(".json")} if file.with_suffix(".json").exists() else set[Path]()
    return frozenset(tables | {file for name in names for file in _files_of(name.split("."))})


def _files_of(parts: list[str]) -> Iterator[Path]:
    """Return the files of a module and of the packages around it; the last part may be a name in the module."""
    for end in range(1, len(parts) + 1):
        place = Path(*parts[:end])
        found = (package / file for package in _PACKAGES for file in (place.with_suffix(".py"), place / "__init__.py"))
        yield from filter(Path.exists, found)


def _digest(files: Iterable[Path]) -> str:
    lines = (f"{_name(file)} {_digest_of(file)}\n" for file in sorted(files))
    return sha256("".join(lines).encode()).hexdigest()


@cache
def _digest_of(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()


def _name(file: Path) -> str:
    return file.relative_to(_ROOT).as_posix()


if __name__ == "__main__":
    if sys.argv[1:] == ["--ran"]:
        _RAN.write_text("".join(f"{digest} {name}\n" for name, digest in digests().items()), "utf-8")
    else:
        for name in unchanged():
            print(f"--ignore={name}")
