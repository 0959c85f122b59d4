// The searches that one contact counts.

import { readSearches } from "../days/read_searches.js";

/** @typedef {import("../days/read_searches.js").Found} Found */
/** @typedef {import("../views.js").Skipped} Skipped */
/** @typedef {{version: string | null, found: Found}} Read searches, and the version of the choices they were read at */

/**
 * Finds the searches to count.
 *
 * Under `plain` the history is read when a task first counts something, for all days that are asked for. It is read anew
 * once the donor's choices have changed. Under `cohort` it was read before the contact, and is not read again: the server
 * could tell by the time it takes.
 */
export class ContactSearches {
  #installation;
  #zone;
  #days;
  #ahead;
  /** @type {Read | null} */
  #read = null;
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
   * @param {string | null} version of the donor's choices
   */
  async of(protocol, version) {
    const { searches, skipped } = protocol === "cohort" ? this.#readAhead() : await this.#readNow(version);
    this.#skipped = skipped;
    return searches;
  }

  /** @returns {Found} */
  #readAhead() {
    return this.#ahead ?? { searches: null, skipped: [] };
  }

  /** @param {string | null} version */
  async #readNow(version) {
    if (this.#read?.version === version && this.#read) return this.#read.found;
    const found = await readSearches(
      this.#installation,
      [this.#days[0], this.#days[this.#days.length - 1]],
      this.#zone,
    );
    this.#read = { version, found };
    return found;
  }
}
