// The ring-LWE mask c = A s + e + Delta x modulo q, and the reading of a sum of masked vectors under the sum of their
// keys (docs/reference/cohort.md, "Ring"; pdd_shared/rounds/cohort/masking/ring.py).

import { Keystream } from "../../keystream.js";
import { DEGREE, DELTA, ERROR_BITS, PSI, ZEROS } from "../constants.js";
import { digest } from "../encoding.js";
import { element, inverse, minus, multiply, plus, uniform } from "./field.js";

/** @typedef {import("./field.js").Elements} Elements */

const ERROR_MASK = 2 ** ERROR_BITS - 1;
/** Half of an error's bits: its variance. */
const VARIANCE = ERROR_BITS / 2;
const [LEAST_NOISE, MOST_NOISE] = [0.75, 1.25];

/**
 * Return B, how many blocks hold a vector of so many numbers and the zeros at its end.
 * @param {number} entries
 */
export function blocksFor(entries) {
  return Math.ceil((entries + ZEROS) / DEGREE);
}

/** @type {{forward: Uint32Array, back: Uint32Array, share: number} | undefined} */
let tables;

/** Powers of psi and of its inverse in bit-reversed order, and 1 / N; computed when they are first needed. */
function roots() {
  tables ??= Object.freeze({
    forward: reversedPowers(PSI),
    back: reversedPowers(inverse(PSI)),
    share: inverse(DEGREE),
  });
  return tables;
}

/** @param {number} root */
function reversedPowers(root) {
  const powers = new Uint32Array(DEGREE);
  for (let [at, value] = [0, 1]; at < DEGREE; at += 1) {
    powers[reversed(at)] = value;
    value = multiply(value, root);
  }
  return powers;
}

/** @param {number} index of 11 bits */
function reversed(index) {
  let mirrored = 0;
  for (let bit = 1; bit < DEGREE; bit *= 2) mirrored = mirrored * 2 + (index & bit ? 1 : 0);
  return mirrored;
}

/**
 * NTT(a)[i] = sum of a_j psi^((2 br(i) + 1) j): Cooley and Tukey's butterflies with psi in them.
 *
 * Longa, Naehrig, "Speeding up the number theoretic transform" (CANS 2016), algorithm 1.
 * @param {Elements} polynomial
 * @returns {Elements}
 */
export function ntt(polynomial) {
  const { forward } = roots();
  const values = polynomial.slice();
  for (let [groups, half] = [1, DEGREE / 2]; groups < DEGREE; groups *= 2, half /= 2) {
    for (let group = 0; group < groups; group += 1) {
      const [from, root] = [2 * group * half, forward[groups + group]];
      for (let at = from; at < from + half; at += 1) {
        const [low, high] = [values[at], multiply(values[at + half], root)];
        values[at] = plus(low, high);
        values[at + half] = minus(low, high);
      }
    }
  }
  return values;
}

/**
 * Return the polynomial with these values: the inverse of `ntt` (algorithm 2 of the same paper).
 * @param {Elements} transformed
 * @returns {Elements}
 */
export function intt(transformed) {
  const { back, share } = roots();
  const values = transformed.slice();
  for (let [groups, half] = [DEGREE / 2, 1]; groups >= 1; groups /= 2, half *= 2) {
    for (let group = 0; group < groups; group += 1) {
      const [from, root] = [2 * group * half, back[groups + group]];
      for (let at = from; at < from + half; at += 1) {
        const [low, high] = [values[at], values[at + half]];
        values[at] = plus(low, high);
        values[at + half] = multiply(minus(low, high), root);
      }
    }
  }
  return values.map((value) => multiply(value, share));
}

/**
 * Return A, block after block, in NTT form: the same for all uploads under a context.
 * @param {Uint8Array} context
 * @param {number} blocks
 */
export function publicRing(context, blocks) {
  return uniform(digest("ring", context), DEGREE * blocks);
}

/** The seed of all randomness of an upload's mask: 32 bytes that are used once. */
export class MaskSeed {
  #seed;

  /** @param {Uint8Array} seed */
  constructor(seed) {
    this.#seed = seed;
  }

  /** Return s, the mask's key. */
  secret() {
    return uniform(digest("secret", this.#seed), DEGREE);
  }

  /**
   * Return e, the small errors of so many blocks.
   * @param {number} blocks
   */
  errors(blocks) {
    const words = new Keystream(2 * DEGREE * blocks).of(digest("error", this.#seed));
    const errors = new Int32Array(DEGREE * blocks);
    for (let at = 0; at < errors.length; at += 1) {
      errors[at] = popcount(words[2 * at] & ERROR_MASK) - popcount(words[2 * at + 1] & ERROR_MASK);
    }
    return errors;
  }

  /** Return the key of the polynomials' random values. */
  polynomialKey() {
    return digest("polynomial", this.#seed);
  }
}

/**
 * Return how many bits are set, without a table, so that the time does not depend on the bits.
 * @param {number} word below 2^31
 */
function popcount(word) {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Return the masked vector c: blocks of 2,048 elements, one after the other.
 * @param {ArrayLike<number>} vector integers
 * @param {MaskSeed} seed
 * @param {Uint8Array} context
 * @returns {Elements}
 */
export function mask(vector, seed, context) {
  const blocks = blocksFor(vector.length);
  const errors = seed.errors(blocks);
  const masked = product(publicRing(context, blocks), seed.secret());
  for (let at = 0; at < masked.length; at += 1) {
    const number = at < vector.length ? multiply(element(vector[at]), DELTA) : 0;
    masked[at] = plus(masked[at], plus(number, element(errors[at])));
  }
  return masked;
}

/**
 * Return A s, INTT(A_b * NTT(key)) of each block.
 * @param {Elements} ring in NTT form
 * @param {Elements} key
 */
function product(ring, key) {
  const transformed = ntt(key);
  const blocks = new Uint32Array(ring.length);
  for (let from = 0; from < ring.length; from += DEGREE) {
    const block = ring.subarray(from, from + DEGREE).map((value, at) => multiply(value, transformed[at]));
    blocks.set(intt(block), from);
  }
  return blocks;
}

/**
 * A sum as it was read: its numbers, the padding after them, and the rounding errors of all blocks.
 * @typedef {Readonly<{numbers: Int32Array, padding: Int32Array, errors: Int32Array}>} Reading
 */

/**
 * Decrypt a sum of masked vectors under the sum of their keys.
 * @param {Elements} ciphertext blocks of 2,048 elements
 * @param {Elements} key
 * @param {Uint8Array} context
 * @param {number} entries
 * @param {number} reach what noise may add to a number on either side
 * @returns {Reading}
 */
export function readSum(ciphertext, key, context, entries, reach) {
  const masks = product(publicRing(context, ciphertext.length / DEGREE), key);
  const [all, errors] = [new Int32Array(masks.length), new Int32Array(masks.length)];
  const shift = element(DELTA * reach + DELTA / 2);
  for (let at = 0; at < masks.length; at += 1) {
    const word = plus(minus(ciphertext[at], masks[at]), shift);
    all[at] = Math.floor(word / DELTA) - reach;
    errors[at] = (word % DELTA) - DELTA / 2;
  }
  return Object.freeze({ numbers: all.slice(0, entries), padding: all.slice(entries), errors });
}

/**
 * Return whether a reading can be the sum of so many uploads: numbers in range, zeros at the end, errors of the right
 * size.
 * @param {Reading} reading
 * @param {number} uploads
 * @param {ArrayLike<number>} most what one donor adds to each number at most
 * @param {number} reach
 */
export function isSound({ numbers, padding, errors }, uploads, most, reach) {
  // No number is below -reach, because of how they are read.
  const inRange = numbers.every((number, at) => number <= uploads * most[at] + reach);
  return inRange && padding.every((number) => number === 0) && hasRightErrors(errors, uploads);
}

/**
 * @param {Int32Array} errors
 * @param {number} uploads
 */
function hasRightErrors(errors, uploads) {
  for (let from = 0; from < errors.length; from += DEGREE) {
    const squares = errors.subarray(from, from + DEGREE).reduce((sum, error) => sum + error * error, 0);
    const ratio = squares / DEGREE / (VARIANCE * uploads);
    if (ratio < LEAST_NOISE || ratio > MOST_NOISE) return false;
  }
  return true;
}
