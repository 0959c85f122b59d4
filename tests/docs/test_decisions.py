"""Each decision says what it decides, whether it stands, and what else was considered."""

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "decisions"
DECISIONS = sorted(FOLDER.glob("0*.md"))


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_a_decision_has_its_parts(page: Path) -> None:
    """Its title has its number; then come its status, the decision and the alternatives."""
    lines = page.read_text("utf-8").splitlines()
    assert lines[0].startswith(f"# {page.stem[:4]}: ")
    assert re.match(r"\*\*Status:\*\* ((accepted|proposed), 20\d\d-\d\d-\d\d|superseded by \[00\d\d\])", lines[2])
    assert "## Decision" in lines
    assert "## Alternatives considered" in lines


def test_decision_numbers_are_consecutive() -> None:
    """The numbers of decisions have no gap and no repetition."""
    assert [int(page.stem[:4]) for page in DECISIONS] == list(range(1, len(DECISIONS) + 1))


def test_the_list_names_every_decision() -> None:
    """The list names each decision by its title."""
    listed = re.findall(r"^\| \[\d+\]\((.+?)\) \| (.+?) \|", (FOLDER / "README.md").read_text("utf-8"), re.MULTILINE)
    titles = [(page.name, page.read_text("utf-8").splitlines()[0].partition(": ")[2]) for page in DECISIONS]
    assert listed == titles
