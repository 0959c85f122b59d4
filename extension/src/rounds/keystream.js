// The ChaCha20 keystreams of which both protocols make masks, the same bytes as libsodium's deterministic generator
// (pdd_shared/rounds/keystream.py).

import { chacha20 } from "@noble/ciphers/chacha.js";
import { utf8 } from "../protocol/encoding.js";

/** The fixed nonce of libsodium's `randombytes_buf_deterministic`. It is safe because each seed is used once. */
const NONCE = utf8("LibsodiumDRG");
const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** A reusable buffer for ChaCha20-IETF keystreams (RFC 8439, counter 0) of one length. */
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
   * Return the keystream of a seed. It is valid until the next call, which writes over it.
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
