// Rows of the Today page: a label with a count, and the searches behind it when it is opened.

import { outside } from "../../texts/texts.js";
import { button, h, pressedOnce } from "../../widgets/dom.js";
import { fold, longList } from "../../widgets/long_list.js";
import { blockDialog } from "./block_dialog.js";

/** @typedef {import("../../../core/views.js").FoundSearch} FoundSearch */
/** @typedef {import("../../session/app.js").App} App */

const PREVIEWED = 3;

/**
 * Make a row, which can be opened if there is more to show.
 * @param {App} app
 * @param {string} id
 * @param {{label: string, count: number, more: string}} row
 * @param {false | (() => Node)} opened
 */
export function rowOf({ texts }, id, { label, count, more }, opened) {
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
export function behind({ texts }, searches) {
  return searches
    .filter(({ why }) => why === null)
    .slice(0, PREVIEWED)
    .map((search) => texts.t("quoted", { query: outside(search.query) }))
    .join(", ");
}

/**
 * How a search is listed.
 *
 * - `list`: the id of the row that it is listed in; null if the day is locked, so that nothing can be changed.
 * - `isWeek`: whether the list has searches of several days, so that each needs its day.
 * - `left`: why it does not count for the campaign.
 * @typedef {Readonly<{list: string | null, isWeek?: boolean, left?: string}>} Listing
 */

/**
 * Make the list of some searches.
 * @param {App} app
 * @param {readonly FoundSearch[]} searches
 * @param {Listing} listing
 */
export function searchList(app, searches, listing) {
  return longList(app.texts, searches, (search) => searchRow(app, search, listing), { class: "searches" });
}

/**
 * Make a search's row.
 * @param {App} app
 * @param {FoundSearch} search
 * @param {Listing} listing
 */
export function searchRow(app, search, { list, isWeek = false, left }) {
  const { texts } = app;
  const query = texts.t("quoted", { query: outside(search.query) });
  const time = isWeek ? texts.moment(search.time) : texts.time(search.time);
  const where = { time, engine: outside(search.engine) };
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
  const restore = () => {
    app.act(() => donor.exclusions.restoreSearch(search.id), { says: () => texts.t("put_back_done") });
  };
  const remove = () => {
    app.act(() => donor.exclusions.removeSearch(search.id), { says: () => texts.t("taken_out"), undo: restore });
  };
  const actions = [];
  if (search.why === null) {
    actions.push(pressedOnce(texts.t("take_out"), remove, described("take_out")));
  }
  if (search.why === "removed") {
    actions.push(pressedOnce(texts.t("put_back"), restore, described("put_back")));
  }
  if (search.why !== "blocked") {
    actions.push(button(texts.t("block_word"), () => blockDialog(app, search.query), described("block_word")));
  }
  return actions;
}
