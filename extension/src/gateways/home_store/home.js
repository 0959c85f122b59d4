// Everything that a donor keeps, within one transaction. Each topic has a store of its own.

import { isSkipped } from "../../core/donation/exclusions.js";
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

  // --- exclusions

  /**
   * All that the donor keeps out; `zone` is that of the data days, which joining may change.
   * @param {string} zone
   * @returns {Promise<import("../../core/donation/exclusions.js").Exclusions>}
   */
  async exclusions(zone) {
    const skips = (await this.tables.all("skips")).map(({ mark, time }) => ({ mark, time, day: dayOf(time, zone) }));
    const blocked = readBlocked(JSON.stringify(await this.blocked()));
    return Object.freeze({ blocked, skips, pauses: await this.pauses() });
  }

  /**
   * The labels of what is blocked, in order.
   * @returns {Promise<string[]>}
   */
  blocked() {
    return this.tables.keys("blocked");
  }

  /** @param {string} label */
  block(label) {
    this.tables.put("blocked", true, label);
    this.chosen();
  }

  /** @param {string} label */
  unblock(label) {
    this.tables.delete("blocked", label);
    this.chosen();
  }

  /**
   * Take a search out.
   * @param {Search} search
   */
  skip({ mark, time }) {
    this.tables.put("skips", { mark, time });
    this.chosen();
  }

  /**
   * Forget that a search was taken out.
   * @param {Search} search
   */
  async unskip(search) {
    for (const { mark, time } of await this.tables.all("skips")) {
      if (isSkipped({ mark, time, day: search.day }, search)) this.tables.delete("skips", [mark, time]);
    }
    this.chosen();
  }

  /**
   * The times of pauses, in order.
   * @returns {Promise<Pause[]>}
   */
  pauses() {
    return this.tables.all("pauses");
  }

  /**
   * Keep a pause, in place of one that began then.
   * @param {number} start
   * @param {number | null} end
   */
  pause(start, end) {
    this.tables.put("pauses", { start, end });
    this.chosen();
  }

  // --- the log of what left

  /**
   * Add a line to the log.
   * @param {Partial<Logged> & Pick<Logged, "time" | "what">} line
   */
  log(line) {
    const empty = { round: null, bytes: null, given: null, reason: null, detail: null, campaign: null };
    this.tables.add("log", { ...empty, ...line });
  }

  /**
   * The log, oldest first.
   * @returns {Promise<readonly Logged[]>}
   */
  async logged() {
    return (await this.tables.all("log")).map((line) => Object.freeze(line));
  }
}
