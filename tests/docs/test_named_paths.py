"""The documents for contributors name folders and files that there are."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    *(ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "extension/README.md")),
    *sorted((ROOT / "docs" / "how-to").glob("*.md")),
]
_TO_BE_MADE = re.compile(r"\bMake `[^`\n]+`")
"""How a how-to names a file that its reader writes."""
_CODE = re.compile(r"`([^`\n]+)`")
_PATH = re.compile(r"(?:pdd_\w+|\.github|docs|extension|locks|scripts|shared|server|client|research|tests)/[\w./-]*")
_BESIDE = ("", "shared", "server", "client", "research", "extension")
"""Where a path may begin: packages are named without the folder of their distribution."""


def named_paths(text: str) -> list[str]:
    """Return what a page names as a path between backquotes, without patterns, placeholders and files to be made."""
    return [code for code in _CODE.findall(_TO_BE_MADE.sub("", text)) if _PATH.fullmatch(code)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_named_paths_are_there(page: Path) -> None:
    """Every path that a contributors' page names exists."""
    paths = named_paths(page.read_text("utf-8"))
    assert [path for path in paths if not any((ROOT / folder / path).exists() for folder in _BESIDE)] == []


def test_architecture_names_the_code() -> None:
    """The test above checks something: the way of a search alone names ten modules."""
    paths = named_paths((ROOT / "ARCHITECTURE.md").read_text("utf-8"))
    assert len({path for path in paths if path.endswith(".py")}) >= 10


def test_paths_that_are_gone_are_found() -> None:
    """A missing path is found; commands, addresses and placeholders are not taken for paths."""
    text = "See `pdd_client/core/gone.py`, `tests/vectors/`, `scripts/test PATH`, `docs/*.md`. Make `docs/x.md`."
    assert named_paths(text) == ["pdd_client/core/gone.py", "tests/vectors/"]
