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
/** The transitions of loads into a frame, and of the double of a search by keyword: nobody saw these as pages. */
const NO_PAGES = new Set(["auto_subframe", "manual_subframe", "keyword_generated"]);
/** The transitions of pages that the browser opens again, or at its start. */
const BY_BROWSER = new Set(["reload", "auto_toplevel"]);
/** How long before the period pages are looked for, in milliseconds. */
const WEEK = 7 * 86_400_000;

/**
 * Return the visits in [since, until) to search engines' result pages, the same that the app finds in the file.
 *
 * Left out are loads into frames, and visits that the browser synchronised from another device of the same person, as
 * that device may donate as well. Reloads are told, as they begin no search. So are pages opened at the browser's start.
 *
 * In Chromium a page that leads on by itself does not count: `search` hides its visit, `getVisits` gives it. A reload
 * counts all the same, or the page where its script leads would begin a search. If the page was shown only on the days
 * before, `search` would not find it in the period, so pages of the week before are looked at too.
 * @param {HistoryApi} history
 * @param {number} since milliseconds since 1970
 * @param {number} until milliseconds since 1970
 * @returns {Promise<readonly Visit[]>}
 */
export async function readVisits(history, since, until) {
  /** @type {Visit[]} */
  const found = [];
  // Firefox refuses times before 1970.
  for (const url of await searchPages(history, Math.max(0, Math.floor(since) - WEEK), Math.ceil(until))) {
    const visits = await history.getVisits({ url });
    for (const { visitTime: time = Number.NaN, transition = "", isLocal } of visits) {
      if (!(since <= time && time < until) || isLocal === false || NO_PAGES.has(transition)) continue;
      const reload = BY_BROWSER.has(transition);
      if (reload || visits.length === 1 || (await isShown(history, url, time)))
        found.push(Object.freeze({ url, time, reload }));
    }
  }
  return found;
}

/**
 * Return whether the browser shows the visit to this page at this time.
 * @param {HistoryApi} history
 * @param {string} url
 * @param {number} time in milliseconds since 1970
 */
async function isShown(history, url, time) {
  const startTime = Math.floor(time);
  const pages = await history.search({ text: "", startTime, endTime: startTime + 1, maxResults: ALL_PAGES });
  return pages.some((page) => page.url === url);
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
