// What the person is told above every section until it is dealt with.

import { h, p } from "../shared/dom.js";
import { outside } from "../shared/texts.js";

/**
 * @param {import("../shared/texts.js").Texts} texts
 * @param {import("../shared/standing.js").Standing} standing
 * @returns {readonly Node[]}
 */
export function notices(texts, { state, newKeywords }) {
  const found = [];
  if (state.lost) found.push(h("div", { class: "notice" }, p(texts.t("lost_note"))));
  if (newKeywords.length > 0) {
    const campaigns = texts.list(newKeywords.map(outside));
    const look = h("a", { class: "button", href: "#keywords" }, texts.t("look_at_them"));
    found.push(h("div", { class: "notice" }, p(texts.t("new_keywords_note", { campaigns })), look));
  }
  return found;
}
