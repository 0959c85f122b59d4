// Bytes that are hashed or signed: length-prefixed, domain-separated, the same in every language
// (pdd_shared/protocol/encoding.py).

import { blake2b } from "@noble/hashes/blake2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { DIGEST_SIZE, PROTOCOL_VERSION } from "./sizes.js";

const encoder = new TextEncoder();

/** @param {string} text */
export const utf8 = (text) => encoder.encode(text);
export const toHex = bytesToHex;
export const fromHex = hexToBytes;

/**
 * Return a number as four bytes, little endian.
 * @param {number} number
 */
export function uint32(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number, true);
  return bytes;
}

/**
 * Return the items joined, each after its length as four bytes little endian, so that no two lists give the same bytes.
 * @param {readonly Uint8Array[]} items
 */
export function lengthPrefixed(items) {
  return concatBytes(...items.flatMap((item) => [uint32(item.length), item]));
}

/**
 * Return BLAKE2b-256 (RFC 7693) of the items under a domain, so that no digest serves two purposes.
 * @param {string} domain
 * @param {readonly Uint8Array[]} items
 */
export function digest(domain, ...items) {
  return blake2b(lengthPrefixed([utf8(`pdd/${PROTOCOL_VERSION}/${domain}`), ...items]), { dkLen: DIGEST_SIZE });
}

/**
 * Return whether two byte strings are equal. Its time depends on them, so it is for public bytes only.
 * @param {Uint8Array} one
 * @param {Uint8Array} other
 */
export function isSame(one, other) {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
