// What a donor keeps out: blocked words, single searches, the times of a pause.

import { blockedEntry, goesOn } from "../../core/donation/exclusions.js";
import { DonorError } from "../../core/errors.js";
import { dayOf } from "../../protocol/days.js";
import { skippable } from "./read_searches.js";

/** @typedef {import("../../gateways/home_store/home.js").Home} Home */

/** What a donor keeps out of all days that are not locked yet. */
export class ExclusionChoices {
  /** @param {import("../installation.js").Installation} installation */
  constructor(installation) {
    this.installation = installation;
  }

  /**
   * Keep searches with this word (or these words together) out from now on.
   * @param {string} text
   * @returns {Promise<string>} the word as it is kept
   * @throws {DonorError} `no-word` or `too-long`
   */
  async block(text) {
    const { label } = blockedEntry(text);
    await this.installation.store.write((home) => home.block(label));
    return label;
  }

  /**
   * Forget a blocked word.
   * @param {string} text
   * @returns {Promise<string>} the word as it was kept
   * @throws {DonorError} `not-blocked`
   */
  async unblock(text) {
    const { label } = blockedEntry(text);
    await this.installation.store.write(async (home) => {
      if (!(await home.blocked()).includes(label)) throw new DonorError("not-blocked", "that is not blocked");
      home.unblock(label);
    });
    return label;
  }

  /**
   * Return the labels of what is blocked, in order.
   * @returns {Promise<readonly string[]>}
   */
  blocked() {
    return this.installation.store.read((home) => home.blocked());
  }

  /**
   * Keep one search out.
   * @param {string} id
   * @throws {DonorError} `no-such-search`
   */
  async skip(id) {
    const search = await this.#search(id);
    await this.installation.store.write((home) => home.skip(search));
  }

  /**
   * Let a search that was removed count again, as long as its day is not locked.
   * @param {string} id
   * @throws {DonorError} `no-such-search`
   */
  async unskip(id) {
    const search = await this.#search(id);
    await this.installation.store.write((home) => home.unskip(search));
  }

  /**
   * Give nothing to any campaign until then, or until resumed; what is searched meanwhile never counts.
   *
   * A pause that goes on gets this end.
   * @param {import("../../core/views.js").Instant | null} [until]
   * @throws {DonorError} `pause-in-past`
   */
  async pause(until = null) {
    const now = this.installation.clock();
    if (until !== null && !(until > now)) {
      throw new DonorError("pause-in-past", "a pause can't end in the past: nothing was changed; name a later moment");
    }
    await this.installation.store.write(async (home) => {
      const going = await this.#pauses(home, now);
      for (const { start } of going.length > 0 ? going : [{ start: now }]) home.pause(start, until);
    });
  }

  /** End the pause. */
  async resume() {
    const now = this.installation.clock();
    await this.installation.store.write(async (home) => {
      for (const { start } of await this.#pauses(home, now)) home.pause(start, now);
    });
  }

  /**
   * Those that go on.
   * @param {Home} home
   * @param {number} now
   */
  async #pauses(home, now) {
    return (await home.pauses()).filter((pause) => goesOn(pause, now));
  }

  /** @param {string} id */
  async #search(id) {
    const search = await skippable(
      this.installation,
      dayOf(this.installation.clock(), await this.installation.zone()),
      id,
    );
    if (search === null) {
      throw new DonorError("no-such-search", "this search is not in the history any more: it does not count");
    }
    return search;
  }
}
