// The searches that one contact counts.

import { readSearches } from "../days/read_searches.js";

/** @typedef {import("../days/read_searches.js").Found} Found */
/** @typedef {import("../../core/views.js").Skipped} Skipped */

/**
 * Finds the searches to count.
 *
 * Under `plain` the history is read once, when a task first counts something, for all days that are asked for: nothing
 * that a donor chooses meanwhile changes which searches there are. Under `cohort` it was read before the contact, and is
 * not read again: the server could tell by the time it takes.
 */
export class ContactSearches {
  #installation;
  #zone;
  #days;
  #ahead;
  /** @type {Promise<Found> | null} */
  #found = null;
  /** @type {readonly Skipped[]} */
  #skipped = [];

  /**
   * @param {import("../installation.js").Installation} installation
   * @param {string} zone of the data days
   * @param {ReadonlySet<string>} days whose counts the server asks for
   * @param {Found | null} ahead what was read before the contact; null if nothing was
   */
  constructor(installation, zone, days, ahead) {
    this.#installation = installation;
    this.#zone = zone;
    this.#days = [...days].sort();
    this.#ahead = ahead;
  }

  /** The histories that could not be read for what was counted. */
  get skipped() {
    return this.#skipped;
  }

  /**
   * The searches, in the order they were made; null if no history can be read.
   * @param {"plain" | "cohort"} protocol of the plan
   */
  async of(protocol) {
    const { searches, skipped } = protocol === "cohort" ? this.#readAhead() : await this.#readOnce();
    this.#skipped = skipped;
    return searches;
  }

  /** @returns {Found} */
  #readAhead() {
    return this.#ahead ?? { searches: null, skipped: [] };
  }

  #readOnce() {
    const days = /** @type {const} */ ([this.#days[0], this.#days[this.#days.length - 1]]);
    this.#found ??= readSearches(this.#installation, days, this.#zone);
    return this.#found;
  }
}
