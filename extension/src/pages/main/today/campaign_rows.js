// A campaign's rows of a day: each keyword with its count, and the searches behind it when it is opened.

import { labelOf, partsOf } from "../../../counting/entry_texts.js";
import { short } from "../../texts/reason_texts.js";
import { outside } from "../../texts/texts.js";
import { button, h, p, pressedOnce } from "../../widgets/dom.js";
import { keywordOrIndex } from "../../widgets/keyword_list.js";
import { fold, longList } from "../../widgets/long_list.js";
import { blockDialog } from "./block_dialog.js";

/** @typedef {import("./view_model.js").CampaignView} CampaignView */
/** @typedef {import("../../../core/views.js").FoundSearch} FoundSearch */
/** @typedef {import("../../session/app.js").App} App */

const PREVIEWED = 3;

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
  const name = (/** @type {string} */ kind) => `row-${part.id}-${kind}`;
  const opened = (/** @type {string} */ id, /** @type {readonly FoundSearch[]} */ found) =>
    found.length > 0 && (() => searchList(app, found, day.locked ? null : id));
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
  if (part.leftOut.length > 0) box.append(leftOutRow(app, name("left-out"), part.leftOut));
  return box;
}

/**
 * Make the row of the searches that don't count, so that the rows together account for all searches found.
 * @param {App} app
 * @param {string} id
 * @param {CampaignView["leftOut"]} leftOut
 */
function leftOutRow(app, id, leftOut) {
  const { texts } = app;
  const whole = leftOut.filter(({ entries }) => entries.length === 0).length;
  const row = { label: texts.t("not_counted"), count: whole, more: texts.t("not_counted_why") };
  const one = (/** @type {CampaignView["leftOut"][number]} */ { search, why, entries }) =>
    searchRow(app, search, id, search.why === null ? whyNot(texts, why, entries) : undefined);
  return rowOf(app, id, row, () => longList(texts, leftOut, one, { class: "searches" }));
}

/**
 * @param {import("../../texts/texts.js").Texts} texts
 * @param {CampaignView["leftOut"][number]["why"]} why
 * @param {readonly string[]} entries
 */
function whyNot(texts, why, entries) {
  const key = why.replaceAll("-", "_");
  if (entries.length === 0) return texts.t(`uncounted_${key}`);
  return texts.t(`partly_${key}`, { keywords: entries.map(outside).join(", ") });
}

/**
 * @param {App} app
 * @param {string} id
 * @param {{label: string, count: number, more: string}} row
 * @param {false | (() => Node)} opened
 */
function rowOf({ texts }, id, { label, count, more }, opened) {
  const parts = [
    h("span", { class: "label" }, label),
    h("span", { class: count > 0 ? "count" : "count quiet", "aria-hidden": "true" }, texts.number(count)),
    h("span", { class: "unseen" }, texts.count("times", count)),
    h("span", { class: "quiet behind" }, more),
  ];
  return opened
    ? fold(id, [h("span", { class: "row-line" }, ...parts)], opened)
    : h("p", { class: "row-line" }, ...parts);
}

/**
 * Return the first searches behind a count, in quotes.
 * @param {App} app
 * @param {readonly FoundSearch[]} searches
 */
function behind({ texts }, searches) {
  return searches
    .filter(({ why }) => why === null)
    .slice(0, PREVIEWED)
    .map((search) => texts.t("quoted", { query: outside(search.query) }))
    .join(", ");
}

/**
 * @param {App} app
 * @param {readonly FoundSearch[]} searches
 * @param {string | null} id of the row that they are listed in; null if the day is locked, so that nothing can be
 *   changed
 */
function searchList(app, searches, id) {
  return longList(app.texts, searches, (search) => searchRow(app, search, id), { class: "searches" });
}

/**
 * @param {App} app
 * @param {FoundSearch} search
 * @param {string | null} list
 * @param {string} [left] why it does not count for the campaign
 */
function searchRow(app, search, list, left) {
  const { texts } = app;
  const query = texts.t("quoted", { query: outside(search.query) });
  const where = { time: texts.time(search.time), engine: outside(search.engine) };
  const plain = search.why === null ? texts.t("search", where) : texts.t(`search_${search.why}`, where);
  const about = left === undefined ? plain : texts.t("search_left_out", { ...where, left });
  return h(
    "div",
    { class: "search" },
    h("span", { class: search.why === null ? "query" : "query out" }, query),
    h("span", { class: "quiet" }, about),
    list !== null && h("span", { class: "row" }, ...searchActions(app, search, query, `${list}-${search.id}`)),
  );
}

/**
 * Make the buttons of a search. "Put back" has the id of the "Take out" that it replaces, so that it gets the focus.
 * @param {App} app
 * @param {FoundSearch} search
 * @param {string} query as it is shown
 * @param {string} id
 */
function searchActions(app, search, query, id) {
  const { texts, donor } = app;
  const described = (/** @type {string} */ key) => {
    const name = key === "block_word" ? `${id}-block` : `${id}-out`;
    return { class: "link", id: name, "aria-label": texts.of(texts.t(key), query) };
  };
  const does = (/** @type {() => Promise<void>} */ work, /** @type {string} */ says) => () => {
    app.act(work, { says: () => texts.t(says) });
  };
  const actions = [];
  if (search.why === null) {
    const out = does(() => donor.exclusions.removeSearch(search.id), "taken_out");
    actions.push(pressedOnce(texts.t("take_out"), out, described("take_out")));
  }
  if (search.why === "removed") {
    const back = does(() => donor.exclusions.restoreSearch(search.id), "put_back_done");
    actions.push(pressedOnce(texts.t("put_back"), back, described("put_back")));
  }
  if (search.why !== "blocked") {
    actions.push(button(texts.t("block_word"), () => blockDialog(app, search.query), described("block_word")));
  }
  return actions;
}
