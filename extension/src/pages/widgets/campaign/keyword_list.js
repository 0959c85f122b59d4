// A list of a campaign's keywords, with a field that finds one among thousands.

import { labelOf, partsOf } from "../../../counting/entry_texts.js";
import { outside } from "../../texts/texts.js";
import { h } from "../dom.js";
import { fold, longList } from "../long_list.js";

/**
 * Make the list. New keywords come first and are marked. An index unfolds to all its keywords.
 * @param {import("../../texts/texts.js").Texts} texts
 * @param {readonly string[]} words all keywords and indexes, in canonical form
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
  const marked = (/** @type {string} */ word, /** @type {string} */ name) =>
    added.has(word) ? texts.t("keyword_new", { keyword: name }) : name;
  const places = new Map(words.map((word, place) => [word, place]));
  const draw = (/** @type {string} */ word) => {
    const mark = (/** @type {string} */ name) => marked(word, name);
    return keywordOrIndex(texts, word, `${id}-${places.get(word)}`, mark);
  };
  const find = () => {
    const part = field.value.trim().toLowerCase();
    const matching = ordered.filter((word) => word.toLowerCase().includes(part));
    box.replaceChildren(longList(texts, matching, draw, { class: "words" }));
  };
  field.addEventListener("input", find);
  find();
  return h("div", {}, h("p", { class: "row" }, h("label", { for: id }, texts.t("find_keyword")), field), box);
}

/**
 * Draw a keyword, or an index that unfolds to its keywords.
 * @param {import("../../texts/texts.js").Texts} texts
 * @param {string} text in canonical form
 * @param {string} id the fold's
 * @param {(name: string) => string} [mark] what to make of the name
 * @returns {Node | string}
 */
export function keywordOrIndex(texts, text, id, mark = (name) => name) {
  const parts = partsOf(text);
  if (parts.length === 0) return mark(outside(text));
  const name = texts.count("index_of", parts.length, { index: outside(labelOf(text)) });
  return fold(id, [mark(name)], () => longList(texts, parts, outside, { class: "words" }));
}
