// What a campaign counts: the syntax and the matching of pdd_shared/vocabulary.py, fixed by
// tests/vectors/vocabulary.json. The digests are not here yet: they need a library for BLAKE2b.

import { pieces, visible, words } from "./tokenizer.js";

const MAX_CHARACTERS = 200;
const MAX_TERMS = 8;

const QUOTES = '"“”„«»＂';
const EXACT = new RegExp(`^[${QUOTES}][^${QUOTES}]*[${QUOTES}]$`, "u");
const STRAY_QUOTE = new RegExp(`[${QUOTES}]`, "u");

/** An entry that cannot be counted as written, or two that count the same. */
export class VocabularyError extends Error {}

/** Read an entry into {kind: "exact" | "terms", words, label}. */
export function parseEntry(text) {
  checkLength(text);
  const written = visible(text).trim();
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

/** Read a campaign's entries; an error names the position, from 1. Two that count the same searches are an error. */
export function parseVocabulary(texts) {
  const entries = texts.map((text, index) => at(index + 1, () => parseEntry(text)));
  const first = new Map();
  entries.forEach((each, index) => {
    const earlier = first.get(identity(each)) ?? index;
    if (earlier !== index) {
      throw new VocabularyError(
        `Position ${index + 1}: entry ${shown(each.label)} counts the same searches as ` +
          `${shown(entries[earlier].label)} at position ${earlier + 1}: remove one`,
      );
    }
    first.set(identity(each), index);
  });
  return entries;
}

/** The indices, ascending, of the entries that a search for the query counts for. */
export function matches(entries, query) {
  const found = words(query);
  const inPieces = found.map(pieces);
  return entries.flatMap((each, index) => {
    const counts =
      each.kind === "exact"
        ? isAt(found, 0, each.words) && found.length === each.words.length
        : each.words.every((term) => inPieces.some((word) => contains(word, pieces(term))));
    return counts ? [index] : [];
  });
}

function at(position, parse) {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof VocabularyError)) throw error;
    throw new VocabularyError(`Position ${position}: ${error.message}`);
  }
}

// The order of terms makes no difference.
function identity({ kind, words: found }) {
  return JSON.stringify([kind, kind === "terms" ? [...found].sort() : found]);
}

function contains(word, term) {
  return word.some((_, start) => isAt(word, start, term));
}

function isAt(list, start, part) {
  return part.every((item, offset) => list[start + offset] === item);
}

function entry(kind, found, label) {
  checkLength(label);
  if (kind === "terms" && found.length > MAX_TERMS) {
    throw new VocabularyError(`Entry ${shown(label)} has ${found.length} terms, at most ${MAX_TERMS}`);
  }
  return Object.freeze({ kind, words: Object.freeze(found), label });
}

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

// Characters are code points, as in Python.
function checkLength(text) {
  const characters = [...text].length;
  if (characters > MAX_CHARACTERS) {
    throw new VocabularyError(`Entry ${shown(text)} has ${characters} characters, at most ${MAX_CHARACTERS}`);
  }
}

function shown(text) {
  const characters = [...text];
  return `\`${characters.length <= 60 ? text : `${characters.slice(0, 59).join("")}…`}\``;
}
