// The words of a search: the rule of pdd_shared/counting/tokenizer.py, fixed by tests/vectors/counting/tokenizer.json.
// The reasons for each step are there.

// Two halves of a surrogate pair must not meet when what was between them is dropped: Python never joins them.
const LONE_SURROGATE = /\p{Cs}/gu;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
const DOTTED_I = /i\u0307+/g;
const FINAL_SIGMA = /σ(?<=[\p{L}\p{N}]\p{M}*σ)(?![\p{L}\p{M}\p{N}])/gu;

const UNSPACED =
  "(?!\\p{Nd})" +
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Bopomofo}" +
  "\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}〆〱-〵〼ー]";
const PIECE = new RegExp(`${UNSPACED}\\p{M}*|(?:(?!${UNSPACED})[\\p{L}\\p{N}]\\p{M}*)+`, "gu");

/**
 * Return the text without the code points that are not displayed.
 * @param {string} text
 */
export function visible(text) {
  return text.replace(LONE_SURROGATE, "\uFFFD").replace(INVISIBLE, "");
}

/**
 * Return the words of a text in order, in lower case.
 * @param {string} text
 * @returns {string[]}
 */
export function words(text) {
  const lower = visible(text).normalize("NFKC").toLowerCase();
  const folded = lower.replace(DOTTED_I, "i").normalize("NFKC").replaceAll("ς", "σ");
  return folded.replace(FINAL_SIGMA, "ς").match(WORD) ?? [];
}

/**
 * Return the parts of a word that are never cut: letters of an unspaced script one by one, runs of anything else.
 * @param {string} word
 * @returns {string[]}
 */
export function pieces(word) {
  return word.match(PIECE) ?? [];
}
