// Tells the donor that this computer serves on a committee, which helps to unlock sums, in weeks in which it was drawn.

import { p } from "./dom.js";

/**
 * Return a sentence about the service and its last day; null if this computer does not serve.
 * @param {import("../texts/texts.js").Texts} texts
 * @param {import("../../core/views.js").Status} state
 */
export function duty(texts, { servesUntil }) {
  return servesUntil === null ? null : texts.t("duty", { day: texts.shortDay(servesUntil) });
}

/**
 * Return a line while this computer serves, or while the server's first tree is still to come; none otherwise.
 * @param {import("../texts/texts.js").Texts} texts
 * @param {import("../../core/views.js").Status} state
 * @returns {readonly Node[]}
 */
export function dutyParts(texts, state) {
  // Before the first check-in, the home does not know whether there is a tree.
  const waits = state.waitsForEpoch && state.lastCheckIn !== null;
  const line = waits ? texts.t("waits_for_epoch") : duty(texts, state);
  return line === null ? [] : [p(line, "quiet")];
}
