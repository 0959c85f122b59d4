// A donor's decision about a day: to send what was reviewed, or to send zeros; and what is sent of an undecided day.

import { plusDays } from "../../protocol/days.js";
import { isLast } from "./campaign_hits.js";

/** @typedef {import("./prepare_donation.js").Donation} Donation */
/** @typedef {import("./prepare_donation.js").Given} Given */
/** @typedef {import("../searches.js").Search} Search */
/** @typedef {import("./consent.js").Objection} Objection */

/**
 * One campaign's counts as the review showed them: the number of searches, and each entry's count.
 * @typedef {Readonly<{searches: number, counts: Readonly<Record<string, number>>}>} Seen
 */

/**
 * The decision about a day: `approved` as its counts were `seen` (by campaign) in the review of that `time`, or
 * withheld (then `seen` is empty).
 * @typedef {Readonly<{
 *   day: string, approved: boolean, time: number, seen: Readonly<Record<string, Seen>>,
 * }>} Decision
 */

/**
 * Return the last day on which a server takes a data day's counts, if it was up on all days since: `delay` + 1 days
 * later.
 * @param {string} day
 * @param {number} delay the plan's, in days
 */
export function lastDay(day, delay) {
  return plusDays(day, 1 + delay);
}

/**
 * Return why a whole day would go out as zeros if it went out now; null if it would not.
 * @param {"review" | "by-itself"} sending how days are sent
 * @param {Decision | null} decision null if the donor has not decided
 * @param {boolean} isElsewhere whether another donor of this person gives or gave the day
 * @returns {Objection | null}
 */
export function zerosBecause(sending, decision, isElsewhere) {
  if (isElsewhere) return "given-elsewhere";
  if (decision !== null) return decision.approved ? null : "withheld";
  return sending === "review" ? "not-approved" : null;
}

/**
 * Return the searches that were made before the donor decided, or all if it has not; null stays null.
 * @param {Decision | null} decision
 * @param {readonly Search[] | null} searches
 */
export function seenBy(decision, searches) {
  if (searches === null || decision === null) return searches;
  return searches.filter((search) => search.time < decision.time);
}

/**
 * Cut a donation down to what the donor has seen, or to zeros if there is a reason for them.
 *
 * More can count now than the review showed: a word was unblocked, or an objection fell away. Less can count, too, as
 * the donor blocked a word since. So each number is the smaller of the two.
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
 * Return the donation without some campaigns, each with this objection instead.
 * @param {Donation} donation
 * @param {Objection} objection
 * @param {(given: Given) => boolean} leftOut tells which
 * @returns {Donation}
 */
function without(donation, objection, leftOut) {
  const objections = new Map(donation.objections);
  for (const given of donation.given.filter(leftOut)) objections.set(given.campaign, objection);
  return Object.freeze({ ...donation, given: donation.given.filter((given) => !leftOut(given)), objections });
}

/**
 * Lower each number of a campaign to the one that was seen, and drop the searches behind the difference.
 * @param {Given} given
 * @param {Seen} seen
 * @returns {Given}
 */
function atMost(given, seen) {
  const entries = given.texts.map((text, index) => Math.min(given.entries[index], bound(seen, text)));
  const counted = given.counted.slice(0, seen.searches);
  return Object.freeze({
    ...given,
    searches: counted.length,
    counted,
    entries,
    behind: given.behind.map((ids, index) => ids.slice(0, entries[index])),
    isFull: isLast(given.left, entries),
  });
}

/**
 * Return the count that the review showed for an entry; entries that it did not show count 0.
 * @param {Seen} seen
 * @param {string} text the entry's canonical text; by its label an approved index would also stand for other keywords
 *   under the same name
 */
function bound({ counts }, text) {
  return Object.hasOwn(counts, text) ? counts[text] : 0;
}
