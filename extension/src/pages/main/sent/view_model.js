// The view model of a day on the Sent page: each count before blinding, beside the published total.

import { daysOf, lastDay } from "../../../protocol/days.js";

/** @typedef {import("../../../core/views.js").SentDay} SentDay */
/** @typedef {import("../../../core/views.js").Given} Given */
/** @typedef {import("../../../core/views.js").CampaignResults} CampaignResults */

/**
 * One count of a day. `label`: the keyword, null for the number of all searches. `published`: the published total,
 * null if the server has published none for this count. `half`: half the width of its 95% interval.
 * @typedef {Readonly<{label: string | null, count: number, published: number | null, half: number}>} GivenCount
 */

/**
 * What the donor gave to one campaign on a day.
 *
 * - `week`: the days of the week that the counts are of; none if they are of the day.
 * - `isPublished`: whether the day's totals are published; `isFinal`: whether they will also stay as they are.
 * - `missing`: why the totals are not published; null if they are, or if the reason is not known.
 * @typedef {Readonly<{
 *   title: string, counts: readonly GivenCount[], week: readonly string[], missing: string | null, isPublished: boolean, isFinal: boolean,
 * }>} GivenCampaign
 */

/**
 * Return what was given on a day, campaign by campaign.
 * @param {SentDay} day
 * @param {ReadonlyMap<string, string>} titles by campaign
 * @param {readonly CampaignResults[]} results
 * @param {ReadonlySet<string>} [weekly] the campaigns that count by week
 * @returns {readonly GivenCampaign[]}
 */
export function givenOn(day, titles, results, weekly = new Set()) {
  return day.campaigns.map((given) => {
    const found = results.find((one) => one.id === given.campaign);
    const last = given.repeats ?? day.day; // the day under which they are published
    const published = found?.days.find((one) => one.day === last && one.stratum === given.stratum) ?? null;
    const missing = found?.missing.find((one) => one.day === last)?.reason ?? null;
    return {
      title: titles.get(given.campaign) ?? given.campaign,
      counts: countsOf(given, published),
      week: weekly.has(given.campaign) && lastDay("week", last) === last ? daysOf("week", last) : [],
      missing,
      isPublished: published !== null,
      isFinal: published?.final ?? false,
    };
  });
}

/**
 * @param {Given} given
 * @param {import("../../../core/views.js").PublishedDay | null} published
 * @returns {readonly GivenCount[]}
 */
function countsOf(given, published) {
  const half = published?.halfWidth ?? 0;
  const totals = new Map(Object.entries(published?.totals ?? {}));
  const entries = Object.entries(given.counts).map(([label, count]) => {
    return { label, count, published: totals.get(label) ?? null, half };
  });
  return [...entries, { label: null, count: given.searches, published: published?.searches ?? null, half }];
}
