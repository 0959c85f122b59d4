// Sums of published totals over regions and days, with the half widths of their 95% intervals
// (pdd_client/core/published_totals.py).

import { plusDays } from "../protocol/days.js";

/** The days of a week. */
export const WEEK = 7;

/** @typedef {import("./views.js").PublishedDay} PublishedDay */
/** @typedef {Readonly<{value: number, halfWidth: number}>} Total */

/**
 * The totals of the last week that a campaign has published. `days`: how many days of it were published; null for a
 * campaign that counts by week. `totals`: by the keywords' labels.
 * @typedef {Readonly<{days: number | null, last: string, totals: ReadonlyMap<string, Total>}>} PublishedWeek
 */

/**
 * Return an entry's total of a day over all regions; null if a region did not publish the entry.
 *
 * The server says how far the sum over all regions may be off. One that doesn't leaves it to be estimated: the noise of
 * the regions is independent, so the squares of their half widths add up, about.
 * @param {readonly PublishedDay[]} parts what each region published of the day
 * @param {string} entry
 * @returns {Total | null}
 */
export function overRegions(parts, entry) {
  if (!parts.every((part) => Object.hasOwn(part.totals, entry))) return null;
  const value = parts.reduce((sum, part) => sum + part.totals[entry], 0);
  const together = parts.length > 1 ? parts[0].halfWidthTogether : parts[0].halfWidth;
  return Object.freeze({ value, halfWidth: together ?? Math.hypot(...parts.map((part) => part.halfWidth)) });
}

/**
 * Return the regions of each published day, the earliest day first.
 * @param {readonly PublishedDay[]} published
 * @returns {ReadonlyMap<string, readonly PublishedDay[]>}
 */
export function byDay(published) {
  /** @type {Map<string, PublishedDay[]>} */
  const days = new Map();
  for (const part of [...published].sort((one, other) => (one.day < other.day ? -1 : 1))) {
    const parts = days.get(part.day);
    if (parts) parts.push(part);
    else days.set(part.day, [part]);
  }
  return days;
}

/**
 * Return the totals of the last week that was published; null if nothing was.
 *
 * A keyword that one of its days lacks is left out. The noise of two days is independent, as that of regions is.
 * @param {import("./views.js").CampaignResults} results
 * @returns {PublishedWeek | null}
 */
export function publishedWeek({ days, period }) {
  const regions = byDay(days);
  const last = [...regions.keys()].at(-1);
  if (last === undefined) return null;
  const first = period === "week" ? last : plusDays(last, 1 - WEEK);
  const week = [...regions].filter(([day]) => day >= first).map(([, parts]) => parts);
  /** @type {Map<string, Total>} */
  const totals = new Map();
  for (const entry of Object.keys(week[week.length - 1][0].totals)) {
    const found = week.map((parts) => overRegions(parts, entry)).filter((total) => total !== null);
    if (found.length < week.length) continue;
    const value = found.reduce((sum, one) => sum + one.value, 0);
    totals.set(entry, { value, halfWidth: Math.hypot(...found.map(({ halfWidth }) => halfWidth)) });
  }
  return Object.freeze({ days: period === "week" ? null : week.length, last, totals });
}
