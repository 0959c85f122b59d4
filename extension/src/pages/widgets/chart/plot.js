// What a line chart shows, and where its marks go: numbers in, numbers out.

const STEPS = [1, 2, 2.5, 5, 10];
const DAY = 86_400_000;

/**
 * A day's value and its band; where nothing is uncertain, `low` and `high` are the value.
 * @typedef {Readonly<{day: string, value: number, low: number, high: number}>} Point
 */

/** @typedef {Readonly<{name: string, points: readonly Point[]}>} Series a line, the earliest point first */

/**
 * Lines over days, and a limit that is drawn as a line of its own, if there is one; `gap` is the longest time, in days,
 * that a line spans: it must not claim days that have no number. `open` are the days whose values may still change.
 * @typedef {Readonly<{
 *   series: readonly Series[], ceiling: Readonly<{name: string, value: number}> | null, gap: number,
 *   open: ReadonlySet<string>,
 * }>} Plot
 */

/**
 * All days of a plot, in order.
 * @param {Plot} plot
 */
export function daysOf(plot) {
  return [...new Set(plot.series.flatMap((line) => line.points.map((point) => point.day)))].sort();
}

/**
 * Days from one to the other.
 * @param {string} from
 * @param {string} to
 */
export function span(from, to) {
  return (Date.parse(to) - Date.parse(from)) / DAY;
}

/**
 * A line's points, cut where more than `gap` days lie between two.
 * @param {Series} series
 * @param {number} gap
 * @returns {readonly (readonly Point[])[]}
 */
export function runs(series, gap) {
  /** @type {Point[][]} */
  const found = [];
  for (const point of series.points) {
    const run = found.at(-1);
    const last = run?.at(-1);
    if (run && last && span(last.day, point.day) <= gap) run.push(point);
    else found.push([point]);
  }
  return found;
}

/**
 * The lowest and highest number that must be seen; zero is always in it.
 * @param {Plot} plot
 * @returns {[number, number]}
 */
export function range(plot) {
  let [low, high] = [0, plot.ceiling?.value ?? 0];
  for (const { points } of plot.series) {
    for (const point of points) [low, high] = [Math.min(low, point.low), Math.max(high, point.high)];
  }
  return high > low ? [low, high] : [low, low + 1];
}

/**
 * Round numbers that cover [low, high], about `most` of them at the most, at least two.
 * @param {number} low
 * @param {number} high
 * @param {number} most
 */
export function ticks(low, high, most) {
  const least = (high - low) / Math.max(1, most - 1);
  const unit = 10 ** Math.floor(Math.log10(least));
  const step = unit * (STEPS.find((factor) => factor * unit >= least * (1 - 1e-9)) ?? 10);
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step - 1e-9)];
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/**
 * At most `most` of the days, the first and the last among them, about evenly spread over the time: none where the
 * nearest day is so far off that its name would come too close to another.
 * @param {readonly string[]} days
 * @param {number} most at least 2
 */
export function spread(days, most) {
  const all = span(days[0], days[days.length - 1]);
  const places = Array.from({ length: most }, (_, index) => index / (most - 1));
  const found = places.map((place) => ({ place, day: days[nearest(days, place)] }));
  const near = found.filter(({ place, day }) => Math.abs(span(days[0], day) - place * all) * 8 * (most - 1) <= all);
  return [...new Set(near.map(({ day }) => day))];
}

/**
 * The index of the day nearest to `place`, a share of the time from the first to the last day.
 * @param {readonly string[]} days
 * @param {number} place
 */
export function nearest(days, place) {
  const first = Date.parse(days[0]);
  const target = first + place * (Date.parse(days[days.length - 1]) - first);
  const off = days.map((day) => Math.abs(Date.parse(day) - target));
  return off.indexOf(Math.min(...off));
}
