"""Which tests need not run: those that are made of the same as when they last passed.

They take long, and most changes don't reach them: the files of research one by one, and the second stage of the server
with what is shared. `python -m tests.support.unchanged STAGE` prints an option of pytest's for each that needn't run.
With `--ran` in place of a stage it notes in `unchanged.txt`, which is committed, that all have passed.
"""

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

_ROOT = Path(__file__).parents[2]
_RAN = Path(__file__).with_name("unchanged.txt")
_RESEARCH = ("tests/research", "tests/papers")
_SERVER = ("tests/server", "tests/shared", "tests/results")
_SERVER_READS = (
    *("server", "shared", "deploy", "docs/guides/operator.md", "docs/guides/researcher.md"),
    *(f"docs/reference/{name}.md" for name in ("attacks", "who-sees-what", "asvs", "portal-threats")),
    *(*_SERVER, "tests/conftest.py", "locks/development.lock"),
)
"""What the tests of the server, and of what is shared, may read or start, with what that imports."""
_RESEARCH_READS = (
    "research/pdd_research",
    "research/papers",
    "docs/papers",
    "tests/conftest.py",
    "locks/development.lock",
)
"""The same for every test of research."""
_PACKAGES = [_ROOT, *(_ROOT / name for name in ("shared", "server", "client", "research", "research/papers"))]
"""Where imported modules are looked for."""


def digests() -> dict[str, str]:
    """Return the SHA-256 of all that each file or folder of tests is made of, by its path from the root."""
    common = _closure(_tracked(*_RESEARCH_READS))
    research = [file for file in _tracked(*_RESEARCH) if file.name.startswith("test_")]
    each = {_name(file): _digest(common | _closure([file, *_beside(file)])) for file in research}
    return each | dict.fromkeys(_SERVER, _digest(_closure(_tracked(*_SERVER_READS))))


def unchanged(stage: str) -> list[str]:
    """Return the files and folders of tests that are made of the same as when they last passed.

    The first stage is cheap but for research, so it runs all others.
    """
    lines = _RAN.read_text("utf-8").splitlines() if _RAN.exists() else []
    ran = {name: digest for digest, _, name in (line.partition(" ") for line in lines)}
    same = [name for name, digest in digests().items() if ran.get(name) == digest]
    return [name for name in same if stage == "second" or name not in _SERVER]


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
        for name in unchanged(sys.argv[1]):
            print(f"--ignore={name}")
