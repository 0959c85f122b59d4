"""Draw the rooms of the code and their imports: `python -m scripts.generate.structure [CHECKOUT] > FILE.svg`.

A room is a folder directly beneath a distribution (or beneath `extension/src`); modules beside the rooms are one room,
"(beside)". Rooms stand in the order in which the fewest imports point upwards. Those that do are drawn in red.
"""

import re
import sys
from collections import Counter
from html import escape
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

SIDES = {
    "shared": Path("shared/pdd_shared"),
    "server": Path("server/pdd_server"),
    "client": Path("client/pdd_client"),
    "extension": Path("extension/src"),
    "research": Path("research/pdd_research"),
    "papers": Path("research/papers/pdd_papers"),
    "results": Path("research/results/pdd_results"),
}
_PYTHON = re.compile(r"^\s*(?:from|import) (pdd_\w+(?:\.\w+)*)(?: import (\w+))?", re.MULTILINE)
_JAVASCRIPT = re.compile(r"""(?:from|import)\s*\(?["'](\.[^"']+)["']""")
_BESIDE = "(beside)"
_WIDTH, _ROW, _GAP, _TOP = 250, 46, 40, 70


class Side(NamedTuple):
    """One distribution: its rooms, and how often one imports another."""

    name: str
    modules: Counter[str]
    lines: Counter[str]
    imports: Counter[tuple[str, str]]


def read_side(name: str, root: Path) -> Side:
    """Return a distribution's rooms and imports, as found in its sources."""
    side = Side(name, Counter(), Counter(), Counter())
    for path in sorted([*root.rglob("*.py"), *root.rglob("*.js")]):
        text, room = path.read_text("utf-8"), _room(path, root)
        side.modules[room] += 1
        side.lines[room] += text.count("\n")
        for other in _imported(path, text, root):
            if other != room:
                side.imports[room, other] += 1
    return side


def _room(path: Path, root: Path) -> str:
    parts = path.relative_to(root).parts
    return parts[0] if len(parts) > 1 else _BESIDE


def _imported(path: Path, text: str, root: Path) -> list[str]:
    if path.suffix == ".js":
        found = [(path.parent / name).resolve() for name in _JAVASCRIPT.findall(text)]
        return [_room(other, root.resolve()) for other in found if other.is_relative_to(root.resolve())]
    names = [f"{module}.{name}".split(".") for module, name in _PYTHON.findall(text)]
    rooms = [parts[1] for parts in names if parts[0] == root.name and len(parts) > 1]
    return [room if (root / room).is_dir() else _BESIDE for room in rooms]


def order(side: Side) -> list[str]:
    """Return the rooms from top to bottom so that as few imports as possible point upwards."""
    rooms = sorted(side.modules, key=lambda room: (-_outgoing(side, room), room))
    for _ in range(len(rooms) ** 2):
        for window in range(len(rooms) - 1):
            best = min(permutations(rooms[window : window + 4]), key=lambda part: _upwards(side, part))
            rooms[window : window + 4] = best
    return rooms


def _outgoing(side: Side, room: str) -> int:
    return sum(count if a == room else -count if b == room else 0 for (a, b), count in side.imports.items())


def _upwards(side: Side, rooms: tuple[str, ...]) -> int:
    return sum(side.imports[low, high] for i, high in enumerate(rooms) for low in rooms[i + 1 :])


def draw(sides: list[Side]) -> str:
    """Return all distributions beside each other as one SVG."""
    columns = [order(side) for side in sides]
    height = _TOP + _ROW * max(map(len, columns)) + 24
    width = (_WIDTH + _GAP) * len(sides)
    parts = [_HEAD.format(width=width, height=height)]
    for number, (side, rooms) in enumerate(zip(sides, columns, strict=True)):
        parts += _column(side, rooms, _GAP // 2 + number * (_WIDTH + _GAP))
    return "\n".join([*parts, "</svg>\n"])


def _column(side: Side, rooms: list[str], left: int) -> list[str]:
    up = sum(count for (a, b), count in side.imports.items() if rooms.index(a) > rooms.index(b))
    total = f"{sum(side.modules.values())} modules, {up} of {side.imports.total()} imports point upwards"
    parts = [f'<text class="side" x="{left}" y="28">{escape(side.name)}</text>',
             f'<text class="note" x="{left}" y="48">{total}</text>']  # fmt: skip
    for (a, b), count in sorted(side.imports.items()):
        parts.append(_arrow(rooms.index(a), rooms.index(b), count, left))
    for row, room in enumerate(rooms):
        y = _TOP + row * _ROW
        parts += [f'<rect x="{left}" y="{y}" width="150" height="34" rx="4"/>',
                  f'<text x="{left + 8}" y="{y + 15}">{escape(room)}</text>',
                  f'<text class="note" x="{left + 8}" y="{y + 28}">{side.modules[room]} modules, '
                  f"{side.lines[room]:,} lines</text>"]  # fmt: skip
    return parts


def _arrow(start: int, end: int, count: int, left: int) -> str:
    up = end < start
    reach = min(90, 14 + 9 * abs(end - start) + (3 if up else 0))
    y0, y1 = (_TOP + row * _ROW + shift for row, shift in ((start, 21), (end, 13)))
    x = left + 150
    return (
        f'<path class="{"up" if up else "down"}" stroke-width="{min(4, 0.6 + count / 12):.1f}" '
        f'd="M{x} {y0} C{x + reach} {y0} {x + reach} {y1} {x} {y1}"><title>{count}</title></path>'
    )


_HEAD = """<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" \
role="img" aria-label="The rooms of each distribution, and their imports">
<style>
svg {{ background: #FBFAF7; font-family: system-ui, sans-serif; font-size: 12px }}
text {{ fill: #1B2430 }} .side {{ font-size: 16px; font-weight: 600 }} .note {{ fill: #5B6570; font-size: 10px }}
rect {{ fill: #FBFAF7; stroke: #5B6570 }} path {{ fill: none; opacity: .75 }}
.down {{ stroke: #0F766E }} .up {{ stroke: #B42318; stroke-dasharray: 4 2 }}
</style>"""


def main() -> None:
    """Write the picture of a checkout (this one where none is named) to standard output."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2]
    sys.stdout.write(draw([read_side(name, root / path) for name, path in SIDES.items()]))


if __name__ == "__main__":
    main()
