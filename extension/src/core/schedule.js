// When to check in next. Callers pass in the random bytes, the clock (which may jump) and the earlier plan.
//
// A donor checks in once each data day, at a moment that says nothing of when its computer is used; after a failure
// again and again, ever less often. A donor that certified a cohort's list comes again in the evening, when the others
// have certified as well. A moment in the past means at once. Moments and durations are milliseconds.

import { dayBounds, dayOf, plusDays } from "../protocol/days.js";

/** @typedef {import("../protocol/keys.js").RandomBytes} RandomBytes */

const MINUTE = 60_000;

/** How long a check-in that nothing speaks against is put off at most: not all that wake up do so at once. */
export const SOON = 2 * MINUTE;
/** A moment missed by more, because computer or browser were off, is drawn again. */
const OVERSLEPT = 10 * MINUTE;
const FIRST_RETRY = 5 * MINUTE;
const LONGEST_RETRY = 240 * MINUTE;

/** The part of a data day in which its check-in is planned: what is left of the day is for retries. */
const WINDOW = [0.05, 0.8];
/** That of a second check-in: after everybody's first, and before the nightly run. */
const EVENING = [0.8, 0.95];

/**
 * A moment within the next minutes.
 * @param {number} now
 * @param {RandomBytes} randomBytes
 */
export function soon(now, randomBytes) {
  return between(now, now + SOON, randomBytes);
}

/**
 * A random moment in a wide window of the next data day.
 * @param {number} now
 * @param {string} zone
 * @param {RandomBytes} randomBytes
 */
export function afterSuccess(now, zone, randomBytes) {
  const [first, last] = partOf(plusDays(dayOf(now, zone), 1), zone, WINDOW);
  return between(first, last, randomBytes);
}

/**
 * A random moment of this evening, for a donor that serves on a committee today; one of the next data day, if the
 * evening has begun.
 * @param {number} now
 * @param {string} zone
 * @param {RandomBytes} randomBytes
 */
export function afterService(now, zone, randomBytes) {
  const [evening, night] = partOf(dayOf(now, zone), zone, EVENING);
  return now < evening ? between(evening, night, randomBytes) : afterSuccess(now, zone, randomBytes);
}

/**
 * @param {string} day
 * @param {string} zone
 * @param {readonly number[]} parts
 */
function partOf(day, zone, parts) {
  const [start, end] = dayBounds(day, zone);
  return parts.map((part) => start + (end - start) * part);
}

/**
 * A random moment after this many failures in a row, at least one: within minutes at first, then hours.
 * @param {number} now
 * @param {number} failures
 * @param {RandomBytes} randomBytes
 */
export function afterFailure(now, failures, randomBytes) {
  const longest = Math.min(FIRST_RETRY * 2 ** Math.min(failures - 1, 10), LONGEST_RETRY);
  return between(now + longest / 2, now + longest, randomBytes);
}

/**
 * The planned moment if it can stay, else another one: at the latest the end of tomorrow's data day.
 *
 * `last` is the last check-in that succeeded. What was planned can't stay where the computer slept through it, where
 * the clock was set back since, and where today would end without a check-in.
 * @param {number | null} planned
 * @param {number | null} last
 * @param {number} now
 * @param {string} zone
 * @param {RandomBytes} randomBytes
 */
export function corrected(planned, last, now, zone, randomBytes) {
  const today = dayOf(now, zone);
  if (planned === null || planned < now - OVERSLEPT || planned >= dayBounds(plusDays(today, 1), zone)[1]) {
    return soon(now, randomBytes);
  }
  const [, end] = dayBounds(today, zone);
  const done = last !== null && dayOf(last, zone) === today;
  return done || planned < end || end - now < OVERSLEPT ? planned : between(now, end, randomBytes);
}

/**
 * A random moment in [start, end), uniform to a microsecond.
 * @param {number} start
 * @param {number} end
 * @param {RandomBytes} randomBytes
 */
export function between(start, end, randomBytes) {
  const drawn = randomBytes(16).reduce((number, octet) => (number << 8n) | BigInt(octet), 0n);
  const microseconds = BigInt(Math.round((end - start) * 1000));
  return start + Number((drawn * microseconds) >> 128n) / 1000;
}
