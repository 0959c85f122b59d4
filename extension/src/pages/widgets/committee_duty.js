// Tells the person that this computer helps to unlock sums, in weeks in which it was drawn for that.

import { p } from "./dom.js";

/**
 * What helping takes, and until when; null where it does not help.
 * @param {import("../texts/texts.js").Texts} texts
 * @param {import("../../core/views.js").Status} state
 */
export function duty(texts, { servesUntil }) {
  return servesUntil === null ? null : texts.t("duty", { day: texts.shortDay(servesUntil) });
}

/**
 * A line while it helps, and one while there are too few people for any sum; none otherwise.
 * @param {import("../texts/texts.js").Texts} texts
 * @param {import("../../core/views.js").Status} state
 * @returns {readonly Node[]}
 */
export function dutyParts(texts, state) {
  // Before the first contact nobody knows how many there are.
  const tooFew = state.waitsForEpoch && state.lastCheckIn !== null;
  const line = tooFew ? texts.t("waits_for_epoch") : duty(texts, state);
  return line === null ? [] : [p(line, "quiet")];
}
