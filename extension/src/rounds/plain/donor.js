// The donor's half of a `plain` round: PDD (WWW '19), sections 3.2 and 3.4 (pdd_shared/rounds/plain/donor.py).
// `openRound` checks all that a donor enforces and returns the round's context; `submit` blinds the vector.

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
 * The bounds that a donor enforces whatever a server says: the most numbers of a vector, and the lowest floor.
 * @typedef {Readonly<{maxNumbers: number, leastGroup: number}>} Limits
 */

/** @type {Limits} */
export const LIMITS = Object.freeze({ maxNumbers: MAX_ENTRIES, leastGroup: LEAST_GROUP });

/**
 * Returns the exchange key with which an identity was first seen, both in hex; null for a new identity.
 * @typedef {(identity: string) => string | null} PinnedKey
 */

/**
 * A round that one member has checked, with all that it needs to blind, and the context's digest: one for each data
 * day.
 * @typedef {Readonly<{plan: Plan, roster: Roster, index: number, encoded: Uint8Array, digest: Uint8Array}>} Context
 */

/**
 * All that a donor knows by itself and checks a round with: `identity`, the server's pinned key; `serverKey`, which it
 * signs with today; its own public keys, the data day now by the server's clock, the digest of the context it has
 * already blinded this data day under, in hex, if any, and the keys it has seen.
 * @typedef {Readonly<{
 *   identity: Uint8Array, serverKey: Uint8Array, own: Member, today: string, signedBefore: string | null,
 *   limits?: Limits, pinned?: PinnedKey,
 * }>} HomeState
 */

/**
 * Check a plan and a roster, and return the round's context for this donor; Refused if a check fails.
 * @param {Signed} signedPlan
 * @param {Signed} signedRoster
 * @param {HomeState} home
 * @returns {Promise<Context>}
 */
export async function openRound(signedPlan, signedRoster, home) {
  const { identity, serverKey, own, today, signedBefore, limits = LIMITS, pinned = () => null } = home;
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
 * Refuse a floor below the donor's own, and a vector longer than the donor accepts.
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
 * Refuse a group that is too small or too large, without this donor, with a key twice or a key that nobody signed.
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
 * Return the member's place in the roster, from 0; -1 if it is not there with all its keys.
 * @param {readonly Member[]} members
 * @param {Member} own
 */
function placeOf(members, { identity, exchange, signature }) {
  return members.findIndex(
    (each) => each.identity === identity && each.exchange === exchange && each.signature === signature,
  );
}

/**
 * Refuse a group below the plan's floor, and one whose sums could pass 2^31.
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
 * Return the round's context, length-prefixed. Every mask's seed depends on all of it, so members who were shown
 * different plans or rosters get masks that do not cancel.
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
 * Blind a vector and return its bytes as they travel. The same inputs give the same bytes, so a resend is harmless.
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
 * Return the digest of a blinded vector, 32 bytes, by which the server recognises a resend. It says nothing about
 * counts.
 * @param {Uint8Array} data
 */
export function vectorDigest(data) {
  return digest("vector", data);
}
