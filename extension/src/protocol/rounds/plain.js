// The donor's half of a `plain` round: PDD (WWW '19), sections 3.2 and 3.4 (pdd_shared/rounds/plain.py).
// `openRound` checks everything a donor enforces and yields the round's context, `submit` blinds.

import { blind } from "../blinding.js";
import { digest, fromHex, isSame, toHex } from "../encoding.js";
import { WeakKey } from "../keys.js";
import { toBytes, width } from "../layout.js";
import { BadSignature, openSigned, signedDigest } from "../signing.js";
import { checkMembers, checkPlan, encodeContext, LIMITS, placeOf } from "./checks.js";
import { Refused } from "./refusals.js";

/** @typedef {import("../keys.js").DonorSecrets} DonorSecrets */
/** @typedef {import("../messages.js").Member} Member */
/** @typedef {import("../messages.js").Plan} Plan */
/** @typedef {import("../messages.js").Roster} Roster */
/** @typedef {import("../messages.js").Signed} Signed */

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
 *   limits?: import("./checks.js").Limits, pinned?: import("./checks.js").PinnedKey,
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
