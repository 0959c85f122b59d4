// What a donor keeps out: blocked words, removed searches, pauses.

import { words } from "../../counting/tokenizer.js";
import { parseEntry, VocabularyError } from "../../counting/vocabulary.js";
import { DonorError } from "../errors.js";
import { isSoonAfter } from "../searches.js";

/** @typedef {import("../searches.js").Search} Search */

/**
 * A time in which nothing counts: [start, end), still going on where `end` is null.
 * @typedef {Readonly<{start: number, end: number | null}>} Pause
 */

/**
 * A search the donor took out: the keyed digest of its engine and query, the time it was made at, its data day.
 * @typedef {Readonly<{mark: string, time: number, day: string}>} Skip
 */

/**
 * All that a donor keeps out.
 * @typedef {Readonly<{
 *   blocked: import("../../counting/vocabulary.js").Vocabulary, skips: readonly Skip[], pauses: readonly Pause[],
 * }>} Exclusions
 */

/**
 * Why the search does not count; null if it does.
 * @param {Exclusions} exclusions
 * @param {Search} search
 * @returns {"blocked" | "skipped" | "paused" | null}
 */
export function reason({ blocked, skips, pauses }, search) {
  if (blocked.matches(search.query).length > 0) return "blocked";
  if (skips.some((skip) => isSkipped(skip, search))) return "skipped";
  return pauses.some((pause) => holds(pause, search.time)) ? "paused" : null;
}

/**
 * Whether nothing at all is given of the day [start, end): a pause goes on, or held the whole day.
 * @param {Exclusions} exclusions
 * @param {readonly [number, number]} bounds
 * @param {number} now
 */
export function paused({ pauses }, [start, end], now) {
  return pauses.some(
    (pause) => goesOn(pause, now) || (pause.start <= start && (pause.end === null || end <= pause.end)),
  );
}

/**
 * Whether a pause has not ended by now: it has begun, also where the clock was set back since.
 * @param {Pause} pause
 * @param {number} now
 */
export function goesOn({ end }, now) {
  return end === null || now < end;
}

/**
 * @param {Pause} pause
 * @param {number} instant
 */
function holds(pause, instant) {
  return pause.start <= instant && goesOn(pause, instant);
}

/**
 * Whether this is the search that was taken out, also after another visit has joined it at either end.
 * @param {Skip} skip
 * @param {Search} search
 */
export function isSkipped(skip, search) {
  const same = skip.mark === search.mark && skip.day === search.day;
  return same && isSoonAfter(skip.time, search.time) && isSoonAfter(search.last, skip.time);
}

/**
 * What to block: a word, or words that occur together in a search, in any order; DonorError if it has none.
 * @param {string} text
 */
export function blockedEntry(text) {
  const found = [...new Set(words(text))];
  if (found.length === 0) throw new DonorError("no-word", "there is no word to block in that: write a word");
  try {
    return parseEntry(found.join(" + "));
  } catch (error) {
    if (!(error instanceof VocabularyError)) throw error;
    throw new DonorError("too-long", "that is too long to block: block one word of it");
  }
}
