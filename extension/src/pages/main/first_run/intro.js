// The first page: what is counted and never leaves, who gets the sum, and that one can stop. The colours of its drawing
// are the style's.

import { p, s } from "../../widgets/dom.js";

const [CENTRE, RADIUS] = [80, 58];

/**
 * Make the step that says what taking part means. It has at most 40 words.
 * @param {import("../../texts/texts.js").Texts} texts
 * @returns {import("./steps.js").Step}
 */
export function introStep(texts) {
  const drawing = s("svg", { viewBox: "0 0 360 160", class: "drawing", "aria-hidden": "true" }, ...sum());
  return { title: texts.t("intro_title"), nodes: [drawing, p(texts.t("intro"), "large")] };
}

/** The ring of equal dots, their sum, and the line that is published of it. */
function sum() {
  const line = "M244 112L264 92L284 100L320 52";
  return [
    ...dots(120, 8, "fill"),
    ...turns().map((angle) => stroke(`M${at(120, angle, 46)}L${at(120, angle, 26)}`, "line")),
    s("circle", { cx: 120, cy: CENTRE, r: 20, class: "wash edge" }),
    stroke("M112 80H128M120 72V88", "teal thick"),
    stroke("M190 80H228", "teal dotted"),
    stroke(line, "band"),
    stroke(line),
  ];
}

function turns() {
  return Array.from({ length: 12 }, (_, index) => (index * Math.PI) / 6);
}

/**
 * A place on a ring around (`x`, the middle).
 * @param {number} x
 * @param {number} angle
 * @param {number} radius
 */
function at(x, angle, radius) {
  return `${(x + radius * Math.sin(angle)).toFixed(2)} ${(CENTRE - radius * Math.cos(angle)).toFixed(2)}`;
}

/**
 * @param {number} x
 * @param {number} radius of each
 * @param {string} kind
 */
function dots(x, radius, kind) {
  return turns().map((angle) => {
    const [cx, cy] = at(x, angle, RADIUS).split(" ");
    return s("circle", { cx, cy, r: radius, class: kind });
  });
}

/**
 * @param {string} d
 * @param {string} [kind]
 */
function stroke(d, kind = "teal") {
  return s("path", { d, class: `stroke ${kind}` });
}
