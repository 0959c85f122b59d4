// The bytes that the protocol hashes and signs: items, each after its length, under a domain "pdd/2/..."
// (docs/reference/cohort.md; pdd_shared/rounds/cohort/encoding.py).

import { blake2b } from "@noble/hashes/blake2.js";
import { lengthPrefixed, uint32, utf8 } from "../../protocol/encoding.js";
import { DIGEST_SIZE } from "../../protocol/sizes.js";

/** @typedef {Uint8Array | number | string} Item an integer stands for its four bytes, text and days for their UTF-8 */

/**
 * Return the bytes that a key signs: the items under a domain, each after its length.
 * @param {string} domain
 * @param {readonly Item[]} items
 */
export function statement(domain, ...items) {
  return lengthPrefixed([utf8(`pdd/2/${domain}`), ...items.map(encoded)]);
}

/**
 * Return BLAKE2b-256 (RFC 7693) of a statement: H in docs/reference/cohort.md.
 * @param {string} domain
 * @param {readonly Item[]} items
 */
export function digest(domain, ...items) {
  return blake2b(statement(domain, ...items), { dkLen: DIGEST_SIZE });
}

/** @param {Item} item */
function encoded(item) {
  if (item instanceof Uint8Array) return item;
  return typeof item === "number" ? uint32(item) : utf8(item);
}

/**
 * Return bytes as text, which sets and maps can compare: a list has 8,192 keys, and hex or an iterator over them takes
 * 6 times as long.
 * @param {Uint8Array} bytes few
 */
export const named = (bytes) => String.fromCharCode.apply(null, /** @type {any} */ (bytes));

/** H of statements that differ in their last item alone, an integer: thousands of them in one buffer. */
export class NumberedDigests {
  #statement;
  #view;

  /**
   * @param {string} domain
   * @param {readonly Item[]} items all but the last one
   */
  constructor(domain, ...items) {
    this.#statement = statement(domain, ...items, 0);
    this.#view = new DataView(this.#statement.buffer, this.#statement.byteOffset, this.#statement.length);
  }

  /**
   * H of the statement that ends with this number.
   * @param {number} last
   */
  of(last) {
    this.#view.setUint32(this.#statement.length - 4, last, true);
    return blake2b(this.#statement, { dkLen: DIGEST_SIZE });
  }
}
