// Draws a line chart as SVG: rules with their numbers, bands, lines, the limit, the cursor. Colours come from the style
// sheet.

import { s } from "../dom.js";
import { range, runs, span, spread, ticks } from "./plot.js";

/** @typedef {import("./plot.js").Plot} Plot */
/** @typedef {import("./plot.js").Point} Point */
/** @typedef {import("../../texts/texts.js").Texts} Texts */

const [WIDEST, NARROWEST, AROUND, HEIGHT] = [640, 280, 48, 260];
const [TOP, BOTTOM, RIGHT, LEAST_LEFT] = [20, 30, 12, 44];
/** How wide the name of a day is, at most. */
const DAY_NAME = 110;
/** The marks of the first, second and third line, around (0, 0): a disc, a square, a diamond, as in the app. */
const MARKS = ["M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z", "M-3.6 -3.6H3.6V3.6H-3.6Z", "M0 -5.4L5.4 0L0 5.4L-5.4 0Z"];

/**
 * The chart's coordinates.
 *
 * - `left`, `right`: the edges of the area with the lines.
 * - `x`: returns a day's place for the line of an index. On a plot of one day, the lines' marks stand side by side.
 * - `y`: returns a number's place.
 * - `rules`: the numbers at the rules.
 * @typedef {{
 *   x: (day: string, index: number) => number, y: (number: number) => number, left: number,
 *   right: number, rules: readonly number[],
 * }} Frame
 */

/**
 * Draw a plot. Return the picture (`svg`), a function that moves its cursor to a day or hides it (`point`), and a
 * function that returns a screen place's share of the time from the first to the last day (`share`).
 * @param {Texts} texts
 * @param {Plot} plot
 * @param {readonly string[]} days all days of the plot, in order
 */
export function drawing(texts, plot, days) {
  const frame = frameOf(texts, plot, days);
  const cursor = s("g", { class: "cursor" });
  const svg = s(
    "svg",
    { viewBox: `0 0 ${frame.right + RIGHT} ${HEIGHT}`, "aria-hidden": "true" },
    rules(texts, frame, days),
    plot.series.flatMap((line, index) => runs(line, plot.gap).map((run) => band(frame, run, index))),
    plot.ceiling && s("path", { class: "ceiling", d: `M${frame.left} ${frame.y(plot.ceiling.value)}H${frame.right}` }),
    plot.series.flatMap((line, index) => runs(line, plot.gap).map((run) => stroke(frame, run, index))),
    days.length === 1 && plot.series.flatMap((line, index) => values(texts, frame, line.points, index)),
    cursor,
  );
  return {
    svg,
    /** @param {string | null} day */
    point: (day) => cursor.replaceChildren(...(day === null ? [] : marks(frame, plot, day))),
    /** @param {number} clientX */
    share: (clientX) => {
      const box = svg.getBoundingClientRect();
      const x = ((clientX - box.left) / box.width) * (frame.right + RIGHT);
      return Math.min(1, Math.max(0, (x - frame.left) / (frame.right - frame.left)));
    },
  };
}

/**
 * @param {Texts} texts
 * @param {Plot} plot
 * @param {readonly string[]} days
 * @returns {Frame}
 */
function frameOf(texts, plot, days) {
  const numbers = ticks(...range(plot), 6);
  const left = Math.max(LEAST_LEFT, 16 + 8 * Math.max(...numbers.map((number) => texts.number(number, 2).length)));
  const [low, high] = [numbers[0], numbers[numbers.length - 1]];
  const all = days.length > 0 ? span(days[0], days[days.length - 1]) : 0;
  // As wide as the window, so that its text keeps its size: enlarged in a picture that is scaled down, it left the edge.
  const right = Math.max(NARROWEST, Math.min(WIDEST, globalThis.innerWidth - AROUND)) - RIGHT;
  const width = right - left;
  return {
    left,
    right,
    rules: numbers,
    x: (day, index) =>
      round(left + width * (all === 0 ? (index + 0.5) / plot.series.length : span(days[0], day) / all)),
    y: (number) => round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - (number - low) / (high - low))),
  };
}

/** @param {number} number */
function round(number) {
  return Math.round(number * 10) / 10;
}

/**
 * @param {Texts} texts
 * @param {Frame} frame
 * @param {readonly string[]} days
 */
function rules(texts, frame, days) {
  const levels = frame.rules.flatMap((number) => [
    s("path", { class: number === 0 ? "rule zero" : "rule", d: `M${frame.left} ${frame.y(number)}H${frame.right}` }),
    s("text", { x: frame.left - 8, y: frame.y(number) + 4, "text-anchor": "end" }, texts.number(number, 2)),
  ]);
  return [...levels, ...dayNames(texts, frame, days)];
}

/**
 * Draw the names of some days. Those of the first and the last stay within the picture.
 * @param {Texts} texts
 * @param {Frame} frame
 * @param {readonly string[]} days
 */
function dayNames(texts, frame, days) {
  const most = Math.max(2, Math.min(4, Math.floor((frame.right - frame.left) / DAY_NAME)));
  const named = days.length > 1 ? spread(days, most) : days;
  return named.map((day, place) => {
    const edge = place === 0 ? "start" : place === named.length - 1 ? "end" : "middle";
    const anchor = named.length === 1 ? "middle" : edge;
    const x = named.length === 1 ? (frame.left + frame.right) / 2 : frame.x(day, 0);
    return s("text", { x, y: HEIGHT - 6, "text-anchor": anchor }, texts.shortDay(day));
  });
}

/**
 * Draw the band of a run of a line; for a day that stands alone, a box around its value.
 * @param {Frame} frame
 * @param {readonly Point[]} run
 * @param {number} index
 */
function band(frame, run, index) {
  if (run.length === 1) {
    const [{ day, low, high }] = run;
    const height = frame.y(low) - frame.y(high);
    return s("rect", { class: "band", x: frame.x(day, index) - 6, y: frame.y(high), width: 12, height });
  }
  const upper = run.map((point) => `${frame.x(point.day, index)} ${frame.y(point.high)}`);
  const lower = run.map((point) => `${frame.x(point.day, index)} ${frame.y(point.low)}`).reverse();
  return s("path", { class: "band", d: `M${[...upper, ...lower].join("L")}Z` });
}

/**
 * Draw a run of a line; for a day that stands alone, the line's mark.
 * @param {Frame} frame
 * @param {readonly Point[]} run
 * @param {number} index
 */
function stroke(frame, run, index) {
  if (run.length === 1) return mark(frame, run[0], index);
  const places = run.map((point) => `${frame.x(point.day, index)} ${frame.y(point.value)}`);
  return s("path", { class: `line line-${index}`, d: `M${places.join("L")}` });
}

/**
 * Draw a point in its line's own shape. A point has no dashes that would tell its line from the others.
 * @param {Frame} frame
 * @param {Point} point
 * @param {number} index
 */
function mark(frame, { day, value }, index) {
  const place = `translate(${frame.x(day, index)} ${frame.y(value)})`;
  return s("path", { class: "dot", d: MARKS[index], transform: place });
}

/**
 * Draw the numbers of the only day, each above its band.
 * @param {Texts} texts
 * @param {Frame} frame
 * @param {readonly Point[]} points
 * @param {number} index
 */
function values(texts, frame, points, index) {
  return points.map(({ day, value, high }) =>
    s("text", { x: frame.x(day, index), y: frame.y(high) - 7, class: "value" }, texts.number(value, 2)),
  );
}

/**
 * @param {Frame} frame
 * @param {Plot} plot
 * @param {string} day
 */
function marks(frame, plot, day) {
  return plot.series.flatMap(({ points }, index) =>
    points
      .filter((point) => point.day === day)
      .flatMap((point) => [
        s("path", { class: "reader", d: `M${frame.x(day, index)} ${TOP}V${HEIGHT - BOTTOM}` }),
        mark(frame, point, index),
      ]),
  );
}

/**
 * Draw a piece of a line with its mark, for the legend.
 * @param {number} index
 */
export function lineKey(index) {
  const line = s("path", { class: `line line-${index}`, d: "M0 6H32" });
  return key(line, s("path", { class: "dot", d: MARKS[index], transform: "translate(16 6)" }));
}

/** Draw a piece of the limit, for the legend. */
export function ceilingKey() {
  return key(s("path", { class: "ceiling", d: "M0 6H32" }));
}

/** @param {...SVGElement} drawn */
function key(...drawn) {
  return s("svg", { viewBox: "0 0 32 12", width: 32, height: 12, class: "key", "aria-hidden": "true" }, ...drawn);
}
