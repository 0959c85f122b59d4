// What a member deals when it prepares: shares of its two secrets of the round, one pair a member, sealed
// (pdd_shared/rounds/recoverable/dealing.py, where the prepare message is laid out).

import { hsalsa, xsalsa20poly1305 } from "@noble/ciphers/salsa.js";
import { concatBytes } from "@noble/hashes/utils.js";
import { digest, fromHex, isSame, utf8 } from "../../encoding.js";
import { KEY_SIZE, WeakKey } from "../../keys.js";
import { agreementKey } from "../../primitives.js";
import { split } from "../../secret_sharing.js";
import { Refused } from "../refusals.js";

/** @typedef {import("../../keys.js").DonorSecrets} DonorSecrets */
/** @typedef {import("../../keys.js").RandomBytes} RandomBytes */
/** @typedef {import("../../messages.js").Member} Member */
/** @typedef {import("../../messages.js").Prepared} Prepared */

const NONCE_SIZE = 24;
const SHARES_SIZE = 2 * KEY_SIZE;
const CONTENT_SIZE = 1 + 32 + 1 + 1 + SHARES_SIZE;
export const BOX_SIZE = NONCE_SIZE + 16 + CONTENT_SIZE;
const CONTENT_VERSION = 1;
/** Salsa20's constant, as words. */
const SIGMA = new Uint32Array(utf8("expand 32-byte k").buffer);

/** A member's two secrets of one round, 32 bytes each: an X25519 secret, and the seed of its self-mask. */
export class RoundSecrets {
  #ephemeral;
  #selfMask;

  /**
   * @param {Uint8Array} ephemeral
   * @param {Uint8Array} selfMask
   */
  constructor(ephemeral, selfMask) {
    this.#ephemeral = ephemeral;
    this.#selfMask = selfMask;
  }

  /**
   * New secrets for one round.
   * @param {RandomBytes} randomBytes
   */
  static draw(randomBytes) {
    return new RoundSecrets(randomBytes(KEY_SIZE), randomBytes(KEY_SIZE));
  }

  get ephemeral() {
    return this.#ephemeral;
  }

  get selfMask() {
    return this.#selfMask;
  }

  /** The ephemeral secret as a key to agree with, and the public key that the others mask against. */
  agreementKey() {
    return agreementKey(this.#ephemeral);
  }
}

/**
 * The commitment to a self-mask's seed: a hash, which hides 32 uniform bytes and binds to them.
 * @param {Uint8Array} selfMask
 * @param {Uint8Array} groupPlan
 * @param {number} place
 */
export function commit(selfMask, groupPlan, place) {
  return digest("self-mask", groupPlan, Uint8Array.of(place), selfMask);
}

/**
 * Both secrets split into as many shares as there are keys, any `threshold` of which rebuild them, each pair sealed to
 * its member; and the 32 bytes that name the dealing, which the dealer signs.
 * @param {RoundSecrets} secrets
 * @param {Uint8Array} groupPlan
 * @param {number} place
 * @param {number} threshold
 * @param {readonly Uint8Array[]} keys the boxes', by place
 * @param {RandomBytes} randomBytes
 */
export function deal({ selfMask, ephemeral }, groupPlan, place, threshold, keys, randomBytes) {
  const both = concatBytes(selfMask, ephemeral);
  const pairs = split(both, threshold, keys.length, randomBytes((threshold - 1) * SHARES_SIZE));
  const nonces = randomBytes(NONCE_SIZE * keys.length);
  const hashes = pairs.flatMap((pair, receiver) =>
    [0, 1].map((kind) => {
      const share = pair.subarray(kind * KEY_SIZE, (kind + 1) * KEY_SIZE);
      return digest("share", groupPlan, Uint8Array.of(place, receiver, kind), share);
    }),
  );
  const boxes = pairs.map((pair, receiver) => {
    const nonce = nonces.subarray(receiver * NONCE_SIZE, (receiver + 1) * NONCE_SIZE);
    const content = concatBytes(heading(groupPlan, place, receiver), pair);
    return concatBytes(nonce, xsalsa20poly1305(keys[receiver], nonce).encrypt(content));
  });
  return dealing(concatBytes(...hashes), concatBytes(...boxes));
}

/**
 * @param {Uint8Array} hashes
 * @param {Uint8Array} boxes
 */
function dealing(hashes, boxes) {
  return { hashes, boxes, digest: digest("dealing", digest("hashes", hashes), digest("boxes", boxes)) };
}

/**
 * @param {Uint8Array} groupPlan
 * @param {number} dealer
 * @param {number} receiver
 */
function heading(groupPlan, dealer, receiver) {
  return concatBytes(Uint8Array.of(CONTENT_VERSION), groupPlan, Uint8Array.of(dealer, receiver));
}

/**
 * The pair of shares in a box, 64 bytes; null if it is not from that dealer, for that receiver and this round.
 * @param {Uint8Array} box
 * @param {Uint8Array} groupPlan
 * @param {number} dealer
 * @param {number} receiver
 * @param {Uint8Array} key
 */
export function openBox(box, groupPlan, dealer, receiver, key) {
  const content = decrypted(box, key);
  const expected = heading(groupPlan, dealer, receiver);
  if (content?.length !== CONTENT_SIZE || !isSame(content.subarray(0, expected.length), expected)) return null;
  return content.subarray(expected.length);
}

/**
 * @param {Uint8Array} box
 * @param {Uint8Array} key
 */
function decrypted(box, key) {
  if (box.length !== BOX_SIZE) return null;
  try {
    return xsalsa20poly1305(key, box.subarray(0, NONCE_SIZE)).decrypt(box.subarray(NONCE_SIZE));
  } catch {
    return null; // its authenticator does not fit
  }
}

/**
 * A prepare message as it travels.
 * @param {Prepared} prepared
 * @param {{hashes: Uint8Array, boxes: Uint8Array}} dealing
 */
export function toMessage({ ephemeral, commitment, signature }, { hashes, boxes }) {
  return concatBytes(...[ephemeral, commitment, signature].map(fromHex), hashes, boxes);
}

/** The keys of NaCl boxes between a donor and others, each agreed on once: a sticky group's serve for days. */
export class BoxKeys {
  #donor;
  /** @type {Map<string, Promise<Uint8Array>>} */
  #known = new Map();

  /** @param {DonorSecrets} donor */
  constructor(donor) {
    this.#donor = donor;
  }

  /**
   * The key shared with this member; Refused "weak-key" where its exchange key is of low order.
   * @param {Member} member
   */
  withMember({ exchange }) {
    const key = this.#known.get(exchange) ?? this.#agreed(fromHex(exchange));
    this.#known.set(exchange, key);
    return key;
  }

  /** @param {Uint8Array} exchange */
  async #agreed(exchange) {
    try {
      return boxKey(await this.#donor.agree(exchange));
    } catch (error) {
      if (!(error instanceof WeakKey)) throw error;
      throw new Refused("weak-key", "a member's exchange key is of low order");
    }
  }
}

/**
 * The key of a NaCl box from the X25519 shared secret: HSalsa20 at nonce zero (Bernstein, "Cryptography in NaCl").
 * @param {Uint8Array} shared
 */
function boxKey(shared) {
  const key = new Uint32Array(KEY_SIZE / 4);
  hsalsa(SIGMA, new Uint32Array(shared.slice().buffer), new Uint32Array(4), key);
  return new Uint8Array(key.buffer);
}
