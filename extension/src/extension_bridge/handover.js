// Decides which one donates: this extension, or the desktop app of the same person. Both must never give the same day,
// as its searches would count twice.
//
//   who donates      event                                         from then on
//   this extension   the app says that it donates                  the app
//   the app          the donor ends that on the settings page      this extension, from the next day on
//
// The app takes over as soon as it donates and this extension may talk to it. From then on this extension gives
// nothing, even if the app is gone. When the donor ends that, days that have begun by then are still not given here,
// as the app may have given them. The hits that the app has used are no longer left here, either. If it can't tell them,
// none are left of campaigns that have started. Nor are any left once the app is begun anew, and this extension tells the
// app's new home that all are used (core/donation/campaign_hits.js).

import { DonorError } from "../core/errors.js";
import { AppLine } from "./app_connection.js";

/** @typedef {import("./app_connection.js").DesktopAppStatus} DesktopAppStatus */
/** @typedef {import("./app_connection.js").Port} Port */
/** @typedef {import("../donor/donor.js").Donor} Donor */

/** Keeps the connection with the app, and hands over to the app when it donates. */
export class Companion {
  /** @type {AppLine | null} */
  #line = null;
  #handedOver = false;

  /**
   * @param {Donor} donor
   * @param {() => Port} connect
   * @param {import("./app_connection.js").HistoryApi | null} history
   */
  constructor(donor, connect, history) {
    this.donor = donor;
    this.connect = connect;
    this.history = history;
  }

  /**
   * Ask the app for its status. If it donates, stop giving here, and then tell the app which days were given.
   *
   * This order matters: a day that was locked after the list was made would be given twice.
   * @returns {Promise<DesktopAppStatus>}
   */
  async meet() {
    if (!this.#line?.isOpen) {
      this.#line = new AppLine(this.connect, this.history);
      this.#handedOver = false;
    }
    const status = await this.#line.status(await this.donor.handover.hitsUsed());
    await this.#keep(status);
    if (!isDonating(status)) {
      // The app will not ask for visits, so close the connection. The next one may reach an app that was installed
      // since.
      this.close();
      return status;
    }
    const { companion, outdated } = await this.donor.status();
    if (!companion) {
      await this.donor.handover.setCompanion(true);
      this.#handedOver = false; // what was given here since the last time is to be told
    }
    if (outdated !== status.outdated) await this.donor.handover.setOutdated(status.outdated);
    return this.#handedOver ? status : this.#handOver(this.#line, status);
  }

  /**
   * Tell the app which days are locked here. Once the app has taken them, this is not repeated on the same connection.
   * @param {AppLine} line
   * @param {DesktopAppStatus} before an older app refuses fields that it does not know
   * @returns {Promise<DesktopAppStatus>}
   */
  async #handOver(line, { outdated }) {
    const [bound, hits] = [await this.donor.handover.lockedDays(), await this.donor.handover.hitsUsed()];
    const status = await line.handOver(bound, outdated === "app" ? null : hits);
    this.#handedOver = isDonating(status);
    await this.#keep(status);
    return status;
  }

  /**
   * Keep the hits that the app says were used, and which home said so. It may be gone the next time, or another one.
   * @param {DesktopAppStatus} status
   */
  async #keep(status) {
    const { handover } = this.donor;
    const used = status.used ?? {};
    const isGiver = isDonating(status) || Object.keys(used).length > 0;
    if (isGiver) await handover.setAppHome(status.home, await this.donor.today());
    await handover.addHitsElsewhere(used);
  }

  /** End the connection. */
  close() {
    this.#line?.close();
    this.#line = null;
  }
}

/**
 * Let this extension donate again, from tomorrow on: the app may have given any day until today.
 * @param {Donor} donor
 * @param {() => Port} connect
 * @param {boolean} [sure] whether the donor says that the app is gone: then a silent app does not matter
 * @throws {DonorError} `app-donates` while the app donates; `app-unreachable` if it can't tell and the donor is not
 *   sure
 */
export async function donateHere(donor, connect, sure = false) {
  const line = new AppLine(connect, null);
  const status = await line.status(await donor.handover.hitsUsed(true), true);
  line.close();
  if (isDonating(status)) {
    throw new DonorError("app-donates", "the app still donates: leave its campaigns or erase everything there first");
  }
  if (status.state !== "not-joined" && !sure) {
    throw new DonorError("app-unreachable", "the app does not answer: if it still donates, searches count twice");
  }
  const [given, today] = [(await donor.days.sent()).map(({ day }) => day), await donor.today()];
  if (status.used !== null) await donor.handover.addHitsElsewhere(status.used);
  const isKnown = status.used !== null && (await donor.handover.isOnlyAppHome(status.home));
  if (!isKnown) await donor.handover.loseHitsElsewhere(today);
  await donor.handover.giveNothingOf([...given, today]);
  await donor.handover.setCompanion(false);
}

/** @param {DesktopAppStatus} status */
function isDonating({ state }) {
  return state === "donates" || state === "browser-off";
}
