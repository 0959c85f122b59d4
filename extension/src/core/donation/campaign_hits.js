// The hits that one person uses of those that count in all periods of a campaign (`max_campaign_hits`).
//
// Each plan uses hits, also one that asks for a lost week once more: a home can't know that nothing of it was shown. The
// desktop app of the same person uses the same hits, and says in each answer how many it and other extensions have used.
//
// All of them may be used where nobody can say how many were: the app or its home is gone or another one, or its version
// is too old, or this home is a copy. So every campaign that had started by that day counts as used up here. Otherwise
// one person could add twice as much as the noise hides. Nothing can have been given to a campaign that starts later.

import { capsOf, hasFull } from "../../protocol/terms.js";

/** @typedef {import("../../protocol/messages.js").Campaign} Campaign */
/** @typedef {import("../../protocol/terms.js").Caps} Caps */
/** @typedef {import("./ledger.js").GivenDay} GivenDay */

/** How many hits were used, by campaign. @typedef {Readonly<Record<string, number>>} HitsUsed */

/**
 * The hits that the app and other extensions have used, as the app said last, and the last day on which nobody could
 * say which were used; null if there was none.
 * @typedef {Readonly<{used: HitsUsed, unknown: string | null}>} HitsElsewhere
 */

/** @type {HitsElsewhere} */
export const NONE_ELSEWHERE = Object.freeze({ used: Object.freeze({}), unknown: null });

/** @typedef {Readonly<{given: readonly GivenDay[], hitsElsewhere?: HitsElsewhere}>} Hits */

/**
 * Return how many hits may still count in the plan of a day; Infinity if the campaign caps only each period's.
 * @param {Hits} ledger
 * @param {Campaign} campaign
 * @param {Caps} caps the caps of its part of the plan
 * @param {string} [day] the plan's, missing for a later one. What was charged on it does not count, as it is the same hits.
 */
export function hitsLeft({ given, hitsElsewhere = NONE_ELSEWHERE }, { id, start }, { campaignHits }, day = "") {
  const { used, unknown } = hitsElsewhere;
  if (campaignHits === Number.POSITIVE_INFINITY) return campaignHits;
  if (unknown !== null && start <= unknown) return 0;
  const own = hitsOfCampaigns(given.filter((one) => one.day !== day));
  return Math.max(0, campaignHits - countOf(own, id) - countOf(used, id));
}

/**
 * Return what is known when nobody can say how many hits were used until a day. A clock that went back takes nothing from it.
 * @param {HitsElsewhere} elsewhere
 * @param {string} today
 * @returns {HitsElsewhere}
 */
export function lostUntil({ used, unknown }, today) {
  return { used, unknown: unknown !== null && unknown > today ? unknown : today };
}

/**
 * Return the hits that these days used, by campaign; campaigns without any are left out.
 * @param {readonly GivenDay[]} given
 * @returns {HitsUsed}
 */
export function hitsOfCampaigns(given) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const { campaign, hits = 0 } of given) if (hits > 0) found.set(campaign, (found.get(campaign) ?? 0) + hits);
  return Object.fromEntries(found);
}

/**
 * Return the hits that this home tells the app it has used, by campaign. Where it can't know, that is all of them.
 * @param {Hits} ledger
 * @param {readonly Campaign[]} agreed to which this donor ever agreed
 * @returns {HitsUsed}
 */
export function hitsToTell({ given, hitsElsewhere = NONE_ELSEWHERE }, agreed) {
  const { unknown } = hitsElsewhere;
  const may = agreed.filter(({ start, terms }) => unknown !== null && start <= unknown && hasFull(terms));
  const all = may.map(({ id, terms }) => ({ [id]: capsOf(terms).campaignHits }));
  return all.reduce(mostHits, hitsOfCampaigns(given));
}

/**
 * Return the larger number of hits of each campaign: hits used never become fewer.
 * @param {HitsUsed} known
 * @param {HitsUsed} told
 * @returns {HitsUsed}
 */
export function mostHits(known, told) {
  const names = [...new Set([...Object.keys(known), ...Object.keys(told)])].sort();
  return Object.fromEntries(names.map((name) => [name, Math.max(countOf(known, name), countOf(told, name))]));
}

/**
 * Return whether these counts have the last of the hits that count in all periods.
 * @param {number} left how many could still count before
 * @param {readonly number[]} entries
 */
export function isLast(left, entries) {
  return left > 0 && total(entries) === left;
}

/**
 * Return the hits that a period uses of those that count in all periods, and one for the number `full`.
 * @param {Readonly<{left: number, entries: readonly number[], isFull: boolean}>} given
 */
export function hitsUsed({ left, entries, isFull }) {
  return left === Number.POSITIVE_INFINITY ? 0 : total(entries) + Number(isFull);
}

/**
 * @param {HitsUsed} used
 * @param {string} campaign
 */
function countOf(used, campaign) {
  return Object.hasOwn(used, campaign) ? used[campaign] : 0;
}

/** @param {readonly number[]} counts */
function total(counts) {
  return counts.reduce((sum, count) => sum + count, 0);
}
