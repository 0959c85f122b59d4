"""The marks of a chart: lines with 95% bands over two axes; beneath them coverage and donors, each over its own axis.

Paths are in units of WIDTH by HEIGHT, and the pages stretch them to the width of the screen. Texts keep their size, so
they have places in percent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, log10
from typing import NamedTuple

from pdd_server.services.numbers import short

WIDTH, HEIGHT, LOW = 640, 240, 48
"""The width of the chart, the height of its main part, and that of each strip beneath, in units of the SVG."""
LIGHT = ("#0F766E", "#B45309", "#6D28D9", "#0369A1", "#9D174D", "#4D7C0F")
"""The colours on light paper, `--line-1` and so on in the style sheet. A chart has at most so many lines."""
COLOURS = len(LIGHT)
ROOM = 0.86
"""The part of the width that the slots take. The rest is for the keywords at the lines' ends."""
_TICKS = 6
"""About the most ticks of the vertical axis."""
_DATES = 4
"""The most ticks of the horizontal axis."""
_APART = 7.0
"""The least distance of labels at the ends of lines, in percent of the height."""


class Spot(NamedTuple):
    """A point of a line.

    Attributes:
        slot: The number of its slot, from 0.
        value: The number.
        low: The lower bound of its 95% interval; the number itself if it has none.
        high: The upper bound.
    """

    slot: int
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Slot:
    """A day, week or month of the chart; all have the same width.

    Attributes:
        first: Its first day.
        last: Its last day.
        confidence: Its coverage, from 0 to 1; None if it has no totals.
        donors: Its donors; None if it has no totals.
    """

    first: date
    last: date
    confidence: float | None
    donors: float | None


class Tick(NamedTuple):
    """A text beside an axis, and its place in percent from the left or from the top."""

    place: float
    text: str

    @property
    def is_zero(self) -> bool:
        """Whether it is the number 0."""
        return self.text.strip("0.") == ""


@dataclass(frozen=True)
class Line:
    """A keyword in the chart.

    Attributes:
        entry: The keyword.
        colour: The number of its colour, from 1.
        line: The SVG path of its numbers, interrupted where there are none.
        band: The SVG path of its 95% band.
        label: The place of the keyword at the line's end, in percent from the top.
        is_noise: Whether its ups and downs are no larger than noise makes them.
    """

    entry: str
    colour: int
    line: str
    band: str
    label: float
    is_noise: bool


@dataclass(frozen=True)
class Chart:
    """A chart over equal slots.

    Attributes:
        lines: The keywords.
        slots: The slots, from the first to the last.
        numbers: The ticks of the vertical axis, 0 among them if it is in range.
        dates: The ticks of the horizontal axis.
        bars: The SVG path of the bars of the coverage.
        donors: The SVG path of the donors' line; empty if there are none.
        most_donors: The number at the upper edge of the donors' strip.
        summary: What the lines show, in words, for people who can't see them.
    """

    lines: tuple[Line, ...]
    slots: tuple[Slot, ...]
    numbers: tuple[Tick, ...]
    dates: tuple[Tick, ...]
    bars: str
    donors: str
    most_donors: float
    summary: str

    @property
    def first(self) -> date:
        """The first day."""
        return self.slots[0].first

    @property
    def last(self) -> date:
        """The last day."""
        return self.slots[-1].last


def chart_of(
    series: Mapping[str, Sequence[Spot]],
    slots: Sequence[Slot],
    colours: Mapping[str, int] | None = None,
    noise: frozenset[str] = frozenset(),
) -> Chart | None:
    """Return a chart; None if there are fewer than two slots, or no points.

    Args:
        series: The points of each line.
        slots: The slots, in order.
        colours: The number of each line's colour, from 1; None for the order of the lines.
        noise: The lines whose ups and downs are no larger than noise makes them.
    """
    drawn = {entry: points for entry, points in series.items() if points}
    if len(slots) < 2 or not drawn:
        return None
    slot = ROOM * WIDTH / len(slots)
    across = [f"{(number + 0.5) * slot:.1f}" for number in range(len(slots))]
    low = min(0.0, *(point.low for points in drawn.values() for point in points))
    high = max(point.high for points in drawn.values() for point in points)
    high = high if high > low else low + 1
    ticks = _numbers(low, high)
    scale = HEIGHT / (high - low)
    ends = {entry: 100 * (high - points[-1].value) / (high - low) for entry, points in drawn.items()}
    places = _apart(ends)
    lines = tuple(
        Line(
            entry,
            (colours or {}).get(entry, number),
            *_paths(points, across, high, scale),
            places[entry],
            entry in noise,
        )
        for number, (entry, points) in enumerate(drawn.items(), start=1)
    )
    marks = tuple(
        Tick(round(100 * (high - tick) / (high - low), 2), number_text(tick, ticks[1] - ticks[0])) for tick in ticks
    )
    most = max(1.0, *(one.donors or 0 for one in slots))
    return Chart(
        lines,
        tuple(slots),
        marks,
        _dates(slots),
        _bars(slots, slot),
        _donors(slots, across, most),
        most,
        _summary(drawn, slots),
    )


def trend(totals: Sequence[int]) -> str:
    """Return the SVG path of a keyword's small line, in a box of 96 by 24; empty for fewer than two totals."""
    if len(totals) < 2:
        return ""
    low, high = min(totals), max(totals)
    tall = 20 / max(1, high - low)
    return _path([(x, 22 - (total - low) * tall) for x, total in zip(_across(len(totals)), totals, strict=True)])


def colours_of(entries: Sequence[str], vocabulary: Sequence[str]) -> dict[str, int]:
    """Return the number of each keyword's colour, from 1.

    It follows from the keyword's place in the vocabulary, so that a keyword has the same colour on every page. If two
    keywords of a chart would have the same one, the later of the two takes the next that is free.
    """
    places = {entry: number for number, entry in enumerate(vocabulary)}
    found: dict[str, int] = {}
    for entry in sorted(entries, key=lambda one: places.get(one, 0)):
        wanted = (places.get(entry, 0) + ahead for ahead in range(COLOURS))
        taken = set(found.values())
        found[entry] = next((one % COLOURS + 1 for one in wanted if one % COLOURS + 1 not in taken), 1)
    return found


def number_text(number: float, step: float = 1) -> str:
    """Return a number on an axis or in a table, with as many decimals as numbers so far apart need: 12,345 or 0.25."""
    decimals = max(0, -floor(log10(step))) if step < 1 else 0
    return f"{number:,.{decimals}f}".replace("-", "−")


@lru_cache(maxsize=64)
def _across(number: int) -> tuple[str, ...]:
    """Return the horizontal coordinates of so many points, evenly over a width of 96."""
    return tuple(f"{place * 96 / (number - 1):.1f}" for place in range(number))


def _numbers(low: float, high: float) -> list[float]:
    """Return round numbers over a range, 1, 2 or 5 times a power of ten apart; 0 is among them if it is in range."""
    rough = (high - low) / (_TICKS - 1)
    power = 10.0 ** floor(log10(rough))
    step = next(times * power for times in (1, 2, 5, 10) if times * power >= rough * 0.999)
    return [number * step for number in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


def _dates(slots: Sequence[Slot]) -> tuple[Tick, ...]:
    """Return dates evenly over the slots, both ends among them."""
    number = min(_DATES, len(slots))
    chosen = [round(place * (len(slots) - 1) / (number - 1)) for place in range(number)]
    is_month = slots[0].first.day == 1 and (slots[0].last - slots[0].first).days > 26
    return tuple(
        Tick(
            round(100 * ROOM * (place + 0.5) / len(slots), 2),
            f"{slots[place].last:%b %Y}" if is_month else _short(slots[place]),
        )
        for place in chosen
    )


def _short(slot: Slot) -> str:
    return f"{slot.last.day} {slot.last:%b}"


def _apart(ends: Mapping[str, float]) -> dict[str, float]:
    """Return the places of labels near these, in percent from the top, far enough apart to be read."""
    places: dict[str, float] = {}
    least = 5.0
    for entry, wanted in sorted(ends.items(), key=lambda one: one[1]):
        places[entry] = least = max(least, wanted - 2)
        least += _APART
    over = max(0.0, max(places.values()) - 97)
    lowest = 97.0
    for entry in reversed(places):
        places[entry] = round(min(places[entry], lowest) if over else places[entry], 2)
        lowest = places[entry] - _APART
    return places


def _paths(points: Sequence[Spot], across: Sequence[str], high: float, scale: float) -> tuple[str, str]:
    """Return the SVG paths of a line and of its band."""
    runs = _runs(points)
    line = " ".join(_path([(across[one.slot], (high - one.value) * scale) for one in run]) for run in runs)
    bands = ([(across[one.slot], (high - one.high) * scale, (high - one.low) * scale) for one in run] for run in runs)
    return line, " ".join(map(_band, bands))


def _runs(points: Sequence[Spot]) -> list[list[Spot]]:
    """Split points into runs of neighbouring slots."""
    runs = [[points[0]]]
    for before, point in pairwise(points):
        if point.slot - before.slot > 1:
            runs.append([])
        runs[-1].append(point)
    return runs


def _path(places: Sequence[tuple[str, float]]) -> str:
    # A single point becomes a line to itself, which round line caps show as a dot.
    ends = places if len(places) > 1 else [*places, *places]
    return "M" + "L".join([f"{x},{y:.1f}" for x, y in ends])


def _band(places: Sequence[tuple[str, float, float]]) -> str:
    """Return the closed SVG path around the 95% band of a run of points: x, and the upper and lower y."""
    above = [(x, upper) for x, upper, _ in places]
    below = [(x, lower) for x, _, lower in reversed(places)]
    return _path(above + below) + "Z"


def _bars(slots: Sequence[Slot], width: float) -> str:
    """Return the SVG path of a bar for each slot's coverage."""
    heights = ((number, one.confidence * LOW) for number, one in enumerate(slots) if one.confidence is not None)
    return "".join(
        f"M{(number + 0.1) * width:.2f},{LOW}v{-tall:.1f}h{0.8 * width:.2f}V{LOW}Z" for number, tall in heights
    )


def _donors(slots: Sequence[Slot], across: Sequence[str], most: float) -> str:
    """Return the SVG path of the line of the donors."""
    spots = [Spot(number, one.donors, 0, 0) for number, one in enumerate(slots) if one.donors is not None]
    runs = _runs(spots) if spots else []
    return " ".join(_path([(across[one.slot], LOW - max(0, one.value) / most * LOW) for one in run]) for run in runs)


def _summary(series: Mapping[str, Sequence[Spot]], slots: Sequence[Slot]) -> str:
    """Return what the lines show, in words: their first and last numbers, and the last one's 95% interval."""
    ends = ((entry, points[0], points[-1]) for entry, points in series.items())
    return "; ".join(
        f"{entry}: {short(first.value)} on {slots[first.slot].last}, {short(last.value)} on {slots[last.slot].last}, "
        f"95% interval {short(last.low)} to {short(last.high)}"
        for entry, first, last in ends
    )
