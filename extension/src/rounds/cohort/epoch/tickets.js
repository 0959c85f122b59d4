// Tickets: a donor's two keys for one epoch, signed by its identity
// (docs/reference/cohort.md, "Tickets, tree, draws"; pdd_shared/rounds/cohort/epoch/tickets.py).

import { plusDays } from "../../../protocol/days.js";
import { agree, KEY_SIZE } from "../../../protocol/keys.js";
import { SECRETS_KEPT, TICKET_LAPSES } from "../../../protocol/limits.js";
import * as primitives from "../../../protocol/primitives.js";
import { digest, named, statement } from "../encoding.js";

/** @typedef {import("../../../protocol/keys.js").DonorSecrets} DonorSecrets */
/** @typedef {import("../../../protocol/keys.js").KeyPair} KeyPair */
/** @typedef {import("../../../protocol/keys.js").RandomBytes} RandomBytes */

/**
 * What a donor sends: its identity key, the two keys of an epoch, and the identity's signature over these.
 * @typedef {Readonly<{identity: Uint8Array, exchange: Uint8Array, signing: Uint8Array, signature: Uint8Array}>} Ticket
 */

/** A ticket's secret keys; they never leave the home, which erases them after `eraseAfter`. */
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
   * New keys from the caller's cryptographic random source.
   * @param {RandomBytes} randomBytes
   */
  static generate(randomBytes) {
    return TicketSecrets.from(randomBytes(KEY_SIZE), randomBytes(KEY_SIZE));
  }

  /**
   * The keys of these secrets, 32 bytes each.
   * @param {Uint8Array} exchangeSecret
   * @param {Uint8Array} signingSeed
   */
  static async from(exchangeSecret, signingSeed) {
    const exchange = await primitives.agreementKey(exchangeSecret);
    return new TicketSecrets(exchange, await primitives.signingKey(signingSeed));
  }

  /**
   * The keys as `kept` gave them to a database.
   * @param {{exchange: KeyPair, signing: KeyPair}} record
   */
  static restored({ exchange, signing }) {
    return new TicketSecrets(exchange, signing);
  }

  /** What a database keeps: the secret halves are opaque wherever the engine can make them so. */
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
   * The ticket's signature, 64 bytes.
   * @param {Uint8Array} message
   */
  sign(message) {
    return primitives.sign(this.#signing.secret, message);
  }

  /**
   * The X25519 shared secret with another ticket's key, 32 bytes; WeakKey where it would be all zero.
   * @param {Uint8Array} publicKey
   */
  agree(publicKey) {
    return agree(this.#exchange.secret, publicKey);
  }
}

/** What a home's ticket agreed on with others, kept for the epoch: a member has thousands of agreements. */
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

  /** What a database keeps; as secret as the ticket's own key, and erased with it. */
  get kept() {
    return [...this.#known];
  }

  /**
   * Agree with some of these keys that are not known yet, and return how many are left.
   *
   * Without WebCrypto each takes about a millisecond: `most` bounds a call, so that a page or a worker goes on between.
   * WeakKey where an agreement would be all zero.
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
   * The agreement with each of these keys; WeakKey where one would be all zero.
   * @param {readonly Uint8Array[]} publicKeys
   */
  async with(publicKeys) {
    await this.prepare(publicKeys);
    return publicKeys.map((key) => /** @type {Uint8Array} */ (this.#known.get(named(key))));
  }
}

/**
 * The ticket of these secrets for one server, signed by the donor's identity.
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
 * The 32 bytes by which a receipt of this server (its identity key) names the ticket.
 * @param {Ticket} ticket
 * @param {Uint8Array} server
 */
export function ticketDigest({ identity, exchange, signing }, server) {
  return digest("ticket", server, identity, exchange, signing);
}

/**
 * The last day on which an epoch's secrets are needed. On the next day by its own clock the home erases them, and what
 * it derived from them; no word of a server delays it.
 * @param {string} lastDataDay the epoch's
 */
export function eraseAfter(lastDataDay) {
  return plusDays(lastDataDay, SECRETS_KEPT);
}

/**
 * Whether a ticket that was made on a day, and for which no tree was shown, is thrown away today.
 *
 * Its receipt no longer counts then. A server that waits so long to pass a ticket over has no epoch meanwhile.
 * @param {string} made
 * @param {string} today
 */
export function hasLapsed(made, today) {
  return today >= plusDays(made, TICKET_LAPSES);
}
