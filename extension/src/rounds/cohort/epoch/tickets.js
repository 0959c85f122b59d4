// Tickets: a donor's two public keys for one epoch, signed with its identity key
// (docs/reference/cohort.md, "Tickets, tree, draws"; pdd_shared/rounds/cohort/epoch/tickets.py).

import { plusDays } from "../../../protocol/days.js";
import { agree } from "../../../protocol/keys.js";
import { SECRETS_KEPT, TICKET_LAPSES } from "../../../protocol/limits.js";
import * as primitives from "../../../protocol/primitives.js";
import { KEY_SIZE } from "../../../protocol/sizes.js";
import { digest, named, statement } from "../encoding.js";

/** @typedef {import("../../../protocol/keys.js").DonorSecrets} DonorSecrets */
/** @typedef {import("../../../protocol/keys.js").KeyPair} KeyPair */
/** @typedef {import("../../../protocol/keys.js").RandomBytes} RandomBytes */

/**
 * A donor's message with its keys for one epoch: its identity key, the two keys, and the identity's signature over
 * them.
 * @typedef {Readonly<{identity: Uint8Array, exchange: Uint8Array, signing: Uint8Array, signature: Uint8Array}>} Ticket
 */

/** A ticket's secret keys. They never leave the home, which erases them after `eraseAfter`. */
export class TicketSecrets {
  #exchange;
  #signing;

  /**
   * @param {KeyPair} exchange
   * @param {KeyPair} signing
   */
  constructor(exchange, signing) {
    this.#exchange = exchange;
    this.#signing = signing;
  }

  /**
   * Draw new keys from the caller's cryptographic random source.
   * @param {RandomBytes} randomBytes
   */
  static generate(randomBytes) {
    return TicketSecrets.from(randomBytes(KEY_SIZE), randomBytes(KEY_SIZE));
  }

  /**
   * Return the keys of these secrets, 32 bytes each.
   * @param {Uint8Array} exchangeSecret
   * @param {Uint8Array} signingSeed
   */
  static async from(exchangeSecret, signingSeed) {
    const exchange = await primitives.agreementKey(exchangeSecret);
    return new TicketSecrets(exchange, await primitives.signingKey(signingSeed));
  }

  /**
   * Return the keys from a database's record, which `kept` made.
   * @param {{exchange: KeyPair, signing: KeyPair}} record
   */
  static restored({ exchange, signing }) {
    return new TicketSecrets(exchange, signing);
  }

  /** Return the record for a database. Its secret halves can't be exported, wherever the browser supports such keys. */
  get kept() {
    return { exchange: this.#exchange, signing: this.#signing };
  }

  /** The X25519 public key, 32 bytes. */
  get exchangePublic() {
    return this.#exchange.public;
  }

  /** The Ed25519 public key, 32 bytes. */
  get signingPublic() {
    return this.#signing.public;
  }

  /**
   * Sign a message with the ticket's Ed25519 key, and return the signature, 64 bytes.
   * @param {Uint8Array} message
   */
  sign(message) {
    return primitives.sign(this.#signing.secret, message);
  }

  /**
   * Return the X25519 shared secret with another ticket's key, 32 bytes; WeakKey if it would be all zero.
   * @param {Uint8Array} publicKey
   */
  agree(publicKey) {
    return agree(this.#exchange.secret, publicKey);
  }
}

/** The cached shared secrets of a home's ticket with others, kept for the epoch: a member has thousands of them. */
export class Agreements {
  #secrets;
  /** @type {Map<string, Uint8Array>} */
  #known;

  /**
   * @param {TicketSecrets} secrets
   * @param {Iterable<[string, Uint8Array]>} [known] as `kept` gave them
   */
  constructor(secrets, known = []) {
    this.#secrets = secrets;
    this.#known = new Map(known);
  }

  /** Return the record for a database. It is as secret as the ticket's own key, and erased with it. */
  get kept() {
    return [...this.#known];
  }

  /**
   * Compute up to `most` shared secrets with keys that are not cached yet, and return how many are left.
   *
   * Without WebCrypto each takes about a millisecond. `most` bounds a call, so that a page or worker can do other work
   * in between. WeakKey if a shared secret would be all zero.
   * @param {readonly Uint8Array[]} publicKeys
   * @param {number} [most]
   */
  async prepare(publicKeys, most = Number.POSITIVE_INFINITY) {
    const all = publicKeys.map((key) => ({ key, name: named(key) }));
    const unknown = all.filter(({ name }) => !this.#known.has(name));
    const next = unknown.slice(0, most);
    const shared = await Promise.all(next.map(({ key }) => this.#secrets.agree(key)));
    for (const [at, { name }] of next.entries()) this.#known.set(name, shared[at]);
    return unknown.length - next.length;
  }

  /**
   * Return the shared secret with each of these keys; WeakKey if one would be all zero.
   * @param {readonly Uint8Array[]} publicKeys
   */
  async with(publicKeys) {
    await this.prepare(publicKeys);
    return publicKeys.map((key) => /** @type {Uint8Array} */ (this.#known.get(named(key))));
  }
}

/**
 * Sign a ticket for one server with the donor's identity key.
 * @param {TicketSecrets} secrets
 * @param {DonorSecrets} donor
 * @param {Uint8Array} server the server's identity key
 * @returns {Promise<Ticket>}
 */
export async function makeTicket({ exchangePublic, signingPublic }, donor, server) {
  const signature = await donor.sign(statement("ticket", server, exchangePublic, signingPublic));
  return Object.freeze({
    identity: donor.identityPublic,
    exchange: exchangePublic,
    signing: signingPublic,
    signature,
  });
}

/**
 * Return the digest, 32 bytes, by which receipts name the ticket; `server` is the server's identity key.
 * @param {Ticket} ticket
 * @param {Uint8Array} server
 */
export function ticketDigest({ identity, exchange, signing }, server) {
  return digest("ticket", server, identity, exchange, signing);
}

/**
 * Return the last day on which an epoch's secrets are kept. On the next day, by its own clock, the home erases them and
 * all that it derived from them. No message of a server can delay this.
 * @param {string} lastDataDay the epoch's
 */
export function eraseAfter(lastDataDay) {
  return plusDays(lastDataDay, SECRETS_KEPT);
}

/**
 * Return whether a ticket made on the day `made`, for which no tree was shown yet, is thrown away today.
 *
 * Its receipt no longer counts then. This does not help a server that wants to leave a donor out: while it waits, it
 * can have no epoch that the home accepts.
 * @param {string} made
 * @param {string} today
 */
export function hasLapsed(made, today) {
  return today >= plusDays(made, TICKET_LAPSES);
}
