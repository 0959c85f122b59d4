// What a member's identity signs in a round, and whether it did (pdd_shared/rounds/recoverable/signatures.py).

import { fromHex, lengthPrefixed, utf8 } from "../../encoding.js";
import { verify } from "../../primitives.js";

/** @typedef {import("../../messages.js").GroupPlan} GroupPlan */
/** @typedef {import("../../messages.js").Prepared} Prepared */

/**
 * What a member's identity signs when it prepares.
 * @param {Uint8Array} groupPlan
 * @param {number} place
 * @param {Uint8Array} ephemeral
 * @param {Uint8Array} commitment
 * @param {Uint8Array} dealing
 */
export function preparedStatement(groupPlan, place, ephemeral, commitment, dealing) {
  return lengthPrefixed([utf8("pdd/1/prepared"), groupPlan, Uint8Array.of(place), ephemeral, commitment, dealing]);
}

/**
 * Whether the identity at this place of the group plan signed what is shown of its preparation.
 * @param {Prepared} prepared
 * @param {GroupPlan} group
 * @param {Uint8Array} groupDigest
 */
export async function isSigned({ place, ephemeral, commitment, dealing, signature }, { members }, groupDigest) {
  if (place >= members.length) return false;
  const shown = [ephemeral, commitment, dealing].map(fromHex);
  const said = preparedStatement(groupDigest, place, shown[0], shown[1], shown[2]);
  return verify(fromHex(signature), said, fromHex(members[place].identity));
}

/**
 * What a member's identity signs when it submits: the digest of the one roster it blinds under that day.
 * @param {Uint8Array} roster
 * @param {number} place
 */
export function submittedStatement(roster, place) {
  return lengthPrefixed([utf8("pdd/1/submitted"), roster, Uint8Array.of(place)]);
}

/**
 * Whether the identity (hex) at this place signed this roster when it submitted.
 * @param {string} signature
 * @param {string} identity
 * @param {Uint8Array} roster
 * @param {number} place
 */
export function hasSignedRoster(signature, identity, roster, place) {
  return verify(fromHex(signature), submittedStatement(roster, place), fromHex(identity));
}
