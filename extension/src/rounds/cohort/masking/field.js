// Arithmetic in the field of q elements, with doubles and 32-bit integers; elements as they are drawn and as they
// travel (pdd_shared/rounds/cohort/masking/field.py).

import { Keystream } from "../../keystream.js";
import { Q } from "../constants.js";

/** @typedef {Uint32Array} Elements field elements, all below q */

const WORD = 4;
const BLOCK_WORDS = 16;

/**
 * Return the product of two elements.
 *
 * The rounded quotient is the exact one or, if that is just below an integer, one more. It is never one less, because
 * no product of two elements except 0 is a multiple of the prime. If it is one more, the remainder is -1 to -4096,
 * which as a uint32 lies above q, where no element does. So one correction is enough.
 * @param {number} one
 * @param {number} other
 */
export function multiply(one, other) {
  const rest = (Math.imul(one, other) - Math.imul(Math.floor((one * other) / Q), Q)) >>> 0;
  return rest >= Q ? (rest + Q) >>> 0 : rest;
}

/**
 * Return the sum of two elements.
 * @param {number} one
 * @param {number} other
 */
export function plus(one, other) {
  const sum = one + other;
  return sum >= Q ? sum - Q : sum;
}

/**
 * Return the difference of two elements.
 * @param {number} one
 * @param {number} other
 */
export function minus(one, other) {
  const difference = one - other;
  return difference < 0 ? difference + Q : difference;
}

/**
 * Return an element to the power of an integer.
 * @param {number} base
 * @param {number} exponent
 */
export function power(base, exponent) {
  let result = 1;
  for (let [square, left] = [base, exponent]; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = multiply(result, square);
    square = multiply(square, square);
  }
  return result;
}

/**
 * Return the inverse of an element that is not zero, by Fermat's little theorem.
 * @param {number} element
 */
export const inverse = (element) => power(element, Q - 2);

/**
 * Return an integer from -2^52 to 2^53, reduced modulo q.
 *
 * The quotient is below 2^21: a double tells it from the next integer, which is at least 1 / q away.
 * @param {number} integer
 */
export function element(integer) {
  return integer - Math.floor(integer / Q) * Q;
}

/**
 * Add the elements to those of the sum, one by one.
 * @param {Elements} sum
 * @param {Elements} elements
 */
export function addTo(sum, elements) {
  for (let at = 0; at < sum.length; at += 1) sum[at] = plus(sum[at], elements[at]);
}

/**
 * The first words below q of a key's keystream (docs/reference/cohort.md, "Notation"). A key is used once.
 * @param {Uint8Array} key 32 bytes
 * @param {number} number
 * @returns {Elements}
 */
export function uniform(key, number) {
  return new UniformStream(number).of(key);
}

/** Draws the same number of uniform elements under one key after another. */
export class UniformStream {
  #number;
  #stream;

  /** @param {number} number */
  constructor(number) {
    this.#number = number;
    // One word in 4,096 is not below q and is passed over. A few spare words are hardly ever too few.
    this.#stream = new Keystream(wholeBlocks(number + Math.ceil(number / 512) + 4));
  }

  /**
   * Return the elements under this key.
   * @param {Uint8Array} key 32 bytes
   * @returns {Elements}
   */
  of(key) {
    let found = belowQ(this.#stream.of(key), this.#number);
    for (let words = 2 * this.#number + BLOCK_WORDS; found === null; words *= 2) {
      found = belowQ(new Keystream(words).of(key), this.#number);
    }
    return found;
  }
}

/** @param {number} words */
const wholeBlocks = (words) => BLOCK_WORDS * Math.ceil(words / BLOCK_WORDS);

/**
 * Return the first `number` words that are below q; null if there are too few. Reducing the others modulo q would make
 * small elements more likely.
 * @param {Uint32Array} words
 * @param {number} number
 * @returns {Elements | null}
 */
export function belowQ(words, number) {
  const kept = new Uint32Array(number);
  let found = 0;
  for (let at = 0; at < words.length && found < number; at += 1) {
    kept[found] = words[at];
    if (words[at] < Q) found += 1;
  }
  return found === number ? kept : null;
}

/**
 * Return the elements as they travel: four bytes each, little endian.
 * @param {Elements} elements
 */
export function toWire(elements) {
  const bytes = new Uint8Array(elements.length * WORD);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < elements.length; at += 1) view.setUint32(at * WORD, elements[at], true);
  return bytes;
}

/**
 * Read elements as they travelled; RangeError for another number of bytes, or a word that is not below q.
 * @param {Uint8Array} bytes
 * @param {number} number
 * @returns {Elements}
 */
export function fromWire(bytes, number) {
  if (bytes.length !== number * WORD) throw new RangeError(`${number} elements are not ${bytes.length} bytes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const elements = Uint32Array.from({ length: number }, (_, at) => view.getUint32(at * WORD, true));
  if (elements.some((word) => word >= Q)) throw new RangeError("a word is not below q");
  return elements;
}
