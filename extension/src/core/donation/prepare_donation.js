// Counts what a donor gives of one day, from the donor's choices and searches.
//
// Both the review and the vector that leaves come from `prepareDonation`. There is no second counting that could drift
// from the first, so a donor sees exactly what is sent. The review asks what would be sent if the donor approved now
// (`asIfApproved`). The vector is made from the choices as they are.
//
//   choices of the day (DonorState)   consents, ledger -> the parts that may be filled, objections to the others
//   searches of the day               exclusions, caps -> `undecided`: what would be given without a decision
//   the donor's decision              cut to what was approved, or zeros -> `donation`

import { withinCaps } from "../../counting/hits.js";
import { chargeOf } from "../../privacy/accounting/charges.js";
import { dayBounds } from "../../protocol/days.js";
import { capsOf } from "../../protocol/terms.js";
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
 * - `version`: a random name of the donor's choices, which changes whenever one of them does.
 * - `consents`: the consents in force, by campaign, the oldest first.
 * - `newest`: the campaigns, by id, as the server signed them last.
 * - `zeros`: why the whole day must go out as zeros; null if it need not.
 * @typedef {Readonly<{
 *   version: string | null, info: ServerInfo, consents: ReadonlyMap<string, readonly Consent[]>,
 *   newest: ReadonlyMap<string, Campaign>, ledger: Ledger, exclusions: Exclusions, decision: Decision | null,
 *   zeros: Objection | null, now: number,
 * }>} DonorState
 */

/**
 * The counts of one day.
 *
 * - `donation`: what is given.
 * - `undecided`: the same before it was cut down to what the donor had approved.
 * - `canWait`: whether sending should wait, as the donor has not approved the day yet, or has decided about it but its
 *   searches can't be read now.
 * @typedef {Readonly<{donation: Donation, undecided: Donation, canWait: boolean}>} PreparedDonation
 */

/** @typedef {readonly [Part, Consent]} Filled a part of the plan that may be filled, and the consent that allows it */

/**
 * One campaign's counts, and the ids of the searches behind each. The ids never leave the computer.
 *
 * - `labels`, `texts`, `entries`, `behind`, `beyond`: one element for each of the campaign's keywords, in its order.
 * - `searches`, `counted`: the number of searches that count, and their ids.
 * - `entries`, `behind`: each keyword's count, and the ids of the searches that it counts.
 * - `beyond`: the searches that match a keyword but don't count for it: a cap on hits is reached.
 * @typedef {Readonly<{
 *   campaign: string, stratum: string | null, labels: readonly string[], texts: readonly string[], searches: number, counted: readonly string[],
 *   entries: readonly number[], behind: readonly (readonly string[])[], beyond: readonly (readonly string[])[],
 * }>} Given
 */

/**
 * What a donor gives of one day. Campaigns with an objection get zeros; while `paused`, all campaigns do.
 * @typedef {Readonly<{
 *   plan: Plan, given: readonly Given[], objections: ReadonlyMap<string, Objection>, paused: boolean,
 * }>} Donation
 */

/**
 * Count what a donor gives of the plan's day.
 *
 * In `cohort` the searches are read and counted even if the day goes out as zeros. Otherwise the server could tell by
 * the time that an upload takes what the donor decided. In `plain` they are read only if something may be given.
 * @param {Plan} plan
 * @param {DonorState} state
 * @param {() => Promise<readonly Search[] | null>} read finds the searches in the order they were made, possibly with
 *   those of other days; null if no history can be read. It is called at most once.
 * @param {ReadonlySet<string>} [closed] ids of campaigns whose day may have too few donors: all donors of the cohort
 *   send them noise alone
 * @returns {Promise<PreparedDonation>}
 */
export async function prepareDonation(plan, state, read, closed = new Set()) {
  const { decision, zeros } = state;
  const { parts, objections } = fillable(plan, state, closed);
  const isCounted = parts.length > 0 && (zeros === null || plan.protocol === "cohort");
  const found = isCounted ? seenBy(decision, await read()) : [];
  // Zeros need no history: one that can't be read is neither waited for nor the reason.
  const searches = zeros === null ? found : (found ?? []);
  const undecided = countDay(plan, parts, objections, searches, state);
  const isUnread = searches === null && decision !== null;
  return Object.freeze({
    donation: decided(undecided, decision, zeros),
    undecided,
    canWait: isUnread || (zeros === "not-approved" && parts.length > 0),
  });
}

/**
 * Return the state as it would be if the donor approved the day now. A day that the desktop app gives stays zeros.
 * @param {DonorState} state
 * @returns {DonorState}
 */
export function asIfApproved(state) {
  const zeros = state.zeros === "given-elsewhere" ? state.zeros : null;
  return Object.freeze({ ...state, decision: state.decision?.approved ? state.decision : null, zeros });
}

/**
 * Return the plan's parts that the donor's consents and ledger allow, and the objections to the other campaigns joined.
 *
 * If a campaign's newest text breaks the latest consent, it gets nothing of any day, whatever the plan says: the donor
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
 * Return the objection to a plan's part; null if it keeps to the consent and is the campaign's only one.
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
 * Return the day's counts before they are cut down to what the donor approved.
 *
 * Nothing is given while a pause goes on. If no history could be read, each campaign gets the objection "no-history": a
 * review that shows no searches would claim that there were none.
 * @param {Plan} plan
 * @param {readonly Filled[]} parts
 * @param {ReadonlyMap<string, Objection>} objections to other parts
 * @param {readonly Search[] | null} searches null if no history could be read
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
 * Count one campaign's searches under its caps (Limit-User-Activity, WWW '09, Algorithm 1).
 *
 * The first `max_searches` searches count. Their hits count in order, until a cap is reached. Entries that were appended
 * after the consent, or after the plan was frozen, don't count.
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
  const hits = counted.flatMap(({ id, query }) => {
    const matching = vocabulary.matches(query).filter((index) => index < entries);
    return matching.map((keyword, place) => ({ id, keyword, place }));
  });
  const isCounted = withinCaps(hits, capsOf(part.terms));
  hits.forEach(({ id, keyword }, at) => {
    (isCounted[at] ? behind : beyond)[keyword].push(id);
  });
  return Object.freeze({
    campaign: part.campaign,
    stratum: consent.stratum,
    labels: vocabulary.labels.slice(0, entries),
    texts: vocabulary.texts.slice(0, entries),
    searches: counted.length,
    counted: counted.map(({ id }) => id),
    entries: behind.map((ids) => ids.length),
    behind,
    beyond,
  });
}

/**
 * Return what was given as the log keeps it: the numbers before blinding, without the entries that count zero.
 * @param {Given} given
 */
export function described({ campaign, stratum, searches, labels, entries }) {
  const counted = labels.map((label, index) => /** @type {const} */ ([label, entries[index]]));
  return { campaign, stratum, searches, counts: Object.fromEntries(counted.filter(([, count]) => count > 0)) };
}

/**
 * Return what a donation costs the donor: one day for each campaign that gets counts.
 * @param {Donation} donation
 * @returns {readonly GivenDay[]}
 */
export function charges({ plan, given }) {
  return given.map(({ campaign }) => {
    const part = /** @type {Part} */ (plan.layout.find((one) => one.campaign === campaign));
    return { day: plan.day, campaign, charge: chargeOf(part.terms) };
  });
}
