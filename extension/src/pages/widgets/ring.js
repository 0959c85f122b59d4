// The icon: twelve equal dots, hollow while paused. One dot is amber while something waits for the person.

import { s } from "./dom.js";

/** @typedef {"calm" | "paused" | "attention"} Ring */

/**
 * Draw the icon.
 * @param {Ring} state
 * @param {number} size in px
 */
export function ring(state, size) {
  const dots = Array.from({ length: 12 }, (_, index) => {
    const angle = (index * Math.PI) / 6;
    const attention = state === "attention" && index === 0;
    return s("circle", {
      cx: (16 + 12.8 * Math.sin(angle)).toFixed(2),
      cy: (16 - 12.8 * Math.cos(angle)).toFixed(2),
      r: state === "paused" ? 2.1 : 2.7,
      class: attention ? "dot amber" : "dot",
    });
  });
  const attributes = { viewBox: "0 0 32 32", width: size, height: size, class: `ring ${state}`, "aria-hidden": "true" };
  return s("svg", attributes, ...dots);
}
