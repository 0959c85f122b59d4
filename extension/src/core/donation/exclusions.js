// The searches that a donor keeps out of its counts: by blocked words, one by one, or for the time of a pause.

import { parseKeyword, VocabularyError } from "../../counting/entries.js";
import { words } from "../../counting/tokenizer.js";
import { DonorError } from "../errors.js";
import { isSoonAfter } from "../searches.js";

/** @typedef {import("../searches.js").Search} Search */

/**
 * A time [start, end) in which no search counts, in milliseconds since 1970. `end` is null until the donor resumes.
 * @typedef {Readonly<{start: number, end: number | null}>} Pause
 */

/**
 * A removed search: the keyed digest of its engine and query, when it was made (milliseconds), and its data day.
 * @typedef {Readonly<{mark: string, time: number, day: string}>} RemovedSearch
 */

/**
 * All that a donor keeps out: blocked words, removed searches, pauses.
 * @typedef {Readonly<{
 *   blocked: import("../../counting/vocabulary.js").Vocabulary, removed: readonly RemovedSearch[], pauses: readonly Pause[],
 * }>} Exclusions
 */

/**
 * Return why a search does not count; null if it does.
 * @param {Exclusions} exclusions
 * @param {Search} search
 * @returns {"blocked" | "removed" | "paused" | null}
 */
export function reason({ blocked, removed, pauses }, search) {
  if (blocked.matches(search.query).length > 0) return "blocked";
  if (removed.some((one) => isRemoved(one, search))) return "removed";
  return pauses.some((pause) => holds(pause, search.time)) ? "paused" : null;
}

/**
 * Return whether nothing at all is given of a day: a pause goes on now, or lasted the whole day.
 * @param {Exclusions} exclusions
 * @param {readonly [number, number]} bounds the day's start and end, [start, end)
 * @param {number} now
 */
export function paused({ pauses }, [start, end], now) {
  return pauses.some(
    (pause) => goesOn(pause, now) || (pause.start <= start && (pause.end === null || end <= pause.end)),
  );
}

/**
 * Return whether a pause has not ended by now. Its start is not compared: if the clock was set back since, it would
 * seem to lie in the future.
 * @param {Pause} pause
 * @param {number} now
 */
export function goesOn({ end }, now) {
  return end === null || now < end;
}

/**
 * Return whether a moment lies in a pause.
 * @param {Pause} pause
 * @param {number} instant
 */
function holds(pause, instant) {
  return pause.start <= instant && goesOn(pause, instant);
}

/**
 * Return whether this is the removed search, even if an earlier or later visit has joined it since.
 * @param {RemovedSearch} removed
 * @param {Search} search
 */
export function isRemoved(removed, search) {
  const same = removed.mark === search.mark && removed.day === search.day;
  return same && isSoonAfter(removed.time, search.time) && isSoonAfter(search.last, removed.time);
}

/**
 * Return the keyword that blocks these words: searches with all of them, in any order.
 * @param {string} text as typed: one word or several
 * @throws {DonorError} `no-word` if the text has no word, `too-long` if it has too many or too long ones
 */
export function blockedEntry(text) {
  const found = [...new Set(words(text))];
  if (found.length === 0) throw new DonorError("no-word", "there is no word to block in that: write a word");
  try {
    return parseKeyword(found.join(" + "));
  } catch (error) {
    if (!(error instanceof VocabularyError)) throw error;
    throw new DonorError("too-long", "that is too long to block: block one word of it");
  }
}
