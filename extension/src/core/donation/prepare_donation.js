// From a day's searches to what a donor gives: the same counting for the review and for the vector that leaves.

import { chargeOf } from "../../privacy/accounting/charges.js";
import { dayBounds } from "../../protocol/days.js";
import { objection, objectionToTerms, ofDay, vocabularyOf } from "./consent.js";
import { paused, reason } from "./exclusions.js";
import { affordable } from "./ledger.js";

/** @typedef {import("../../protocol/messages.js").Campaign} Campaign */
/** @typedef {import("./consent.js").Part} Part */
/** @typedef {import("./consent.js").Plan} Plan */
/** @typedef {import("../../protocol/messages.js").ServerInfo} ServerInfo */
/** @typedef {import("./consent.js").Consent} Consent */
/** @typedef {import("./consent.js").Objection} Objection */
/** @typedef {import("./exclusions.js").Exclusions} Exclusions */
/** @typedef {import("./ledger.js").GivenDay} GivenDay */
/** @typedef {import("./ledger.js").Ledger} Ledger */
/** @typedef {import("../searches.js").Search} Search */
/** @typedef {readonly [Part, Consent]} Filled */
/** @typedef {Readonly<{parts: readonly Filled[], objections: ReadonlyMap<string, Objection>}>} Fillable */

/**
 * What goes into one campaign's place: its counts, and the ids of the searches behind each, which stay local.
 *
 * `counted` are behind the number of searches, `behind` behind each entry's count. `beyond` are those that match an
 * entry but don't count for it, as they match `max_matches` entries before it.
 * @typedef {Readonly<{
 *   campaign: string, stratum: string | null, labels: readonly string[], searches: number, counted: readonly string[],
 *   entries: readonly number[], behind: readonly (readonly string[])[], beyond: readonly (readonly string[])[],
 * }>} Given
 */

/**
 * What a donor gives of one day; campaigns with an objection, and all while `paused`, get zeros.
 * @typedef {Readonly<{
 *   plan: Plan, given: readonly Given[], objections: ReadonlyMap<string, Objection>, paused: boolean,
 * }>} Donation
 */

/**
 * What was given, as the log keeps it: the numbers before blinding; an entry that is not there counts zero.
 * @param {Given} given
 */
export function described({ campaign, stratum, searches, labels, entries }) {
  const counted = labels.map((label, index) => /** @type {const} */ ([label, entries[index]]));
  return { campaign, stratum, searches, counts: Object.fromEntries(counted.filter(([, count]) => count > 0)) };
}

/**
 * What this costs the donor: of each campaign that is given anything but zeros, a day.
 * @param {Donation} donation
 * @returns {readonly GivenDay[]}
 */
export function charges({ plan, given }) {
  return given.map(({ campaign }) => {
    const part = /** @type {Part} */ (plan.layout.find((one) => one.campaign === campaign));
    return { day: plan.day, campaign, charge: chargeOf(part.terms) };
  });
}

/**
 * The plan's parts that the donor's consents and its ledger allow, and the objections to others it has joined.
 *
 * `consents` are all those in force, by campaign, the oldest first. A campaign whose newest text breaks the latest of
 * them gets nothing of any day, whatever the plan says of it: the donor is asked first. `closed` are the campaigns that
 * get noise alone from all donors of the day's cohort.
 * @param {Plan} plan
 * @param {ReadonlyMap<string, readonly Consent[]>} consents
 * @param {ReadonlyMap<string, Campaign>} newest
 * @param {ServerInfo} info
 * @param {Ledger} ledger
 * @param {ReadonlySet<string>} [closed]
 * @returns {Fillable}
 */
export function fillable(plan, consents, newest, info, ledger, closed = new Set()) {
  /** @type {Filled[]} */
  const parts = [];
  /** @type {Map<string, Objection>} */
  const objections = new Map();
  for (const part of plan.layout) {
    const agreed = consents.get(part.campaign);
    if (agreed === undefined) continue;
    const consent = ofDay(agreed, plan.day, info.zone);
    const latest = agreed[agreed.length - 1].campaign;
    const text = newest.get(part.campaign) ?? latest;
    const broken = whyNot(consent, plan, part, text, info) ?? objectionToTerms(text.terms, latest.terms);
    const why = broken ?? (closed.has(part.campaign) ? "cohort-too-small" : null);
    if (why === null) parts.push([part, consent]);
    else objections.set(part.campaign, why);
  }
  const { paid, unpaid } = affordable(ledger, plan.day, parts);
  return { parts: paid, objections: new Map([...objections, ...unpaid]) };
}

/**
 * @param {Consent} consent
 * @param {Plan} plan
 * @param {Part} part
 * @param {Campaign} newest
 * @param {ServerInfo} info
 * @returns {Objection | null}
 */
function whyNot(consent, plan, part, newest, info) {
  const places = plan.layout.filter(({ campaign }) => campaign === part.campaign).length;
  return places > 1 ? "named-twice" : objection(consent, plan, part, newest, info);
}

/**
 * What is given of the plan's day, which begins and ends in `zone`.
 *
 * `parts` and `objections` are those of `fillable`. `searches`, in the order they were made, may hold other days; null
 * says that no history could be read: then nothing is given, for "no searches" would be a claim. Nor is anything given
 * while a pause goes on `now`.
 * @param {Plan} plan
 * @param {readonly Filled[]} parts
 * @param {ReadonlyMap<string, Objection>} objections
 * @param {readonly Search[] | null} searches
 * @param {Exclusions} exclusions
 * @param {string} zone
 * @param {number} now
 * @returns {Donation}
 */
export function donate(plan, parts, objections, searches, exclusions, zone, now) {
  if (paused(exclusions, dayBounds(plan.day, zone), now)) {
    return Object.freeze({ plan, given: [], objections, paused: true });
  }
  if (searches === null) {
    const unread = parts.map(([{ campaign }]) => /** @type {const} */ ([campaign, "no-history"]));
    return Object.freeze({ plan, given: [], objections: new Map([...objections, ...unread]), paused: false });
  }
  const counting = searches.filter((search) => search.day === plan.day && reason(exclusions, search) === null);
  const given = parts.map(([part, consent]) => count(part, consent, counting));
  return Object.freeze({ plan, given, objections, paused: false });
}

/**
 * The counts of one campaign under its caps (Limit-User-Activity, WWW '09, Algorithm 1).
 *
 * The first `max_searches` searches count, each for the first `max_matches` entries it matches. Entries that were
 * appended after the consent, or after the plan was frozen, are not looked at.
 * @param {Part} part
 * @param {Consent} consent
 * @param {readonly Search[]} searches
 * @returns {Given}
 */
export function count(part, consent, searches) {
  const vocabulary = vocabularyOf(consent.campaign);
  const entries = Math.min(part.entries, vocabulary.length);
  const empty = () => Array.from({ length: entries }, () => /** @type {string[]} */ ([]));
  const [behind, beyond] = [empty(), empty()];
  const counted = searches.slice(0, part.terms.max_searches);
  for (const { id, query } of counted) {
    const matching = vocabulary.matches(query).filter((index) => index < entries);
    matching.forEach((index, place) => {
      (place < part.terms.max_matches ? behind : beyond)[index].push(id);
    });
  }
  return Object.freeze({
    campaign: part.campaign,
    stratum: consent.stratum,
    labels: vocabulary.labels.slice(0, entries),
    searches: counted.length,
    counted: counted.map(({ id }) => id),
    entries: behind.map((ids) => ids.length),
    behind,
    beyond,
  });
}
