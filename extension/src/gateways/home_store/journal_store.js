// What a donor's home said under the `cohort` protocol (docs/reference/cohort.md, "What a home refuses"): its journal, which stays for
// ever but for uploads, and what it needs to say the same again.

import { plusDays } from "../../protocol/days.js";
import { dayOf, Journal, journalKey } from "../../rounds/cohort/day/journal.js";

/** @typedef {import("./tables.js").Tables} Tables */
/** @typedef {import("../../protocol/messages.js").Signed} Signed */
/** @typedef {import("../../rounds/cohort/day/journal.js").Entry} Entry */
/** @typedef {Readonly<{plan: Signed, epoch: Signed}>} PlanTexts a day's plan and epoch as they were signed */

/**
 * A list that this home certified on the day `certified`, and whether it has told its sum over it.
 * @typedef {Readonly<{
 *   day: string, cohort: number, subCohort: number, epoch: number, list: Uint8Array, certified: string,
 *   answered: boolean,
 * }>} CertifiedList
 */

/** What one home said, within a transaction. */
export class SaidStore {
  /** @param {Tables} tables */
  constructor(tables) {
    this.tables = tables;
  }

  /**
   * What this home said once of a data day: all that a message of that day is held against.
   *
   * The journal grows by some lines a day, for ever: no contact reads all of it.
   * @param {string} day
   */
  async journal(day) {
    return new Journal(await this.tables.ofDay("said", day));
  }

  /**
   * The latest D + 1 of a data day D for which this home signed anything; null before the first.
   *
   * The home accepts no epoch that begins on that day or before (`acceptEpoch`).
   */
  async signedUntil() {
    const last = await this.tables.lastDay("said");
    return last === null ? null : plusDays(last, 1);
  }

  /**
   * Write lines down before what they are about is sent, as many of them as are new.
   *
   * Refused "day-signed-before" or "told-before" for a line that says something else than before: another page or
   * worker may have been first. All that this transaction does is undone then.
   * @param {readonly Entry[]} lines
   */
  async say(lines) {
    const known = await Promise.all(lines.map(({ key }) => this.tables.get("said", key)));
    const journal = new Journal(known.filter((row) => row !== undefined));
    for (const { key, value } of journal.added(lines)) this.tables.add("said", { key, day: dayOf(key), value });
  }

  /**
   * The earliest close of each day that waits to be sent, as its plan states it.
   * @returns {Promise<ReadonlyMap<string, string>>}
   */
  async closing() {
    return new Map((await this.tables.all("waiting")).map(({ day, closes }) => [day, closes]));
  }

  /**
   * Note that a day waits to be sent.
   * @param {string} day
   * @param {string} closes the plan's earliest close
   */
  wait(day, closes) {
    this.tables.put("waiting", { day, closes });
  }

  /**
   * Forget what is kept of a day's plan until its window is over.
   * @param {string} day
   */
  eraseWaiting(day) {
    this.tables.delete("waiting", day);
    this.tables.delete("plans", day);
  }

  /**
   * Keep the texts under which a day's upload was made: it is sent again from them until its receipt has come.
   * @param {string} day
   * @param {PlanTexts} texts
   */
  keepPlan(day, texts) {
    this.tables.put("plans", { day, ...texts });
  }

  /**
   * The texts of days whose uploads are kept, by day.
   * @returns {Promise<readonly (PlanTexts & {day: string})[]>}
   */
  plans() {
    return this.tables.all("plans");
  }

  /**
   * Erase a day's upload: its receipt has come, or its window is over.
   * @param {string} day
   */
  eraseUpload(day) {
    this.tables.delete("said", journalKey("upload", day));
    this.eraseWaiting(day);
  }

  /**
   * The data days of which more than the journal is kept: uploads, plans, days that wait.
   * @returns {Promise<readonly string[]>}
   */
  async daysKept() {
    // An upload's plan is kept in the transaction that writes the upload, and erased with it.
    return [...new Set([...(await this.tables.keys("waiting")), ...(await this.tables.keys("plans"))])];
  }

  /**
   * All lists that are kept for answering.
   * @returns {Promise<readonly CertifiedList[]>}
   */
  lists() {
    return this.tables.all("lists");
  }

  /**
   * @param {string} day
   * @param {number} cohort
   * @param {number} subCohort
   * @returns {Promise<CertifiedList | null>}
   */
  async list(day, cohort, subCohort) {
    return (await this.tables.get("lists", [day, cohort, subCohort])) ?? null;
  }

  /** @param {CertifiedList} list */
  keepList(list) {
    this.tables.put("lists", list);
  }
}
