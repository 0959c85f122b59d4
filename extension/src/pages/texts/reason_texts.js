// The reasons why nothing was given or published, as texts for the donor. docs/reference/donor-commands.md lists them.

/** @typedef {import("./texts.js").Texts} Texts */

/**
 * Return why a campaign gets nothing, as the end of a sentence.
 * @param {Texts} texts
 * @param {string} reason
 */
export function short(texts, reason) {
  return named(texts, "why", reason);
}

/**
 * Return what was refused, what that means for the donor's data, and what to do.
 * @param {Texts} texts
 * @param {string} reason
 */
export function full(texts, reason) {
  return named(texts, "refused", reason);
}

/**
 * Return why a day is not published.
 * @param {Texts} texts
 * @param {string} reason
 */
export function missing(texts, reason) {
  return named(texts, "missing", reason);
}

/**
 * Return how many days have no totals, and why.
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
 * Return a kind's text for a reason; if the reason has no text, the kind's general text with the reason's name.
 * @param {Texts} texts
 * @param {string} kind
 * @param {string} reason
 */
function named(texts, kind, reason) {
  const key = `${kind}_${reason.replaceAll("-", "_")}`;
  return key in texts.messages ? texts.t(key) : texts.t(kind, { reason: plain(reason) });
}

/**
 * Return a reason's name so that it is safe to show: a server may have chosen it. Only letters and hyphens are kept.
 * @param {string} reason
 */
function plain(reason) {
  return reason.replace(/[^a-z-]/g, "").slice(0, 40) || "?";
}
