// A person's own counts of the last week, for campaigns that they may join (pdd_client/donor/days/last_week.py). Nothing
// is kept, and nothing leaves.

import { vocabularyOf } from "../../core/donation/consent.js";
import { countedSearches, hitsOf } from "../../core/donation/counted_searches.js";
import { WEEK } from "../../core/published_totals.js";
import { dayOf, plusDays } from "../../protocol/days.js";
import { capsOf, periodOf } from "../../protocol/terms.js";
import { readSearches } from "./read_searches.js";

/** @typedef {import("../../protocol/messages.js").Campaign} Campaign */
/** @typedef {import("../../core/searches.js").Search} Search */
/** @typedef {ReadonlyMap<string, ReadonlyMap<string, number>>} OwnWeek the count of each keyword, by campaign id and label */

/**
 * Count the last 7 days, with today, for each campaign of an offer, under its caps and the donor's exclusions.
 * @param {import("../installation.js").Installation} installation
 * @param {import("../../core/views.js").Offer} offer
 * @returns {Promise<OwnWeek | null>} null if the history can't be read
 */
export async function ownWeek(installation, { campaigns }) {
  const zone = await installation.zone();
  const today = dayOf(installation.clock(), zone);
  const days = Array.from({ length: WEEK }, (_, place) => plusDays(today, place + 1 - WEEK));
  const { searches } = await readSearches(installation, [days[0], today], zone);
  if (searches === null) return null;
  const exclusions = await installation.store.read((home) => home.exclusions(zone));
  const byDay = days.map((day) => searches.filter((search) => search.day === day));
  const counts = (/** @type {Campaign} */ campaign) => {
    const periods = periodOf(campaign.terms) === "week" ? [byDay.flat()] : byDay;
    return countsOf(campaign, periods, exclusions);
  };
  return new Map(Object.values(campaigns).map((campaign) => [campaign.id, counts(campaign)]));
}

/**
 * Count the searches of some periods, each under the campaign's caps.
 * @param {Campaign} campaign
 * @param {readonly (readonly Search[])[]} periods
 * @param {import("../../core/donation/exclusions.js").Exclusions} exclusions
 * @returns {ReadonlyMap<string, number>}
 */
function countsOf(campaign, periods, exclusions) {
  const { labels } = vocabularyOf(campaign);
  const counts = new Map(labels.map((label) => [label, 0]));
  for (const searches of periods) {
    const counted = countedSearches(searches, campaign, exclusions).slice(0, campaign.terms.max_searches);
    for (const { keyword, isCounted } of hitsOf(counted, capsOf(campaign.terms))) {
      const label = labels[keyword];
      if (isCounted) counts.set(label, (counts.get(label) ?? 0) + 1);
    }
  }
  return counts;
}
