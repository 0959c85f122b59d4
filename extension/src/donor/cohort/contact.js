// The state that the `cohort` tasks of one contact share: the server's keys, the home's own day, the epochs accepted.

import { nextStart } from "../../core/committee_duty.js";
import { DonorError } from "../../core/errors.js";
import { fromHex } from "../../protocol/encoding.js";
import { openPlan } from "../../rounds/cohort/day/plans.js";
import { checkPublished } from "../../rounds/cohort/epoch/acceptance.js";
import { readLog } from "../../rounds/cohort/epoch/public_log.js";
import { KINDS } from "../../rounds/cohort/messages.js";
import { Refused } from "../../rounds/refusals.js";
import { ownToday } from "../contact/contact.js";
import { keepEvidence } from "./evidence.js";

/** @typedef {import("../contact/contact.js").Contact} Contact */
/** @typedef {import("../../protocol/messages.js").Signed} Signed */
/** @typedef {import("../../rounds/cohort/day/plans.js").HomeView} HomeView */
/** @typedef {import("../../rounds/cohort/epoch/places.js").Place} Place */
/** @typedef {import("../../rounds/cohort/epoch/public_log.js").PublicLog} PublicLog */
/** @typedef {import("../../rounds/cohort/messages.js").Reset} Reset */
/** @typedef {import("../../gateways/home_store/cohort_store.js").Ticket} Ticket */
/** @typedef {import("../../gateways/home_store/home.js").Home} Home */

/** The first data day on which a home can take part whose server was never reset: any day. */
const ALWAYS = "0001-01-01";

/**
 * A home's place in an epoch, the ticket by which it has the place, the ticket's secret keys, and the key agreements of
 * these with other leaves.
 * @typedef {Readonly<{
 *   place: Place, ticket: Ticket, secrets: import("../../rounds/cohort/epoch/tickets.js").TicketSecrets,
 *   agreements: import("../../rounds/cohort/epoch/tickets.js").Agreements,
 * }>} HomePlace
 */

/**
 * Thrown for a task of an epoch in which this home can't take part, as its keys there are gone. This is no fault of the
 * server, so nothing is reported.
 */
export class NoPlace extends Error {}

/** One contact as the `cohort` tasks use it. `today` is the data day by this computer's clock, not by the server's. */
export class CohortContact {
  /**
   * @param {Contact} contact
   * @param {ReadonlyMap<number, Signed>} published epochs by number, as fetched without token at the contact's start
   * @param {PublicLog} log the server's public log
   * @param {number} vouched for how many of its first lines the witnesses vouch
   */
  constructor(contact, published, log, vouched) {
    this.log = log;
    this.vouched = vouched;
    this.shared = contact;
    this.store = contact.installation.store;
    this.server = contact.server;
    this.secrets = contact.credentials.secrets;
    this.token = contact.credentials.token;
    this.info = contact.membership.info;
    this.identity = contact.membership.identity;
    this.onlineKey = contact.membership.serverKey;
    this.randomBytes = contact.installation.randomBytes;
    this.report = contact.report;
    this.today = ownToday(contact);
    this.published = published;
    /** @type {Map<number, HomePlace>} the home's places that were found or read in this contact, by epoch */
    this.homePlaces = new Map();
    /**
     * The requests that failed on their way: the first one's error, and how many of the last ones failed in a row.
     * @type {{first: import("../../core/errors.js").DonorError | null, inRow: number}}
     */
    this.failures = { first: null, inRow: 0 };
    /** Whether the server said that it had too many requests: the remaining tasks wait for the next contact. */
    this.isTooMuch = false;
  }

  /** Return the last reset that the home wrote down; null if there was none. */
  reset() {
    return this.store.read(resetIn);
  }

  /**
   * Return whether the witnesses vouch for an epoch.
   * @param {HomePlace} homePlace
   */
  isVouched({ place: { epoch } }) {
    const { epochs } = readLog(this.log.lines.slice(0, this.vouched), this.identity, this.vouched);
    return epochs.some(({ number }) => number === epoch.number);
  }

  /**
   * Return what the home checks a plan under this epoch against.
   * @param {HomePlace} homePlace
   * @param {boolean} isOwn whether the plan is for the home's own upload, which must not be of a day before its ticket
   * @returns {Promise<HomeView>}
   */
  async view({ place: { epoch }, ticket }, isOwn) {
    const [reset, epochs] = await this.store.read(async (home) => [await resetIn(home), await home.cohort.epochs()]);
    const first = reset?.day ?? ALWAYS;
    return {
      server: this.identity,
      zone: this.info.zone,
      onlineKey: this.onlineKey,
      epoch,
      nextStart: nextStart(epochs, epoch.number),
      since: isOwn && ticket.made > first ? ticket.made : first,
      today: this.today,
      recent: this.log.largestTree(epoch.start),
    };
  }

  /**
   * Check a day's plan under this epoch, and return it.
   * @param {Signed} signed
   * @param {HomePlace} homePlace
   * @param {boolean} isOwn as in `view`
   * @throws {Refused} as `openPlan` does
   */
  async plan(signed, homePlace, isOwn) {
    return openPlan(signed, await this.view(homePlace, isOwn));
  }

  /**
   * Return the proof that an epoch is published as it was shown to this home, which uploads under it need. Null if the
   * home has not asked for the published epoch yet.
   *
   * A server could show each home another epoch. So the home also fetches the epoch without its token, as anybody can.
   * A browser may use one connection for all requests, so the home does this first in a contact, before any request
   * with its token: then the server can't tell which home asks. That is in the contact after the one in which the home
   * found its place.
   * @param {HomePlace} homePlace
   * @throws {Refused} if the two differ; the signed texts are then kept as evidence
   */
  async publishedEpoch({ place: { epoch } }) {
    const kept = await this.store.read((home) => home.cohort.epoch(epoch.number));
    if (kept?.published && kept.publishedKey) {
      return checkPublished(kept.published, epoch, this.#keys(fromHex(kept.publishedKey)));
    }
    const signed = this.published.get(epoch.number);
    if (signed === undefined || kept === null) return null;
    try {
      const found = await checkPublished(signed, epoch, this.#keys(this.onlineKey));
      await this.store.write((home) => home.cohort.notePublished(epoch.number, signed, this.onlineKey));
      return found;
    } catch (error) {
      if (error instanceof Refused) await keepEvidence(this, error, epoch.number, [kept.signed, signed]);
      throw error;
    }
  }

  /** @param {Uint8Array} onlineKey */
  #keys(onlineKey) {
    return { server: this.identity, onlineKey };
  }
}

/**
 * Return the last reset that the home wrote down, in the caller's transaction; null if there was none.
 * @param {Home} home
 * @returns {Promise<Reset | null>}
 */
export async function resetIn(home) {
  const text = await home.fact("reset");
  return text === null ? null : KINDS.reset(text);
}

/**
 * Fetch, without token, the epochs in which the home has its place and that it has not found published yet. Return
 * them by number.
 *
 * An epoch that can't be fetched now is asked for again in the next contact.
 * @param {import("../../gateways/home_store/store.js").Store} store
 * @param {import("../../gateways/server_http/server_http.js").ServerHttp} server
 */
export async function askPublished(store, server) {
  const epochs = await store.read((home) => home.cohort.epochs());
  /** @type {Map<number, Signed>} */
  const found = new Map();
  for (const { number } of epochs.filter(({ shown, published }) => shown !== null && published === null)) {
    const signed = await ifUsable(server.epoch(number));
    if (signed !== null) found.set(number, signed);
  }
  return found;
}

/**
 * Wait for a server's answer and return it; null if that ends with a DonorError, such as no connection.
 * @template Answer
 * @param {Promise<Answer>} asking
 * @returns {Promise<Answer | null>}
 */
async function ifUsable(asking) {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof DonorError)) throw error;
    return null;
  }
}
