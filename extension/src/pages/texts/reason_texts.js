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
 * Return that a day or week is not published, and why.
 * @param {Texts} texts
 * @param {string} reason
 * @param {boolean} isWeekly whether the campaign counts by week
 */
export function missing(texts, reason, isWeekly) {
  return because(texts, texts.t(isWeekly ? "nothing_of_week" : "nothing_of_day"), reason);
}

/**
 * Return how many days or weeks have no totals, and why.
 * @param {Texts} texts
 * @param {string} reason
 * @param {number} times
 * @param {boolean} isWeekly whether the campaign counts by week
 */
export function missingDays(texts, reason, times, isWeekly) {
  return because(texts, texts.count(isWeekly ? "weeks_without" : "days_without", times), reason);
}

/**
 * Return what is missing, and why; the reason's name if it has no text.
 * @param {Texts} texts
 * @param {string} what
 * @param {string} reason
 */
function because(texts, what, reason) {
  const key = `missing_${reason.replaceAll("-", "_")}`;
  return key in texts.messages
    ? texts.t("because", { what, why: texts.t(key) })
    : texts.t("because_unnamed", { what, reason: plain(reason) });
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
