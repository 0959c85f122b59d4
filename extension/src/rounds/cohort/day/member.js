// The committee member's half of a cohort's day: it certifies one list, and tells the sum of its streams over it
// (docs/reference/cohort.md, "A day"; pdd_shared/rounds/cohort/day/member.py).
//
// A member certifies one list of a (sub-)cohort's day, for ever, and journals it first. With two lists that differ in
// one donor, the server could subtract the sums and read that donor. A member answers only for the list in its own
// journal, and only if it is shown a certificate over that list. Nothing else that a server sends has any influence.

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
 * Return the day of a (sub-)cohort on whose committee the leaf with index `own` serves.
 *
 * `committee` comes from `openCommittee` or a home's place, `leaves` from `openCohort`; TypeError for anything else. A
 * list fixes indices and nonces, not keys. So keys that were not verified against the tree's root would defeat every
 * check of the list. Refused "foreign-plan" if the plan is for another tree; "wrong-committee" if the leaves are of
 * another cohort than the committee's, or the plan has no such sub-cohort; "not-a-member" if the own leaf is not on the
 * committee.
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
 * Return whether a number is an index into so many things, from 0.
 * @param {number} number
 * @param {number} many
 */
const isBelow = (number, many) => Number.isInteger(number) && 0 <= number && number < many;

/**
 * Return C, the context of this (sub-)cohort's day.
 * @param {MemberDay} day
 */
function contextOf({ plan, committee, electorate: { subCohort } }) {
  return plan.context(committee.cohort, subCohort, committee.digest);
}

/**
 * Return the journal key under which the member fixes its list.
 * @param {MemberDay} day
 */
export function listKey({ plan, committee, electorate: { subCohort } }) {
  return journalKey("list", plan.plan.day, committee.cohort, subCohort);
}

/**
 * Return the journal entries that bind this member to the plan, the committee and the list.
 * @param {MemberDay} day
 * @param {Uint8Array} digestOfList
 * @returns {readonly Entry[]}
 */
function linesOf(day, digestOfList) {
  const { plan, committee } = day;
  const told = plan.committeeEntry(committee.cohort, committee.digest);
  return [plan.entry, told, { key: listKey(day), value: digestOfList }];
}

/** A member's signature under a list, 64 bytes, which may be sent once its entries are in the journal. */
class Certified extends Withheld {}

/**
 * Check a list, in the bytes in which it came, and return this member's signature under it.
 *
 * If the home has a receipt for its own upload of that data day, it is in the journal, whatever context it names. The
 * caller keeps the list's bytes with the journal, because `answer` needs them. Refused "too-late" before the window has
 * closed or after the last day for answers; "wrong-day" or "foreign-plan" if a reset or another epoch came since the
 * plan was opened; "not-a-member" if the secrets are not those of the leaf; "altered-list" or "list-too-small";
 * "weak-key" for an appended leaf; "denied-vector" if the member's own upload is left out; "day-signed-before" or
 * "told-before" if the journal has another plan, committee or list.
 * @param {MemberDay} day
 * @param {Uint8Array} data
 * @param {Readonly<{secrets: TicketSecrets, home: HomeView, journal: Journal}>} own
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
 * Return the sum of this member's streams over the list that it certified: R_p in bytes, then its signature.
 *
 * `data` are the list's bytes that the home kept when it certified. An answer adds nothing to the journal. Refused
 * "bad-certificate" if the member has certified no list of that day, or the certificate is not a quorum's over that
 * list; "told-before" if `data` is another list; otherwise as `certify`. NotWritten if the journal has the list but not
 * its plan or committee.
 * @param {MemberDay} day
 * @param {Uint8Array} data
 * @param {Uint8Array} certificate
 * @param {Readonly<{
 *   secrets: TicketSecrets, agreements: Agreements, home: HomeView, journal: Journal,
 * }>} own
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
 * Return R_p, the sum of the member's streams over a list.
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
 * Check that the window may have closed, in the nightly run after `earliest_close`, and that answers are still taken.
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
 * Refuse a list without the member's own upload, if the server gave a receipt for it: "denied-vector".
 *
 * A server that leaves the upload out may be keeping it for a sum of its own.
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
