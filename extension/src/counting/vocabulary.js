// The keyword set of a campaign: what each search counts for, and the digests of pdd_shared/counting/vocabulary.py, fixed
// by tests/vectors/counting/vocabulary.json.

import { digest, isSame, utf8 } from "../protocol/encoding.js";
import { COUNTING_RULES } from "../protocol/limits.js";
import { checkTogether, keywordsOf, parseEntry, shown, VocabularyError } from "./entries.js";
import { Matcher } from "./matcher.js";
import { fold, searched } from "./query_words.js";

/** @typedef {import("./entries.js").Entry} Entry */

/**
 * Read entries as a researcher writes them; an error names the position, from 1.
 * @param {readonly string[]} texts
 * @param {number} [countingRules] the version of the rules by which queries match them
 */
export function parseVocabulary(texts, countingRules = COUNTING_RULES) {
  const entries = texts.map((text, index) => at(index + 1, () => parseEntry(text)));
  return new Vocabulary(entries, countingRules);
}

/**
 * Read the entries of a signed campaign, which must be in canonical form. A donor reads the texts as they were signed,
 * so that nothing else may be counted by them. A campaign that names no version of the rules keeps those of version 2,
 * which were there when it was signed.
 * @param {readonly string[]} texts
 * @param {number} [countingRules]
 */
export function vocabularyOfCampaign(texts, countingRules = 2) {
  const found = parseVocabulary(texts, countingRules);
  found.texts.forEach((canonical, index) => {
    const text = texts[index];
    if (text === canonical) return;
    throw new VocabularyError(`Position ${index + 1}: entry ${shown(text)} must be written ${shown(canonical)}`);
  });
  return found;
}

/** The keyword set of a campaign. The entries' order is that of the counts in the campaign's blocks. */
export class Vocabulary {
  /** @type {Matcher} */
  #matcher;
  /**
   * The digests of the first entries, from none on, as far as they were asked for: asked for again, they take no time.
   */
  #chain = [digest("vocabulary")];

  /** @type {(query: string) => string} */
  #searched;

  /**
   * @param {readonly Entry[]} entries
   * @param {number} countingRules
   */
  constructor(entries, countingRules) {
    checkTogether(entries, (later, earlier, clash, repair) => {
      const [one, other] = [later, earlier].map((place) => shown(entries[place].label));
      return `Position ${later + 1}: entry ${one} ${clash} ${other} at position ${earlier + 1}: ${repair}`;
    });
    this.entries = Object.freeze([...entries]);
    /** What the counts are called, in results and on pages: keywords, and the names of indexes. */
    this.labels = Object.freeze(entries.map(({ label }) => label));
    /** The entries in canonical form, as in a signed campaign. */
    this.texts = Object.freeze(entries.map(({ text }) => text));
    const unchanged = (/** @type {string} */ text) => text;
    this.#searched = countingRules >= 3 ? searched : unchanged;
    this.#matcher = new Matcher(entries.map(keywordsOf), countingRules >= 3 ? fold : unchanged);
  }

  get length() {
    return this.entries.length;
  }

  /**
   * Return the indices, ascending, of the entries for which a search with this query counts.
   * @param {string} query
   */
  matches(query) {
    return this.foundIn(this.#searched(query));
  }

  /**
   * Return the indices, ascending, of the entries that all words of a text match, excluded ones as well.
   * @param {string} text
   */
  foundIn(text) {
    return this.#matcher.matches(text);
  }

  /**
   * Return the digest of the first `count` entries (all by default), 32 bytes: the end of a hash chain over their
   * texts.
   * @param {number} [count]
   */
  digest(count = this.length) {
    if (count < 0 || count > this.length) throw new RangeError(`a vocabulary of ${this.length} has no first ${count}`);
    for (let at = this.#chain.length; at <= count; at += 1) {
      this.#chain.push(digest("vocabulary", this.#chain[at - 1], utf8(this.texts[at - 1])));
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
