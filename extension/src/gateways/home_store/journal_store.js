// The journal of what a donor's home said under the `cohort` protocol (docs/reference/cohort.md, "What a home
// refuses"), and what the home needs to say the same again. The journal is kept for ever, except for uploads.

import { plusDays } from "../../protocol/days.js";
import { dayOf, Journal, journalKey } from "../../rounds/cohort/day/journal.js";

/** @typedef {import("./tables.js").Tables} Tables */
/** @typedef {import("../../protocol/messages.js").Signed} Signed */
/** @typedef {import("../../rounds/cohort/day/journal.js").Entry} Entry */
/** @typedef {Readonly<{plan: Signed, epoch: Signed}>} PlanTexts a day's plan and epoch, as the server signed them */

/**
 * A list that this home certified, the data day on which it did (`certified`), and whether it has answered for the
 * list.
 * @typedef {Readonly<{
 *   day: string, cohort: number, subCohort: number, epoch: number, list: Uint8Array, certified: string,
 *   answered: boolean,
 * }>} CertifiedList
 */

/** The journal of one home, within a transaction. */
export class JournalStore {
  /** @param {Tables} tables */
  constructor(tables) {
    this.tables = tables;
  }

  /**
   * Return the journal of a data day: every message about that day is checked against it.
   *
   * The whole journal grows by some lines a day for ever, so no contact reads all of it.
   * @param {string} day
   */
  async journal(day) {
    return new Journal(await this.tables.ofDay("cohortJournal", day));
  }

  /**
   * Return the day after the last data day for which this home signed anything; null before the first.
   *
   * The home accepts no epoch that begins on that day or before (`acceptEpoch`).
   */
  async signedUntil() {
    const last = await this.tables.lastDay("cohortJournal");
    return last === null ? null : plusDays(last, 1);
  }

  /**
   * Write the new ones of these lines down, before the message that they are about is sent.
   *
   * If a line contradicts an earlier one, the whole transaction is undone. Another page or worker may have been first.
   * @param {readonly Entry[]} lines
   * @throws {Refused} "day-signed-before" or "told-before" for such a line
   */
  async say(lines) {
    const known = await Promise.all(lines.map(({ key }) => this.tables.get("cohortJournal", key)));
    const journal = new Journal(known.filter((row) => row !== undefined));
    for (const { key, value } of journal.added(lines))
      this.tables.add("cohortJournal", { key, day: dayOf(key), value });
  }

  /**
   * Return when days without a receipt go out if the donor reviews them, by data day. Their plans have come.
   * @returns {Promise<ReadonlyMap<string, string>>}
   */
  async closing() {
    return new Map((await this.tables.all("waiting")).map(({ day, closes }) => [day, closes]));
  }

  /**
   * Return, by data day that waits to be sent, the last days of the lost weeks that its plan asks for once more, each by
   * its campaign.
   * @returns {Promise<ReadonlyMap<string, Readonly<Record<string, string>>>>}
   */
  async repeated() {
    return new Map((await this.tables.all("waiting")).map(({ day, repeats = {} }) => [day, repeats]));
  }

  /**
   * Note when a day goes out that the donor reviews. If a later day is noted already, it stays.
   * @param {string} day
   * @param {string} closes the plan's earliest close, a later day that the donor was told, or the day to which a home puts
   *   off what its server's witnesses don't vouch for
   * @param {Readonly<Record<string, string>>} [repeats] the lost weeks that the plan asks for once more, by campaign
   */
  async wait(day, closes, repeats = {}) {
    const known = await this.tables.get("waiting", day);
    if (known === undefined || known.closes < closes) this.tables.put("waiting", { day, repeats, ...known, closes });
  }

  /**
   * Forget when a day goes out, and the signed texts of its upload.
   * @param {string} day
   */
  eraseWaiting(day) {
    this.tables.delete("waiting", day);
    this.tables.delete("plans", day);
  }

  /**
   * Keep the signed texts under which a day's upload was made. They are needed to send it again until its receipt
   * comes.
   * @param {string} day
   * @param {PlanTexts} texts
   */
  keepPlan(day, texts) {
    this.tables.put("plans", { day, ...texts });
  }

  /**
   * Return the signed texts of the days whose uploads are kept, by day.
   * @returns {Promise<readonly (PlanTexts & {day: string})[]>}
   */
  plans() {
    return this.tables.all("plans");
  }

  /**
   * Erase a day's upload, as its receipt has come or its window is over.
   * @param {string} day
   */
  eraseUpload(day) {
    this.tables.delete("cohortJournal", journalKey("upload", day));
    this.eraseWaiting(day);
  }

  /**
   * Return the data days of which more than the journal is kept: uploads, their signed texts, when days go out.
   * @returns {Promise<readonly string[]>}
   */
  async daysKept() {
    // No need to look for uploads: an upload's plan is kept in the transaction that writes the upload, and erased with
    // it.
    return [...new Set([...(await this.tables.keys("waiting")), ...(await this.tables.keys("plans"))])];
  }

  /**
   * Return all lists that are kept for answering.
   * @returns {Promise<readonly CertifiedList[]>}
   */
  lists() {
    return this.tables.all("lists");
  }

  /**
   * Return the list that this home certified of a (sub-)cohort's day; null if it certified none.
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
