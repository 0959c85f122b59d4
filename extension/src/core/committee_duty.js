// Until when a home serves on a week's committee, and in which epochs it has a place.

import { plusDays } from "../protocol/days.js";
import { LEAST_EPOCH } from "../protocol/limits.js";
import { lastDataDay, lastDay } from "../rounds/cohort/epoch/acceptance.js";
import { eraseAfter } from "../rounds/cohort/epoch/tickets.js";

/** @typedef {Readonly<{number: number, start: string, ticket: string | null}>} Placed an epoch; `ticket` null without a place */

/**
 * The epochs in which the home found its place, rising.
 * @template {Placed} E
 * @param {readonly E[]} epochs
 * @returns {readonly E[]}
 */
export function placedIn(epochs) {
  return epochs.filter(({ ticket }) => ticket !== null).sort((one, other) => one.number - other.number);
}

/**
 * The first day of the next epoch in which the home found its place; null if there is none yet.
 * @param {readonly Placed[]} epochs
 * @param {number} number
 */
export function nextStart(epochs, number) {
  return placedIn(epochs).find((other) => other.number > number)?.start ?? null;
}

/**
 * Whether an epoch's secrets are to be erased today.
 * @param {readonly Placed[]} epochs
 * @param {Placed} epoch
 * @param {string} today
 */
export function isOver(epochs, { number, start }, today) {
  return today > eraseAfter(lastDataDay(start, nextStart(epochs, number)));
}

/**
 * Until when a home serves, null if it does not now.
 *
 * The last list of an epoch comes `delay` + 1 days after the epoch's end, or later. An epoch whose follower is not known
 * may go on for longer than is said here.
 * @param {readonly Placed[]} epochs all of the home's
 * @param {readonly Placed[]} served those of them in which it serves, and whose secrets it has
 * @param {string} today
 * @param {number} delay the server's
 */
export function servesUntil(epochs, served, today, delay) {
  const after = delay + 1;
  const ends = served
    .filter(({ start }) => start <= today)
    .flatMap(({ number, start }) => endFrom(start, nextStart(epochs, number), plusDays(today, -after)) ?? []);
  return ends.length > 0 ? plusDays(/** @type {string} */ (ends.sort().at(-1)), after) : null;
}

/**
 * The day on which an epoch ends, so far as is known; null if it is over.
 * @param {string} start
 * @param {string | null} next
 * @param {string} today
 */
function endFrom(start, next, today) {
  const ends = next !== null ? [lastDay(start, next)] : [plusDays(start, LEAST_EPOCH - 1), lastDay(start, null)];
  return ends.find((end) => end >= today) ?? null;
}

/**
 * The day whose first contact sends a data day's upload; `earliestClose` is that of its plan, null where none has come.
 *
 * Nothing that the donor decides about the day moves it, and a plan only makes it later than the server's delay says.
 * @param {string} day
 * @param {"review" | "by-itself"} sending
 * @param {number} delay the server's, as it was on joining
 * @param {string | null} earliestClose
 */
export function goesOut(day, sending, delay, earliestClose) {
  if (sending === "by-itself") return plusDays(day, 1);
  const expected = plusDays(day, 1 + delay);
  return earliestClose !== null && earliestClose > expected ? earliestClose : expected;
}
