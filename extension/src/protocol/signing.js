// Signed messages: the exact text travels beside its signature, under a domain that names the kind of message
// (pdd_shared/protocol/signing.py).

import { digest, fromHex, lengthPrefixed, utf8 } from "./encoding.js";
import { InvalidMessage } from "./fields.js";
import { KINDS } from "./messages.js";
import { verify } from "./primitives.js";

/** @typedef {import("./messages.js").Signed} Signed */
/** @typedef {typeof KINDS} Kinds */
/** @typedef {keyof Kinds} Kind */

/** The text was not signed by the expected key, or is not a message of the expected kind. */
export class BadSignature extends Error {}

/**
 * Return the message, if `key` (32 bytes) signed it as one of this kind; BadSignature otherwise.
 * @template {Kind} K
 * @param {Signed} signed
 * @param {K} kind
 * @param {Uint8Array} key
 * @returns {Promise<ReturnType<Kinds[K]>>}
 */
export function openSigned(signed, kind, key) {
  return openSignedOf(KINDS, signed, kind, key);
}

/**
 * The same for a protocol's own kinds of messages.
 * @template {Record<string, (json: string) => any>} M
 * @template {keyof M & string} K
 * @param {M} kinds how each is read
 * @param {Signed} signed
 * @param {K} kind
 * @param {Uint8Array} key
 * @returns {Promise<ReturnType<M[K]>>}
 */
export async function openSignedOf(kinds, { payload, signature }, kind, key) {
  const signedBytes = lengthPrefixed([utf8("pdd/1/signed"), utf8(kind), utf8(payload)]);
  if (!(await verify(fromHex(signature), signedBytes, key))) {
    throw new BadSignature(`this ${kind} is not signed by the expected key`);
  }
  try {
    return kinds[kind](payload);
  } catch (error) {
    if (!(error instanceof InvalidMessage)) throw error;
    throw new BadSignature(`what was signed is not a ${kind} this version can read`);
  }
}

/**
 * Return the digest, 32 bytes, by which other messages and the masks refer to a signed message. It depends on the text
 * alone.
 * @param {Signed} signed
 * @param {string} kind
 */
export function signedDigest({ payload }, kind) {
  return digest(kind, utf8(payload));
}
