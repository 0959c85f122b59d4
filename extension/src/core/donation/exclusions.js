// The searches that a donor keeps out of its counts: by blocked words, one by one, for the time of a pause, by search
// engine, or by the hour of the day.

import { parseKeyword, VocabularyError } from "../../counting/entries.js";
import { words } from "../../counting/tokenizer.js";
import { minuteOfDay } from "../../protocol/days.js";
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
 * The hours of each day in which no search counts: [start, end) in minutes of the day, past midnight if the end is
 * earlier. Without a zone, the clock of this computer is meant.
 * @typedef {Readonly<{start: number, end: number, zone?: string}>} Hours
 */

/**
 * All that a donor keeps out: blocked words, removed searches, pauses, names of search engines (`sites`), and hours of
 * the day.
 * @typedef {Readonly<{
 *   blocked: import("../../counting/vocabulary.js").Vocabulary, removed: readonly RemovedSearch[], pauses: readonly Pause[],
 *   sites: readonly string[], hours: Hours | null,
 * }>} Exclusions
 */

/**
 * Return why a search does not count; null if it does.
 * @param {Exclusions} exclusions
 * @param {Search} search
 * @returns {"blocked" | "removed" | "paused" | "site" | "hours" | null}
 */
export function reason({ blocked, removed, pauses, sites, hours }, search) {
  if (blocked.foundIn(search.query).length > 0) return "blocked";
  if (removed.some((one) => isRemoved(one, search))) return "removed";
  if (pauses.some((pause) => holds(pause, search.time))) return "paused";
  if (sites.includes(search.engine)) return "site";
  return hours !== null && isWithin(hours, search.time) ? "hours" : null;
}

/**
 * Return the hours that a text such as "22:00-06:00" names; null if it names none, or begins and ends with the same
 * time, which would be a day without an end.
 * @param {string} text
 * @returns {Hours | null}
 */
export function parseHours(text) {
  const match = text.match(/^([01][0-9]|2[0-3]):([0-5][0-9])-([01][0-9]|2[0-3]):([0-5][0-9])$/u);
  if (match === null) return null;
  const [hour, minute, endHour, endMinute] = match.slice(1).map(Number);
  const [start, end] = [60 * hour + minute, 60 * endHour + endMinute];
  return start === end ? null : Object.freeze({ start, end });
}

/**
 * Return whether the clock shows one of these hours at an instant.
 * @param {Hours} hours
 * @param {number} instant
 */
function isWithin({ start, end, zone }, instant) {
  const minute = minuteOfDay(instant, zone);
  return start < end ? start <= minute && minute < end : start <= minute || minute < end;
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
