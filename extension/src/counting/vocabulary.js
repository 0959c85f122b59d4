// The keywords of a campaign: the syntax, the matching and the digests of pdd_shared/counting/vocabulary.py, fixed by
// tests/vectors/counting/vocabulary.json.

import { digest, isSame, utf8 } from "../protocol/encoding.js";
import { MAX_CHARACTERS, MAX_TERMS } from "../protocol/limits.js";
import { pieces, visible, words } from "./tokenizer.js";

const QUOTES = '"“”„«»＂';
const EXACT = new RegExp(`^[${QUOTES}][^${QUOTES}]*[${QUOTES}]$`, "u");
// Unicode's property, because Python's strip() and JavaScript's trim() remove different characters.
const AROUND = /^\p{White_Space}+|\p{White_Space}+$/gu;
const STRAY_QUOTE = new RegExp(`[${QUOTES}]`, "u");

/** An entry can't be counted as written, or two entries count the same searches. */
export class VocabularyError extends Error {}

/**
 * One counter: an exact query (`words` are its words, in order) or terms that must all occur; the label is canonical.
 * @typedef {Readonly<{kind: "exact" | "terms", words: readonly string[], label: string}>} Entry
 */

/**
 * Read an entry as a researcher writes it; a VocabularyError says what is wrong and what to write instead.
 * @param {string} text
 * @returns {Entry}
 */
export function parseEntry(text) {
  checkLength(text);
  const written = visible(text).replace(AROUND, "");
  if (written === "") {
    throw new VocabularyError('An entry is empty: write a word, words joined by "+", or a query in double quotes');
  }
  const found = words(written);
  if (found.length === 0) {
    throw new VocabularyError(`Entry ${shown(text)} can never match a search: it has no letter and no number`);
  }
  if (EXACT.test(written)) return entry("exact", found, `"${found.join(" ")}"`);
  if (STRAY_QUOTE.test(written)) {
    throw new VocabularyError(`Entry ${shown(text)} has a stray quote: quote all of it, as in "flu symptoms"`);
  }
  const terms = distinctTerms(written);
  return entry("terms", terms, terms.join(" + "));
}

/**
 * Read a campaign's entries; an error names the position, from 1. Two that count the same searches are an error.
 * @param {readonly string[]} texts
 */
export function parseVocabulary(texts) {
  return new Vocabulary(texts.map((text, index) => at(index + 1, () => parseEntry(text))));
}

/** The keyword set of a campaign. The entries' order is that of the counts in the campaign's blocks. */
export class Vocabulary {
  /** @type {Map<string, number>} by a query's words, the entry that is this query */
  #exact = new Map();
  /** @type {Map<string, number[]>} the entries by the one of their terms that the fewest entries have */
  #rarest = new Map();
  /** @type {Map<string, Set<number>>} by a first piece, how many pieces the terms have that begin with it */
  #lengths = new Map();
  /**
   * The digests of the first entries, from none on, as far as they were asked for: asked for again, they take no time.
   */
  #chain = [digest("vocabulary")];

  /** @param {readonly Entry[]} entries */
  constructor(entries) {
    checkDistinct(entries);
    this.entries = Object.freeze([...entries]);
    this.labels = Object.freeze(entries.map(({ label }) => label));
    this.#index();
  }

  get length() {
    return this.entries.length;
  }

  /**
   * Return the indices, ascending, of the entries for which a search with this query counts.
   * @param {string} query
   */
  matches(query) {
    const found = words(query);
    const present = new Set(found.flatMap((word) => [...this.#candidates(pieces(word))]));
    const indices = [...present].flatMap((term) => this.#rarest.get(term) ?? []);
    const counting = indices.filter((index) => this.entries[index].words.every((term) => present.has(term)));
    const exact = this.#exact.get(JSON.stringify(found));
    return (exact === undefined ? counting : [...counting, exact]).sort((one, other) => one - other);
  }

  /**
   * Return the digest of the first `count` entries (all by default), 32 bytes: the end of a hash chain over their
   * labels.
   * @param {number} [count]
   */
  digest(count = this.length) {
    if (count < 0 || count > this.length) throw new RangeError(`a vocabulary of ${this.length} has no first ${count}`);
    for (let at = this.#chain.length; at <= count; at += 1) {
      this.#chain.push(digest("vocabulary", this.#chain[at - 1], utf8(this.labels[at - 1])));
    }
    return this.#chain[count];
  }

  /**
   * Return whether the older vocabulary's entries come first in this one, unchanged and in the same order.
   * @param {Vocabulary} older
   */
  extends(older) {
    return older.length <= this.length && isSame(this.digest(older.length), older.digest());
  }

  /** Lets a query find its entries in time that grows with it and the matches, not with the vocabulary. */
  #index() {
    /** @type {Map<string, number>} */
    const uses = new Map();
    const terms = this.entries.filter(({ kind }) => kind === "terms").flatMap(({ words: found }) => found);
    for (const term of terms) uses.set(term, (uses.get(term) ?? 0) + 1);
    const use = (/** @type {string} */ term) => uses.get(term) ?? 0;
    this.entries.forEach(({ kind, words: found }, index) => {
      if (kind === "exact") this.#exact.set(JSON.stringify(found), index);
      else
        gather(
          this.#rarest,
          found.reduce((one, other) => (use(other) < use(one) ? other : one)),
          index,
        );
    });
    for (const term of uses.keys()) {
      const [first, ...others] = pieces(term);
      this.#lengths.set(first, (this.#lengths.get(first) ?? new Set()).add(1 + others.length));
    }
  }

  /**
   * Return all terms that a word contains, and perhaps some parts of the word that are not terms.
   * @param {readonly string[]} word
   */
  *#candidates(word) {
    for (const [start, first] of word.entries()) {
      for (const length of this.#lengths.get(first) ?? []) yield word.slice(start, start + length).join("");
    }
  }
}

/**
 * @param {Map<string, number[]>} lists
 * @param {string} name
 * @param {number} item
 */
function gather(lists, name, item) {
  const items = lists.get(name);
  if (items === undefined) lists.set(name, [item]);
  else items.push(item);
}

/** @param {readonly Entry[]} entries */
function checkDistinct(entries) {
  /** @type {Map<string, number>} */
  const first = new Map();
  entries.forEach((each, index) => {
    const earlier = first.get(identity(each));
    if (earlier !== undefined) {
      throw new VocabularyError(
        `Position ${index + 1}: entry ${shown(each.label)} counts the same searches as ` +
          `${shown(entries[earlier].label)} at position ${earlier + 1}: remove one`,
      );
    }
    first.set(identity(each), index);
  });
}

/**
 * @template T
 * @param {number} position
 * @param {() => T} parse
 */
function at(position, parse) {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof VocabularyError)) throw error;
    throw new VocabularyError(`Position ${position}: ${error.message}`);
  }
}

/**
 * Equal for entries that count the same searches by construction: the order of terms makes no difference.
 * @param {Entry} entry
 */
function identity({ kind, words: found }) {
  return JSON.stringify([kind, kind === "terms" ? [...found].sort() : found]);
}

/**
 * @param {Entry["kind"]} kind
 * @param {string[]} found
 * @param {string} label
 * @returns {Entry}
 */
function entry(kind, found, label) {
  checkLength(label);
  if (kind === "terms" && found.length > MAX_TERMS) {
    throw new VocabularyError(`Entry ${shown(label)} has ${found.length} terms, at most ${MAX_TERMS}`);
  }
  return Object.freeze({ kind, words: Object.freeze(found), label });
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

/** @param {string} text */
function shown(text) {
  const characters = [...text];
  return `\`${characters.length <= 60 ? text : `${characters.slice(0, 59).join("")}…`}\``;
}
