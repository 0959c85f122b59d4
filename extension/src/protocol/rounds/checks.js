// What both protocols check of a plan and a group, and the context that every mask of a round depends on
// (pdd_shared/rounds/checks.py).

import { fromHex, lengthPrefixed, uint32, utf8 } from "../encoding.js";
import { memberIsGenuine } from "../keys.js";
import { layoutDigest, width } from "../layout.js";
import { LEAST_GROUP, MAX_ENTRIES } from "../messages.js";
import { shares } from "../terms.js";
import { Refused } from "./refusals.js";

/** @typedef {import("../messages.js").Plan} Plan */
/** @typedef {import("../messages.js").Member} Member */

/**
 * What a donor accepts at most and at least, whatever a server says.
 * @typedef {Readonly<{maxNumbers: number, maxTables: number, leastGroup: number}>} Limits
 */

/** @type {Limits} */
export const LIMITS = Object.freeze({ maxNumbers: MAX_ENTRIES, maxTables: 8, leastGroup: LEAST_GROUP });

/**
 * The exchange key that an identity was first seen with, both in hex; null for one not seen before.
 * @typedef {(identity: string) => string | null} PinnedKey
 */

/**
 * Refuse a floor below a donor's own, a vector longer than it blinds, and more laws of noise than it draws.
 *
 * Refuse, too, campaigns under another protocol than the round: donors consent to a campaign's.
 * @param {Plan} plan
 * @param {Limits} limits
 */
export function checkPlan({ protocol, min_group, layout }, { maxNumbers, maxTables, leastGroup }) {
  if (layout.some(({ terms }) => terms.protocol !== protocol)) {
    throw new Refused("foreign-plan", `a campaign of this ${protocol} round is under another protocol`);
  }
  if (min_group < leastGroup) {
    throw new Refused("floor-too-low", `a floor of ${min_group}; a donor accepts ${leastGroup} or more`);
  }
  if (width(layout) > maxNumbers) {
    throw new Refused("layout-too-large", `${width(layout)} numbers; a donor blinds ${maxNumbers}`);
  }
  // A table takes up to seconds and 10 MB: a plan must not keep a donor's computer busy for hours.
  const drawn = layout.map(({ terms }) => terms).filter(({ noise }) => noise.added_by === "donors");
  const tables = new Set(drawn.map((terms) => `${terms.noise.scale}/${shares(terms)}`)).size;
  if (tables > maxTables) {
    throw new Refused("layout-too-large", `${tables} laws of donors' noise; a donor draws ${maxTables}`);
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
export async function checkMembers(plan, members, own, identity, pinned) {
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
export function placeOf(members, { identity, exchange, signature }) {
  return members.findIndex(
    (each) => each.identity === identity && each.exchange === exchange && each.signature === signature,
  );
}

/**
 * Refuses a group below the plan's floor, and one whose sums could pass 2^31.
 * @param {Plan} plan
 * @param {number} members
 */
export function checkSize({ min_group, layout }, members) {
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
export function encodeContext(plan, planDigest, group, rosterDigest) {
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
