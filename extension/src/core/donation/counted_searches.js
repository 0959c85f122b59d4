// The searches that count for a campaign, and their hits under its caps.

import { withinCaps } from "../../counting/hits.js";
import { vocabularyOf } from "./consent.js";
import { reason } from "./exclusions.js";

/** @typedef {import("../searches.js").Search} Search */
/** @typedef {import("./exclusions.js").Exclusions} Exclusions */

/**
 * A search that counts unless a cap is reached, and the indexes of the keywords that it matches. A search of a kept day
 * is not known, so its id is `<day>#<number>`, from 1.
 * @typedef {Readonly<{id: string, keywords: readonly number[]}>} CountedSearch
 */

/**
 * A search that matches a keyword: the search's id and its number among the counted ones, from 0; the keyword's index;
 * and whether the hit counts under the caps.
 * @typedef {Readonly<{id: string, number: number, keyword: number, isCounted: boolean}>} Hit
 */

/**
 * Return the searches that the donor keeps in, with the keywords that they match.
 * @param {readonly Search[]} searches
 * @param {import("../../protocol/messages.js").Campaign} campaign
 * @param {Exclusions} exclusions
 * @returns {readonly CountedSearch[]}
 */
export function countedSearches(searches, campaign, exclusions) {
  const vocabulary = vocabularyOf(campaign);
  return searches
    .filter((search) => reason(exclusions, search) === null)
    .map(({ id, query }) => ({ id, keywords: vocabulary.matches(query) }));
}

/**
 * Return the hits of searches in order, with whether each counts.
 * @param {readonly CountedSearch[]} searches
 * @param {import("../../protocol/terms.js").Caps} caps
 * @param {number} [entries] the first keywords that are counted; all by default
 * @returns {readonly Hit[]}
 */
export function hitsOf(searches, caps, entries = Number.POSITIVE_INFINITY) {
  const hits = searches.flatMap(({ id, keywords }, number) => {
    const matching = keywords.filter((keyword) => keyword < entries);
    return matching.map((keyword, place) => ({ id, number, keyword, place }));
  });
  const isCounted = withinCaps(hits, caps);
  return hits.map(({ id, number, keyword }, at) => ({ id, number, keyword, isCounted: isCounted[at] }));
}
