// The test vectors of the `cohort` protocol, and the short form in which they give long arrays
// (tests/support/reference/cohort/).

import assert from "node:assert/strict";
import { fromHex, toHex } from "../../src/protocol/encoding.js";
import { DEGREE } from "../../src/rounds/cohort/constants.js";
import { digest } from "../../src/rounds/cohort/encoding.js";
import { element, toWire, uniform } from "../../src/rounds/cohort/masking/field.js";
import { vectors } from "./vectors.js";

export const COHORT = vectors("rounds/cohort_round");

/**
 * Assert that an array is the one of which the vectors give the first and last words, and a digest.
 * @param {ArrayLike<number>} found signed numbers stand for themselves modulo q
 * @param {{number: number, first: number[], last: number[], digest: string}} told
 */
export function isLong(found, told) {
  const words = Uint32Array.from(found, element);
  assert.equal(words.length, told.number);
  assert.deepEqual([...words.subarray(0, told.first.length)], told.first);
  assert.deepEqual([...words.subarray(words.length - told.last.length)], told.last);
  assert.equal(toHex(digest("vector", toWire(words))), told.digest);
}

/**
 * Return a polynomial that serves as input.
 * @param {{uniform?: string, sparse?: Record<string, number>}} told
 */
export function polynomial(told) {
  if (told.uniform !== undefined) return uniform(fromHex(told.uniform), DEGREE);
  const made = new Uint32Array(DEGREE);
  for (const [exponent, coefficient] of Object.entries(told.sparse ?? {})) made[Number(exponent)] = coefficient;
  return made;
}
