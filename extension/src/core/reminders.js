// Which reminder is due now, if any: at most one a day, and the most pressing one.
//
//   kind            due when                                                        how often
//   campaign-ends   a campaign's last day is at most ENDS_SOON days away            once a campaign
//   last-chance     a day waits, and tomorrow may be too late to decide about it    each day
//   results         results of a campaign that is over are here, not looked at yet  once a campaign
//   days-wait       a day waits that did not at the last reminder of waiting days   each day
//   nothing-given   nothing was given or decided for QUIET days                     every QUIET days
//
// They are ordered by what is lost if nobody looks. A campaign's end comes first because it is told once: for a donor
// whose computer is often off, each day may be the last chance for another one. Nothing here has a keyword or a
// campaign's title: other people may see the screen on which a reminder appears.
//
// The twin of client/pdd_client/core/reminders.py; tests/vectors/donor/reminders.json holds both to one answer.

import { plusDays } from "../protocol/days.js";
import { APART, ENDS_SOON, QUIET } from "./constants.js";

const DAY_MS = 86_400_000;

/** @typedef {"campaign-ends" | "last-chance" | "results" | "days-wait" | "nothing-given"} Kind */

/**
 * A reminder to show.
 *
 * - `days`: how many days wait for a review; 0 for other kinds.
 * - `by`: until when the first of them can surely be decided, or the campaign's last day; null for other kinds.
 * @typedef {Readonly<{kind: Kind, days: number, by: string | null}>} Reminder
 */

/**
 * What a reminder may be about.
 *
 * - `now`: the time of the donor's clock, in ms since 1970; `today`: the data day at that time.
 * - `waiting`: the days that wait for the donor's review, each with the last day on which it can surely be decided.
 * - `ends`: the last day of each campaign that runs, by campaign id.
 * - `results`: the ids of campaigns that are over and whose results are kept here.
 * - `lastGiven`: the newest day that was given or decided on, or that of joining; null if nothing can be given now.
 * @typedef {Readonly<{
 *   now: number, today: string, waiting: Readonly<Record<string, string>>, ends: Readonly<Record<string, string>>,
 *   results: readonly string[], lastGiven: string | null,
 * }>} Situation
 */

/**
 * What the donor was reminded of.
 *
 * - `at`: when the last reminder was shown, in ms since 1970; null before the first. `day`: the data day at that time.
 * - `waiting`: the newest day that waited when a reminder told of waiting days.
 * - `quiet`: the data day on which a reminder told that nothing was given.
 * - `ends`: the ids of campaigns whose end was told; `results`: of those whose results were told, or looked at.
 * @typedef {Readonly<{
 *   at: number | null, day: string | null, waiting: string | null, quiet: string | null, ends: readonly string[],
 *   results: readonly string[],
 * }>} Told
 */

/** @typedef {Readonly<{reminder: Reminder, told: Told}>} Due */

/** @type {Told} */
export const NEVER_TOLD = Object.freeze({ at: null, day: null, waiting: null, quiet: null, ends: [], results: [] });

/**
 * Return whether enough time has passed since the last reminder.
 * @param {number} now
 * @param {string} today
 * @param {Told} told
 */
export function mayRemind(now, today, told) {
  // A reminder far ahead was shown by a clock that was wrong. It must not silence all others until then.
  if (told.at === null || told.day === null || told.at > now + DAY_MS) return true;
  return told.day < today && now - told.at >= APART;
}

/**
 * Return the reminder to show now, and what the donor was reminded of once it is shown; null if none is due.
 * @param {Situation} situation
 * @param {Told} told
 * @returns {Due | null}
 */
export function due(situation, told) {
  if (!mayRemind(situation.now, situation.today, told)) return null;
  const found =
    ends(situation, told) ??
    waiting(situation, told, true) ??
    results(situation, told) ??
    waiting(situation, told, false) ??
    quiet(situation, told);
  if (found === null) return null;
  return { reminder: found.reminder, told: { ...found.told, at: situation.now, day: situation.today } };
}

/**
 * @param {Situation} situation
 * @param {Told} told
 * @param {boolean} lastChance
 * @returns {Due | null}
 */
function waiting({ waiting: days, today }, told, lastChance) {
  const count = Object.keys(days).length;
  if (count === 0) return null;
  const by = Object.values(days).reduce((one, other) => (one < other ? one : other));
  const newest = Object.keys(days).reduce((one, other) => (one > other ? one : other));
  // The clock may have been set back, so a later day than any that waits now says nothing.
  const isNew = told.waiting === null || told.waiting < newest || told.waiting > today;
  if (lastChance ? by > today : !isNew) return null;
  const kind = lastChance ? "last-chance" : "days-wait";
  return { reminder: { kind, days: count, by }, told: { ...told, waiting: newest } };
}

/**
 * @param {Situation} situation
 * @param {Told} told
 * @returns {Due | null}
 */
function ends({ ends: lasts, today }, told) {
  const latest = plusDays(today, ENDS_SOON);
  const soon = Object.entries(lasts).filter(
    ([name, last]) => !told.ends.includes(name) && today <= last && last <= latest,
  );
  if (soon.length === 0) return null;
  const by = soon.map(([, last]) => last).reduce((one, other) => (one < other ? one : other));
  const ending = soon.filter(([, last]) => last === by).map(([name]) => name);
  return { reminder: { kind: "campaign-ends", days: 0, by }, told: { ...told, ends: [...told.ends, ...ending] } };
}

/**
 * @param {Situation} situation
 * @param {Told} told
 * @returns {Due | null}
 */
function results(situation, told) {
  const found = situation.results.filter((name) => !told.results.includes(name));
  if (found.length === 0) return null;
  return { reminder: { kind: "results", days: 0, by: null }, told: { ...told, results: [...told.results, ...found] } };
}

/**
 * @param {Situation} situation
 * @param {Told} told
 * @returns {Due | null}
 */
function quiet({ lastGiven, today }, told) {
  if (lastGiven === null) return null;
  // A reminder of a later day was shown by a clock that was wrong.
  const quietBefore = told.quiet !== null && told.quiet <= today ? told.quiet : lastGiven;
  const since = quietBefore > lastGiven ? quietBefore : lastGiven;
  if (today < plusDays(since, QUIET)) return null;
  return { reminder: { kind: "nothing-given", days: 0, by: null }, told: { ...told, quiet: today } };
}
