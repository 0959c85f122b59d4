"""The checklist in docs/reference/asvs.md is complete. It and the portal's threats name tests and files that exist."""

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


def _tests() -> set[str]:
    texts = (file.read_text(encoding="utf-8") for file in (ROOT / "tests").rglob("test_*.py"))
    return {name for text in texts for name in re.findall(r"def (test_\w+)\(", text)}


def test_every_requirement_has_its_line() -> None:
    """Every requirement of the standard has exactly one line: met, not met or not applicable."""
    numbers = [numbers for numbers, *_ in ROWS]
    assert sum(map(_count, numbers)) == REQUIREMENTS
    assert len(set(numbers)) == len(numbers)
    assert {state for _, _, state, _ in ROWS} == {"met", "not met", "no"}


def test_what_shows_it_is_there() -> None:
    """Every test and every file that the checklist names exists."""
    defined = _tests()
    named = {name for *_, shown in ROWS for name in re.findall(r"`([^`]+)`", shown)}
    ours = re.compile(r"test_\w+|\w[\w.-]*/[\w./-]+|[\w.]+\.(md|toml|lock)")
    checked = {name for name in named if ours.fullmatch(name)}
    assert len(checked) > 60
    assert {name for name in checked if name not in defined and not (ROOT / name).exists()} == set()


def test_the_threats_name_what_is_there() -> None:
    """Every test and every module that the portal's threat model names exists."""
    page = (ROOT / "docs/reference/portal-threats.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([^`\n]+)`", page))
    tests = {name for name in named if name.startswith("test_")}
    modules = {name for name in named if re.fullmatch(r"(web|services|cli)/[\w/.]*", name)}
    assert (len(tests) > 30, len(modules) > 5) == (True, True)
    assert tests - _tests() == set()
    assert {name for name in modules if not (ROOT / "server/pdd_server" / name).exists()} == set()
