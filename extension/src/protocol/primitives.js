// Ed25519 (RFC 8032) and X25519 (RFC 7748): by WebCrypto where the engine has both, else by @noble; the same bytes.
//
// A secret key is a CryptoKey, which nothing can read back, not even this extension, or 32 bytes without WebCrypto.

import { ed25519, x25519 } from "@noble/curves/ed25519.js";
import { bytesToNumberLE } from "@noble/curves/utils.js";
import { sha512 } from "@noble/hashes/sha2.js";
import { concatBytes, hexToBytes } from "@noble/hashes/utils.js";

import { isSame, toHex } from "./encoding.js";

/** @typedef {CryptoKey | Uint8Array} SecretKey */

/** The bytes before a private key of 32 bytes in PKCS #8 (RFC 8410, section 7), as WebCrypto imports it. */
const PKCS8 = {
  Ed25519: hexToBytes("302e020100300506032b657004220420"),
  X25519: hexToBytes("302e020100300506032b656e04220420"),
};
const BASE_POINT = Uint8Array.of(9, ...new Uint8Array(31));
const KEY_BYTES = 32;
// Public keys of low order, whatever their encoding (pdd_shared/rounds/cohort/epoch/tickets.py says which and why).
/** 0, 1, p - 1, p and p + 1, little endian: of low order on every curve here, the last two not reduced modulo p. */
const LOW_ORDER = [
  "00".repeat(KEY_BYTES),
  `01${"00".repeat(KEY_BYTES - 1)}`,
  `ec${"ff".repeat(KEY_BYTES - 2)}7f`,
  `ed${"ff".repeat(KEY_BYTES - 2)}7f`,
  `ee${"ff".repeat(KEY_BYTES - 2)}7f`,
];
/** The points of order 8 on curve25519, by u. */
const WEAK_EXCHANGE = new Set([
  ...LOW_ORDER,
  "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
  "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
]);
/** The points of order 8 on edwards25519, by y. */
const WEAK_SIGNING = new Set([
  ...LOW_ORDER,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
]);
const KEY_BITS = 256;

/** @type {Promise<boolean> | undefined} */
let native;

/** Whether WebCrypto supports both algorithms here; it is tried once. */
function isNative() {
  native ??= tried();
  return native;
}

/** From now on @noble alone, as in an engine without: for tests of that path. */
export function withoutWebCrypto() {
  native = Promise.resolve(false);
}

async function tried() {
  try {
    await imported("Ed25519", BASE_POINT, ["sign"]);
    return (await agree(await imported("X25519", BASE_POINT, ["deriveBits"]), BASE_POINT)) !== null;
  } catch {
    return false;
  }
}

/**
 * Return a signing key and its public half, made from 32 bytes that are forgotten.
 * @param {Uint8Array} seed
 */
export async function signingKey(seed) {
  return pair((await isNative()) ? await imported("Ed25519", seed, ["sign"]) : seed, ed25519.getPublicKey(seed));
}

/**
 * Return an X25519 key and its public half, made from 32 bytes that are forgotten.
 * @param {Uint8Array} secret
 */
export async function agreementKey(secret) {
  const key = (await isNative()) ? await imported("X25519", secret, ["deriveBits"]) : secret;
  return pair(key, x25519.getPublicKey(secret));
}

/**
 * @param {SecretKey} secret
 * @param {Uint8Array} publicKey
 */
function pair(secret, publicKey) {
  return Object.freeze({ secret, public: publicKey });
}

/**
 * Sign a message, and return the signature, 64 bytes.
 * @param {SecretKey} key
 * @param {Uint8Array} message
 */
export async function sign(key, message) {
  if (key instanceof Uint8Array) return ed25519.sign(message, key);
  return new Uint8Array(await crypto.subtle.sign("Ed25519", key, source(message)));
}

/**
 * Return whether the key, 32 bytes, signed the message; false also if key or signature are malformed.
 *
 * It follows libsodium's rules (docs/reference/protocol.md, "Notation"), because homes that differ here could differ on
 * a certificate. Engines do without the cofactor as it does, but take keys, and R, of low order.
 * @param {Uint8Array} signature
 * @param {Uint8Array} message
 * @param {Uint8Array} publicKey
 */
export async function verify(signature, message, publicKey) {
  try {
    if (signature.length !== 64 || isWeakSigning(publicKey) || isWeakSigning(signature.subarray(0, 32))) return false;
    if (!(await isNative())) return fits(signature, message, publicKey);
    const key = await crypto.subtle.importKey("raw", source(publicKey), "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", key, source(signature), source(message));
  } catch {
    return false;
  }
}

/**
 * Whether R is S B - k A, byte by byte: @noble's own `verify` multiplies both sides by the cofactor.
 *
 * Throws where A is no point, or S is not below the group's order.
 * @param {Uint8Array} signature
 * @param {Uint8Array} message
 * @param {Uint8Array} publicKey
 */
function fits(signature, message, publicKey) {
  const { Point } = ed25519;
  const r = signature.subarray(0, 32);
  const k = Point.Fn.create(bytesToNumberLE(sha512(concatBytes(r, publicKey, message))));
  const ofS = Point.BASE.multiplyUnsafe(bytesToNumberLE(signature.subarray(32)));
  return isSame(ofS.subtract(Point.fromBytes(publicKey).multiplyUnsafe(k)).toBytes(), r);
}

/**
 * Return the shared secret, 32 bytes; null if it would be all zero (RFC 7748, section 6.1).
 * @param {SecretKey} key
 * @param {Uint8Array} publicKey
 */
export async function agree(key, publicKey) {
  try {
    if (key instanceof Uint8Array) return x25519.getSharedSecret(key, publicKey);
    const other = await crypto.subtle.importKey("raw", source(publicKey), "X25519", false, []);
    const shared = new Uint8Array(await crypto.subtle.deriveBits({ name: "X25519", public: other }, key, KEY_BITS));
    return shared.some((byte) => byte !== 0) ? shared : null;
  } catch {
    // Both refuse a public key of low order by an error; any other cause lies in the key as well.
    return null;
  }
}

/**
 * @param {"Ed25519" | "X25519"} name
 * @param {Uint8Array} secret
 * @param {KeyUsage[]} uses
 */
function imported(name, secret, uses) {
  return crypto.subtle.importKey("pkcs8", source(concatBytes(PKCS8[name], secret)), name, false, uses);
}

/**
 * The same bytes, for WebCrypto's types: none of ours are in memory that threads share.
 * @param {Uint8Array} bytes
 */
function source(bytes) {
  return /** @type {Uint8Array<ArrayBuffer>} */ (bytes);
}

/**
 * Return whether this X25519 public key is of low order, so that every agreement with it is zero.
 * @param {Uint8Array} key
 */
export function isWeakExchange(key) {
  return WEAK_EXCHANGE.has(withoutTopBit(key));
}

/**
 * Return whether this Ed25519 public key, or a signature's R, is a point of low order, reduced modulo p or not.
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
  cleared[KEY_BYTES - 1] &= 0x7f;
  return toHex(cleared);
}
