// When to check in next. Callers pass in the random bytes, the clock (which may jump) and the earlier plan.
//
// A donor checks in once each data day, at a random moment, so that the server does not learn when its computer is
// used. No check-in comes within half an hour of the browser's start, nor of the end of a sleep in which one was missed,
// so that a person can look at what waits. After a failure the donor tries again, with growing pauses. A donor that certified a cohort's list checks in again in
// the evening, when the other members have certified it as well. A moment in the past means "check in at once".
// Moments are milliseconds since 1970, durations are milliseconds.

import { dayBounds, dayOf, plusDays } from "../protocol/days.js";
import { EVENING, FIRST_RETRY, LONGEST_RETRY, OVERSLEPT, SOON, WAIT_AFTER_START, WINDOW } from "./constants.js";

/** @typedef {import("../protocol/keys.js").RandomBytes} RandomBytes */

/**
 * Return a random moment within the next two minutes.
 * @param {number} now
 * @param {RandomBytes} randomBytes
 */
export function soon(now, randomBytes) {
  return between(now, now + SOON, randomBytes);
}

/**
 * Return a random moment in a wide window of the next data day, for the check-in after one that succeeded.
 * @param {number} now
 * @param {string} zone
 * @param {RandomBytes} randomBytes
 */
export function afterSuccess(now, zone, randomBytes) {
  const [first, last] = partOf(plusDays(dayOf(now, zone), 1), zone, WINDOW);
  return between(first, last, randomBytes);
}

/**
 * Return a random moment of this evening, for a donor that serves on a committee today. If the evening has begun,
 * return one of the next data day.
 * @param {number} now
 * @param {string} zone
 * @param {RandomBytes} randomBytes
 */
export function afterService(now, zone, randomBytes) {
  const [evening, night] = partOf(dayOf(now, zone), zone, EVENING);
  return now < evening ? between(evening, night, randomBytes) : afterSuccess(now, zone, randomBytes);
}

/**
 * Return the moments at these fractions of a day.
 * @param {string} day
 * @param {string} zone
 * @param {readonly number[]} parts from 0, the day's start, to 1, its end
 */
function partOf(day, zone, parts) {
  const [start, end] = dayBounds(day, zone);
  return parts.map((part) => start + (end - start) * part);
}

/**
 * Return the random moment of the next attempt after failures: within minutes at first, within hours later.
 * @param {number} now
 * @param {number} failures in a row, at least 1
 * @param {RandomBytes} randomBytes
 */
export function afterFailure(now, failures, randomBytes) {
  const longest = Math.min(FIRST_RETRY * 2 ** Math.min(failures - 1, 10), LONGEST_RETRY);
  return between(now + longest / 2, now + longest, randomBytes);
}

/**
 * Return whether a wait has begun: the plan was slept through, or is near when the browser has just been started.
 * @param {number | null} planned
 * @param {number} now
 * @param {boolean} started
 */
export function hasBegun(planned, now, started) {
  return planned !== null && (planned < now - OVERSLEPT || (started && planned < now + WAIT_AFTER_START));
}

/**
 * Return the planned moment if it can stay, else a new one. Both are before the end of tomorrow's data day.
 *
 * A planned moment can't stay if a wait has begun, if the clock was set back since, or if today would end without a
 * check-in.
 * @param {number | null} planned null if nothing is planned
 * @param {number | null} last the last check-in that succeeded; null if there was none
 * @param {number} now
 * @param {string} zone
 * @param {number} waits on how many other days waits have begun since the last check-in, failed ones included
 * @param {boolean} started whether the browser has just been started
 * @param {RandomBytes} randomBytes
 */
export function corrected(planned, last, now, zone, waits, started, randomBytes) {
  const today = dayOf(now, zone);
  const wait = WAIT_AFTER_START / 2 ** Math.min(waits, 6);
  if (hasBegun(planned, now, started)) return soon(now + wait, randomBytes);
  const first = started && planned !== null ? now + wait : now;
  if (planned === null || planned >= dayBounds(plusDays(today, 1), zone)[1]) return soon(first, randomBytes);
  const [, end] = dayBounds(today, zone);
  const done = last !== null && dayOf(last, zone) === today;
  const isNear = planned - now < WAIT_AFTER_START + SOON || end - now < OVERSLEPT;
  return done || planned < end || isNear ? planned : between(first, Math.max(end, first + SOON), randomBytes);
}

/**
 * Return a random moment in [start, end), uniform over its microseconds.
 * @param {number} start
 * @param {number} end
 * @param {RandomBytes} randomBytes
 */
export function between(start, end, randomBytes) {
  // A day has fewer than 2^37 microseconds, so the bias of scaling 128 random bits to it is below 2^-90.
  const drawn = randomBytes(16).reduce((number, octet) => (number << 8n) | BigInt(octet), 0n);
  const microseconds = BigInt(Math.round((end - start) * 1000));
  return start + Number((drawn * microseconds) >> 128n) / 1000;
}
