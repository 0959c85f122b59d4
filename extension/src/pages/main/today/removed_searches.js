// Searches that were just removed keep their place on the page, so that the person can put them back there.

import { labelOf } from "../../../counting/entry_texts.js";

/** @typedef {import("./view_model.js").TodayView} TodayView */
/** @typedef {import("./view_model.js").CampaignView} CampaignView */
/** @typedef {import("./view_model.js").EntryView} EntryView */
/** @typedef {import("../../../core/views.js").FoundSearch} FoundSearch */

/**
 * Return the day with the searches that were just removed at their old places.
 *
 * If the list closed up, the next search would move under the pointer, and a second click would remove that one.
 * @param {TodayView} day
 * @param {TodayView | null} before the day as it was shown before
 * @returns {TodayView}
 */
export function withRemovedSearches(day, before) {
  if (before?.day !== day.day || day.locked) return day;
  const out = new Map(day.searches.filter(({ why }) => why !== null).map((search) => [search.id, search]));
  const campaigns = day.campaigns.map((part) => {
    const earlier = before.campaigns.find((one) => one.id === part.id);
    return earlier && part.why === null ? merged(part, earlier, out) : part;
  });
  return Object.freeze({ ...day, campaigns });
}

/**
 * @param {CampaignView} part
 * @param {CampaignView} before
 * @param {ReadonlyMap<string, FoundSearch>} out
 * @returns {CampaignView}
 */
function merged(part, before, out) {
  const texts = new Set([...before.entries, ...part.entries].map((entry) => entry.text));
  const named = (/** @type {CampaignView} */ campaign, /** @type {string} */ text) =>
    campaign.entries.find((entry) => entry.text === text) ?? { label: labelOf(text), text, count: 0, searches: [] };
  const entries = [...texts]
    .map((text) => withThose(named(part, text), named(before, text).searches, out))
    .filter(({ count, searches }) => count > 0 || searches.length > 0);
  const shown = new Set(entries.map((entry) => entry.label));
  const counted = withGone(part.counted, before.counted, out);
  return { ...part, entries, counted, zeros: part.zeros.filter((text) => !shown.has(labelOf(text))) };
}

/**
 * @param {EntryView} entry
 * @param {readonly FoundSearch[]} before
 * @param {ReadonlyMap<string, FoundSearch>} out
 * @returns {EntryView}
 */
function withThose(entry, before, out) {
  return { ...entry, searches: withGone(entry.searches, before, out) };
}

/**
 * @param {readonly FoundSearch[]} searches
 * @param {readonly FoundSearch[]} before
 * @param {ReadonlyMap<string, FoundSearch>} out
 */
function withGone(searches, before, out) {
  const gone = before.flatMap(({ id }) => out.get(id) ?? []);
  return [...searches, ...gone].sort((one, other) => one.time - other.time);
}
