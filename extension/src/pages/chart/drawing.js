// How a line chart is drawn: rules and their numbers, bands, lines, the limit, the cursor. Colours are the style's.

import { s } from "../shared/dom.js";
import { range, runs, span, spread, ticks } from "./plot.js";

/** @typedef {import("./plot.js").Plot} Plot */
/** @typedef {import("./plot.js").Point} Point */
/** @typedef {import("../shared/texts.js").Texts} Texts */

const [WIDTH, HEIGHT] = [640, 260];
const [TOP, BOTTOM, RIGHT, LEAST_LEFT] = [12, 30, 12, 44];

/**
 * Where the lines go: the left edge of their area, their days and the numbers of their rules.
 * @typedef {{x: (day: string) => number, y: (number: number) => number, left: number, rules: readonly number[]}} Frame
 */

/**
 * The picture; `point` moves its cursor to a day, `share` says which share of the time a place on the screen stands for.
 * @param {Texts} texts
 * @param {Plot} plot
 * @param {readonly string[]} days
 */
export function drawing(texts, plot, days) {
  const frame = frameOf(texts, plot, days);
  const cursor = s("g", { class: "cursor" });
  const svg = s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
    rules(texts, frame, days),
    plot.series.flatMap((line) => runs(line, plot.gap).map((run) => band(frame, run))),
    plot.ceiling &&
      s("path", { class: "ceiling", d: `M${frame.left} ${frame.y(plot.ceiling.value)}H${WIDTH - RIGHT}` }),
    plot.series.flatMap((line, index) => runs(line, plot.gap).map((run) => stroke(frame, run, index))),
    cursor,
  );
  return {
    svg,
    /** @param {string | null} day */
    point: (day) => cursor.replaceChildren(...(day === null ? [] : marks(frame, plot, day))),
    /** @param {number} clientX */
    share: (clientX) => {
      const box = svg.getBoundingClientRect();
      const x = ((clientX - box.left) / box.width) * WIDTH;
      return Math.min(1, Math.max(0, (x - frame.left) / (WIDTH - RIGHT - frame.left)));
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
  const width = WIDTH - RIGHT - left;
  return {
    left,
    rules: numbers,
    x: (day) => round(left + width * (all === 0 ? 0.5 : span(days[0], day) / all)),
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
    s("path", { class: number === 0 ? "rule zero" : "rule", d: `M${frame.left} ${frame.y(number)}H${WIDTH - RIGHT}` }),
    s("text", { x: frame.left - 8, y: frame.y(number) + 4, "text-anchor": "end" }, texts.number(number, 2)),
  ]);
  return [...levels, ...dayNames(texts, frame, days)];
}

/**
 * The names of some days; the first and the last stay within the picture.
 * @param {Texts} texts
 * @param {Frame} frame
 * @param {readonly string[]} days
 */
function dayNames(texts, frame, days) {
  const named = days.length > 1 ? spread(days, 4) : days;
  return named.map((day, place) => {
    const edge = place === 0 ? "start" : place === named.length - 1 ? "end" : "middle";
    const anchor = named.length === 1 ? "middle" : edge;
    return s("text", { x: frame.x(day), y: HEIGHT - 6, "text-anchor": anchor }, texts.shortDay(day));
  });
}

/**
 * The band of a line; of a day that stands alone, a box around it.
 * @param {Frame} frame
 * @param {readonly Point[]} run
 */
function band(frame, run) {
  if (run.length === 1) {
    const [{ day, low, high }] = run;
    const height = frame.y(low) - frame.y(high);
    return s("rect", { class: "band", x: frame.x(day) - 6, y: frame.y(high), width: 12, height });
  }
  const upper = run.map((point) => `${frame.x(point.day)} ${frame.y(point.high)}`);
  const lower = run.map((point) => `${frame.x(point.day)} ${frame.y(point.low)}`).reverse();
  return s("path", { class: "band", d: `M${[...upper, ...lower].join("L")}Z` });
}

/**
 * A line; a day that stands alone is a dot.
 * @param {Frame} frame
 * @param {readonly Point[]} run
 * @param {number} index
 */
function stroke(frame, run, index) {
  if (run.length === 1) return s("circle", { class: "dot", cx: frame.x(run[0].day), cy: frame.y(run[0].value), r: 4 });
  const places = run.map((point) => `${frame.x(point.day)} ${frame.y(point.value)}`);
  return s("path", { class: `line line-${index}`, d: `M${places.join("L")}` });
}

/**
 * @param {Frame} frame
 * @param {Plot} plot
 * @param {string} day
 */
function marks(frame, plot, day) {
  const points = plot.series.flatMap((line) => line.points.filter((point) => point.day === day));
  const dots = points.map((point) => s("circle", { class: "dot", cx: frame.x(day), cy: frame.y(point.value), r: 4 }));
  return [s("path", { class: "reader", d: `M${frame.x(day)} ${TOP}V${HEIGHT - BOTTOM}` }), ...dots];
}

/**
 * A piece of a line, for the legend.
 * @param {string} kind
 */
export function key(kind) {
  const look = { viewBox: "0 0 32 8", width: 32, height: 8, class: "key", "aria-hidden": "true" };
  return s("svg", look, s("path", { class: kind === "ceiling" ? kind : `line ${kind}`, d: "M0 4H32" }));
}
