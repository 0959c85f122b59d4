// The browser's own history, asked each time and never kept: what a person deletes there is not counted. Private
// windows never are in it.

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

/** Pages asked for at once: a piece of time with more is halved, so that no answer keeps the browser busy for long. */
const PAGES = 5_000;
/** Where halving ends: so many pages in a millisecond no person visits. */
const ALL_PAGES = 2 ** 31 - 1;
/** Loads into a frame of a page, which nobody saw as a page. */
const FRAMES = new Set(["auto_subframe", "manual_subframe"]);

/**
 * The visits in [since, until) to pages that may be a search engine's results.
 *
 * Redirects stay, and so do reloads: they join the search that they belong to. Left out are loads into frames, and
 * visits of another device of the same person, which may donate too.
 * @param {HistoryApi} api
 * @param {number} since
 * @param {number} until
 * @returns {Promise<readonly Visit[]>}
 */
export async function readVisits(api, since, until) {
  /** @type {Visit[]} */
  const found = [];
  for (const url of await searchPages(api, Math.floor(since), Math.ceil(until))) {
    for (const { visitTime, transition, isLocal } of await api.getVisits({ url })) {
      if (visitTime === undefined || FRAMES.has(transition ?? "") || isLocal === false) continue;
      if (since <= visitTime && visitTime < until) found.push(Object.freeze({ url, time: visitTime }));
    }
  }
  return found;
}

/**
 * The addresses of search engines' result pages among the pages visited in a piece of time, in whole milliseconds.
 * @param {HistoryApi} api
 * @param {number} startTime
 * @param {number} endTime
 * @returns {Promise<Set<string>>}
 */
async function searchPages(api, startTime, endTime) {
  const whole = endTime - startTime <= 1;
  const maxResults = whole ? ALL_PAGES : PAGES;
  const pages = await api.search({ text: "", startTime, endTime, maxResults });
  if (whole || pages.length < maxResults) {
    return new Set(pages.flatMap(({ url }) => (url !== undefined && parseSearchUrl(url) !== null ? [url] : [])));
  }
  const middle = Math.floor((startTime + endTime) / 2);
  const found = await searchPages(api, startTime, middle);
  for (const url of await searchPages(api, middle, endTime)) found.add(url);
  return found;
}
