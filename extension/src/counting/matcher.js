// Which of many keywords a query matches.

import { pieces, words } from "./tokenizer.js";

/** @typedef {import("./entries.js").Keyword} Keyword */

/** Finds the keywords of a query in time that grows with the query and the matches, not with the vocabulary. */
export class Matcher {
  /** @type {Map<string, number[]>} by the words of an exact query, the indices of the entries that have it */
  #exact = new Map();
  /** @type {Map<string, (readonly [readonly string[], number])[]>} terms and their entry, by the rarest of the terms */
  #rarest = new Map();
  /** @type {Map<string, Set<number>>} by a first piece, how many pieces the terms have that begin with it */
  #lengths = new Map();
  #fold;

  /**
   * @param {readonly (readonly Keyword[])[]} keywords for each entry, those any of which a search must match
   * @param {(word: string) => string} fold returns the form in which words are compared
   */
  constructor(keywords, fold) {
    this.#fold = fold;
    /** @type {Map<string, number>} */
    const uses = new Map();
    const terms = keywords.flat().filter(({ kind }) => kind === "terms");
    for (const term of terms.flatMap(({ words: found }) => found.map(fold))) uses.set(term, (uses.get(term) ?? 0) + 1);
    const use = (/** @type {string} */ term) => uses.get(term) ?? 0;
    keywords.forEach((each, index) => {
      for (const { kind, words: written } of each) {
        const found = written.map(fold);
        if (kind === "exact") gather(this.#exact, JSON.stringify(found), index);
        else {
          const rarest = found.reduce((one, other) => (use(other) < use(one) ? other : one));
          gather(this.#rarest, rarest, /** @type {const} */ ([found, index]));
        }
      }
    });
    for (const term of uses.keys()) {
      const [first, ...others] = pieces(term);
      this.#lengths.set(first, (this.#lengths.get(first) ?? new Set()).add(1 + others.length));
    }
  }

  /**
   * Return the indices of the entries that the words of a text match, ascending, each once.
   * @param {string} text
   */
  matches(text) {
    const found = words(text).map(this.#fold);
    const present = new Set(found.flatMap((word) => [...this.#candidates(pieces(word))]));
    const candidates = [...present].flatMap((term) => this.#rarest.get(term) ?? []);
    const counting = candidates.filter(([terms]) => terms.every((term) => present.has(term))).map(([, index]) => index);
    const exact = this.#exact.get(JSON.stringify(found)) ?? [];
    return [...new Set([...counting, ...exact])].sort((one, other) => one - other);
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
 * @template T
 * @param {Map<string, T[]>} lists
 * @param {string} name
 * @param {T} item
 */
function gather(lists, name, item) {
  const items = lists.get(name);
  if (items === undefined) lists.set(name, [item]);
  else items.push(item);
}
