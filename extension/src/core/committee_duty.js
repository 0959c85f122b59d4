// A home's duties under the `cohort` protocol: the epochs in which it has a place, the last day on which it serves on a
// committee, and the day on which it sends a data day's upload.

import { plusDays } from "../protocol/days.js";
import { LEAST_EPOCH } from "../protocol/limits.js";
import { lastDataDay, lastDay } from "../rounds/cohort/epoch/acceptance.js";
import { eraseAfter } from "../rounds/cohort/epoch/tickets.js";

/** For how many days a home waits for a server's witnesses to vouch for an epoch. */
const PATIENCE = 2;

/**
 * An epoch with its first day, and the digest of the ticket by which the home has its place there, null without a
 * place.
 * @typedef {Readonly<{number: number, start: string, ticket: string | null}>} Placed
 */

/**
 * Return the epochs in which the home found its place, by rising number.
 * @template {Placed} E
 * @param {readonly E[]} epochs
 * @returns {readonly E[]}
 */
export function placedIn(epochs) {
  return epochs.filter(({ ticket }) => ticket !== null).sort((one, other) => one.number - other.number);
}

/**
 * Return the first day of the next epoch in which the home found its place; null while it has found none.
 * @param {readonly Placed[]} epochs
 * @param {number} number the epoch before it
 */
export function nextStart(epochs, number) {
  return placedIn(epochs).find((other) => other.number > number)?.start ?? null;
}

/**
 * Return whether an epoch's secrets have to be erased by today.
 * @param {readonly Placed[]} epochs all of the home's
 * @param {Placed} epoch
 * @param {string} today
 */
export function isOver(epochs, { number, start }, today) {
  return today > eraseAfter(lastDataDay(start, nextStart(epochs, number)));
}

/**
 * Return the last day on which the home is expected to serve on a committee; null if it does not serve now.
 *
 * The last list of an epoch comes `delay` + 1 days after the epoch's end, or later. While the next epoch is not known,
 * the result is an estimate: the current epoch may last longer.
 * @param {readonly Placed[]} epochs all of the home's
 * @param {readonly Placed[]} served the epochs in which it serves on a committee, and whose secrets it has
 * @param {string} today
 * @param {number} delay the server's, in days
 */
export function servesUntil(epochs, served, today, delay) {
  const after = delay + 1;
  const ends = served
    .filter(({ start }) => start <= today)
    .flatMap(({ number, start }) => endFrom(start, nextStart(epochs, number), plusDays(today, -after)) ?? []);
  return ends.length > 0 ? plusDays(/** @type {string} */ (ends.sort().at(-1)), after) : null;
}

/**
 * Return the earliest day, today or later, on which an epoch can end; null if it is over.
 *
 * Where the next epoch is not known, that is the end of the shortest epoch, or of the longest once that is past.
 * @param {string} start
 * @param {string | null} next the first day of the next epoch in which the home has a place
 * @param {string} today
 */
function endFrom(start, next, today) {
  const ends = next !== null ? [lastDay(start, next)] : [plusDays(start, LEAST_EPOCH - 1), lastDay(start, null)];
  return ends.find((end) => end >= today) ?? null;
}

/**
 * Return the day whose first contact sends a data day's upload.
 *
 * The time of an upload must not tell the server what the donor decided. So only the chosen way of sending counts here,
 * and no decision about this day. A plan can only put the upload off: a donor who was told a day keeps all of it.
 * @param {string} day
 * @param {"review" | "by-itself"} sending
 * @param {number} delay the server's, in days, as it was on joining
 * @param {string | null} earliestClose of the day's plan; null if no plan has come yet
 */
export function goesOut(day, sending, delay, earliestClose) {
  if (sending === "by-itself") return plusDays(day, 1);
  const expected = plusDays(day, 1 + delay);
  return earliestClose !== null && earliestClose > expected ? earliestClose : expected;
}

/**
 * Return the first day on which a home sends noise alone under an epoch that the witnesses don't vouch for. Before that
 * it waits for them. It may lie before the day on which the upload goes out: then the home doesn't wait.
 * @param {string} sent the day whose first contact sends the upload (`goesOut`)
 * @param {string} latestClose of the day's plan
 */
export function noiseAloneFrom(sent, latestClose) {
  const [patient, last] = [plusDays(sent, PATIENCE), plusDays(latestClose, -1)];
  return patient < last ? patient : last;
}
