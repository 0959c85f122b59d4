// Reads the browser's history and finds the searches of some days in it.

import { REMOVABLE_DAYS } from "../../core/constants.js";
import { reason } from "../../core/donation/exclusions.js";
import { findSearches } from "../../core/searches.js";
import { readVisits } from "../../gateways/browser/history.js";
import { dayBounds, plusDays } from "../../protocol/days.js";
import { fromHex } from "../../protocol/encoding.js";

/** @typedef {import("../installation.js").Installation} Installation */
/** @typedef {import("../../core/searches.js").Search} Search */
/** @typedef {import("../../core/views.js").UnreadHistory} UnreadHistory */

/**
 * The searches of some days. If the history could not be read, `searches` is null and `unread` says why.
 * @typedef {Readonly<{searches: readonly Search[] | null, unread: readonly UnreadHistory[]}>} Found
 */

/**
 * Return the searches of some days, in the order they were made.
 * @param {Installation} installation
 * @param {readonly [string, string]} days the first and the last, both included
 * @param {string} zone the time zone of the days
 * @returns {Promise<Found>}
 */
export async function readSearches({ history, store }, [first, last], zone) {
  const secret = fromHex((await store.read((home) => home.fact("secret"))) ?? "");
  const [since, until] = [dayBounds(first, zone)[0], dayBounds(last, zone)[1]];
  if (history === null) return unreadable("this browser gives no history");
  // Drop the browser's own message: it may quote what was asked for, and that is private.
  const visits = await readVisits(history, since, until).catch(() => null);
  if (visits === null) return unreadable("the browser's history can't be read");
  return { searches: findSearches(visits, zone, secret), unread: [] };
}

/**
 * Return what reading a history finds that can't be read.
 * @param {string} why
 * @returns {Found}
 */
function unreadable(why) {
  return { searches: null, unread: [Object.freeze({ reason: why })] };
}

/**
 * Return the searches of one day, in the server's time zone or, before joining, in this computer's.
 * @param {Installation} installation
 * @param {string} day
 */
export async function readDay(installation, day) {
  return readSearches(installation, [day, day], await installation.zone());
}

/**
 * Return searches as the pages show them: each with why it does not count, and without its mark.
 * @param {Installation} installation
 * @param {Found} found
 * @returns {Promise<import("../../core/views.js").LocalSearches>}
 */
export async function withReasons(installation, { searches, unread }) {
  const exclusions = await installation.store.read(async (home) => home.exclusions(await installation.zoneOf(home)));
  const found = (searches ?? []).map((search) => {
    const { mark, ...shown } = search;
    return Object.freeze({ ...shown, why: reason(exclusions, search) });
  });
  return Object.freeze({ searches: found, unread });
}

/**
 * Return the search of this id, if it was made on one of the last REMOVABLE_DAYS days; null if not.
 *
 * The days are read one by one, the newest first: the search is mostly of the last days.
 * @param {Installation} installation
 * @param {string} today
 * @param {string} id
 * @returns {Promise<Search | null>}
 */
export async function recentSearch(installation, today, id) {
  const zone = await installation.zone();
  for (let back = 0; back < REMOVABLE_DAYS; back += 1) {
    const day = plusDays(today, -back);
    const { searches } = await readSearches(installation, [day, day], zone);
    const found = searches?.find((search) => search.id === id);
    if (found !== undefined) return found;
  }
  return null;
}
