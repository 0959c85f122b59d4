// Whether a campaign that a donor joined starts later, runs, is finishing or is finished.
//
// The server never says that a campaign is over. It drops a campaign from its list when the campaign's last day is over,
// or earlier, when a researcher closes it. So the state follows from the signed dates, from the data day, and from the
// day on which the donor first found the campaign missing from the list:
//
//   state          from                               until
//   starts-later                                      the day before `start`
//   running        `start`                            the last day that counts
//   finishing      the day after; at once if unlisted the last day on which its counts are taken
//   finished       the day after
//
// The twin of client/pdd_client/core/campaign_state.py; tests/vectors/donor/campaign_states.json holds both to one answer.

import { lastDay } from "./donation/decisions.js";

/**
 * A campaign's state on one day. `last`: the last data day that can count. `ending`: `as-agreed`; `sooner`, if the
 * researcher moved the last day forward; `unlisted`, if it left the server's list before its last day.
 * @typedef {Readonly<{
 *   state: "starts-later" | "running" | "finishing" | "finished", last: string,
 *   ending: "as-agreed" | "sooner" | "unlisted",
 * }>} CampaignState
 */

/**
 * A campaign's dates: `start` and `agreedEnd` as signed when the donor agreed, `newestEnd` as signed last (a later one
 * does not count: nobody agreed to it), `unlisted` the data day on which the server's list was first seen without it.
 * @typedef {Readonly<{start: string, agreedEnd: string, newestEnd: string, unlisted: string | null}>} Dates
 */

/**
 * Return a campaign's state on the data day `today`.
 * @param {Dates} dates
 * @param {number} delay the server's: counts of a data day are taken on the `delay` + 1 days after it
 * @param {string} today
 * @returns {CampaignState}
 */
export function campaignState({ start, agreedEnd, newestEnd, unlisted }, delay, today) {
  const end = newestEnd < agreedEnd ? newestEnd : agreedEnd;
  if (unlisted !== null && unlisted <= end) {
    // Rounds planned before are still summed; none of a later day is.
    return Object.freeze({ state: over(start, unlisted, delay, today), last: unlisted, ending: "unlisted" });
  }
  const ending = end < agreedEnd ? "sooner" : "as-agreed";
  if (today < start) return Object.freeze({ state: "starts-later", last: end, ending });
  return Object.freeze({ state: today <= end ? "running" : over(start, end, delay, today), last: end, ending });
}

/**
 * The state of a campaign that counts no further day.
 * @param {string} start
 * @param {string} last
 * @param {number} delay
 * @param {string} today
 * @returns {"finishing" | "finished"}
 */
function over(start, last, delay, today) {
  if (last < start) return "finished"; // it was closed before it began, so no counts are on their way
  return today <= lastDay(last, delay) ? "finishing" : "finished";
}

/**
 * The state of a consent's campaign today.
 * @param {import("./donation/consent.js").Consent} consent
 * @param {ReadonlyMap<string, {end: string}>} newest the campaigns as signed last
 * @param {ReadonlyMap<string, string>} unlisted the days on which the server's list was first seen without them
 * @param {number} delay
 * @param {string} today
 */
export function standing({ campaign: { id, start, end } }, newest, unlisted, delay, today) {
  const newestEnd = newest.get(id)?.end ?? end;
  return campaignState({ start, agreedEnd: end, newestEnd, unlisted: unlisted.get(id) ?? null }, delay, today);
}
