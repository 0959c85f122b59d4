// The keys of donors: Ed25519 to sign, X25519 to agree (pdd_shared/protocol/keys.py).

import { fromHex, lengthPrefixed, toHex, utf8 } from "./encoding.js";
import * as primitives from "./primitives.js";
import { KEY_SIZE } from "./sizes.js";

/** @typedef {(size: number) => Uint8Array} RandomBytes */
/** @typedef {import("./messages.js").Member} Member */
/** @typedef {Readonly<{secret: primitives.SecretKey, public: Uint8Array}>} KeyPair */

/** A public key of low order, whose shared secrets are all zero, so that everybody knows them (RFC 7748, 6.1). */
export class WeakKey extends Error {}

/** A donor's secret keys; they never leave its installation, and show nowhere. */
export class DonorSecrets {
  #identity;
  #exchange;

  /**
   * @param {KeyPair} identity
   * @param {KeyPair} exchange
   */
  constructor(identity, exchange) {
    this.#identity = identity;
    this.#exchange = exchange;
  }

  /**
   * Draw new keys from the caller's cryptographic random source.
   * @param {RandomBytes} randomBytes
   */
  static generate(randomBytes) {
    return DonorSecrets.from(randomBytes(KEY_SIZE), randomBytes(KEY_SIZE));
  }

  /**
   * Return the keys of these secrets, 32 bytes each.
   * @param {Uint8Array} identitySeed
   * @param {Uint8Array} exchangeSecret
   */
  static async from(identitySeed, exchangeSecret) {
    const identity = await primitives.signingKey(identitySeed);
    return new DonorSecrets(identity, await primitives.agreementKey(exchangeSecret));
  }

  /**
   * Return the keys from a database's record, which `kept` made.
   * @param {{identity: KeyPair, exchange: KeyPair}} record
   */
  static restored({ identity, exchange }) {
    return new DonorSecrets(identity, exchange);
  }

  /** Return the record for a database. Its secret halves can't be exported, wherever the browser supports such keys. */
  get kept() {
    return { identity: this.#identity, exchange: this.#exchange };
  }

  /** The Ed25519 public key that says who this donor is to the server, 32 bytes. */
  get identityPublic() {
    return this.#identity.public;
  }

  /** The X25519 public key, 32 bytes. */
  get exchangePublic() {
    return this.#exchange.public;
  }

  /**
   * Sign a message with the identity key, and return the signature, 64 bytes.
   * @param {Uint8Array} message
   */
  sign(message) {
    return primitives.sign(this.#identity.secret, message);
  }

  /**
   * Return the X25519 shared secret with this public key, 32 bytes; WeakKey if it would be all zero.
   * @param {Uint8Array} publicKey
   */
  agree(publicKey) {
    return agree(this.#exchange.secret, publicKey);
  }

  /**
   * Return the donor's entry in that server's rosters: its public keys.
   * @param {Uint8Array} serverKey
   * @returns {Promise<Member>}
   */
  async member(serverKey) {
    const signature = await this.sign(exchangeStatement(serverKey, this.exchangePublic));
    return Object.freeze({
      identity: toHex(this.identityPublic),
      exchange: toHex(this.exchangePublic),
      signature: toHex(signature),
    });
  }
}

/**
 * Return whether the member's identity key signed its exchange key for this server. Otherwise a server could put in
 * keys of its own, and know the masks.
 * @param {Member} member
 * @param {Uint8Array} serverKey
 */
export function memberIsGenuine({ identity, exchange, signature }, serverKey) {
  const statement = exchangeStatement(serverKey, fromHex(exchange));
  return primitives.verify(fromHex(signature), statement, fromHex(identity));
}

/**
 * Return the X25519 shared secret, 32 bytes (RFC 7748); WeakKey if it would be all zero.
 * @param {primitives.SecretKey} secret
 * @param {Uint8Array} publicKey
 */
export async function agree(secret, publicKey) {
  const shared = await primitives.agree(secret, publicKey);
  if (shared === null) throw new WeakKey("a public key of low order");
  return shared;
}

/**
 * @param {Uint8Array} serverKey
 * @param {Uint8Array} exchange
 */
function exchangeStatement(serverKey, exchange) {
  return lengthPrefixed([utf8("pdd/1/exchange-key"), serverKey, exchange]);
}
