"""Every page of the app, as a screen reader gets it from a real accessibility bus, and as Tab leads through it."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.client.desktop.screen_reader.accessibility_bus import SILENT, Node
from tests.support.processes.virtual_screen import screen

MISSING = [
    *(name for name in ("Xvfb", "dbus-run-session") if not shutil.which(name)),
    *(() if Path("/usr/share/dbus-1/services/org.a11y.Bus.service").exists() else ("at-spi2-core",)),
    *(() if importlib.util.find_spec("jeepney") else ("jeepney",)),
]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(MISSING), reason=f"missing: {', '.join(MISSING)}; see scripts/install/test-programs"),
]
ITEMS = ("cell", "table cell", "list item", "tree item")
FIRST_RUN = (*(f"first-run-{number}" for number in range(1, 7)), "consent-open")
DIALOGS = ("explanation", "block", "agreed", "erase")
PAGES = (
    *FIRST_RUN,
    *("today", "searches", "sent", "results", "settings", "settings-end"),
    *DIALOGS,
    *("join", "join-choice", "keywords", "erased", "week-today", "week-sent", "week-results"),
)


@dataclass(frozen=True)
class Read:
    """What was read of a page: the tree of the app, and where Tab leads."""

    tree: Node
    stops: list[dict[str, Any]]
    missed: list[str]


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Read]:
    """Return every page, read in one run of the app."""
    file = tmp_path_factory.mktemp("screen-reader") / "pages.json"
    program = [sys.executable, "-m", "tests.client.desktop.screen_reader.read_pages", str(file)]
    with screen() as shown:
        session = {"DISPLAY": shown.display, "QT_QPA_PLATFORM": "xcb", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}
        keychain = {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}
        command = ["dbus-run-session", "--", *program]
        done = subprocess.run(command, env=os.environ | session | keychain, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    pages = json.loads(file.read_text(encoding="utf-8"))
    return {name: Read(Node.parse(page["tree"]), **page["keyboard"]) for name, page in pages.items()}


@pytest.fixture(params=PAGES)
def page(request: pytest.FixtureRequest, read: dict[str, Read]) -> Read:
    """Return one page."""
    return read[request.param]


def test_every_control_says_what_it_is(page: Read) -> None:
    """Whatever can have the focus has a role that is said, and a name, a label or a description."""
    controls = [node for node in page.tree.all() if "focusable" in node.states]
    assert controls
    assert [node for node in controls if node.role in SILENT] == []
    assert [node for node in controls if not (node.name or node.labels or node.description)] == []


def test_every_choice_says_what_is_chosen_for_what(page: Read) -> None:
    """A combo box, whose name is what is chosen in it, has a label or a description too."""
    assert [node.name for node in page.tree.of("combo box") if not (node.labels or node.description)] == []


def test_rows_are_read_once(page: Read) -> None:
    """No cell of a table says again what the one before it in its row said, and no item of a list is there twice."""
    for table in page.tree.of("table"):
        for row in _rows(table):
            assert [pair for pair in pairwise(row) if pair[1] in pair[0]] == [], table.name
    for listed in page.tree.of("list", "tree", "tree table"):
        said = [node.name for node in listed.of(*ITEMS)]
        assert said
        assert "" not in said
        assert [one for one, other in pairwise(said) if one == other] == [], listed.name


def _rows(table: Node) -> Iterator[list[str]]:
    """Yield the names of the cells of each row."""
    cells = [node.name for node in table.of(*ITEMS)]
    assert "" not in cells
    columns = len(table.of("column header"))
    assert columns, "a list of one column is no table"
    for first in range(0, len(cells), columns):
        yield cells[first : first + columns]


def test_the_list_of_a_day_has_one_item_a_row(read: dict[str, Read]) -> None:
    """A keyword of Today is one item, with its count, its searches, and whether it is open."""
    (rows,) = read["today"].tree.of("list")
    said = [item.name for item in rows.of("list item")]
    assert said.count("fever, 1 time, “fever 3 year old”, closed") == 1
    assert len(said) == len(set(said)) == 9


def test_a_reader_finds_window_dialogs_and_headings(read: dict[str, Read]) -> None:
    """The window and its dialogs are windows with names; titles and the sections of Settings are headings."""
    for name, page in read.items():
        assert [node.name for node in page.tree.of("window", "frame")] == ["Private Data Donor"], name
    for name in DIALOGS:
        assert [node.name for node in read[name].tree.of("dialog")] != [""]
    headings = [node.name for node in read["settings"].tree.of("heading")]
    assert headings[:4] == ["Private Data Donor", "Sending", "Campaigns and server", "Browsers"]
    assert "How it works" in [node.name for node in read["first-run-1"].tree.of("heading")]
    assert len(read["results"].tree.of("chart")) == 1


def test_tab_reaches_every_control(page: Read) -> None:
    """Tab reaches every control that can be used, scrolls to it, and Space presses each button."""
    assert page.missed == []
    assert [stop["name"] for stop in page.stops if not stop["seen"]] == []
    assert [stop["name"] for stop in page.stops if stop["pressed"] is False] == []


def test_tab_goes_as_one_reads(page: Read) -> None:
    """Tab leads downwards, and in a line to the right; upwards it leads only to the next column."""
    order = [stop["place"] for stop in page.stops]
    assert order
    start = order.index(min(order, key=lambda place: (place[1], place[0])))
    order = order[start:] + order[:start]
    backwards = [pair for pair in pairwise(order) if _is_before(pair[1], pair[0])]
    assert backwards == []


def _is_before(one: list[int], other: list[int]) -> bool:
    """Return whether a control stands above another, or beside it on its left."""
    left, top, right, bottom = one
    if left >= other[2]:
        return False  # the next column
    return bottom <= other[1] or (right <= other[0] and top < other[3] and bottom > other[1])
