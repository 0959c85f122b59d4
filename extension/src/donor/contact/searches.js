// Finds the searches that the tasks of one contact count.

import { readSearches } from "../days/read_searches.js";

/** @typedef {import("../days/read_searches.js").Found} Found */
/** @typedef {import("../../core/views.js").UnreadHistory} UnreadHistory */

/**
 * Finds the searches to count.
 *
 * Under `plain` the history is read once, for all days that the server asks for, when a task first counts something.
 * All tasks of the contact then see the same searches. Under `cohort` it was read before the contact, and is not read
 * again: from the time that reading takes, the server could tell which donors give something.
 */
export class ContactSearches {
  #installation;
  #zone;
  #days;
  #ahead;
  /** @type {Promise<Found> | null} */
  #found = null;
  /** @type {readonly UnreadHistory[]} */
  #unread = [];

  /**
   * @param {import("../installation.js").Installation} installation
   * @param {string} zone of the data days
   * @param {ReadonlySet<string>} days whose counts the server asks for
   * @param {Found | null} ahead the searches that were read before the contact; null if none were read
   */
  constructor(installation, zone, days, ahead) {
    this.#installation = installation;
    this.#zone = zone;
    this.#days = [...days].sort();
    this.#ahead = ahead;
  }

  /** The histories that could not be read when searches were asked for last. */
  get unread() {
    return this.#unread;
  }

  /**
   * Return the searches in the order they were made; null if no history can be read.
   * @param {"plain" | "cohort"} protocol of the plan
   */
  async of(protocol) {
    const { searches, unread } = protocol === "cohort" ? this.#readAhead() : await this.#readOnce();
    this.#unread = unread;
    return searches;
  }

  /** @returns {Found} */
  #readAhead() {
    return this.#ahead ?? { searches: null, unread: [] };
  }

  #readOnce() {
    const days = /** @type {const} */ ([this.#days[0], this.#days[this.#days.length - 1]]);
    this.#found ??= readSearches(this.#installation, days, this.#zone);
    return this.#found;
  }
}
