// An entry of a campaign's vocabulary, which has one count: the syntax of pdd_shared/counting/entries.py, fixed by
// tests/vectors/counting/vocabulary.json.

import { MAX_CHARACTERS, MAX_INDEX, MAX_NAME, MAX_PARTS, MAX_TERMS } from "../protocol/limits.js";
import { indexText } from "./entry_texts.js";
import { visible, words } from "./tokenizer.js";

const QUOTES = '"“”„«»＂';
const EXACT = new RegExp(`^[${QUOTES}][^${QUOTES}]*[${QUOTES}]$`, "u");
const QUOTED = new RegExp(`[${QUOTES}][^${QUOTES}]*[${QUOTES}]`, "gu");
const STRAY_QUOTE = new RegExp(`[${QUOTES}]`, "u");
// Unicode's property, because Python's strip() and JavaScript's trim() remove different characters.
const AROUND = /^\p{White_Space}+|\p{White_Space}+$/gu;
const SPACES = /\p{White_Space}+/gu;
/** An index as it is written: its name, and its keywords. No keyword is written so: the colon would be in quotes. */
const INDEX = new RegExp(
  `^([^:：${QUOTES}]*)[:：]\\p{White_Space}*any\\p{White_Space}+of(?![\\p{L}\\p{M}\\p{N}])(.*)$`,
  "isu",
);
const COMMA = /[,，、،]/gu;
// No colon, comma, quote or plus: the text of an index can be read in one way only, and its name never as a keyword.
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ().'’/&-]*$/u;

/** An entry can't be counted as written, or can't stand beside another one. */
export class VocabularyError extends Error {}

/**
 * An exact query (`words` are its words, in order) or terms that must all occur. `label` and `text` are both the
 * canonical form.
 * @typedef {Readonly<{kind: "exact" | "terms", words: readonly string[], label: string, text: string}>} Keyword
 */

/**
 * Several keywords with one count: a search counts once if it matches any of them.
 * - `label`: the name, whose words are `words`; `text`: the canonical form, as in a signed campaign.
 * @typedef {Readonly<{
 *   kind: "index", words: readonly string[], label: string, text: string, keywords: readonly Keyword[],
 * }>} KeywordIndex
 */

/** @typedef {Keyword | KeywordIndex} Entry */

/**
 * Return the keywords any of which a search must match to count for an entry.
 * @param {Entry} entry
 * @returns {readonly Keyword[]}
 */
export function keywordsOf(entry) {
  return entry.kind === "index" ? entry.keywords : [entry];
}

/**
 * Read an entry as a researcher writes it; a VocabularyError says what is wrong and what to write instead.
 * @param {string} text
 * @returns {Entry}
 */
export function parseEntry(text) {
  const found = INDEX.exec(visible(text).replace(AROUND, ""));
  return found === null ? parseKeyword(text) : index(found[1], partsWritten(found[2]));
}

/**
 * Read a keyword as a researcher writes it.
 * @param {string} text
 * @returns {Keyword}
 */
export function parseKeyword(text) {
  checkLength(text);
  const written = visible(text).replace(AROUND, "");
  if (written === "") {
    throw new VocabularyError('An entry is empty: write a word, words joined by "+", or a query in double quotes');
  }
  const found = words(written);
  if (found.length === 0) {
    throw new VocabularyError(`Entry ${shown(text)} can never match a search: it has no letter and no number`);
  }
  if (EXACT.test(written)) return keyword("exact", found, `"${found.join(" ")}"`);
  if (STRAY_QUOTE.test(written)) {
    throw new VocabularyError(`Entry ${shown(text)} has a stray quote: quote all of it, as in "flu symptoms"`);
  }
  const terms = distinctTerms(written);
  return keyword("terms", terms, terms.join(" + "));
}

/**
 * Check that entries can stand in one list: no two count the same searches, and no index has the words of an entry
 * beside it.
 * @param {readonly Entry[]} entries
 * @param {(later: number, earlier: number, clash: string, repair: string) => string} message of the error
 */
export function checkTogether(entries, message) {
  const [first, taken, names] = Array.from({ length: 3 }, () => /** @type {Map<string, number>} */ (new Map()));
  entries.forEach((entry, at) => {
    const [same, own, isIndex] = [identity(entry), JSON.stringify(entry.words), entry.kind === "index"];
    const earlier = first.get(same);
    const named = (isIndex ? taken : names).get(own);
    if (earlier !== undefined) {
      throw new VocabularyError(message(at, earlier, "counts the same searches as", "remove one"));
    }
    if (named !== undefined) throw new VocabularyError(message(at, named, "has the same words as", "rename the index"));
    first.set(same, at);
    if (!taken.has(own)) taken.set(own, at);
    if (isIndex) names.set(own, at);
  });
}

/**
 * @param {string} written
 * @param {readonly string[]} parts
 * @returns {KeywordIndex}
 */
function index(written, parts) {
  const name = visible(written).normalize("NFC").replace(SPACES, " ").replace(/^ | $/gu, "");
  checkName(name);
  if (parts.length < 2 || parts.length > MAX_PARTS) {
    throw new VocabularyError(`Index ${shown(name)}: write 2 to ${MAX_PARTS} keywords, not ${parts.length}`);
  }
  const keywords = parts.map((part, place) => partAt(name, place + 1, part));
  checkTogether(keywords, (later, earlier, clash, repair) => {
    const [second, one] = [later, earlier].map((place) => shown(keywords[place].label));
    return `Index ${shown(name)}: ${second} ${clash} ${one}: ${repair}`;
  });
  const text = indexText(
    name,
    keywords.map(({ label }) => label),
  );
  const characters = [...text].length;
  if (characters > MAX_INDEX) {
    throw new VocabularyError(`Index ${shown(name)} has ${characters} characters, at most ${MAX_INDEX}`);
  }
  const found = Object.freeze(words(name));
  return Object.freeze({ kind: "index", words: found, label: name, text, keywords: Object.freeze(keywords) });
}

/**
 * Return the keywords of an index as written, cut at the commas that no quotes enclose.
 * @param {string} written
 */
function partsWritten(written) {
  if (written.replace(AROUND, "") === "") return [];
  return written.replace(QUOTED, (quoted) => quoted.replace(COMMA, " ")).split(COMMA);
}

/**
 * @param {string} name
 * @param {number} place
 * @param {string} part
 */
function partAt(name, place, part) {
  try {
    if (INDEX.test(visible(part).replace(AROUND, ""))) {
      throw new VocabularyError("an index can't be a part of an index: write its keywords");
    }
    return parseKeyword(part);
  } catch (error) {
    if (!(error instanceof VocabularyError)) throw error;
    throw new VocabularyError(`Index ${shown(name)}, keyword ${place}: ${error.message}`);
  }
}

/**
 * Refuse a name that reads like a keyword, for which a reader of the results would take it, and one that could end
 * elsewhere in the index's text.
 * @param {string} name in canonical form
 */
function checkName(name) {
  if (name === "") {
    throw new VocabularyError("An index has no name: write it first, as in `flu index: any of flu, influenza`");
  }
  const characters = [...name].length;
  if (characters > MAX_NAME) {
    throw new VocabularyError(`The index name ${shown(name)} has ${characters} characters, at most ${MAX_NAME}`);
  }
  if (!NAME.test(name)) {
    throw new VocabularyError(`The index name ${shown(name)} may have letters, numbers, spaces and ( ) . ' / & - only`);
  }
  if (words(name).length < 2) {
    throw new VocabularyError(
      `The index name ${shown(name)} reads like a keyword: write two words or more, such as ${shown(`${name} index`)}`,
    );
  }
}

/**
 * Equal for entries that count the same searches by construction: the order of terms, and of an index's keywords, makes
 * no difference.
 * @param {Entry} entry
 * @returns {string}
 */
function identity(entry) {
  if (entry.kind === "index") return JSON.stringify([entry.kind, entry.keywords.map(identity).sort()]);
  return JSON.stringify([entry.kind, entry.kind === "terms" ? [...entry.words].sort() : entry.words]);
}

/**
 * @param {Keyword["kind"]} kind
 * @param {string[]} found
 * @param {string} label
 * @returns {Keyword}
 */
function keyword(kind, found, label) {
  checkLength(label);
  if (kind === "terms" && found.length > MAX_TERMS) {
    throw new VocabularyError(`Entry ${shown(label)} has ${found.length} terms, at most ${MAX_TERMS}`);
  }
  return Object.freeze({ kind, words: Object.freeze(found), label, text: label });
}

/** @param {string} written */
function distinctTerms(written) {
  const terms = written.split(/[+＋]/u).map(words);
  if (terms.some((term) => term.length === 0)) {
    throw new VocabularyError(`Entry ${shown(written)} has a "+" without a word on each side`);
  }
  if (terms.some((term) => term.length > 1)) {
    const found = words(written);
    throw new VocabularyError(
      `Entry ${shown(written)} has a term of several words: write ${shown(`"${found.join(" ")}"`)} for the exact ` +
        `query, or ${shown(found.join(" + "))} for searches with all of the words`,
    );
  }
  return [...new Set(terms.flat())];
}

/**
 * Characters are code points, as in Python.
 * @param {string} text
 */
function checkLength(text) {
  const characters = [...text].length;
  if (characters > MAX_CHARACTERS) {
    throw new VocabularyError(`Entry ${shown(text)} has ${characters} characters, at most ${MAX_CHARACTERS}`);
  }
}

/**
 * Return an entry as an error message names it.
 * @param {string} text
 */
export function shown(text) {
  const characters = [...text];
  return `\`${characters.length <= 60 ? text : `${characters.slice(0, 59).join("")}…`}\``;
}
