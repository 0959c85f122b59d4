// From visits to searches: which visited result pages belong to one search.

import { blake2b } from "@noble/hashes/blake2.js";
import { parseSearchUrl } from "../counting/search_urls.js";
import { words } from "../counting/tokenizer.js";
import { dayOf } from "../protocol/days.js";
import { lengthPrefixed, toHex, utf8 } from "../protocol/encoding.js";

/** Microseconds: result pages of one query this close to the one before are one search: reloads, further pages. */
const SAME_SEARCH = 30 * 60_000_000;

/** @typedef {Readonly<{url: string, time: number}>} Visit when: milliseconds since 1970, to a microsecond */
/** @typedef {{visit: Visit, query: string}} Page */

/**
 * One search of a data day: its first and last visit, and how many.
 *
 * `id` names it, `mark` names its engine and query, both in hex and keyed with a secret of this installation: they
 * tell nothing without it. The query is as typed at the first visit; it is shown, and never kept.
 * @typedef {Readonly<{
 *   id: string, mark: string, day: string, time: number, last: number, engine: string, query: string, visits: number,
 * }>} Search
 */

/**
 * The searches among these visits, in the order they were made; the order of the visits makes no difference.
 *
 * A search is the result pages of one engine for one query, on one data day of `zone`, each within 30 minutes of the
 * one before. `secret` is the installation's, up to 64 bytes.
 * @param {Iterable<Visit>} visits
 * @param {string} zone
 * @param {Uint8Array} secret
 * @returns {readonly Search[]}
 */
export function findSearches(visits, zone, secret) {
  /** @type {Map<string, {day: string, engine: string, query: string, pages: Page[]}>} */
  const found = new Map();
  for (const visit of [...visits].sort((a, b) => a.time - b.time || compare(a.url, b.url))) {
    const search = parseSearchUrl(visit.url);
    if (search === null) continue;
    const group = { day: dayOf(visit.time, zone), engine: search.engine, query: normalised(search.query), pages: [] };
    const key = JSON.stringify([group.day, group.engine, group.query]);
    const known = found.get(key) ?? group;
    known.pages.push({ visit, query: search.query });
    found.set(key, known);
  }
  return [...found.values()]
    .flatMap((group) => runs(group.pages).map((run) => search(group, run, secret)))
    .sort((a, b) => a.time - b.time || compare(a.id, b.id));
}

/**
 * What makes two queries the same: their words; where there is no word, the lower-case text in NFKC.
 * @param {string} query
 */
function normalised(query) {
  return words(query).join(" ") || query.normalize("NFKC").toLowerCase();
}

/**
 * The pages of one query and day, in order of time, cut where more than 30 minutes lie between two.
 * @param {readonly Page[]} pages
 */
function runs(pages) {
  /** @type {Page[][]} */
  const found = [];
  let last = -Infinity;
  for (const page of pages) {
    if (!isSoonAfter(last, page.visit.time)) found.push([]);
    found[found.length - 1].push(page);
    last = page.visit.time;
  }
  return found;
}

/**
 * Whether the one moment is at most 30 minutes after the other, to the microsecond, which floating milliseconds blur.
 * @param {number} one
 * @param {number} other
 */
export function isSoonAfter(one, other) {
  return Math.round((other - one) * 1000) <= SAME_SEARCH;
}

/**
 * @param {{day: string, engine: string, query: string}} group
 * @param {readonly Page[]} run
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
 * BLAKE2b (RFC 7693) of the items, keyed: without the secret nobody can try queries against it.
 * @param {Uint8Array} secret
 * @param {number} size
 * @param {string[]} items
 */
function keyed(secret, size, ...items) {
  return toHex(blake2b(lengthPrefixed(items.map(utf8)), { key: secret, dkLen: size }));
}

/**
 * @param {string} a
 * @param {string} b
 */
function compare(a, b) {
  return a < b ? -1 : Number(a > b);
}
