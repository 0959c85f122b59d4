// Finds the searches among a history's visits: one search can have several result pages, and reloads of them.

import { blake2b } from "@noble/hashes/blake2.js";
import { parseSearchUrl } from "../counting/search_urls.js";
import { words } from "../counting/tokenizer.js";
import { dayOf } from "../protocol/days.js";
import { lengthPrefixed, toHex, utf8 } from "../protocol/encoding.js";
import { AFTER_RELOAD, SAME_SEARCH, STILL_TYPING } from "./constants.js";

/**
 * One visit to a page: `time` in milliseconds since 1970, with microseconds, and whether the page was loaded again. A
 * browser that opens its tabs again reloads them.
 * @typedef {Readonly<{url: string, time: number, reload: boolean}>} Visit
 */
/** @typedef {{visit: Visit, query: string}} Page */
/** @typedef {{day: string, engine: string, query: string, page: Page}} Placed `query` in the form of `normalised` */

/**
 * One search of a data day: `time` and `last` are its first and last visit, in milliseconds since 1970, and `visits` is
 * their number.
 *
 * `id` names the search, `mark` its engine and query. Both are digests in hex, keyed with a secret of this
 * installation: without the secret they tell nothing. `query` is as typed at the first visit. It is shown, and never
 * kept.
 * @typedef {Readonly<{
 *   id: string, mark: string, day: string, time: number, last: number, engine: string, query: string, visits: number,
 * }>} Search
 */

/**
 * Return the searches among these visits, in the order they were made.
 *
 * A search is the visits to one engine's result pages for one query, on one data day, each within 30 minutes of the one
 * before. The first is no reload, and comes more than 10 seconds after any. Nor is it a page of a text that
 * was still typed.
 * @param {Iterable<Visit>} visits in any order
 * @param {string} zone the time zone of the data days
 * @param {Uint8Array} secret the installation's, up to 64 bytes
 * @returns {readonly Search[]}
 */
export function findSearches(visits, zone, secret) {
  /** @type {Map<string, {day: string, engine: string, query: string, pages: Page[]}>} */
  const found = new Map();
  const placed = resultPages(visits).map(({ visit, search: { engine, query } }) => ({
    day: dayOf(visit.time, zone),
    engine,
    query: normalised(query),
    page: { visit, query },
  }));
  const typing = stillTyped(placed);
  for (const { day, engine, query, page } of placed) {
    const key = JSON.stringify([day, engine, query]);
    const known = found.get(key) ?? { day, engine, query, pages: [] };
    known.pages.push(page);
    found.set(key, known);
  }
  // Not by the id: it depends on the secret, and the order decides which searches a cap leaves out.
  return [...found.values()]
    .flatMap((group) => runs(group.pages, typing).map((run) => search(group, run, secret)))
    .sort((a, b) => a.time - b.time || compare(a.engine, b.engine) || compare(a.query, b.query));
}

/**
 * Return the visits to result pages, each with its search, in order of time, reloads first, and then of the query.
 * @param {Iterable<Visit>} visits in any order
 */
function resultPages(visits) {
  return [...visits]
    .flatMap((visit) => {
      const search = parseSearchUrl(visit.url);
      return search === null ? [] : [{ visit, search }];
    })
    .sort(
      (a, b) =>
        a.visit.time - b.visit.time ||
        Number(b.visit.reload) - Number(a.visit.reload) ||
        compare(a.search.query, b.search.query),
    );
}

/**
 * Return the form in which two queries are compared: their words, or the lower-case text in NFKC if they have no word.
 * @param {string} query
 */
function normalised(query) {
  return words(query).join(" ") || query.normalize("NFKC").toLowerCase();
}

/**
 * Return the pages of a text that was still typed: the next page of the engine with another text came within 5 seconds,
 * and one of the two texts begins the other. Some engines show results at each letter.
 * @param {readonly Placed[]} pages in the order of `resultPages`
 */
function stillTyped(pages) {
  /** @type {Set<Page>} */
  const found = new Set();
  /** @type {Map<string, number>} of each day, engine and query: the last reload */
  const reloaded = new Map();
  /** @type {Map<string, Placed[]>} of each day and engine: the last text's pages */
  const newest = new Map();
  for (const one of pages) {
    const { time, reload } = one.page.visit;
    const [group, engine] = [
      [one.day, one.engine, one.query],
      [one.day, one.engine],
    ].map((key) => JSON.stringify(key));
    if (reload) reloaded.set(group, time);
    // A page that a script made of one that was loaded again was not typed.
    if (isSoonAfter(reloaded.get(group) ?? -Infinity, time, AFTER_RELOAD)) continue;
    const before = newest.get(engine) ?? [];
    if (before[0]?.query === one.query) {
      before.push(one);
      continue;
    }
    newest.set(engine, [one]);
    // Syllables of Hangul grow letter by letter, and so do accents, only if they are taken apart.
    const [text, earlier] = [one.query, before[0]?.query ?? ""].map((each) => each.normalize("NFD"));
    if (!earlier.startsWith(text) && !text.startsWith(earlier)) continue;
    for (const { page } of before) if (isSoonAfter(page.visit.time, time, STILL_TYPING)) found.add(page);
  }
  return found;
}

/**
 * Find the searches among the pages of one query and day. Reloads keep a search going, and begin none; nor do the pages
 * that a script makes of a page that was loaded again, by changing its address, and the pages of a text that was still
 * typed.
 * @param {readonly Page[]} pages in the order of `resultPages`
 * @param {ReadonlySet<Page>} typing those of a text that was still typed
 */
function runs(pages, typing) {
  /** @type {Page[][]} */
  const found = [];
  let [last, reloaded] = [-Infinity, -Infinity];
  for (const page of pages) {
    const { time, reload } = page.visit;
    if (reload) reloaded = time;
    if (isSoonAfter(last, time)) found[found.length - 1].push(page);
    else if (!typing.has(page) && !isSoonAfter(reloaded, time, AFTER_RELOAD)) found.push([page]);
    else continue;
    last = time;
  }
  return found;
}

/**
 * Return whether a moment comes at most some time after another, or before it. Milliseconds as floating-point numbers
 * blur microseconds, so these are rounded first.
 * @param {number} one the earlier moment, in milliseconds
 * @param {number} other the later moment
 * @param {number} [most] the time between them in milliseconds, 30 minutes by default
 */
export function isSoonAfter(one, other, most = SAME_SEARCH) {
  return Math.round((other - one) * 1000) <= most * 1000;
}

/**
 * Make the search of a run of pages.
 * @param {{day: string, engine: string, query: string}} group `query` in the form of `normalised`
 * @param {readonly Page[]} run in order of time, at least one
 * @param {Uint8Array} secret
 * @returns {Search}
 */
function search({ day, engine, query }, run, secret) {
  const { time } = run[0].visit;
  const moment = String(Math.round(time * 1000));
  return Object.freeze({
    id: keyed(secret, 6, "search", day, engine, query, moment),
    mark: keyed(secret, 16, "query", engine, query),
    day,
    time,
    last: run[run.length - 1].visit.time,
    engine,
    query: run[0].query,
    visits: run.length,
  });
}

/**
 * Return keyed BLAKE2b (RFC 7693) of some items, in hex. Without the key, anybody could try queries against a digest.
 * @param {Uint8Array} secret
 * @param {number} size the digest's, in bytes
 * @param {string[]} items
 */
function keyed(secret, size, ...items) {
  return toHex(blake2b(lengthPrefixed(items.map(utf8)), { key: secret, dkLen: size }));
}

/**
 * Compare texts by their code points, as Python does: `<` goes by UTF-16 units.
 * @param {string} a
 * @param {string} b
 */
function compare(a, b) {
  let place = 0;
  while (place < a.length && a[place] === b[place]) place += 1;
  return (a.codePointAt(place) ?? -1) - (b.codePointAt(place) ?? -1);
}
