// Why nothing was given, in the words of docs/guides/donor.md.

/** @typedef {import("./texts.js").Texts} Texts */

/**
 * Why a campaign gets nothing, as the end of a sentence.
 * @param {Texts} texts
 * @param {string} reason
 */
export function short(texts, reason) {
  return named(texts, "why", reason);
}

/**
 * What was refused, what it means for the person's data, and what to do.
 * @param {Texts} texts
 * @param {string} reason
 */
export function full(texts, reason) {
  return named(texts, "refused", reason);
}

/**
 * Why nothing is published of a day.
 * @param {Texts} texts
 * @param {string} reason
 */
export function missing(texts, reason) {
  return named(texts, "missing", reason);
}

/**
 * How many days have no totals, and why.
 * @param {Texts} texts
 * @param {string} reason
 * @param {number} days
 */
export function missingDays(texts, reason, days) {
  const key = `missing_days_${reason.replaceAll("-", "_")}`;
  return `${key}_other` in texts.messages
    ? texts.count(key, days)
    : texts.count("missing_days", days, { reason: plain(reason) });
}

/**
 * @param {Texts} texts
 * @param {string} kind
 * @param {string} reason
 */
function named(texts, kind, reason) {
  const key = `${kind}_${reason.replaceAll("-", "_")}`;
  return key in texts.messages ? texts.t(key) : texts.t(kind, { reason: plain(reason) });
}

/**
 * A reason may be a server's word: letters and hyphens of it, nothing else.
 * @param {string} reason
 */
function plain(reason) {
  return reason.replace(/[^a-z-]/g, "").slice(0, 40) || "?";
}
