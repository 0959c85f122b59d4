// A donor's decision about a day, and what is sent of a day without one.

import { plusDays } from "../../protocol/days.js";

/** @typedef {import("./prepare_donation.js").Donation} Donation */
/** @typedef {import("./prepare_donation.js").Given} Given */
/** @typedef {import("../searches.js").Search} Search */
/** @typedef {import("./consent.js").Objection} Objection */

/**
 * One campaign's counts as the donor was shown them: of all searches, and by entry.
 * @typedef {Readonly<{searches: number, counts: Readonly<Record<string, number>>}>} Seen
 */

/**
 * That a day is `approved`, as it was `seen` (by campaign) at that time; or withheld.
 * @typedef {Readonly<{
 *   day: string, approved: boolean, time: number, seen: Readonly<Record<string, Seen>>,
 * }>} Decision
 */

/**
 * The last day on which a day's counts are taken, as long as the server is up: `delay` as in the plan.
 * @param {string} day
 * @param {number} delay
 */
export function lastDay(day, delay) {
  return plusDays(day, 1 + delay);
}

/**
 * Why a whole day must go out as zeros if it goes out now; null if it need not.
 * @param {"review" | "by-itself"} sending how days are sent
 * @param {Decision | null} decision
 * @param {boolean} isElsewhere whether another donor of this person gives or gave the day
 * @returns {Objection | null}
 */
export function zerosBecause(sending, decision, isElsewhere) {
  if (isElsewhere) return "given-elsewhere";
  if (decision !== null) return decision.approved ? null : "withheld";
  return sending === "review" ? "not-approved" : null;
}

/**
 * The searches that were made before the donor decided, all where it has not; null stays null.
 * @param {Decision | null} decision
 * @param {readonly Search[] | null} searches
 */
export function seenBy(decision, searches) {
  if (searches === null || decision === null) return searches;
  return searches.filter((search) => search.time < decision.time);
}

/**
 * What is left of a donation: nothing where there is a reason for zeros; else nothing that was not seen.
 *
 * More can count now than was shown: a word was unblocked, an objection fell away. Each number is the smaller of the
 * two, so that what was kept out meanwhile stays out as well.
 * @param {Donation} donation
 * @param {Decision | null} decision
 * @param {Objection | null} zeros
 * @returns {Donation}
 */
export function decided(donation, decision, zeros) {
  if (zeros !== null) return without(donation, zeros, () => true);
  if (decision === null) return donation;
  const rest = without(donation, "not-approved", ({ campaign }) => !Object.hasOwn(decision.seen, campaign));
  return Object.freeze({ ...rest, given: rest.given.map((given) => atMost(given, decision.seen[given.campaign])) });
}

/**
 * @param {Donation} donation
 * @param {Objection} objection
 * @param {(given: Given) => boolean} leftOut
 * @returns {Donation}
 */
function without(donation, objection, leftOut) {
  const objections = new Map(donation.objections);
  for (const given of donation.given.filter(leftOut)) objections.set(given.campaign, objection);
  return Object.freeze({ ...donation, given: donation.given.filter((given) => !leftOut(given)), objections });
}

/**
 * @param {Given} given
 * @param {Seen} seen
 * @returns {Given}
 */
function atMost(given, seen) {
  const entries = given.labels.map((label, index) => Math.min(given.entries[index], bound(seen, label)));
  const counted = given.counted.slice(0, seen.searches);
  return Object.freeze({
    ...given,
    searches: counted.length,
    counted,
    entries,
    behind: given.behind.map((ids, index) => ids.slice(0, entries[index])),
  });
}

/**
 * @param {Seen} seen
 * @param {string} label
 */
function bound({ counts }, label) {
  return Object.hasOwn(counts, label) ? counts[label] : 0;
}
