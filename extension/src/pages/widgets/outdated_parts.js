// The warning that the desktop app can't use this extension's searches, because one of the two is too old.

import { p } from "./dom.js";

/**
 * Return what to update, or nothing if app and extension fit.
 * @param {import("../texts/texts.js").Texts} texts
 * @param {"app" | "extension" | null} outdated
 */
export function outdatedParts(texts, outdated) {
  return outdated === null ? [] : [p(texts.t(`outdated_${outdated}`), "amber")];
}
