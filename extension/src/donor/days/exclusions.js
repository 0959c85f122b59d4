// A donor's exclusions: blocked words, removed searches, pauses, search engines, and hours of the day.

import { blockedEntry, goesOn, parseHours } from "../../core/donation/exclusions.js";
import { DonorError } from "../../core/errors.js";
import { dayOf } from "../../protocol/days.js";
import { checkUnlocked } from "./decide.js";
import { keepAnew } from "./keep_days.js";
import { recentSearch } from "./read_searches.js";

/** @typedef {import("../../gateways/home_store/home.js").Home} Home */

/** The exclusions of one donor. They hold for all days that are not locked yet. */
export class ExclusionChoices {
  /** @param {import("../installation.js").Installation} installation */
  constructor(installation) {
    this.installation = installation;
  }

  /**
   * Block a word, or several words that occur together in a search.
   * @param {string} text as typed
   * @returns {Promise<string>} the blocked word as it is kept
   * @throws {DonorError} `no-word` or `too-long`
   */
  async block(text) {
    const { label } = blockedEntry(text);
    await this.installation.store.write((home) => home.block(label));
    await keepAnew(this.installation);
    return label;
  }

  /**
   * Forget a blocked word.
   * @param {string} text as typed, or as it is kept
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
   * Return the blocked words, in order.
   * @returns {Promise<readonly string[]>}
   */
  blocked() {
    return this.installation.store.read((home) => home.blocked());
  }

  /**
   * Return the names of the search engines that are left out, in order.
   * @returns {Promise<readonly string[]>}
   */
  sites() {
    return this.installation.store.read((home) => home.sites());
  }

  /**
   * Count the searches on one search engine, or leave them out.
   * @param {string} name the engine's
   * @param {boolean} on whether they count
   */
  async switchSite(name, on) {
    await this.installation.store.write(async (home) => {
      const others = (await home.sites()).filter((one) => one !== name);
      if (on) home.choose("sites_off", JSON.stringify(others));
      else home.leaveOutSites([...others, name]);
    });
    if (!on) await keepAnew(this.installation);
  }

  /**
   * Return the hours of the day that are left out, such as "22:00-06:00"; null if there are none.
   * @returns {Promise<string | null>}
   */
  hours() {
    return this.installation.store.read((home) => home.hours());
  }

  /**
   * Leave out some hours of each day by this computer's clock, in place of those left out so far.
   * @param {string | null} text such as "22:00-06:00"; null to count all hours
   * @throws {RangeError} if the text names no hours
   */
  async setHours(text) {
    if (text !== null && parseHours(text) === null) throw new RangeError("no hours such as 22:00-06:00");
    await this.installation.store.write((home) => {
      if (text === null) home.choose("hours_off", null);
      else home.leaveOutHours(text);
    });
    if (text !== null) await keepAnew(this.installation);
  }

  /**
   * Remove one search, so that it does not count.
   * @param {string} id
   * @throws {DonorError} `no-such-search` if it is not in the history of the last weeks
   */
  async removeSearch(id) {
    const search = await this.#search(id);
    await this.installation.store.write((home) => home.removeSearch(search));
    await keepAnew(this.installation);
  }

  /**
   * Let a removed search count again.
   * @param {string} id
   * @throws {DonorError} `no-such-search`, or `day-locked` if the counts of its day are locked
   */
  async restoreSearch(id) {
    const search = await this.#search(id);
    await this.installation.store.write(async (home) => {
      await checkUnlocked(home, search.day);
      await home.restoreSearch(search, await this.installation.zoneOf(home));
    });
  }

  /**
   * Pause: give nothing to any campaign. Searches made during a pause never count, also not after it.
   *
   * If a pause goes on already, it gets the new end.
   * @param {import("../../core/views.js").Instant | null} [until] the pause's end; null for until the donor resumes
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

  /** End the pause now, if one goes on. */
  async resume() {
    const now = this.installation.clock();
    await this.installation.store.write(async (home) => {
      for (const { start } of await this.#pauses(home, now)) home.pause(start, now);
    });
  }

  /**
   * Return the pauses that go on.
   * @param {Home} home
   * @param {number} now
   */
  async #pauses(home, now) {
    return (await home.pauses()).filter((pause) => goesOn(pause, now));
  }

  /**
   * Return the search of this id.
   * @param {string} id
   * @throws {DonorError} `no-such-search` if it is not in the history of the last weeks
   */
  async #search(id) {
    const search = await recentSearch(
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
