// Keeps the counts of each day of a week while a plan can ask for the week, so that clearing the history loses nothing.
// A plan asks for a week when it is over, and once more if its sum was lost.
//
// A day is counted whenever a history is read: at each check-in, and for each review. When the donor blocks a word or
// removes a search, all that is kept is erased and counted anew. What was cleared before is lost then. Better that than
// sending what the donor took out.

import { daysToKeep } from "../../core/donation/kept_days.js";
import { isGivenOnce } from "../../core/donation/ledger.js";
import { dayOf, daysOf, lastDay, plusDays } from "../../protocol/days.js";
import { LAST_CLOSE, LAST_REPEAT } from "../../protocol/limits.js";
import { periodOf } from "../../protocol/terms.js";
import { joinedBy } from "../installation.js";
import { readSearches } from "./read_searches.js";

/** @typedef {import("../installation.js").Installation} Installation */
/** @typedef {import("../../gateways/home_store/home.js").Home} Home */
/** @typedef {import("../../core/searches.js").Search} Search */
/** @typedef {import("../../core/donation/consent.js").Consent} Consent */
/** @typedef {import("../../core/donation/kept_days.js").KeptDay} KeptDay */

/**
 * Return whether any of these campaigns counts by week.
 * @param {ReadonlyMap<string, readonly Consent[]>} agreed the consents in force, by campaign
 */
export function countsByWeek(agreed) {
  return [...agreed.values()].flat().some(({ campaign }) => periodOf(campaign.terms) === "week");
}

/**
 * Return the first day of the oldest week that a plan can still ask for.
 * @param {string} today
 */
export function firstOpenDay(today) {
  return daysOf("week", lastDay("week", plusDays(today, -LAST_CLOSE - LAST_REPEAT)))[0];
}

/**
 * Return whether no plan can ask for the week of a day any more.
 * @param {string} day
 * @param {string} today
 */
export function isWeekOver(day, today) {
  return today > plusDays(lastDay("week", day), LAST_REPEAT + LAST_CLOSE);
}

/**
 * Keep the counts of these days for the weeks that are not sent yet, as the history holds them now.
 * @param {Installation} installation
 * @param {readonly [string, string]} days the first and the last
 * @param {readonly Search[] | null} searches all of these days; null if the history can't be read: then nothing is kept
 */
export async function keepDays({ store }, days, searches) {
  if (searches === null) return;
  const changed = (/** @type {Home} */ home) => changedDays(home, days, searches);
  // Write only a change: every write is announced, and pages that hear it review the day again.
  if ((await store.read(changed)).length === 0) return;
  await store.write(async (home) => home.days.keep(await changed(home)));
}

/**
 * Count the days of all open weeks anew, after the kept ones were erased.
 * @param {Installation} installation
 */
export async function keepAnew(installation) {
  if (!countsByWeek(await installation.store.read((home) => home.agreed()))) return;
  const zone = await installation.zone();
  const today = dayOf(installation.clock(), zone);
  const days = /** @type {const} */ ([firstOpenDay(today), today]);
  await keepDays(installation, days, (await readSearches(installation, days, zone)).searches);
}

/**
 * Return the days that have to be kept otherwise than they are. None while the desktop app donates.
 * @param {Home} home
 * @param {readonly [string, string]} days the first and the last
 * @param {readonly Search[]} searches
 * @returns {Promise<readonly KeptDay[]>}
 */
async function changedDays(home, [first, last], searches) {
  const [membership, consents] = [await joinedBy(home), await home.agreed()];
  if (membership === null || !countsByWeek(consents) || (await home.fact("companion")) !== null) return [];
  const { info } = membership;
  const [locked, kept, exclusions] = [
    await home.days.locked(),
    await home.days.kept(),
    await home.exclusions(info.zone),
  ];
  const [given, withheld] = [await home.days.given(), await home.days.withheld()];
  // Of a week that is locked only days are counted that are not kept, and only if it can be given once more.
  const isOpen = (/** @type {KeptDay} */ { campaign, day }) => {
    const [week, before] = [lastDay("week", day), kept.some((one) => one.campaign === campaign && one.day === day)];
    return !locked.has(week) || (isGivenOnce(given, campaign, week) && !before);
  };
  const known = new Set(kept.map((one) => JSON.stringify(one)));
  const days = daysBetween(first, last).filter((day) => !withheld.has(day));
  const wanted = daysToKeep(days, searches, { consents, exclusions, info, kept });
  return wanted.filter((one) => isOpen(one) && !known.has(JSON.stringify(one)));
}

/**
 * @param {string} first
 * @param {string} last
 */
function daysBetween(first, last) {
  const days = [];
  for (let day = first; day <= last; day = plusDays(day, 1)) days.push(day);
  return days;
}
