// Notices above every page, each until the person has dealt with it.

import { outside } from "../texts/texts.js";
import { h, p } from "../widgets/dom.js";

/**
 * Return the notices: that the home was lost, and that campaigns have new keywords.
 * @param {import("../texts/texts.js").Texts} texts
 * @param {import("../session/app_status.js").AppStatus} now
 * @returns {readonly Node[]}
 */
export function notices(texts, { state, newKeywords }) {
  const found = [];
  if (state.lost) found.push(h("div", { class: "notice" }, p(texts.t("lost_note"))));
  if (newKeywords.length > 0) {
    const campaigns = texts.list(newKeywords.map(outside));
    const link = h("a", { class: "button", href: "#keywords" }, texts.t("look_at_them"));
    found.push(h("div", { class: "notice" }, p(texts.t("new_keywords_note", { campaigns })), link));
  }
  return found;
}
