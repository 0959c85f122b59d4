// Public keys of low order, whatever their encoding (pdd_shared/rounds/cohort/epoch/tickets.py says which and why).

import { toHex } from "./encoding.js";

const SIZE = 32;
/** 0, 1, p - 1, p and p + 1, little endian: of low order on every curve here, the last two not reduced modulo p. */
const COMMON = [
  "00".repeat(SIZE),
  `01${"00".repeat(SIZE - 1)}`,
  `ec${"ff".repeat(SIZE - 2)}7f`,
  `ed${"ff".repeat(SIZE - 2)}7f`,
  `ee${"ff".repeat(SIZE - 2)}7f`,
];
/** The points of order 8 on curve25519, by u. */
const WEAK_EXCHANGE = new Set([
  ...COMMON,
  "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
  "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
]);
/** The points of order 8 on edwards25519, by y. */
const WEAK_SIGNING = new Set([
  ...COMMON,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
]);

/**
 * Whether any agreement with this X25519 public key is zero.
 * @param {Uint8Array} key
 */
export function isWeakExchange(key) {
  return WEAK_EXCHANGE.has(withoutTopBit(key));
}

/**
 * Whether this Ed25519 public key, or a signature's R, is a point of low order, reduced modulo p or not.
 * @param {Uint8Array} point
 */
export function isWeakSigning(point) {
  return WEAK_SIGNING.has(withoutTopBit(point));
}

/**
 * X25519 ignores the top bit; in Ed25519 it is the sign of x.
 * @param {Uint8Array} key
 */
function withoutTopBit(key) {
  const cleared = key.slice();
  cleared[SIZE - 1] &= 0x7f;
  return toHex(cleared);
}
