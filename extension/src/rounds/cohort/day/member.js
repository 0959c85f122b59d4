// The committee member's half of a cohort's day: it certifies one list, and tells the sum of its streams over it
// (docs/reference/cohort.md, "A day"; pdd_shared/rounds/cohort/day/member.py).
//
// A member certifies one list of a (sub-)cohort's day, for ever, and journals it first. It answers only for the list in
// its own journal, and only with a certificate over it. Nothing else that a server sends shapes the answer.

import { concatBytes } from "@noble/hashes/utils.js";
import { isSame } from "../../../protocol/encoding.js";
import { WeakKey } from "../../../protocol/keys.js";
import { isWeakExchange, isWeakSigning } from "../../../protocol/primitives.js";
import { Refused } from "../../refusals.js";
import { statement } from "../encoding.js";
import { CohortLeaves, Committee } from "../epoch/places.js";
import { addTo, toWire } from "../masking/field.js";
import { Streams } from "../masking/sharing.js";
import { journalKey, NotWritten, Withheld } from "./journal.js";
import { belongs, certifiedStatement, checkCertificate, listDigest, listed, readList } from "./lists.js";
import { checkOwn } from "./plans.js";

/** @typedef {import("./journal.js").Entry} Entry */
/** @typedef {import("./journal.js").Journal} Journal */
/** @typedef {import("./lists.js").Electorate} Electorate */
/** @typedef {import("./lists.js").IncludedList} IncludedList */
/** @typedef {import("./plans.js").CheckedPlan} CheckedPlan */
/** @typedef {import("./plans.js").HomeView} HomeView */
/** @typedef {import("../epoch/tickets.js").Agreements} Agreements */
/** @typedef {import("../epoch/tickets.js").TicketSecrets} TicketSecrets */
/** @typedef {import("../epoch/tree.js").Leaf} Leaf */

/**
 * A (sub-)cohort's day as a member of its committee serves it.
 *
 * `own` is the member's own leaf, which may be of another cohort; `place` is its place on the committee, from 1.
 * `electorate` holds the cohort's verified leaves.
 * @typedef {Readonly<{
 *   plan: CheckedPlan, committee: Committee, own: Leaf, place: number, electorate: Electorate,
 * }>} MemberDay
 */

/**
 * The day of a (sub-)cohort on whose committee the leaf at index `own` serves.
 *
 * `committee` comes from `openCommittee` or a home's place, `leaves` from `openCohort`: a list binds indices and nonces,
 * not keys, so keys that were not verified against the tree's root would defeat every check of it. TypeError for
 * anything else. Refused "foreign-plan" for another tree's plan, "wrong-committee" for leaves of another cohort than the
 * committee's or a sub-cohort that is not there, "not-a-member" where the own leaf does not serve.
 * @param {CheckedPlan} plan
 * @param {Readonly<{committee: Committee, leaves: CohortLeaves, subCohort: number, own: number}>} served
 * @returns {MemberDay}
 */
export function openDay(plan, { committee, leaves, subCohort, own }) {
  if (!(committee instanceof Committee)) throw new TypeError("a committee comes from openCommittee or openPlace");
  if (!(leaves instanceof CohortLeaves)) throw new TypeError("a cohort's leaves come from openCohort");
  plan.checkTree(committee.draw);
  const { draw, cohort } = leaves;
  if (!isSame(draw.root, committee.draw.root) || draw.size !== committee.draw.size || cohort !== committee.cohort) {
    throw new Refused("wrong-committee", "the leaves are not of the committee's cohort");
  }
  if (!isBelow(subCohort, plan.cohort(committee.cohort).sub_cohorts)) {
    throw new Refused("wrong-committee", `cohort ${committee.cohort} has no sub-cohort ${subCohort} that day`);
  }
  const place = committee.placeOf(own);
  const electorate = Object.freeze({ plan: plan.plan, members: leaves, subCohort });
  return Object.freeze({ plan, committee, own: committee.members[place - 1], place, electorate });
}

/**
 * Whether a number counts one of so many things, from 0.
 * @param {number} number
 * @param {number} many
 */
const isBelow = (number, many) => Number.isInteger(number) && 0 <= number && number < many;

/**
 * C of this (sub-)cohort's day.
 * @param {MemberDay} day
 */
function contextOf({ plan, committee, electorate: { subCohort } }) {
  return plan.context(committee.cohort, subCohort, committee.digest);
}

/**
 * The key of the certified list in the journal.
 * @param {MemberDay} day
 */
export function listKey({ plan, committee, electorate: { subCohort } }) {
  return journalKey("list", plan.plan.day, committee.cohort, subCohort);
}

/**
 * The journal's lines that fix this day for this member.
 * @param {MemberDay} day
 * @param {Uint8Array} digestOfList
 * @returns {readonly Entry[]}
 */
function linesOf(day, digestOfList) {
  const { plan, committee } = day;
  const told = plan.committeeEntry(committee.cohort, committee.digest);
  return [plan.entry, told, { key: listKey(day), value: digestOfList }];
}

/** A member's signature under a list, 64 bytes, which is sent once its lines are in the journal. */
class Certified extends Withheld {}

/**
 * This member's signature under a list, in the bytes in which it came.
 *
 * The receipt for the home's own upload of that data day is in the journal, whatever context it names. The caller keeps
 * the list's bytes with the journal: `answer` needs them. `home` is the view of today. Refused "too-late"; "wrong-day"
 * or "foreign-plan" where a reset or another epoch came meanwhile; "not-a-member" for other secrets than the leaf's;
 * "altered-list", "list-too-small", "weak-key", "denied-vector", "day-signed-before" or "told-before".
 * @param {MemberDay} day
 * @param {Uint8Array} data
 * @param {Readonly<{secrets: TicketSecrets, home: HomeView, journal: Journal}>} standing
 */
export async function certify(day, data, { secrets, home, journal }) {
  checkToday(day, home);
  checkOwn(day.own, secrets);
  const included = readList(data);
  listed(day.electorate, included);
  if (included.appended.some(({ exchange, signing }) => isWeakExchange(exchange) || isWeakSigning(signing))) {
    throw new Refused("weak-key", "an appended leaf has a key of low order");
  }
  checkOwnEntry(day, included, journal);
  const context = contextOf(day);
  const digest = listDigest(context, data);
  const lines = linesOf(day, digest);
  const entries = journal.added(lines);
  return new Certified(await secrets.sign(certifiedStatement(context, digest)), lines, entries);
}

/**
 * The sum of this member's streams over the list that it certified, signed, as it travels. It writes nothing new.
 *
 * `data` are the list's bytes that the home kept; their digest must be the one in the journal, as it is written: nothing
 * new is to be added. Refused as `certify` is, "told-before" for any other list, or "bad-certificate", also where the
 * member has certified nothing. NotWritten where the journal has the list without its plan and committee.
 * @param {MemberDay} day
 * @param {Uint8Array} data
 * @param {Uint8Array} certificate
 * @param {Readonly<{
 *   secrets: TicketSecrets, agreements: Agreements, home: HomeView, journal: Journal,
 * }>} standing
 */
export async function answer(day, data, certificate, { secrets, agreements, home, journal }) {
  checkToday(day, home);
  checkOwn(day.own, secrets);
  const context = contextOf(day);
  const digest = listDigest(context, data);
  if (journal.get(listKey(day)) === null) {
    throw new Refused("bad-certificate", "this member has not certified a list of that day");
  }
  if (journal.added(linesOf(day, digest)).length > 0) {
    throw new NotWritten("the list's plan or committee is not in the journal");
  }
  await checkCertificate(certificate, context, digest, day.committee.members, day.plan.tree.committee.quorum);
  const total = toWire(await sumOfStreams(day, context, readList(data), agreements));
  return concatBytes(total, await secrets.sign(statement("opened", context, digest, day.place, total)));
}

/**
 * R_p: the sum of the member's streams over a list.
 * @param {MemberDay} day
 * @param {Uint8Array} context
 * @param {IncludedList} included
 * @param {Agreements} agreements
 */
async function sumOfStreams(day, context, included, agreements) {
  const leaves = listed(day.electorate, included);
  const { columns } = day.plan.tree.committee;
  const [streams, sum] = [new Streams(context, columns), new Uint32Array(columns)];
  const shared = await agreedWith(agreements, leaves);
  for (const [at, { nonce }] of included.pairs.entries()) {
    addTo(sum, streams.of(shared[at], day.place, leaves[at].encoded, nonce));
  }
  return sum;
}

/**
 * @param {Agreements} agreements
 * @param {readonly Leaf[]} leaves
 */
async function agreedWith(agreements, leaves) {
  try {
    return await agreements.with(leaves.map(({ exchange }) => exchange));
  } catch (error) {
    if (!(error instanceof WeakKey)) throw error;
    throw new Refused("weak-key", "a donor's key is of low order");
  }
}

/**
 * The first nightly run that may close the window is the one after `earliest_close`.
 * @param {MemberDay} day
 * @param {HomeView} home
 */
function checkToday({ plan }, home) {
  plan.checkToday(home);
  const { day, earliest_close, last_answers } = plan.plan;
  if (home.today <= earliest_close) throw new Refused("too-late", `the window of ${day} is still open`);
  if (home.today > last_answers) throw new Refused("too-late", `answers for ${day} are no longer taken`);
}

/**
 * A server that leaves out a member's own upload may have kept it for a sum of its own.
 * @param {MemberDay} day
 * @param {IncludedList} included
 * @param {Journal} journal
 */
function checkOwnEntry({ plan, electorate }, { pairs }, journal) {
  const receipt = journal.receipt(plan.plan.day);
  if (receipt === null || !belongs(electorate, receipt.leaf)) return;
  const entry = pairs.find(({ leaf }) => leaf === receipt.leaf);
  if (entry === undefined || !isSame(entry.nonce, receipt.nonce)) {
    throw new Refused("denied-vector", "the list lacks this member's own upload, for which it has a receipt");
  }
}
