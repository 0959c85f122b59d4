// A line chart that can be read with the mouse, with the arrow keys, and by ear.

import { outside } from "../../texts/texts.js";
import { h } from "../dom.js";
import { ceilingKey, drawing, lineKey } from "./drawing.js";
import { daysOf, nearest } from "./plot.js";

/** @typedef {import("./plot.js").Plot} Plot */
/** @typedef {import("./plot.js").Series} Series */
/** @typedef {import("../../texts/texts.js").Texts} Texts */

/** The most lines of a chart: each has a mark and dashes of its own, so that it does not need colours. */
export const MOST_LINES = 3;

const STEPS = new Map([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
  ["Home", -Infinity],
  ["End", Infinity],
]);

/**
 * Make a chart, with its legend above and the values at the cursor below. A single line without a limit gets no legend.
 * @param {Texts} texts
 * @param {string} name for screen readers
 * @param {Plot} plot
 * @param {string} id
 */
export function chart(texts, name, plot, id) {
  const days = daysOf(plot);
  // If there is only one day, its numbers are shown without moving the cursor there.
  const hint = days.length === 1 ? textAt(texts, plot, days[0]) : texts.t("chart_hint");
  const reading = h("p", { class: "quiet reading", "aria-live": "polite", id: `${id}-reading` }, hint);
  const paper = drawing(texts, plot, days);
  const attributes = {
    class: "chart",
    tabindex: 0,
    role: "group",
    "aria-label": name,
    "aria-describedby": `${id}-help`,
  };
  const box = h("div", { ...attributes, id }, paper.svg);
  let cursor = -1;
  /** @param {number} place its index among the days; -1: nothing is read */
  const read = (place) => {
    if (place === cursor) return;
    cursor = place;
    paper.point(days[place] ?? null);
    reading.textContent = place < 0 ? hint : textAt(texts, plot, days[place]);
  };
  box.addEventListener("keydown", (event) => move(event, cursor, days.length, read));
  box.addEventListener("pointermove", (event) => read(nearest(days, paper.share(event.clientX))));
  box.addEventListener("pointerleave", () => document.activeElement === box || read(-1));
  const help = h("span", { class: "unseen", id: `${id}-help` }, texts.t("chart_keys"));
  return h("figure", {}, legend(plot), box, help, reading);
}

/**
 * Move the cursor with the keyboard.
 * @param {KeyboardEvent} event
 * @param {number} cursor the index of its day; -1 if the cursor is on no day
 * @param {number} days their number
 * @param {(place: number) => void} read moves the cursor
 */
function move(event, cursor, days, read) {
  if (event.key === "Escape") return read(-1);
  const step = STEPS.get(event.key);
  if (step === undefined) return;
  event.preventDefault();
  const from = cursor < 0 && step === -1 ? days : cursor < 0 && step === 1 ? days - 2 : cursor;
  read(Math.min(days - 1, Math.max(0, from + step)));
}

/** @param {Plot} plot */
function legend(plot) {
  if (plot.series.length < 2 && plot.ceiling === null) return null;
  const items = plot.series.map((line, index) => h("li", {}, lineKey(index), " ", outside(line.name)));
  if (plot.ceiling !== null) items.push(h("li", {}, ceilingKey(), " ", plot.ceiling.name));
  return h("ul", { class: "legend" }, items);
}

/**
 * Return the values of all lines on a day, as a sentence.
 * @param {Texts} texts
 * @param {Plot} plot
 * @param {string} day
 */
function textAt(texts, plot, day) {
  const parts = plot.series.map((line) => valueText(texts, line, day)).filter((text) => text !== "");
  if (plot.ceiling !== null) {
    parts.push(texts.t("chart_value", { name: plot.ceiling.name, value: texts.number(plot.ceiling.value, 2) }));
  }
  const name = texts.shortDay(day);
  const named = plot.open.has(day) ? texts.t("not_final", { day: name }) : name;
  return texts.t("chart_day", { day: named, values: parts.join("; ") });
}

/**
 * @param {Texts} texts
 * @param {Series} line
 * @param {string} day
 */
function valueText(texts, line, day) {
  const point = line.points.find((one) => one.day === day);
  if (point === undefined) return "";
  const [value, low, high] = [point.value, point.low, point.high].map((number) => texts.number(number, 2));
  const name = outside(line.name);
  if (point.low === point.high) return texts.t("chart_value", { name, value });
  return texts.t("chart_between", { name, value, low, high });
}
