// The home's records of `cohort` epochs and tickets. Its journal is in journal_store.js.
//
// The secrets of an epoch, and what was derived from them, are erased by the home's own calendar
// (donor/cohort/erasure.js), whatever a server says.

import { MOST_EVIDENCE } from "../../core/constants.js";
import { toHex } from "../../protocol/encoding.js";
import { TicketSecrets } from "../../rounds/cohort/epoch/tickets.js";
import { JournalStore } from "./journal_store.js";

/** @typedef {import("../../protocol/messages.js").Signed} Signed */
/** @typedef {import("../../rounds/cohort/messages.js").TicketReceipt} TicketReceipt */

/**
 * A ticket of this home.
 *
 * - `ticket`: its digest in hex, by which it is named.
 * - `wanted`: the epoch that it was made for; `made`: the data day on which it was made.
 * - `keys`: its secret keys.
 * - `receipt`: null until the server has confirmed the ticket; `signed`: the receipt's signed text.
 * @typedef {Readonly<{
 *   ticket: string, wanted: number, made: string, keys: TicketSecrets["kept"], receipt: TicketReceipt | null,
 *   signed: Signed | null,
 * }>} Ticket
 */

/**
 * An epoch that this home accepted.
 *
 * - `ticket`: the ticket under which the home found its place; null before.
 * - `shown`: the leaves by which the server showed the place; null before, and once the ticket's secrets are erased.
 * - `duties`: the committees on which the home serves, and its place on each.
 * - `isReady`: whether the key agreements with all leaves for which it will answer are made.
 * - `published`: the epoch as fetched without token; `publishedKey`: the server's key, in hex, that had signed it.
 * - `isDenied`: whether the server told two stories of the epoch, so that the home takes no part in it any more.
 * @typedef {Readonly<{
 *   number: number, start: string, size: number, root: string, reset: number, signed: Signed, ticket: string | null,
 *   shown: Uint8Array | null, duties: readonly Readonly<{cohort: number, place: number}>[], isReady: boolean,
 *   published: Signed | null, publishedKey: string | null, isDenied: boolean,
 * }>} KeptEpoch
 */

/** The records that one home keeps of cohorts, within a transaction. */
export class CohortStore extends JournalStore {
  /**
   * Return all epochs, by rising number.
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
   * Note that an epoch was found published.
   * @param {number} number
   * @param {Signed} published
   * @param {Uint8Array} key the server's online key that signed the text
   */
  async notePublished(number, published, key) {
    const epoch = await this.epoch(number);
    if (epoch !== null) this.keepEpoch({ ...epoch, published, publishedKey: toHex(key) });
  }

  /**
   * Note that the server told two stories of an epoch. Nothing that it says later takes that back.
   * @param {number} number
   */
  async noteDenied(number) {
    const epoch = await this.epoch(number);
    if (epoch !== null) this.keepEpoch({ ...epoch, isDenied: true });
  }

  /**
   * Note that all key agreements for an epoch are made.
   * @param {number} number
   */
  async noteReady(number) {
    const epoch = await this.epoch(number);
    if (epoch !== null) this.keepEpoch({ ...epoch, isReady: true });
  }

  /**
   * Return all tickets whose secrets are kept.
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
   * Return a ticket's key agreements with other leaves.
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
   * Return a cohort's committee or leaves as the server showed them; null if they were not fetched yet.
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
   * Keep evidence against the server: one piece for each reason and subject, and at most MOST_EVIDENCE.
   * @param {string} reason the refusal's
   * @param {string} about what it is about, such as an epoch's number
   * @param {readonly Signed[]} texts
   */
  async keepEvidence(reason, about, texts) {
    const kept = await this.evidence();
    if (kept.length >= MOST_EVIDENCE || kept.some((one) => one.reason === reason && one.about === about)) return;
    this.tables.put("evidence", { reason, about, texts });
  }

  /**
   * Return the evidence against the server: texts that it signed, the last of them that of its online key.
   * @returns {Promise<readonly Readonly<{reason: string, about: string, texts: readonly Signed[]}>[]>}
   */
  evidence() {
    return this.tables.all("evidence");
  }

  /**
   * Erase an epoch's secrets, the leaves and committees fetched for it, and its certified lists. The record that the
   * home had its place there is kept.
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

  /** Erase all tickets and what belongs to them, as the identity key that signed them is gone. The journal is kept. */
  async forgetTickets() {
    for (const epoch of await this.epochs()) await this.eraseEpoch(epoch);
    for (const table of /** @type {const} */ (["tickets", "agreements", "leaves", "lists"])) this.tables.clear(table);
    for (const day of await this.daysKept()) this.eraseUpload(day);
  }
}

/**
 * Return the secret keys of a ticket, ready for use.
 * @param {Ticket} ticket
 */
export function secretsOf({ keys }) {
  return TicketSecrets.restored(keys);
}
