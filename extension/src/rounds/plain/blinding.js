// Masks that cancel: each pair of a group's members shares a mask, which one adds and the other subtracts
// (pdd_shared/rounds/plain/blinding.py; PDD, WWW '19, section 3.2, equations 1 to 3).

import { blake2b } from "@noble/hashes/blake2.js";
import { concatBytes } from "@noble/hashes/utils.js";
import { lengthPrefixed, uint32 } from "../../protocol/encoding.js";
import { agree } from "../../protocol/keys.js";
import { Keystream } from "../keystream.js";

/** @typedef {import("../layout.js").Vector} Vector */
/** @typedef {import("../../protocol/primitives.js").SecretKey} SecretKey */
/** @typedef {readonly [number, Uint8Array]} Indexed a member's index in the roster, and its public key */
/** @typedef {Readonly<{sign: 1 | -1, seed: Uint8Array}>} SignedSeed */

const SEED_SIZE = 32;

/**
 * Return the 32-byte seed of a pair's mask: BLAKE2b (RFC 7693) keyed by their shared secret.
 * @param {Uint8Array} shared
 * @param {Uint8Array} context the round's, already length-prefixed
 * @param {Indexed} lower
 * @param {Indexed} higher
 */
function pairSeed(shared, context, lower, higher) {
  const pair = lengthPrefixed([uint32(lower[0]), uint32(higher[0]), lower[1], higher[1]]);
  return blake2b(concatBytes(context, pair), { key: shared, dkLen: SEED_SIZE });
}

/**
 * Return the sign and seed of the member's mask with each other member: + if its index is the lower one, otherwise -.
 *
 * WeakKey if a public key is of low order.
 * @param {SecretKey} secret
 * @param {number} index
 * @param {readonly Uint8Array[]} publics
 * @param {Uint8Array} context
 * @returns {Promise<readonly SignedSeed[]>}
 */
export function pairwiseSeeds(secret, index, publics, context) {
  /** @type {Indexed} */
  const own = [index, publics[index]];
  const others = publics
    .map((key, place) => /** @type {Indexed} */ ([place, key]))
    .filter(([place]) => place !== index);
  return Promise.all(
    others.map(async (other) => {
      const shared = await agree(secret, other[1]);
      return index < other[0]
        ? /** @type {const} */ ({ sign: 1, seed: pairSeed(shared, context, own, other) })
        : /** @type {const} */ ({ sign: -1, seed: pairSeed(shared, context, other, own) });
    }),
  );
}

/**
 * Return the vector plus the member's pairwise masks, modulo 2^32; WeakKey if a public key is of low order.
 * @param {Vector} vector
 * @param {SecretKey} secret
 * @param {number} index
 * @param {readonly Uint8Array[]} publics
 * @param {Uint8Array} context
 * @returns {Promise<Vector>}
 */
export async function blind(vector, secret, index, publics, context) {
  const blinded = vector.slice();
  const stream = new Keystream(vector.length);
  for (const { sign, seed } of await pairwiseSeeds(secret, index, publics, context))
    addMask(blinded, stream.of(seed), sign);
  return blinded;
}

/**
 * Add a mask to the vector in place, or subtract it, modulo 2^32.
 * @param {Vector} vector
 * @param {Vector} mask
 * @param {1 | -1} sign
 */
function addMask(vector, mask, sign) {
  if (sign > 0) for (let at = 0; at < vector.length; at += 1) vector[at] += mask[at];
  else for (let at = 0; at < vector.length; at += 1) vector[at] -= mask[at];
}
