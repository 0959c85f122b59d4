// A campaign's rows of a day: each keyword with its count, and the searches behind it when it is opened.

import { labelOf, partsOf } from "../../../counting/entry_texts.js";
import { short } from "../../texts/reason_texts.js";
import { outside } from "../../texts/texts.js";
import { keywordOrIndex } from "../../widgets/campaign/keyword_list.js";
import { h, p } from "../../widgets/dom.js";
import { longList } from "../../widgets/long_list.js";
import { behind, rowOf, searchList, searchRow } from "./rows.js";
import { weekNote, weekRows, whyNot } from "./week_rows.js";

/** @typedef {import("./view_model.js").CampaignView} CampaignView */
/** @typedef {import("../../../core/views.js").FoundSearch} FoundSearch */
/** @typedef {import("../../session/app.js").App} App */

/**
 * Make a campaign's rows: one for each keyword that counts, one for all others, and one for the number of searches.
 * @param {App} app
 * @param {CampaignView} part
 * @param {import("./view_model.js").TodayView} day
 */
export function campaignRows(app, part, day) {
  const { texts } = app;
  const box = h("section", { class: "card" }, h("h2", {}, outside(part.title)));
  if (part.why !== null) {
    box.append(p(texts.t("nothing_given", { reason: short(texts, part.why) }), "amber"));
    return box;
  }
  if (part.days.length > 0) box.append(p(weekNote(texts, part, day.day), "quiet"));
  const { left } = part;
  if (left !== null) box.append(p(texts.t("times_left_note", { left: left.after, most: left.of }), "quiet"));
  const name = (/** @type {string} */ kind) => `row-${part.id}-${kind}`;
  const opened = (/** @type {string} */ id, /** @type {readonly FoundSearch[]} */ found) =>
    found.length > 0 && (() => searchList(app, found, { list: day.locked ? null : id, isWeek: part.days.length > 0 }));
  for (const { label, text, count, searches } of part.entries) {
    const [id, row] = [name(`entry-${label}`), { label: outside(label), count, more: behind(app, searches) }];
    const list = opened(id, searches);
    const index = () => h("div", {}, keywordOrIndex(texts, text, `${id}-index`), list ? list() : false);
    box.append(rowOf(app, id, row, partsOf(text).length > 0 ? index : list));
  }
  if (part.zeros.length > 0) {
    const row = { label: texts.count("other_keywords", part.zeros.length), count: 0, more: "" };
    const draw = (/** @type {string} */ text) => keywordOrIndex(texts, text, name(`zero-${labelOf(text)}`));
    const words = () => longList(texts, part.zeros, draw, { class: "words quiet" });
    box.append(rowOf(app, name("zeros"), row, words));
  }
  const all = { label: texts.t("all_searches"), count: part.searches, more: texts.t("only_how_many") };
  box.append(rowOf(app, name("all"), all, opened(name("all"), part.counted)));
  const whole = part.leftOut.filter(({ entries }) => entries.length === 0);
  const partly = part.leftOut.filter(({ entries }) => entries.length > 0);
  if (whole.length > 0) box.append(leftOutRow(app, name("left-out"), part, texts.t("not_counted"), whole));
  if (partly.length > 0) box.append(leftOutRow(app, name("partly"), part, texts.t("partly_counted"), partly));
  if (part.days.length > 0) box.append(...weekRows(app, part));
  return box;
}

/**
 * Make the row of searches that don't count at all, or not for all their keywords.
 * @param {App} app
 * @param {string} id
 * @param {CampaignView} part
 * @param {string} label
 * @param {CampaignView["leftOut"]} leftOut
 */
function leftOutRow(app, id, { days }, label, leftOut) {
  const { texts } = app;
  const isWeek = days.length > 0;
  const row = { label, count: leftOut.length, more: texts.t("not_counted_why") };
  const one = (/** @type {CampaignView["leftOut"][number]} */ { search, why, entries }) =>
    searchRow(app, search, {
      ...{ list: id, isWeek },
      left: search.why === null ? whyNot(texts, why, entries, isWeek) : undefined,
    });
  return rowOf(app, id, row, () => longList(texts, leftOut, one, { class: "searches" }));
}
