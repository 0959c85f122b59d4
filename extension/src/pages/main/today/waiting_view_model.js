// The view model of the days that wait for the donor: what an approval of each would keep.

import { decidedParts } from "../../../donor/days/decide.js";

/** @typedef {import("../../../core/views.js").Review} Review */
/** @typedef {import("../../../core/views.js").ReviewDay} ReviewDay */

/** Why a campaign gets zeros though nothing is wrong: the donor wanted that, or the campaign does not count the day. */
const AS_EXPECTED = ["paused", "over", "not-begun"];

/**
 * A past day that waits for the donor.
 *
 * - `until`: the last day on which the donor can decide about it for sure; null if that is not known.
 * - `review`: what an approval would approve.
 * - `entries`: the keywords that count, each with its largest count in any campaign, the largest first.
 * - `searches`: the largest number of searches that count for any campaign.
 * - `whys`: why campaigns get zeros although the donor may expect otherwise. Such a day is not approved together with
 *   others: an approval would keep the zeros.
 * @typedef {Readonly<{
 *   day: string, until: string | null, review: Review, entries: readonly (readonly [string, number])[],
 *   searches: number, whys: readonly string[],
 * }>} WaitingDayView
 */

/**
 * Return the past days that wait for the donor, the oldest first.
 * @param {import("../../../donor/donor.js").Donor} donor
 * @param {readonly ReviewDay[]} days
 * @param {string} today
 * @returns {Promise<readonly WaitingDayView[]>}
 */
export async function waitingDays(donor, days, today) {
  const waiting = days.filter(({ day, state }) => state === "waits-for-you" && day < today);
  const found = [];
  for (const { day, until } of waiting.sort((a, b) => (a.day < b.day ? -1 : 1)))
    found.push(waitingDay(until, await donor.days.review(day)));
  return found;
}

/**
 * Return the view of a waiting day, with the counts that an approval of it would keep.
 * @param {string | null} until
 * @param {Review} review
 * @returns {WaitingDayView}
 */
export function waitingDay(until, review) {
  const decided = decidedParts(review);
  const given = decided.filter(({ why }) => why === null);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { entry, count } of given.flatMap(({ entries }) => entries))
    counts.set(entry, Math.max(count, counts.get(entry) ?? 0));
  const whys = decided.flatMap(({ why }) => (why === null || AS_EXPECTED.includes(why) ? [] : [why]));
  return Object.freeze({
    day: review.day,
    until,
    review,
    entries: [...counts].sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1)),
    searches: Math.max(0, ...given.map(({ searches }) => searches)),
    whys: [...new Set(whys)],
  });
}

/**
 * Return what one press approves of the waiting days.
 * @param {readonly WaitingDayView[]} waiting
 * @returns {readonly Review[]}
 */
export function approvable(waiting) {
  return waiting.filter(({ whys }) => whys.length === 0).map(({ review }) => review);
}
