// A donor: everything that one installation can do. The pages and the background script use this class alone.

import { browserParts } from "../gateways/browser/donor_parts.js";
import { Store } from "../gateways/home_store/store.js";
import { dayOf } from "../protocol/days.js";
import { Campaigns } from "./campaigns/campaigns.js";
import { erase } from "./campaigns/leave.js";
import { checkIn } from "./check_in/check_in.js";
import { eraseByCalendar } from "./cohort/erasure.js";
import { compareLog, logWeeks } from "./cohort/log_comparison.js";
import { Days } from "./days/days.js";
import { ExclusionChoices } from "./days/exclusions.js";
import { everything } from "./export.js";
import { Installation } from "./installation.js";
import { PrivacyAccount } from "./privacy_account.js";
import { Reminders } from "./reminders.js";
import { isIdle, nextCheckIn, planning } from "./schedule.js";
import { knownWitnesses } from "./server_keys.js";
import { Handover } from "./settings/handover.js";
import { Settings } from "./settings/settings.js";
import { status } from "./status.js";

/** @typedef {import("../gateways/browser/donor_parts.js").Parts} Parts */

/**
 * One donor and its home. Every error that a person can meet is a DonorError. Days are ISO text.
 *
 * - `campaigns`: joining and leaving campaigns, and their results.
 * - `days`: reviewing days and deciding about them.
 * - `exclusions`: keeping words and searches out, and pausing.
 * - `settings`: how days are sent, and how the extension looks.
 * - `account`: the privacy account and its ceiling.
 * - `handover`: whether this extension or the desktop app gives a day.
 * - `reminders`: what the donor is reminded of.
 */
export class Donor {
  /** @param {Installation} installation */
  constructor(installation) {
    this.installation = installation;
    this.campaigns = new Campaigns(installation);
    this.days = new Days(installation);
    this.exclusions = new ExclusionChoices(installation);
    this.settings = new Settings(installation);
    this.account = new PrivacyAccount(installation);
    this.handover = new Handover(installation);
    this.reminders = new Reminders(installation);
  }

  /**
   * Open the donor of this browser. Its home is created if the browser has none yet.
   * @param {Parts} [parts] database, clock, network and so on; by default the browser's
   * @returns {Promise<Donor>}
   * @throws {DonorError} `store-newer`, `store-outdated`, `store-damaged`, `store-failed` or `disk-full`
   */
  static async open(parts = browserParts()) {
    return new Donor(new Installation(await Store.open(parts), parts));
  }

  /**
   * Erase what an earlier version of this extension kept here, which this one can't use; the server is not told.
   * @param {Parts} [parts]
   */
  static async eraseOutdated(parts = browserParts()) {
    await parts.exclusive(() => Store.eraseOutdated(parts));
  }

  /** Close the database. */
  close() {
    this.installation.store.close();
  }

  /**
   * Return the data day now, by this computer's clock.
   * @returns {Promise<import("../core/views.js").Day>}
   */
  async today() {
    return dayOf(this.installation.clock(), await this.installation.zone());
  }

  /**
   * Contact the server and answer its tasks from the browser's history.
   * @returns {Promise<import("../core/views.js").CheckInReport>}
   * @throws {DonorError} if the server can't be reached, another check-in is under way, or the desktop app donates
   */
  checkIn() {
    return planning(this.installation, () => checkIn(this.installation));
  }

  /**
   * Return when to check in next; if that is past, the caller has to check in at once. The time is kept across
   * restarts, and changes with what the donor does: ask again after each change.
   * @param {boolean} [started] whether the browser has just been started, so that the next check-in waits
   * @returns {Promise<import("../core/views.js").Instant>}
   */
  async nextCheckIn(started = false) {
    const { store } = this.installation;
    // A check-in erases secrets whose time is over. A donor that does not check in, or waits, has to erase them here.
    if (started || (await store.read(isIdle))) await eraseByCalendar(store, await this.today());
    return nextCheckIn(this.installation, started);
  }

  /**
   * Return this donor's status, without contacting the server.
   * @returns {Promise<import("../core/views.js").Status>}
   */
  status() {
    return status(this.installation);
  }

  /**
   * Return everything that ever left this computer, and every refusal, the oldest first.
   * @returns {Promise<readonly import("../core/views.js").Logged[]>}
   */
  log() {
    return this.installation.store.read((home) => home.logged());
  }

  /**
   * Return the numbers by which people compare what the server shows them: see `log_comparison.js`.
   * @returns {Promise<readonly {start: string, fingerprint: string}[]>}
   */
  logWeeks() {
    return logWeeks(this.installation);
  }

  /**
   * Return the witnesses of the server that this home knows; null if there are none.
   * @returns {Promise<import("../protocol/messages.js").WitnessPolicy | null>}
   */
  witnesses() {
    return this.installation.store.read(knownWitnesses);
  }

  /**
   * Compare the server's public log, as this home reads it, with the checkpoint in the text of somebody's results.
   * @param {string} text
   * @returns {Promise<import("./cohort/log_comparison.js").Found>}
   * @throws {DonorError} `no-checkpoint` if the text has none that this server signed with its key of now; `not-joined`
   */
  compareLog(text) {
    return compareLog(this.installation, text);
  }

  /**
   * Return everything that is kept here about the donor, ready for JSON. Keys, and data about other donors, are left
   * out.
   * @returns {Promise<Record<string, unknown>>}
   */
  export() {
    return everything(this.installation);
  }

  /**
   * Have the server forget this donor, then erase what is kept here.
   * @param {{tellServer?: boolean}} [how] with `tellServer` false, only what is kept here is erased: for a server that
   *   will never be reached again
   * @returns {Promise<import("./campaigns/leave.js").Farewell>} what the server knows of the donor afterwards
   * @throws {DonorError} if the server can't be reached; then nothing is erased, as asking it again needs the keys
   */
  eraseMe({ tellServer = true } = {}) {
    this.days.forgetReviews();
    return erase(this.installation, tellServer);
  }
}
