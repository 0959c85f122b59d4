// What a home keeps of the days of a week that is not sent yet: numbers, and no search.
//
// Clearing the browser's history then loses nothing. A kept day is cut to the caps as if it were a period of its own.
// The week loses nothing by that. A hit is cut if its keyword's cap or the cap on all hits is reached on that day, and
// then one of the two is reached in the week, too.

import { capsOf, periodOf } from "../../protocol/terms.js";
import { isOutside, ofDay } from "./consent.js";
import { countedSearches, hitsOf } from "./counted_searches.js";

/** @typedef {import("../searches.js").Search} Search */
/** @typedef {import("./consent.js").Consent} Consent */
/** @typedef {import("./counted_searches.js").CountedSearch} CountedSearch */
/** @typedef {import("../../protocol/messages.js").Campaign} Campaign */

/**
 * What a home keeps of one day for a campaign that counts by week. It holds numbers, and no search.
 *
 * - `searches`: the number of searches that count, up to the cap of a week.
 * - `hits`: the hits that count, in order: the search's number on this day, from 0, and the keyword's index.
 * - `seen`: the number of searches that the history held of the day, with those that don't count.
 * @typedef {Readonly<{
 *   campaign: string, day: string, searches: number, hits: readonly (readonly [number, number])[], seen: number,
 * }>} KeptDay
 */

/**
 * Return the searches of a kept day.
 * @param {KeptDay} kept
 * @returns {readonly CountedSearch[]}
 */
export function searchesOf({ day, searches, hits }) {
  return Array.from({ length: searches }, (_, number) => ({
    id: `${day}#${number + 1}`,
    keywords: hits.filter(([search]) => search === number).map(([, keyword]) => keyword),
  }));
}

/**
 * Return what a home has to keep of these days: a day for each campaign that counts it in a week. A day of which the
 * history held more searches before stays as it was kept.
 * @param {readonly string[]} days
 * @param {readonly Search[]} found the searches of these days, all that the history holds
 * @param {Pick<import("./prepare_donation.js").DonorState, "consents" | "exclusions" | "info" | "kept">} state
 * @returns {readonly KeptDay[]}
 */
export function daysToKeep(days, found, { consents, exclusions, info, kept }) {
  return [...consents.values()].flatMap((agreed) =>
    days.flatMap((day) => {
      const consent = ofDay(agreed, day, info.zone);
      const { campaign } = consent;
      if (periodOf(campaign.terms) === "day" || isOutside(consent, day, info.zone)) return [];
      const made = found.filter((search) => search.day === day);
      const before = kept.find((one) => one.campaign === campaign.id && one.day === day);
      const counted = () => keptDay(day, campaign, countedSearches(made, campaign, exclusions), made.length);
      return [before !== undefined && before.seen > made.length ? before : counted()];
    }),
  );
}

/**
 * Cut a day's searches to the caps, as if the day were the whole period.
 * @param {string} day
 * @param {Campaign} campaign
 * @param {readonly CountedSearch[]} searches
 * @param {number} seen
 * @returns {KeptDay}
 */
function keptDay(day, { id, terms }, searches, seen) {
  const counted = searches.slice(0, terms.max_searches);
  const within = hitsOf(counted, capsOf(terms)).filter(({ isCounted }) => isCounted);
  const hits = within.map(({ number, keyword }) => /** @type {const} */ ([number, keyword]));
  return Object.freeze({ campaign: id, day, searches: counted.length, hits, seen });
}
