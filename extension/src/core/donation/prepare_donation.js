// Counts what a donor gives in one plan, from the donor's choices and searches. A part counts its period: the plan's day,
// the week that ends on it, or a lost week that is asked for once more.
//
// Both the review and the vector that leaves come from `prepareDonation`. There is no second counting that could drift
// from the first, so a donor sees exactly what is sent. The review asks what would be sent if the donor approved now
// (`asIfApproved`). The vector is made from the choices as they are.
//
//   choices of the day (DonorState)   consents, ledger -> the parts that may be filled, objections to the others
//   searches of a part's period       exclusions, caps -> `undecided`: what would be given without a decision
//   the donor's decision              cut to what was approved, or zeros -> `donation`

import { chargeOf } from "../../privacy/accounting/charges.js";
import { capsOf, withLeft } from "../../protocol/terms.js";
import { hitsLeft, hitsUsed, isLast } from "./campaign_hits.js";
import { endOf, objectionToTerms, ofDay, repeatedBy, vocabularyOf } from "./consent.js";
import { hitsOf } from "./counted_searches.js";
import { decided } from "./decisions.js";
import { affordable } from "./ledger.js";
import { isPaused, objectionOn, periodDays } from "./period_days.js";

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
/** @typedef {import("./period_days.js").PeriodDay} PeriodDay */

/**
 * All that decides what a donor gives of one day, as of the moment `now` (milliseconds since 1970).
 *
 * - `version`: a random name of the donor's choices, which changes whenever one of them does.
 * - `consents`: the consents in force, by campaign, the oldest first.
 * - `newest`: the campaigns, by id, as the server signed them last.
 * - `kept`: what the home kept of the days of weeks that are not sent yet.
 * - `settled`: the days that are locked, and those that the donor withheld.
 * - `withheld`: the days that the donor withheld, as long as a plan can ask for their week.
 * - `zeros`: why the whole day must go out as zeros; null if it need not.
 * @typedef {Readonly<{
 *   version: string | null, info: ServerInfo, consents: ReadonlyMap<string, readonly Consent[]>,
 *   newest: ReadonlyMap<string, Campaign>, ledger: Ledger, exclusions: Exclusions, decision: Decision | null,
 *   kept: readonly import("./kept_days.js").KeptDay[], settled: ReadonlySet<string>,
 *   withheld: ReadonlySet<string>, zeros: Objection | null, now: number,
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
 * - `days`: the days of the period, with the ids of all searches that the donor keeps in.
 * - `repeats`: the last day of a lost week that is given once more; null for the period that ends on the plan's day.
 * - `left`: how many hits could still count, before this period, of those that count in all periods of the campaign;
 *   Infinity if it caps only each period's.
 * - `isFull`: whether it uses the last of these.
 * @typedef {Readonly<{
 *   campaign: string, stratum: string | null, labels: readonly string[], texts: readonly string[], searches: number,
 *   counted: readonly string[], entries: readonly number[], behind: readonly (readonly string[])[],
 *   beyond: readonly (readonly string[])[], days: readonly GivenOfDay[],
 *   repeats: string | null, left: number, isFull: boolean,
 * }>} Given
 */

/** @typedef {Readonly<Omit<PeriodDay, "searches"> & {searches: readonly string[]}>} GivenOfDay */

/**
 * What a donor gives in one plan. Campaigns with an objection get zeros. So do those in `paused`, with an objection or
 * not: a pause goes on, or pauses lasted for their whole period.
 * @typedef {Readonly<{
 *   plan: Plan, given: readonly Given[], objections: ReadonlyMap<string, Objection>, paused: readonly string[],
 * }>} Donation
 */

/**
 * Count what a donor gives in a plan.
 *
 * In `cohort` the searches are read and counted even if the day goes out as zeros. Otherwise the server could tell by
 * the time that an upload takes what the donor decided. In `plain` they are read only if something may be given.
 * @param {Plan} plan
 * @param {DonorState} state
 * @param {() => Promise<readonly Search[] | null>} read finds the searches in the order they were made, possibly with
 *   those of other days; null if no history can be read. It is called at most once.
 * @param {ReadonlyMap<string, Objection>} [closed] by id, the campaigns that get noise alone, whatever the donor
 *   decided, and why
 * @returns {Promise<PreparedDonation>}
 */
export async function prepareDonation(plan, state, read, closed = new Map()) {
  const { decision, zeros } = state;
  const { parts, objections } = fillable(plan, state, closed);
  const isCounted = parts.length > 0 && (zeros === null || plan.protocol === "cohort");
  const found = isCounted ? await read() : [];
  // Zeros need no history: one that can't be read is neither waited for nor the reason.
  const searches = zeros === null ? found : (found ?? []);
  const undecided = countParts(plan, parts, objections, searches, state);
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
 * @param {ReadonlyMap<string, Objection>} closed
 */
function fillable(plan, state, closed) {
  const { consents, newest, info, ledger } = state;
  /** @type {Filled[]} */
  const parts = [];
  /** @type {Map<string, Objection>} */
  const objections = new Map();
  for (const part of plan.layout) {
    const agreed = consents.get(part.campaign);
    if (agreed === undefined) continue;
    const consent = ofDay(agreed, endOf(part, plan.day), info.zone);
    const latest = agreed[agreed.length - 1].campaign;
    const text = newest.get(part.campaign) ?? latest;
    const broken = whyNot(plan, part, state) ?? objectionToTerms(text.terms, latest.terms);
    const why = broken ?? closed.get(part.campaign) ?? null;
    if (why === null) parts.push([part, consent]);
    else objections.set(part.campaign, why);
  }
  const { paid, unpaid } = affordable(ledger, plan.day, parts);
  return { parts: paid, objections: new Map([...objections, ...unpaid]) };
}

/**
 * Return the objection to a plan's part; null if it keeps to the consent and is the campaign's only one.
 * @param {Plan} plan
 * @param {Part} part
 * @param {DonorState} state
 * @returns {Objection | null}
 */
function whyNot(plan, part, state) {
  const places = plan.layout.filter(({ campaign }) => campaign === part.campaign).length;
  if (places > 1) return "named-twice";
  const why = objectionOn(plan, part, state, endOf(part, plan.day));
  return why ?? (mayGive(plan, part, state) ? null : "not-repeated");
}

/**
 * Return whether the donor may give a part's week, if the part asks for it once more.
 *
 * A week is given twice at most. What the donor withheld, or could not give, when the week was asked for stays so.
 * Without this rule a donor that sends by itself would send a week after all that it had withheld.
 * @param {Plan} plan
 * @param {Part} part
 * @param {DonorState} state
 */
function mayGive(plan, part, { ledger, settled }) {
  const week = repeatedBy(part);
  if (week === null) return true;
  const given = ledger.given.filter(({ campaign, day }) => campaign === part.campaign && day !== plan.day);
  const wasGiven = given.some(({ day }) => day === week);
  return given.every(({ repeats }) => repeats !== week) && (wasGiven || !settled.has(week));
}

/**
 * Return the counts before they are cut down to what the donor approved.
 *
 * If nothing is known of a part's period, as no history could be read, its campaign gets the objection "no-history": a
 * review that shows no searches would claim that there were none.
 * @param {Plan} plan
 * @param {readonly Filled[]} parts
 * @param {ReadonlyMap<string, Objection>} others the objections to other parts
 * @param {readonly Search[] | null} searches null if no history could be read
 * @param {DonorState} state
 * @returns {Donation}
 */
function countParts(plan, parts, others, searches, state) {
  const joined = plan.layout.filter(({ campaign }) => state.consents.has(campaign));
  const paused = new Set(joined.filter((part) => isPaused(plan, part, state)).map(({ campaign }) => campaign));
  const [given, objections] = [/** @type {Given[]} */ ([]), new Map(others)];
  for (const [part, consent] of parts.filter(([{ campaign }]) => !paused.has(campaign))) {
    const days = periodDays(plan, part, searches, state);
    const left = hitsLeft(state.ledger, consent.campaign, capsOf(part.terms), plan.day);
    if (days.some(({ why }) => why === null)) given.push(count(part, consent, days, left));
    else objections.set(part.campaign, lastReason(days));
  }
  return Object.freeze({ plan, given, objections, paused: [...paused] });
}

/**
 * Return the latest day's reason for giving nothing that is no pause.
 * @param {readonly PeriodDay[]} days none of which gives anything, and not all of which are paused
 * @returns {Objection}
 */
function lastReason(days) {
  const found = days.findLast(({ why }) => why !== "paused");
  return /** @type {Objection} */ (found?.why);
}

/**
 * Count one campaign's searches under its caps (Limit-User-Activity, WWW '09, Algorithm 1).
 *
 * The first `max_searches` searches of the period count. Their hits count in order, until a cap is reached. Entries that
 * were appended after the consent, or after the plan was frozen, don't count. A home that has used up its hits counts as
 * long as any other.
 * @param {Part} part
 * @param {Consent} consent the one that holds for the period's last day
 * @param {readonly PeriodDay[]} days
 * @param {number} left how many hits may still count
 * @returns {Given}
 */
function count(part, consent, days, left) {
  const vocabulary = vocabularyOf(consent.campaign);
  const entries = Math.min(part.entries, vocabulary.length);
  const empty = () => Array.from({ length: entries }, () => /** @type {string[]} */ ([]));
  const [behind, beyond] = [empty(), empty()];
  const searches = days.flatMap((day) => day.searches).slice(0, part.terms.max_searches);
  const counted = searches.map(({ id }) => id);
  for (const { id, keyword, isCounted } of hitsOf(searches, withLeft(capsOf(part.terms), left), entries)) {
    (isCounted ? behind : beyond)[keyword].push(id);
  }
  const counts = behind.map((ids) => ids.length);
  return Object.freeze({
    campaign: part.campaign,
    stratum: consent.stratum,
    labels: vocabulary.labels.slice(0, entries),
    texts: vocabulary.texts.slice(0, entries),
    searches: counted.length,
    counted,
    entries: counts,
    behind,
    beyond,
    days: days.map((day) => ({ ...day, searches: day.searches.map(({ id }) => id) })),
    repeats: repeatedBy(part),
    left,
    isFull: isLast(left, counts),
  });
}

/**
 * Return what was given as the log keeps it: the numbers before blinding, without the entries that count zero.
 * @param {Given} given
 */
export function described({ campaign, stratum, searches, labels, entries, repeats }) {
  const counted = labels.map((label, index) => /** @type {const} */ ([label, entries[index]]));
  const counts = Object.fromEntries(counted.filter(([, count]) => count > 0));
  return { campaign, stratum, searches, counts, ...(repeats === null ? {} : { repeats }) };
}

/**
 * Return what a donation costs the donor: one charge for each campaign that gets counts, also if it counts by week.
 * A week that is given once more is charged again.
 * @param {Donation} donation
 * @returns {readonly GivenDay[]}
 */
export function charges({ plan, given }) {
  return given.map((one) => {
    const { campaign, repeats } = one;
    const part = /** @type {Part} */ (plan.layout.find((each) => each.campaign === campaign));
    const paid = { day: plan.day, campaign, charge: chargeOf(part.terms, campaign) };
    const hits = hitsUsed(one);
    return { ...paid, ...(repeats === null ? {} : { repeats }), ...(hits === 0 ? {} : { hits }) };
  });
}
