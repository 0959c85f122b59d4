// Reads the browser's own history. It is read each time and never kept, so what a person deletes there is not counted.
// Private windows are never in it.

import { parseSearchUrl } from "../../counting/search_urls.js";

/** @typedef {import("../../core/searches.js").Visit} Visit */

/**
 * The part of chrome.history that is used.
 * @typedef {{
 *   search(query: {text: string, startTime: number, endTime: number, maxResults: number}):
 *     Promise<readonly {url?: string}[]>,
 *   getVisits(details: {url: string}):
 *     Promise<readonly {visitTime?: number, transition?: string, isLocal?: boolean}[]>,
 * }} HistoryApi
 */

/** The most pages asked for at once. A period with more is halved, so that no answer keeps the browser busy long. */
const PAGES = 5_000;
/** The most pages asked for of a single millisecond, which can't be halved: in effect all of them. */
const ALL_PAGES = 2 ** 31 - 1;
/** The transitions of loads into a frame: the person did not open these as pages. */
const FRAMES = new Set(["auto_subframe", "manual_subframe"]);

/**
 * Return the visits in [since, until) to search engines' result pages.
 *
 * Redirects and reloads are kept: they join the search that they belong to. Reloads are told, as they begin none. Loads
 * into frames are left out. So are
 * visits that the browser synchronised from another device of the same person, as that device may donate as well.
 * @param {HistoryApi} history
 * @param {number} since milliseconds since 1970
 * @param {number} until milliseconds since 1970
 * @returns {Promise<readonly Visit[]>}
 */
export async function readVisits(history, since, until) {
  /** @type {Visit[]} */
  const found = [];
  for (const url of await searchPages(history, Math.floor(since), Math.ceil(until))) {
    for (const { visitTime, transition, isLocal } of await history.getVisits({ url })) {
      if (visitTime === undefined || FRAMES.has(transition ?? "") || isLocal === false) continue;
      if (since <= visitTime && visitTime < until)
        found.push(Object.freeze({ url, time: visitTime, reload: transition === "reload" }));
    }
  }
  return found;
}

/**
 * Return the addresses of search engines' result pages that were visited in a period.
 * @param {HistoryApi} history
 * @param {number} startTime in whole milliseconds since 1970
 * @param {number} endTime in whole milliseconds since 1970
 * @returns {Promise<Set<string>>}
 */
async function searchPages(history, startTime, endTime) {
  const whole = endTime - startTime <= 1;
  const maxResults = whole ? ALL_PAGES : PAGES;
  const pages = await history.search({ text: "", startTime, endTime, maxResults });
  if (whole || pages.length < maxResults) {
    return new Set(pages.flatMap(({ url }) => (url !== undefined && parseSearchUrl(url) !== null ? [url] : [])));
  }
  const middle = Math.floor((startTime + endTime) / 2);
  const found = await searchPages(history, startTime, middle);
  for (const url of await searchPages(history, middle, endTime)) found.add(url);
  return found;
}
