// The first four pages: what is counted, what never leaves, who gets the sum, how to stop. The colours of their drawings
// are the style's.

import { p, s } from "../../widgets/dom.js";

/** @typedef {"counted" | "stays" | "sum" | "stop"} DrawingName */

const [CENTRE, RADIUS] = [80, 58];

/**
 * @param {import("../../texts/texts.js").Texts} texts
 * @returns {readonly import("./steps.js").Step[]}
 */
export function intro(texts) {
  return /** @type {const} */ (["counted", "stays", "sum", "stop"]).map((name) => ({
    title: texts.t(`intro_${name}_title`),
    nodes: [drawing(name), p(texts.t(`intro_${name}`), "large")],
  }));
}

/**
 * @param {DrawingName} name
 * @returns {SVGElement}
 */
function drawing(name) {
  const shapes = { counted, stays, sum, stop }[name]();
  return s("svg", { viewBox: "0 0 360 160", class: "drawing", "aria-hidden": "true" }, ...shapes);
}

/** Lines of which some flow together into a count. */
function counted() {
  return [
    ...[
      [28, 110],
      [76, 128],
      [124, 70],
    ].map(([y, width]) => bar(40, y, width, 10, "line")),
    ...[
      [52, 84],
      [100, 96],
    ].map(([y, width]) => bar(40, y, width, 10, "teal")),
    stroke("M138 57C210 57 200 80 236 80"),
    stroke("M150 105C210 105 200 80 236 80"),
    s("rect", { x: 244, y: 52, width: 72, height: 56, rx: 8, class: "wash edge" }),
    stroke("M272 66V94M288 66V94", "teal thick"),
  ];
}

/** A screen full of lines, and a lock outside of it. */
function stays() {
  return [
    s("rect", { x: 40, y: 20, width: 176, height: 100, rx: 8, class: "hollow ink" }),
    stroke("M96 140H160M128 120V140", "ink"),
    ...[
      [40, 104],
      [58, 72],
      [76, 124],
      [94, 88],
    ].map(([y, width]) => bar(62, y, width, 8, "line")),
    stroke("M216 70H262", "teal dotted"),
    stroke("M280 66V56a14 14 0 0 1 28 0V66", "teal thick"),
    s("rect", { x: 270, y: 66, width: 48, height: 38, rx: 6, class: "fill" }),
  ];
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

/** The ring, hollow, around a pause. */
function stop() {
  return [...dots(180, 6.5, "hollow"), stroke("M169 62V98M191 62V98", "ink heavy")];
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
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} kind
 */
function bar(x, y, width, height, kind) {
  return s("rect", { x, y, width, height, rx: height / 2, class: kind === "teal" ? "fill" : "pale" });
}

/**
 * @param {string} d
 * @param {string} [kind]
 */
function stroke(d, kind = "teal") {
  return s("path", { d, class: `stroke ${kind}` });
}
