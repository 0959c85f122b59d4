// The numbers of a line chart: its data, the round numbers of its rules, the days that are named. Nothing is drawn
// here.

/** The round steps between two rules, times a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10];
const DAY = 86_400_000;

/**
 * A day's value and its 95% interval. If the value is certain, `low` and `high` are the value.
 * @typedef {Readonly<{day: string, value: number, low: number, high: number}>} Point
 */

/** @typedef {Readonly<{name: string, points: readonly Point[]}>} Series a line, the earliest point first */

/**
 * The data of a chart.
 *
 * - `series`: the lines; `ceiling`: a limit that is drawn as a line of its own, null for none.
 * - `gap`: the longest time in days that a line spans. Beyond, it is cut: it must not suggest numbers that don't exist.
 * - `open`: the days whose values may still change.
 * @typedef {Readonly<{
 *   series: readonly Series[], ceiling: Readonly<{name: string, value: number}> | null, gap: number,
 *   open: ReadonlySet<string>,
 * }>} Plot
 */

/**
 * Return all days of a plot, in order.
 * @param {Plot} plot
 */
export function daysOf(plot) {
  return [...new Set(plot.series.flatMap((line) => line.points.map((point) => point.day)))].sort();
}

/**
 * Return the number of days from one day to another.
 * @param {string} from
 * @param {string} to
 */
export function span(from, to) {
  return (Date.parse(to) - Date.parse(from)) / DAY;
}

/**
 * Cut a line's points into runs, wherever more than `gap` days lie between two.
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
 * Return the lowest and the highest number that the chart has to show. Zero lies between them.
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
 * Return round numbers, evenly spaced, that cover [low, high]: about `most`, and at least two.
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
 * Choose days to be named: the first, the last, and others about evenly between them. A place without a day nearby
 * gets no name, as the nearest day's name would come too close to another.
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
 * Return the index of the day nearest to a place in time.
 * @param {readonly string[]} days in order
 * @param {number} place from 0, the first day, to 1, the last
 */
export function nearest(days, place) {
  const first = Date.parse(days[0]);
  const target = first + place * (Date.parse(days[days.length - 1]) - first);
  const off = days.map((day) => Math.abs(Date.parse(day) - target));
  return off.indexOf(Math.min(...off));
}
