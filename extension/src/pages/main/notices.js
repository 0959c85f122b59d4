// Notices above every page, each until the person has dealt with it.

import { outside } from "../texts/texts.js";
import { h, p } from "../widgets/dom.js";
import { remindersNotice } from "./settings/reminders.js";

/**
 * Return the notices: that the home was lost, that campaigns have new keywords, and that the browser shows no reminders.
 * @param {import("../session/app.js").App} app
 * @param {import("../session/app_status.js").AppStatus} now
 * @returns {Promise<readonly Node[]>}
 */
export async function notices(app, { state, joined, newKeywords }) {
  const { texts } = app;
  /** @type {Node[]} */
  const found = [];
  if (state.lost) found.push(h("div", { class: "notice" }, p(texts.t("lost_note"))));
  if (newKeywords.length > 0) {
    const campaigns = texts.list(newKeywords.map(outside));
    const link = h("a", { class: "button", href: "#keywords" }, texts.t("look_at_them"));
    found.push(h("div", { class: "notice" }, p(texts.t("new_keywords_note", { campaigns })), link));
  }
  return joined ? [...found, ...(await remindersNotice(app))] : found;
}
