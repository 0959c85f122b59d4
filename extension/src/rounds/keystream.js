// The keystreams of masks, of both protocols: ChaCha20 as libsodium's randombytes_buf_deterministic has it
// (pdd_shared/rounds/keystream.py).

import { chacha20 } from "@noble/ciphers/chacha.js";
import { utf8 } from "../protocol/encoding.js";

/** The nonce of libsodium's randombytes_buf_deterministic, whose bytes these are; a seed is used once. */
const NONCE = utf8("LibsodiumDRG");
const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** ChaCha20-IETF keystreams (RFC 8439, counter 0) of one length, each written over the one before. */
export class Keystream {
  #zeros;
  #bytes;
  #numbers;

  /** @param {number} numbers how many uint32 a stream has */
  constructor(numbers) {
    this.#zeros = new Uint8Array(numbers * Uint32Array.BYTES_PER_ELEMENT);
    this.#bytes = new Uint8Array(this.#zeros.length);
    this.#numbers = new Uint32Array(this.#bytes.buffer);
  }

  /**
   * The seed's mask, valid until the next call.
   * @param {Uint8Array} seed
   */
  of(seed) {
    chacha20(seed, NONCE, this.#zeros, this.#bytes);
    if (!IS_LITTLE_ENDIAN) swap(this.#bytes);
    return this.#numbers;
  }
}

/** @param {Uint8Array} bytes */
function swap(bytes) {
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length; at += 4) view.setUint32(at, view.getUint32(at, true), false);
}
