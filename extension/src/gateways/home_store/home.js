// Everything that a donor keeps, within one transaction. Each topic has a store of its own.

import { isRemoved, parseHours } from "../../core/donation/exclusions.js";
import { cachedParser } from "../../core/parse_cache.js";
import { parseVocabulary } from "../../counting/vocabulary.js";
import { dayOf } from "../../protocol/days.js";
import { CohortStore } from "./cohort_store.js";
import { Consents } from "./consent_store.js";
import { DayStore } from "./day_store.js";
import { PinStore } from "./pin_store.js";
import { ResultStore } from "./result_store.js";

/** @typedef {import("../../core/donation/exclusions.js").Pause} Pause */
/** @typedef {import("../../core/searches.js").Search} Search */
/** @typedef {import("../../core/views.js").Logged} Logged */

const readBlocked = cachedParser((/** @type {string} */ labels) => parseVocabulary(JSON.parse(labels)));

/** One donor's home within one transaction: facts, consents, exclusions, the log, and a store for each other topic. */
export class Home extends Consents {
  /**
   * @param {IDBTransaction} transaction
   * @param {import("../../protocol/keys.js").RandomBytes} randomBytes
   */
  constructor(transaction, randomBytes) {
    super(transaction, randomBytes);
    this.days = new DayStore(this.tables, () => this.chosen());
    this.pins = new PinStore(this.tables);
    this.cohort = new CohortStore(this.tables);
    this.results = new ResultStore(this.tables);
  }

  /**
   * Return all days given, with what the donor and other programs said about them.
   * @returns {Promise<import("../../core/donation/ledger.js").Ledger>}
   */
  async ledger() {
    const [given, ceiling, hitsElsewhere] = [
      await this.days.given(),
      await this.fact("ceiling"),
      await this.hitsElsewhere(),
    ];
    return { given, ceiling, hitsElsewhere };
  }

  // --- exclusions

  /**
   * Return all that the donor keeps out.
   * @param {string} zone the time zone of the data days, which joining can change: so a removed search keeps no day
   * @returns {Promise<import("../../core/donation/exclusions.js").Exclusions>}
   */
  async exclusions(zone) {
    const removed = (await this.tables.all("removedSearches")).map(({ mark, time }) => ({
      mark,
      time,
      day: dayOf(time, zone),
    }));
    const blocked = readBlocked(JSON.stringify(await this.blocked()));
    const [sites, hours] = [await this.sites(), parseHours((await this.hours()) ?? "")];
    return Object.freeze({ blocked, removed, pauses: await this.pauses(), sites, hours });
  }

  /**
   * Return the names of the search engines that are left out, in order.
   * @returns {Promise<readonly string[]>}
   */
  async sites() {
    return JSON.parse((await this.fact("sites_off")) ?? "[]");
  }

  /**
   * Leave out these search engines, and no others. Kept days may have counted searches there, so they are erased.
   * @param {Iterable<string>} names
   */
  leaveOutSites(names) {
    this.setFact("sites_off", JSON.stringify([...names].sort()));
    this.days.forgetAllKept();
  }

  /**
   * Return the hours of the day that are left out, such as "22:00-06:00"; null if there are none.
   * @returns {Promise<string | null>}
   */
  hours() {
    return this.fact("hours_off");
  }

  /**
   * Leave out these hours of each day. Kept days may have counted searches of these hours, so they are erased.
   * @param {string} text
   */
  leaveOutHours(text) {
    this.setFact("hours_off", text);
    this.days.forgetAllKept();
  }

  /**
   * Return the blocked words, in order.
   * @returns {Promise<string[]>}
   */
  blocked() {
    return this.tables.keys("blocked");
  }

  /**
   * Block a word. Kept days may have counted searches with it, so they are erased.
   * @param {string} label
   */
  block(label) {
    this.tables.put("blocked", true, label);
    this.days.forgetAllKept();
  }

  /** @param {string} label */
  unblock(label) {
    this.tables.delete("blocked", label);
    this.chosen();
  }

  /**
   * Remove a search. Only its keyed digest and its time are kept. Kept days may have counted it, so they are erased.
   * @param {Search} search
   */
  removeSearch({ mark, time }) {
    this.tables.put("removedSearches", { mark, time });
    this.days.forgetAllKept();
  }

  /**
   * Forget that a search was removed.
   * @param {Search} search
   * @param {string} zone the time zone of the data days
   */
  async restoreSearch(search, zone) {
    for (const one of (await this.exclusions(zone)).removed) {
      if (isRemoved(one, search)) this.tables.delete("removedSearches", [one.mark, one.time]);
    }
    this.chosen();
  }

  /**
   * Return all pauses, in order of their start.
   * @returns {Promise<Pause[]>}
   */
  pauses() {
    return this.tables.all("pauses");
  }

  /**
   * Keep a pause; it replaces one with the same start.
   * @param {number} start milliseconds since 1970
   * @param {number | null} end null until the donor resumes
   */
  pause(start, end) {
    this.tables.put("pauses", { start, end });
    this.chosen();
  }

  // --- the log

  /**
   * Add a line to the log.
   * @param {Partial<Logged> & Pick<Logged, "time" | "what">} line
   */
  log(line) {
    const empty = { round: null, bytes: null, given: null, reason: null, detail: null, campaign: null };
    this.tables.add("log", { ...empty, ...line });
  }

  /**
   * Return the log, the oldest line first.
   * @returns {Promise<readonly Logged[]>}
   */
  async logged() {
    return (await this.tables.all("log")).map((line) => Object.freeze(line));
  }
}
