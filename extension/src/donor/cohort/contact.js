// What the `cohort` tasks of one contact share: the server's keys, the home's own day, the epochs accepted so far.

import { nextStart } from "../../core/committee_duty.js";
import { fromHex } from "../../protocol/encoding.js";
import { openPlan } from "../../rounds/cohort/day/plans.js";
import { checkPublished } from "../../rounds/cohort/epoch/acceptance.js";
import { KINDS } from "../../rounds/cohort/messages.js";
import { Refused } from "../../rounds/refusals.js";
import { ownToday } from "../contact/contact.js";
import { keepEvidence } from "./evidence.js";

/** @typedef {import("../contact/contact.js").Contact} Contact */
/** @typedef {import("../../protocol/messages.js").Signed} Signed */
/** @typedef {import("../../rounds/cohort/day/plans.js").HomeView} HomeView */
/** @typedef {import("../../rounds/cohort/epoch/places.js").Place} Place */
/** @typedef {import("../../rounds/cohort/messages.js").Reset} Reset */
/** @typedef {import("../../gateways/home_store/cohort_store.js").Ticket} Ticket */
/** @typedef {import("../../gateways/home_store/home.js").Home} Home */

/** The first data day that a home without a reset takes part in. */
const ALWAYS = "0001-01-01";

/**
 * A home's place in an epoch, the ticket that it has it by, and what that ticket agreed on with others.
 * @typedef {Readonly<{
 *   place: Place, ticket: Ticket, secrets: import("../../rounds/cohort/epoch/tickets.js").TicketSecrets,
 *   agreements: import("../../rounds/cohort/epoch/tickets.js").Agreements,
 * }>} Held
 */

/** A task of an epoch in which this home can't take part: its keys there are gone. Nothing is wrong with the server. */
export class NotOurs extends Error {}

/** The `cohort` tasks' side of one contact. `today` is the data day by this computer's own clock. */
export class CohortContact {
  /**
   * @param {Contact} contact
   * @param {ReadonlyMap<number, Signed>} published epochs as they were fetched without token, first in this contact
   */
  constructor(contact, published) {
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
    /** @type {Map<number, Held>} */
    this.held = new Map();
    /**
     * Of the requests that failed on their way the first one's error, and how many of the last ones did in a row.
     * @type {{first: import("../../core/errors.js").DonorError | null, inRow: number}}
     */
    this.failures = { first: null, inRow: 0 };
    /** Whether the server has had too many requests: the rest waits for the next contact. */
    this.isTooMuch = false;
  }

  /** The last reset that the home wrote down; null if there was none. */
  reset() {
    return this.store.read(resetIn);
  }

  /**
   * What the home holds a plan under this epoch against.
   * @param {Held} held
   * @param {boolean} isOwn whether it is for the home's own upload
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
    };
  }

  /**
   * A day's plan under this epoch, checked.
   * @param {Signed} signed
   * @param {Held} held
   * @param {boolean} isOwn
   */
  async plan(signed, held, isOwn) {
    return openPlan(signed, await this.view(held, isOwn));
  }

  /**
   * What allows uploads under an epoch: the home found it published as it was shown. Null if it has not looked yet.
   *
   * A browser chooses its connections. So the home asks for the epoch first in a contact, before anything that carries
   * its token, and the server can't tell who asks. That is in the contact after the one in which it found its place.
   * @param {Held} held
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
 * @param {Home} home
 * @returns {Promise<Reset | null>}
 */
export async function resetIn(home) {
  const text = await home.fact("reset");
  return text === null ? null : KINDS.reset(text);
}

/**
 * Ask for the epochs in which the home has its place and that it has not found published yet; without token.
 *
 * An epoch that can't be had now is asked for again in the next contact.
 * @param {import("../../gateways/home_store/store.js").Store} store
 * @param {import("../../gateways/server_http/server_http.js").ServerHttp} server
 * @param {(asking: Promise<Signed>) => Promise<Signed | null>} ifUsable
 */
export async function askPublished(store, server, ifUsable) {
  const epochs = await store.read((home) => home.cohort.epochs());
  /** @type {Map<number, Signed>} */
  const found = new Map();
  for (const { number } of epochs.filter(({ shown, published }) => shown !== null && published === null)) {
    const signed = await ifUsable(server.epoch(number));
    if (signed !== null) found.set(number, signed);
  }
  return found;
}
