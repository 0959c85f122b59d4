// What a donor checks of a `recoverable` round before it prepares, submits and reveals
// (pdd_shared/rounds/recoverable/donor.py).

import { digest, fromHex, isSame, toHex } from "../../encoding.js";
import { BadSignature, openSigned, signedDigest } from "../../signing.js";
import { checkMembers, checkPlan, checkSize, encodeContext, LIMITS, placeOf } from "../checks.js";
import { Refused } from "../refusals.js";
import { hasSignedRoster, isSigned } from "./signatures.js";

/** @typedef {import("../../messages.js").GroupPlan} GroupPlan */
/** @typedef {import("../../messages.js").Member} Member */
/** @typedef {import("../../messages.js").Plan} Plan */
/** @typedef {import("../../messages.js").Prepared} Prepared */
/** @typedef {import("../../messages.js").PreparedRoster} PreparedRoster */
/** @typedef {import("../../messages.js").Signed} Signed */
/** @typedef {import("../../messages.js").Survivors} Survivors */

const MOST_MEMBERS = 255;

/**
 * A group plan as one member has checked it.
 * @typedef {Readonly<{
 *   plan: Plan, group: GroupPlan, place: number, planDigest: Uint8Array, digest: Uint8Array,
 * }>} Tentative
 */

/**
 * A roster as one member has checked it: what it takes to blind, and the digest a day is signed under once.
 * @typedef {Readonly<{
 *   tentative: Tentative, roster: PreparedRoster, rosterDigest: Uint8Array, index: number, encoded: Uint8Array,
 *   digest: Uint8Array,
 * }>} Context
 */

/**
 * @template {import("../../signing.js").Kind} K
 * @param {Signed} signed
 * @param {K} kind
 * @param {Uint8Array} key
 */
async function opened(signed, kind, key) {
  try {
    return await openSigned(signed, kind, key);
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error;
    throw new Refused("bad-signature", error.message);
  }
}

/**
 * The group this donor is planned into, once every check has passed; Refused with the reason otherwise.
 *
 * `identity` is the server's pinned key, `serverKey` the one that it signs with today, `own` the donor's public keys,
 * `pinned` the keys it has seen of others.
 * @param {Signed} signedPlan
 * @param {Signed} signedGroup
 * @param {{identity: Uint8Array, serverKey: Uint8Array, own: Member, limits?: import("../checks.js").Limits,
 *   pinned?: import("../checks.js").PinnedKey}} standing
 * @returns {Promise<Tentative>}
 */
export async function openGroupPlan(signedPlan, signedGroup, standing) {
  const { identity, serverKey, own, limits = LIMITS, pinned = () => null } = standing;
  const plan = await opened(signedPlan, "plan", serverKey);
  const group = await opened(signedGroup, "group-plan", serverKey);
  const planDigest = signedDigest(signedPlan, "plan");
  if (plan.server !== toHex(identity) || group.plan !== toHex(planDigest) || group.day !== plan.day) {
    throw new Refused("foreign-plan", "the plan or the group belongs to another server, plan or day");
  }
  checkPlan(plan, limits);
  if (group.members.length > MOST_MEMBERS) {
    throw new Refused("count-too-large", `a group has at most ${MOST_MEMBERS} members`);
  }
  await checkMembers(plan, group.members, own, identity, pinned);
  const place = placeOf(group.members, own);
  return Object.freeze({ plan, group, place, planDigest, digest: signedDigest(signedGroup, "group-plan") });
}

/**
 * The roster of a group and its digest, each entry signed by the identity the group plan names at its place.
 * @param {Tentative} tentative
 * @param {Signed} signedRoster
 * @param {Uint8Array} serverKey
 * @returns {Promise<{roster: PreparedRoster, digest: Uint8Array}>}
 */
export async function openRoster(tentative, signedRoster, serverKey) {
  const { plan, group } = tentative;
  const roster = await opened(signedRoster, "prepared-roster", serverKey);
  const fits = roster.group_plan === toHex(tentative.digest) && roster.day === plan.day && roster.group === group.group;
  if (!fits) throw new Refused("foreign-plan", "the roster belongs to another group plan or day");
  checkSize(plan, roster.members.length);
  const places = roster.members.map(({ place }) => place);
  if (!isAscending(places) || new Set(roster.members.map(({ ephemeral }) => ephemeral)).size !== places.length) {
    throw new Refused("duplicate-member", "two members of the roster share a place or a key");
  }
  const signed = await Promise.all(roster.members.map((member) => isSigned(member, group, tentative.digest)));
  if (!signed.every(Boolean)) {
    throw new Refused("altered-roster", "an entry of the roster is not what its member signed");
  }
  return { roster, digest: signedDigest(signedRoster, "prepared-roster") };
}

/**
 * The context this donor blinds under; `prepared` is what it sent, `signedBefore` as in `plain`.
 * @param {Tentative} tentative
 * @param {Signed} signedRoster
 * @param {{serverKey: Uint8Array, prepared: Prepared, today: string, signedBefore: string | null}} standing
 * @returns {Promise<Context>}
 */
export async function openRound(tentative, signedRoster, { serverKey, prepared, today, signedBefore }) {
  const { plan, planDigest } = tentative;
  if (plan.day >= today) throw new Refused("day-not-over", `${plan.day} is not over`);
  const { roster, digest: rosterDigest } = await openRoster(tentative, signedRoster, serverKey);
  const index = roster.members.findIndex(({ place }) => place === tentative.place);
  if (index < 0) throw new Refused("not-a-member", "the roster does not hold this donor");
  if (!isEntry(roster.members[index], prepared)) {
    throw new Refused("altered-roster", "this donor's entry is not what it sent");
  }
  const encoded = encodeContext(plan, planDigest, roster.group, rosterDigest);
  const name = digest("context", encoded);
  if (signedBefore !== null && !isSame(fromHex(signedBefore), name)) {
    throw new Refused("day-signed-before", `${plan.day} was already blinded under another roster`);
  }
  return Object.freeze({ tentative, roster, rosterDigest, index, encoded, digest: name });
}

/**
 * The survivor list, once checked, and its digest, which is to be written down before anything is revealed.
 *
 * `sent` says that the server has confirmed this donor's vector; `toldBefore` is the digest (hex) of the list it has
 * already revealed for, if any.
 * @param {Tentative} tentative
 * @param {PreparedRoster} roster
 * @param {Uint8Array} rosterDigest
 * @param {Signed} signedSurvivors
 * @param {{serverKey: Uint8Array, sent: boolean, toldBefore: string | null}} standing
 * @returns {Promise<{survivors: Survivors, digest: Uint8Array}>}
 */
export async function openSurvivors(tentative, roster, rosterDigest, signedSurvivors, standing) {
  const { serverKey, sent, toldBefore } = standing;
  const survivors = await opened(signedSurvivors, "survivors", serverKey);
  const name = signedDigest(signedSurvivors, "survivors");
  if (toldBefore !== null && toldBefore !== toHex(name)) {
    throw new Refused("told-before", "shares of this round were revealed for another survivor list");
  }
  const { places } = survivors;
  const known = new Set(roster.members.map(({ place }) => place));
  const fits = survivors.roster === toHex(rosterDigest) && isOf(roster, survivors) && isAscending(places);
  if (!fits || !places.every((place) => known.has(place))) {
    throw new Refused("altered-survivors", "the survivor list does not fit the roster");
  }
  const { min_group } = tentative.plan;
  if (places.length < min_group) {
    throw new Refused("group-too-small", `${places.length} survivors; the floor is ${min_group}`);
  }
  if (!(await allSigned(tentative, survivors, rosterDigest))) {
    throw new Refused("altered-survivors", "a survivor has not signed the roster that this donor was shown");
  }
  if (sent && !places.includes(tentative.place)) {
    throw new Refused("denied-vector", "the survivor list denies a vector that the server has confirmed");
  }
  return { survivors, digest: name };
}

/**
 * Whether each survivor signed this roster when it submitted: else it may have blinded under another one.
 * @param {Tentative} tentative
 * @param {Survivors} survivors
 * @param {Uint8Array} rosterDigest
 */
async function allSigned({ group: { members } }, { places, signatures }, rosterDigest) {
  if (signatures.length !== places.length) return false;
  const signed = await Promise.all(
    places.map((place, index) => hasSignedRoster(signatures[index], members[place].identity, rosterDigest, place)),
  );
  return signed.every(Boolean);
}

/**
 * @param {PreparedRoster} roster
 * @param {Survivors} survivors
 */
function isOf(roster, survivors) {
  return survivors.day === roster.day && survivors.group === roster.group;
}

/** @param {readonly number[]} places */
function isAscending(places) {
  return places.every((place, index) => index === 0 || places[index - 1] < place);
}

/**
 * @param {Prepared} shown
 * @param {Prepared} sent
 */
function isEntry(shown, sent) {
  return (
    shown.place === sent.place &&
    shown.ephemeral === sent.ephemeral &&
    shown.commitment === sent.commitment &&
    shown.dealing === sent.dealing &&
    shown.signature === sent.signature
  );
}
