"""The checklist in docs/reference/asvs.md is complete, and names tests and files that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[4]
_LINE = re.compile(r"^\| (V[\d.]+(?: - V[\d.]+)?) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
ROWS = _LINE.findall((ROOT / "docs/reference/asvs.md").read_text(encoding="utf-8"))
REQUIREMENTS = 260
"""Of levels 1 and 2 in version 4.0.3, without those it calls deleted."""


def _count(numbers: str) -> int:
    first, _, last = numbers.partition(" - ")
    return int(last.rsplit(".", 1)[1]) - int(first.rsplit(".", 1)[1]) + 1 if last else 1


def test_every_requirement_has_its_line() -> None:
    """Every requirement of the standard has exactly one line: met, not met or not applicable."""
    numbers = [numbers for numbers, *_ in ROWS]
    assert sum(map(_count, numbers)) == REQUIREMENTS
    assert len(set(numbers)) == len(numbers)
    assert {state for _, _, state, _ in ROWS} == {"met", "not met", "no"}


def test_what_shows_it_is_there() -> None:
    """Every test and every file that the checklist names exists."""
    tests = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "tests").rglob("test_*.py"))
    defined = set(re.findall(r"def (test_\w+)\(", tests))
    named = {name for *_, shown in ROWS for name in re.findall(r"`([^`]+)`", shown)}
    ours = re.compile(r"test_\w+|\w[\w.-]*/[\w./-]+|[\w.]+\.(md|toml|lock)")
    checked = {name for name in named if ours.fullmatch(name)}
    assert len(checked) > 60
    assert {name for name in checked if name not in defined and not (ROOT / name).exists()} == set()
