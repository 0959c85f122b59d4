// The home's records of `cohort` epochs and tickets. Its journal is in journal_store.js.
//
// The secrets of an epoch, and what was derived from them, go by the home's own calendar, whatever a server says.

import { toHex } from "../../protocol/encoding.js";
import { TicketSecrets } from "../../rounds/cohort/epoch/tickets.js";
import { SaidStore } from "./journal_store.js";

/** @typedef {import("../../protocol/messages.js").Signed} Signed */
/** @typedef {import("../../rounds/cohort/messages.js").TicketReceipt} TicketReceipt */

/**
 * A ticket of this home, named by its digest in hex: made on the day `made` for epoch `wanted`. `keys` are its secret
 * keys; `receipt` is null until the server has confirmed it, `signed` the receipt's text.
 * @typedef {Readonly<{
 *   ticket: string, wanted: number, made: string, keys: TicketSecrets["kept"], receipt: TicketReceipt | null,
 *   signed: Signed | null,
 * }>} Ticket
 */

/**
 * An epoch that this home accepted. `ticket` names the ticket under which it found its place, `shown` are the leaves by
 * which it did; both null before, `shown` again once the ticket's secrets are erased. `duties` are the committees on
 * which it serves; `isReady` says that it has agreed with all leaves that it will answer for. `published` is the same
 * epoch as it was fetched without token, and `publishedKey` the key (hex) that had signed it. `isDenied` says that the
 * server told another story of it: the home has no part in it any more.
 * @typedef {Readonly<{
 *   number: number, start: string, size: number, root: string, reset: number, signed: Signed, ticket: string | null,
 *   shown: Uint8Array | null, duties: readonly Readonly<{cohort: number, place: number}>[], isReady: boolean,
 *   published: Signed | null, publishedKey: string | null, isDenied: boolean,
 * }>} KeptEpoch
 */

/** Texts that convict a server, at most: it could sign lies for ever. */
const MOST_EVIDENCE = 20;

/** What one home keeps of cohorts, within a transaction. */
export class CohortStore extends SaidStore {
  /**
   * All epochs, by number.
   * @returns {Promise<readonly KeptEpoch[]>}
   */
  epochs() {
    return this.tables.all("epochs");
  }

  /**
   * @param {number} number
   * @returns {Promise<KeptEpoch | null>}
   */
  async epoch(number) {
    return (await this.tables.get("epochs", number)) ?? null;
  }

  /** @param {KeptEpoch} epoch in place of what was kept under its number */
  keepEpoch(epoch) {
    this.tables.put("epochs", epoch);
  }

  /**
   * Note that an epoch was found published; `key` had signed the text.
   * @param {number} number
   * @param {Signed} published
   * @param {Uint8Array} key
   */
  async notePublished(number, published, key) {
    const epoch = await this.epoch(number);
    if (epoch !== null) this.keepEpoch({ ...epoch, published, publishedKey: toHex(key) });
  }

  /**
   * Note that the server told two stories of an epoch: what it says later doesn't mend that.
   * @param {number} number
   */
  async noteDenied(number) {
    const epoch = await this.epoch(number);
    if (epoch !== null) this.keepEpoch({ ...epoch, isDenied: true });
  }

  /**
   * Note that all agreements of an epoch are made.
   * @param {number} number
   */
  async noteReady(number) {
    const epoch = await this.epoch(number);
    if (epoch !== null) this.keepEpoch({ ...epoch, isReady: true });
  }

  /**
   * All tickets whose secrets are kept.
   * @returns {Promise<readonly Ticket[]>}
   */
  tickets() {
    return this.tables.all("tickets");
  }

  /** @param {Ticket} ticket */
  keepTicket(ticket) {
    this.tables.put("tickets", ticket);
  }

  /**
   * Erase a ticket's secrets, and what was derived from them.
   * @param {string} ticket
   */
  eraseTicket(ticket) {
    this.tables.delete("tickets", ticket);
    this.tables.delete("agreements", ticket);
  }

  /**
   * What a ticket agreed on with others.
   * @param {string} ticket
   * @returns {Promise<readonly [string, Uint8Array][]>}
   */
  async agreements(ticket) {
    return (await this.tables.get("agreements", ticket))?.known ?? [];
  }

  /**
   * @param {string} ticket
   * @param {readonly [string, Uint8Array][]} known
   */
  keepAgreements(ticket, known) {
    this.tables.put("agreements", { ticket, known });
  }

  /**
   * A committee or a cohort's leaves as the server showed them.
   * @param {number} epoch
   * @param {number} cohort
   * @param {"committee" | "cohort"} what
   * @returns {Promise<Uint8Array | null>}
   */
  async leaves(epoch, cohort, what) {
    return (await this.tables.get("leaves", [epoch, cohort, what]))?.shown ?? null;
  }

  /**
   * @param {number} epoch
   * @param {number} cohort
   * @param {"committee" | "cohort"} what
   * @param {Uint8Array} shown
   */
  keepLeaves(epoch, cohort, what, shown) {
    this.tables.put("leaves", { epoch, cohort, what, shown });
  }

  /**
   * Keep what convicts the server, once, and no more of it than is needed.
   * @param {string} reason
   * @param {string} about what it is about, such as an epoch's number
   * @param {readonly Signed[]} texts
   */
  async keepEvidence(reason, about, texts) {
    const kept = await this.evidence();
    if (kept.length >= MOST_EVIDENCE || kept.some((one) => one.reason === reason && one.about === about)) return;
    this.tables.put("evidence", { reason, about, texts });
  }

  /**
   * What convicts the server: texts that it signed, the last of them its online key's.
   * @returns {Promise<readonly Readonly<{reason: string, about: string, texts: readonly Signed[]}>[]>}
   */
  evidence() {
    return this.tables.all("evidence");
  }

  /**
   * Erase an epoch's secrets and the texts of those that it serves; that the home had its place there stays.
   * @param {KeptEpoch} epoch
   */
  async eraseEpoch(epoch) {
    if (epoch.ticket !== null) this.eraseTicket(epoch.ticket);
    this.keepEpoch({ ...epoch, shown: null, duties: [] });
    for (const { cohort, what } of await this.#leavesOf(epoch.number)) {
      this.tables.delete("leaves", [epoch.number, cohort, what]);
    }
    for (const { day, cohort, subCohort } of (await this.lists()).filter((list) => list.epoch === epoch.number)) {
      this.tables.delete("lists", [day, cohort, subCohort]);
    }
  }

  /**
   * @param {number} number
   * @returns {Promise<readonly {cohort: number, what: string}[]>}
   */
  async #leavesOf(number) {
    return (await this.tables.all("leaves")).filter(({ epoch }) => epoch === number);
  }

  /** Erase all tickets and what belongs to them: the keys that signed them are gone. The journal stays. */
  async forgetTickets() {
    for (const epoch of await this.epochs()) await this.eraseEpoch(epoch);
    for (const table of /** @type {const} */ (["tickets", "agreements", "leaves", "lists"])) this.tables.clear(table);
    for (const day of await this.daysKept()) this.eraseUpload(day);
  }
}

/**
 * The secrets of a ticket.
 * @param {Ticket} ticket
 */
export function secretsOf({ keys }) {
  return TicketSecrets.restored(keys);
}
