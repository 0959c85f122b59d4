// The view model of a campaign on the Results page: its keywords, those with the largest totals first, and their lines.

import { byDay, overRegions } from "../../../core/published_totals.js";

/** @typedef {import("../../../core/views.js").CampaignResults} CampaignResults */
/** @typedef {import("../../../core/views.js").PublishedDay} PublishedDay */
/** @typedef {import("../../widgets/chart/plot.js").Point} Point */
/** @typedef {ReadonlyMap<string, readonly PublishedDay[]>} ByDay the regions of each day, the earliest day first */

/** The number of last days whose totals decide which keywords are shown first. */
const RANKED_DAYS = 60;

/**
 * Return the days whose totals may still change.
 * @param {CampaignResults} found
 * @returns {ReadonlySet<string>}
 */
export function openDays({ days }) {
  return new Set(days.filter(({ final }) => !final).map(({ day }) => day));
}

/**
 * Return all keywords, those with the largest totals of the last RANKED_DAYS days first.
 * @param {CampaignResults} found
 * @returns {readonly string[]}
 */
export function ranking(found) {
  const recent = new Set([...byDay(found.days).keys()].slice(-RANKED_DAYS));
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { day, totals } of found.days) {
    for (const [entry, total] of Object.entries(totals)) {
      sums.set(entry, (sums.get(entry) ?? 0) + (recent.has(day) ? total : 0));
    }
  }
  const order = (/** @type {[string, number]} */ one, /** @type {[string, number]} */ other) =>
    other[1] - one[1] || (one[0] < other[0] ? -1 : 1);
  return [...sums].sort(order).map(([entry]) => entry);
}

/**
 * Return the line of an entry: its totals over all regions, with their 95% intervals.
 * @param {ByDay} days
 * @param {string} entry
 * @returns {import("../../widgets/chart/plot.js").Series}
 */
export function seriesOf(days, entry) {
  const points = [...days].map(([day, parts]) => pointOf(day, parts, entry));
  return { name: entry, points: points.filter((point) => point !== null) };
}

/**
 * Return an entry's total of a day over all regions; null if a region did not publish the entry.
 * @param {string} day
 * @param {readonly PublishedDay[]} parts
 * @param {string} entry
 * @returns {Point | null}
 */
function pointOf(day, parts, entry) {
  const total = overRegions(parts, entry);
  if (total === null) return null;
  const { value, halfWidth } = total;
  return { day, value, low: value - halfWidth, high: value + halfWidth };
}
