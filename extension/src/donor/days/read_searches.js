// Reads the browser's history, and returns the searches of some days.

import { reason } from "../../core/donation/exclusions.js";
import { findSearches } from "../../core/searches.js";
import { readVisits } from "../../gateways/browser/history.js";
import { dayBounds, plusDays } from "../../protocol/days.js";
import { fromHex } from "../../protocol/encoding.js";

/** @typedef {import("../installation.js").Installation} Installation */
/** @typedef {import("../../core/searches.js").Search} Search */
/** @typedef {import("../../core/views.js").Skipped} Skipped */

/** How far back a skip looks for its search; a round may wait longer: a server counts the nights it lives through. */
const SKIPPABLE_DAYS = 32;

/**
 * The searches of some days, null where the history could not be read, and then why.
 * @typedef {Readonly<{searches: readonly Search[] | null, skipped: readonly Skipped[]}>} Found
 */

/**
 * The searches from the first to the last of `days`, both included.
 * @param {Installation} installation
 * @param {readonly [string, string]} days
 * @param {string} zone
 * @returns {Promise<Found>}
 */
export async function readSearches({ history, store }, [first, last], zone) {
  const secret = fromHex((await store.read((home) => home.fact("secret"))) ?? "");
  const [since, until] = [dayBounds(first, zone)[0], dayBounds(last, zone)[1]];
  if (history === null) return unreadable("this browser gives no history");
  // The browser's own message may quote what was asked for, which is the donor's.
  const visits = await readVisits(history, since, until).catch(() => null);
  if (visits === null) return unreadable("the browser's history can't be read");
  return { searches: findSearches(visits, zone, secret), skipped: [] };
}

/**
 * @param {string} why
 * @returns {Found}
 */
function unreadable(why) {
  return { searches: null, skipped: [Object.freeze({ reason: why })] };
}

/**
 * The searches of a day, by the calendar of the server, or before joining of this computer.
 * @param {Installation} installation
 * @param {string} day
 */
export async function readDay(installation, day) {
  return readSearches(installation, [day, day], await installation.zone());
}

/**
 * Searches that were found, each with why it does not count.
 * @param {Installation} installation
 * @param {Found} found
 * @returns {Promise<import("../../core/views.js").LocalSearches>}
 */
export async function withReasons(installation, { searches, skipped }) {
  const exclusions = await installation.store.read(async (home) => home.exclusions(await installation.zoneOf(home)));
  const found = (searches ?? []).map((search) => {
    const { mark, ...shown } = search;
    return Object.freeze({ ...shown, why: reason(exclusions, search) });
  });
  return Object.freeze({ searches: found, skipped });
}

/**
 * The search of this id, if it was made on one of the last days; the newest are looked at first.
 * @param {Installation} installation
 * @param {string} today
 * @param {string} id
 * @returns {Promise<Search | null>}
 */
export async function skippable(installation, today, id) {
  const zone = await installation.zone();
  for (let back = 0; back < SKIPPABLE_DAYS; back += 1) {
    const day = plusDays(today, -back);
    const { searches } = await readSearches(installation, [day, day], zone);
    const found = searches?.find((search) => search.id === id);
    if (found !== undefined) return found;
  }
  return null;
}
