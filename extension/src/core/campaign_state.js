// Whether a campaign that a donor joined starts later, runs, is finishing or is finished.
//
// The server never says that a campaign is over. It drops a campaign from its list when the campaign's last day is
// over, or earlier, when a researcher closes it. So the state follows from the signed dates, from today's data day,
// and from the day on which the donor first found the campaign missing from the list:
//
//   state          from                               until
//   starts-later                                      the day before `start`
//   running        `start`                            the last day that counts
//   finishing      the day after; at once if unlisted the last day on which its counts are taken
//   finished       the day after
//
// The twin of client/pdd_client/core/campaign_state.py; tests/vectors/donor/campaign_states.json holds both to one
// answer.

import { delayOf } from "../protocol/terms.js";
import { lastDay } from "./donation/decisions.js";

/**
 * A campaign's state on one day.
 *
 * - `last`: the last data day that can count.
 * - `ending`: `as-agreed`; `sooner` if the researcher chose an earlier last day than the donor agreed to; `unlisted` if
 *   the campaign left the server's list on its last day or before.
 * @typedef {Readonly<{
 *   state: "starts-later" | "running" | "finishing" | "finished", last: string,
 *   ending: "as-agreed" | "sooner" | "unlisted",
 * }>} CampaignState
 */

/**
 * A campaign's dates.
 *
 * - `start`, `agreedEnd`: its first and last day, as signed when the donor agreed.
 * - `newestEnd`: its last day as the server signed it last. A later one than `agreedEnd` has no effect: the donor did
 *   not agree to it.
 * - `unlisted`: the data day on which the server's list was first seen without the campaign; null while it is listed.
 * @typedef {Readonly<{start: string, agreedEnd: string, newestEnd: string, unlisted: string | null}>} Dates
 */

/**
 * Return a campaign's state on the data day `today`.
 * @param {Dates} dates
 * @param {number} delay the server's, in days: it takes counts of a data day on the `delay` + 1 days after it
 * @param {string} today
 * @returns {CampaignState}
 */
export function campaignState({ start, agreedEnd, newestEnd, unlisted }, delay, today) {
  const end = newestEnd < agreedEnd ? newestEnd : agreedEnd;
  if (unlisted !== null && unlisted <= end) {
    // The server still publishes rounds that were planned before it closed the campaign, but plans no later day for it.
    return Object.freeze({ state: over(start, unlisted, delay, today), last: unlisted, ending: "unlisted" });
  }
  const ending = end < agreedEnd ? "sooner" : "as-agreed";
  if (today < start) return Object.freeze({ state: "starts-later", last: end, ending });
  return Object.freeze({ state: today <= end ? "running" : over(start, end, delay, today), last: end, ending });
}

/**
 * Return the state of a campaign that counts no further day.
 * @param {string} start
 * @param {string} last the last day that counted
 * @param {number} delay
 * @param {string} today
 * @returns {"finishing" | "finished"}
 */
function over(start, last, delay, today) {
  if (last < start) return "finished"; // it was closed before it began, so no counts are on their way
  return today <= lastDay(last, delay) ? "finishing" : "finished";
}

/**
 * Return today's state of the campaign that a consent is for.
 * @param {import("./donation/consent.js").Consent} consent
 * @param {ReadonlyMap<string, {end: string}>} newest the campaigns as signed last, by id
 * @param {ReadonlyMap<string, string>} unlisted by campaign, the day on which the server's list was first seen without
 *   it
 * @param {number} delay the server's, in days
 * @param {string} today
 */
export function stateOfConsent({ campaign: { id, start, end, terms } }, newest, unlisted, delay, today) {
  const newestEnd = newest.get(id)?.end ?? end;
  const dates = { start, agreedEnd: end, newestEnd, unlisted: unlisted.get(id) ?? null };
  return campaignState(dates, delayOf([terms], delay), today);
}
