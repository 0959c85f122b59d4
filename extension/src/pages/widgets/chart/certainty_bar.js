// A picture of the privacy account: how far the results can move somebody from 50% towards being sure.

import { s } from "../dom.js";

const [WIDTH, HEIGHT, TOP] = [360, 60, 24];
const HALF = 50;
const LETTER = 9;

/**
 * Make a bar from 0 to 100%, filled up to a percentage, with a mark at 50%. The sentence beside it says the same, so
 * screen readers pass over it.
 * @param {import("../../texts/texts.js").Texts} texts
 * @param {number} percent how sure somebody can be at most
 * @param {boolean} isHigh whether it is drawn in amber, because that is a lot
 */
export function certaintyBar(texts, percent, isHigh) {
  const along = (/** @type {number} */ share) => (WIDTH * share) / 100;
  const bar = (/** @type {number} */ width, /** @type {string} */ kind) =>
    s("rect", { x: 0, y: TOP, width, height: 12, rx: 3, class: kind });
  const middle = along(HALF);
  return s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "certainty", "aria-hidden": "true" },
    bar(WIDTH, "all"),
    bar(along(percent), isHigh ? "high" : "part"),
    s("path", { d: `M${middle} ${TOP - 3}V${TOP + 15}`, class: "mark" }),
    label(texts, percent, along(percent), TOP - 6),
    label(texts, HALF, middle, HEIGHT - 6),
  );
}

/**
 * @param {import("../../texts/texts.js").Texts} texts
 * @param {number} percent
 * @param {number} x
 * @param {number} y
 */
function label(texts, percent, x, y) {
  const text = `${texts.number(percent, 9)}%`;
  const half = (text.length * LETTER) / 2;
  return s("text", { x: Math.min(x, WIDTH - half), y, "text-anchor": "middle" }, text);
}
