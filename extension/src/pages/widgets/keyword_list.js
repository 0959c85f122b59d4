// A list of a campaign's keywords, with a field that finds one among thousands.

import { outside } from "../texts/texts.js";
import { h } from "./dom.js";
import { longList } from "./long_list.js";

/**
 * Make the list. New keywords come first and are marked.
 * @param {import("../texts/texts.js").Texts} texts
 * @param {readonly string[]} words all keywords
 * @param {string} id the search field's
 * @param {ReadonlySet<string>} [added] the new ones among them
 */
export function keywords(texts, words, id, added = new Set()) {
  const ordered = [...words.filter((word) => added.has(word)), ...words.filter((word) => !added.has(word))];
  const attributes = {
    class: "framed",
    tabindex: 0,
    role: "group",
    "aria-label": texts.count("keywords", words.length),
  };
  const box = h("div", attributes);
  const field = h("input", { type: "search", id, autocomplete: "off" });
  const draw = (/** @type {string} */ word) =>
    added.has(word) ? texts.t("keyword_new", { keyword: outside(word) }) : outside(word);
  const find = () => {
    const part = field.value.trim().toLowerCase();
    const matching = ordered.filter((word) => word.toLowerCase().includes(part));
    box.replaceChildren(longList(texts, matching, draw, { class: "words" }));
  };
  field.addEventListener("input", find);
  find();
  return h("div", {}, h("p", { class: "row" }, h("label", { for: id }, texts.t("find_keyword")), field), box);
}
