// What a donor gives of one day: the one way from the donor's choices and searches to counts.
//
// The review and the vector that leaves both come from `prepareDonation`. What a donor is shown is therefore what is
// sent: there is no second counting that could drift from the first. The review asks "what if I approve?"
// (`asIfApproved`); the vector asks with the choices as they are.
//
//   choices of the day (DonorState)   consents, ledger -> the parts that may be filled, objections to the others
//   searches of the day               exclusions, caps -> `undecided`: what would be given without a decision
//   the donor's decision              cut to what was approved, or zeros -> `donation`

import { chargeOf } from "../../privacy/accounting/charges.js";
import { dayBounds } from "../../protocol/days.js";
import { objection, objectionToTerms, ofDay, vocabularyOf } from "./consent.js";
import { decided, seenBy } from "./decisions.js";
import { paused, reason } from "./exclusions.js";
import { affordable } from "./ledger.js";

/** @typedef {import("../../protocol/messages.js").Campaign} Campaign */
/** @typedef {import("./consent.js").Part} Part */
/** @typedef {import("./consent.js").Plan} Plan */
/** @typedef {import("../../protocol/messages.js").ServerInfo} ServerInfo */
/** @typedef {import("./consent.js").Consent} Consent */
/** @typedef {import("./consent.js").Objection} Objection */
/** @typedef {import("./decisions.js").Decision} Decision */
/** @typedef {import("./exclusions.js").Exclusions} Exclusions */
/** @typedef {import("./ledger.js").GivenDay} GivenDay */
/** @typedef {import("./ledger.js").Ledger} Ledger */
/** @typedef {import("../searches.js").Search} Search */

/**
 * All that decides what a donor gives of one day, as of the moment `now` (milliseconds since 1970).
 *
 * `version` names the donor's choices: it changes whenever one of them does. `consents` are those in
 * force, by campaign, the oldest first; `newest` are the campaigns as the server signed them last. `zeros` is why the
 * whole day must go out as zeros, null if it need not.
 * @typedef {Readonly<{
 *   version: string | null, info: ServerInfo, consents: ReadonlyMap<string, readonly Consent[]>,
 *   newest: ReadonlyMap<string, Campaign>, ledger: Ledger, exclusions: Exclusions, decision: Decision | null,
 *   zeros: Objection | null, now: number,
 * }>} DonorState
 */

/**
 * `donation` is what is given; `undecided` is the same before the donor's decision cut it down. `canWait`: nothing was
 * approved yet, or what was approved can't be counted now because the history can't be read.
 * @typedef {Readonly<{donation: Donation, undecided: Donation, canWait: boolean}>} PreparedDonation
 */

/** @typedef {readonly [Part, Consent]} Filled a part of the plan, and the consent that it keeps to */

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
 * Count what a donor gives of the plan's day.
 *
 * In `cohort` the searches are read and counted even if the day goes out as zeros: the time that an upload takes must not
 * tell the server what the donor decided. In `plain` they are read only if something may be given.
 * @param {Plan} plan
 * @param {DonorState} state
 * @param {() => Promise<readonly Search[] | null>} read the searches in the order they were made, other days' among
 *   them; null if no history can be read. It is called once at most.
 * @param {ReadonlySet<string>} [closed] campaigns that get noise alone from all donors of the day's cohort
 * @returns {Promise<PreparedDonation>}
 */
export async function prepareDonation(plan, state, read, closed = new Set()) {
  const { decision, zeros } = state;
  const { parts, objections } = fillable(plan, state, closed);
  const isCounted = parts.length > 0 && (zeros === null || plan.protocol === "cohort");
  const searches = isCounted ? seenBy(decision, await read()) : [];
  const undecided = countDay(plan, parts, objections, searches, state);
  const isUnread = searches === null && decision !== null;
  return Object.freeze({
    donation: decided(undecided, decision, zeros),
    undecided,
    canWait: isUnread || (zeros === "not-approved" && parts.length > 0),
  });
}

/**
 * The state as it would be if the donor approved the day now. What another donor of this person gave stays given.
 * @param {DonorState} state
 * @returns {DonorState}
 */
export function asIfApproved(state) {
  const zeros = state.zeros === "given-elsewhere" ? state.zeros : null;
  return Object.freeze({ ...state, decision: state.decision?.approved ? state.decision : null, zeros });
}

/**
 * The plan's parts that the donor's consents and its ledger allow, and the objections to others it has joined.
 *
 * A campaign whose newest text breaks the latest consent gets nothing of any day, whatever the plan says of it: the donor
 * is asked first.
 * @param {Plan} plan
 * @param {DonorState} state
 * @param {ReadonlySet<string>} closed
 */
function fillable(plan, { consents, newest, info, ledger }, closed) {
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
 * The day's counts before the donor's decision: nothing while a pause goes on, or if no history could be read, for "no
 * searches" would be a claim.
 * @param {Plan} plan
 * @param {readonly Filled[]} parts
 * @param {ReadonlyMap<string, Objection>} objections
 * @param {readonly Search[] | null} searches
 * @param {DonorState} state
 * @returns {Donation}
 */
function countDay(plan, parts, objections, searches, { exclusions, info, now }) {
  if (paused(exclusions, dayBounds(plan.day, info.zone), now)) {
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
function count(part, consent, searches) {
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
