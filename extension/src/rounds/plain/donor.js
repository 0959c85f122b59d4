// The donor's half of a `plain` round: PDD (WWW '19), sections 3.2 and 3.4 (pdd_shared/rounds/plain/transitions.py).
// `openRound` checks everything a donor enforces and yields the round's context, `submit` blinds.

import { digest, fromHex, isSame, lengthPrefixed, toHex, uint32, utf8 } from "../../protocol/encoding.js";
import { memberIsGenuine, WeakKey } from "../../protocol/keys.js";
import { LEAST_GROUP, MAX_ENTRIES } from "../../protocol/limits.js";
import { BadSignature, openSigned, signedDigest } from "../../protocol/signing.js";
import { layoutDigest, toBytes, width } from "../layout.js";
import { Refused } from "../refusals.js";
import { blind } from "./blinding.js";

/** @typedef {import("../../protocol/keys.js").DonorSecrets} DonorSecrets */
/** @typedef {import("../../protocol/messages.js").Member} Member */
/** @typedef {import("../../protocol/messages.js").Plan} Plan */
/** @typedef {import("../../protocol/messages.js").Roster} Roster */
/** @typedef {import("../../protocol/messages.js").Signed} Signed */

/**
 * What a donor accepts at most and at least, whatever a server says.
 * @typedef {Readonly<{maxNumbers: number, leastGroup: number}>} Limits
 */

/** @type {Limits} */
export const LIMITS = Object.freeze({ maxNumbers: MAX_ENTRIES, leastGroup: LEAST_GROUP });

/**
 * The exchange key that an identity was first seen with, both in hex; null for one not seen before.
 * @typedef {(identity: string) => string | null} PinnedKey
 */

/**
 * A round as one member has checked it: what it takes to blind, and the digest a donor signs a day under once.
 * @typedef {Readonly<{plan: Plan, roster: Roster, index: number, encoded: Uint8Array, digest: Uint8Array}>} Context
 */

/**
 * What a donor goes by: `identity`, the server's pinned key; `serverKey`, which it signs with today; its own public
 * keys, the data day now by the server's clock, the digest of the context it has already blinded this data day under, in
 * hex, if any, and the keys it has seen.
 * @typedef {Readonly<{
 *   identity: Uint8Array, serverKey: Uint8Array, own: Member, today: string, signedBefore: string | null,
 *   limits?: Limits, pinned?: PinnedKey,
 * }>} Standing
 */

/**
 * The context of a round this donor takes part in, once every check has passed; Refused, with the reason.
 * @param {Signed} signedPlan
 * @param {Signed} signedRoster
 * @param {Standing} standing
 * @returns {Promise<Context>}
 */
export async function openRound(signedPlan, signedRoster, standing) {
  const { identity, serverKey, own, today, signedBefore, limits = LIMITS, pinned = () => null } = standing;
  const { plan, roster } = await genuine(signedPlan, signedRoster, serverKey);
  const planDigest = signedDigest(signedPlan, "plan");
  if (plan.server !== toHex(identity) || roster.plan !== toHex(planDigest) || roster.day !== plan.day) {
    throw new Refused("foreign-plan", "the plan or the roster belongs to another server, plan or day");
  }
  if (plan.day >= today) throw new Refused("day-not-over", `${plan.day} is not over`);
  checkPlan(plan, limits);
  await checkMembers(plan, roster.members, own, identity, pinned);
  const encoded = encodeContext(plan, planDigest, roster.group, signedDigest(signedRoster, "roster"));
  const name = digest("context", encoded);
  if (signedBefore !== null && !isSame(fromHex(signedBefore), name)) {
    throw new Refused("day-signed-before", `${plan.day} was already blinded under another plan or roster`);
  }
  return Object.freeze({ plan, roster, index: placeOf(roster.members, own), encoded, digest: name });
}

/**
 * @param {Signed} signedPlan
 * @param {Signed} signedRoster
 * @param {Uint8Array} serverKey
 */
async function genuine(signedPlan, signedRoster, serverKey) {
  try {
    const plan = await openSigned(signedPlan, "plan", serverKey);
    return { plan, roster: await openSigned(signedRoster, "roster", serverKey) };
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error;
    throw new Refused("bad-signature", error.message);
  }
}

/**
 * Refuse a floor below a donor's own, and a vector longer than it blinds.
 * @param {Plan} plan
 * @param {Limits} limits
 */
function checkPlan({ min_group, layout }, { maxNumbers, leastGroup }) {
  if (min_group < leastGroup) {
    throw new Refused("floor-too-low", `a floor of ${min_group}; a donor accepts ${leastGroup} or more`);
  }
  if (width(layout) > maxNumbers) {
    throw new Refused("layout-too-large", `${width(layout)} numbers; a donor blinds ${maxNumbers}`);
  }
}

/**
 * Refuses a group that is too small or too large, without this donor, with a key twice or a key nobody signed.
 *
 * Refuses, too, an identity with another exchange key than the pinned one; what is pinned was verified then, and is
 * not again.
 * @param {Plan} plan
 * @param {readonly Member[]} members
 * @param {Member} own
 * @param {Uint8Array} identity the key that the server is known by
 * @param {PinnedKey} pinned
 */
async function checkMembers(plan, members, own, identity, pinned) {
  checkSize(plan, members.length);
  if (placeOf(members, own) < 0) throw new Refused("not-a-member", "the group does not hold this donor's keys");
  for (const keys of [members.map(({ identity }) => identity), members.map(({ exchange }) => exchange)]) {
    if (new Set(keys).size !== keys.length) {
      throw new Refused("duplicate-member", "two members of the group share a key");
    }
  }
  const pins = members.map(({ identity }) => pinned(identity));
  if (members.some(({ exchange }, index) => pins[index] !== null && pins[index] !== exchange)) {
    throw new Refused("changed-key", "a member shows another exchange key than before");
  }
  const unseen = members.filter((_, index) => pins[index] === null);
  const genuine = await Promise.all(unseen.map((member) => memberIsGenuine(member, identity)));
  if (!genuine.every(Boolean)) {
    throw new Refused("forged-member", "a member's exchange key is not signed by its identity key");
  }
}

/**
 * The member's place among them, from 0; -1 if it is not there with all its keys.
 * @param {readonly Member[]} members
 * @param {Member} own
 */
function placeOf(members, { identity, exchange, signature }) {
  return members.findIndex(
    (each) => each.identity === identity && each.exchange === exchange && each.signature === signature,
  );
}

/**
 * Refuses a group below the plan's floor, and one whose sums could pass 2^31.
 * @param {Plan} plan
 * @param {number} members
 */
function checkSize({ min_group, layout }, members) {
  if (members < min_group) throw new Refused("group-too-small", `${members} members; the floor is ${min_group}`);
  if (Math.max(0, ...layout.map(({ terms }) => terms.max_searches)) * members >= 2 ** 31) {
    throw new Refused("count-too-large", "the group's sums could pass 2^31");
  }
}

/**
 * The round context, length-prefixed: every seed depends on each byte of it.
 * @param {Plan} plan
 * @param {Uint8Array} planDigest
 * @param {number} group
 * @param {Uint8Array} rosterDigest
 */
function encodeContext(plan, planDigest, group, rosterDigest) {
  return lengthPrefixed([
    utf8(plan.protocol),
    uint32(plan.version),
    fromHex(plan.server),
    utf8(plan.day),
    uint32(group),
    planDigest,
    rosterDigest,
    layoutDigest(plan.layout),
  ]);
}

/**
 * The blinded vector as it travels; the same inputs give the same bytes.
 * @param {Context} context
 * @param {DonorSecrets} secrets
 * @param {import("../layout.js").Vector} vector
 */
export async function submit({ plan, roster, index, encoded }, secrets, vector) {
  if (vector.length !== width(plan.layout)) {
    throw new Refused("wrong-size", "the vector does not fit the plan's layout");
  }
  const publics = roster.members.map(({ exchange }) => fromHex(exchange));
  try {
    return toBytes(await blind(vector, secrets.kept.exchange.secret, index, publics, encoded));
  } catch (error) {
    if (!(error instanceof WeakKey)) throw error;
    throw new Refused("weak-key", "a member's exchange key is of low order");
  }
}

/**
 * 32 bytes that tell a resend from another vector; of a blinded vector, so they tell nothing of its counts.
 * @param {Uint8Array} data
 */
export function vectorDigest(data) {
  return digest("vector", data);
}
