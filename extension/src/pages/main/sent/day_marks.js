// A mark for a day's outcome. Shapes tell marks apart, not colours.

import { h, s } from "../../widgets/dom.js";

/** @type {Readonly<Record<string, () => SVGElement>>} */
const SHAPES = Object.freeze({
  sent: () => s("circle", { cx: 6, cy: 6, r: 5, class: "fill" }),
  nothing: () => s("circle", { cx: 6, cy: 6, r: 4, class: "hollow" }),
  waiting: () => s("path", { d: "M1 6h2m2 0h2m2 0h2", class: "dash" }),
  missed: () => s("path", { d: "M1 6h10", class: "dash" }),
  unconfirmed: () => s("path", { d: "M1 6h10M6 1v10", class: "dash" }),
  refused: () => s("path", { d: "M6 0l6 6-6 6-6-6z", class: "amber" }),
});

/**
 * Draw the mark of a day.
 * @param {string} state empty for a day without a state: its mark is empty, too
 */
export function mark(state) {
  const attributes = { viewBox: "0 0 12 12", width: 12, height: 12, class: "mark", "aria-hidden": "true" };
  return s("svg", attributes, SHAPES[state]?.());
}

/** @param {import("../../texts/texts.js").Texts} texts */
export function legend(texts) {
  const items = Object.keys(SHAPES).map((state) => h("li", {}, mark(state), " ", texts.t(`mark_${state}`)));
  return h("ul", { class: "legend" }, items);
}
