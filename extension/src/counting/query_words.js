// What a query searches for, since version 3 of the counting rules: the rule of pdd_shared/counting/query_words.py, fixed
// by tests/vectors/counting/vocabulary.json. The reasons for each step are there.

import { visible } from "./tokenizer.js";

const TOKEN = /-\([^()]*\)|(?:"[^"]*"|[^"\p{White_Space}]|")+/gu;
const EXCLUDED = /^-["(\p{L}\p{N}]/u;
const JOINING = ["AND", "OR"];
/** `NAME:value` of these names says where to search, so the value is no word of the search either. */
const WHERE = /^(?:after|allinurl|before|ext|filetype|inurl|lang|loc|related|site|url)$/;
/** Of these it says in which part of a page a word has to be. The value is searched for. */
const WITHIN = /^(?:allinanchor|allintext|allintitle|define|inanchor|inbody|intext|intitle)$/;

const MARKED = /([\p{Script=Greek}\p{Script=Arabic}ـ])\p{M}+/gu;
const LETTERS = /** @type {Record<string, string>} */ ({ ı: "i", ٱ: "ا", ى: "ي", ی: "ي", ک: "ك", ة: "ه", ـ: "" });
const FOLDED = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "gu");

/**
 * Return a query without its operators and the words that it excludes, for `words`.
 * @param {string} query
 */
export function searched(query) {
  const tokens = visible(query).match(TOKEN) ?? [];
  const joining = /[\p{Ll}\p{Lo}]/u.test(query) ? JOINING : [];
  return tokens
    .filter((token) => !joining.includes(token))
    .map(kept)
    .join(" ");
}

/**
 * Return the form in which a word is compared. Words that differ in it are different; it is never empty.
 * @param {string} word one of `words`
 */
export function fold(word) {
  const bare = word.normalize("NFD").replace(MARKED, "$1");
  return bare.replace(FOLDED, (letter) => LETTERS[letter]).normalize("NFC") || word;
}

/**
 * Return what a token of a query searches for, "" if nothing.
 * @param {string} token
 */
function kept(token) {
  const [, name = "", value = ""] = /^[(|+]*([A-Za-z]+):(.*)$/su.exec(token) ?? [];
  const operator = name.toLowerCase();
  if (EXCLUDED.test(token) || (WHERE.test(operator) && value !== "")) return "";
  return WITHIN.test(operator) || (operator.startsWith("allin") && value === "") ? value : token;
}
