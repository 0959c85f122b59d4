// Decides who donates: this extension, or the desktop app of the same person. Never both.
//
// The app takes over as soon as it donates and this extension may talk to it. From then on nothing is given here,
// whatever becomes of the app, until the person ends that; and then of no day that had begun by then.

import { DonorError } from "../core/errors.js";
import { AppLine } from "./app_connection.js";

/** @typedef {import("./app_connection.js").AppStatus} AppStatus */
/** @typedef {import("./app_connection.js").Port} Port */
/** @typedef {import("../donor/donor.js").Donor} Donor */

/** Keeps the line to the app, and hands over to it. */
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
   * Ask the app where it stands; if it donates, give nothing any more, and then tell it what was given: in this order,
   * so that what it is told is all, however this ends.
   * @returns {Promise<AppStatus>}
   */
  async meet() {
    if (!this.#line?.isOpen) {
      this.#line = new AppLine(this.connect, this.history);
      this.#handedOver = false;
    }
    const status = await this.#line.status();
    if (!isDonating(status)) {
      // Nothing will be asked of this extension: the next line may lead to an app that was installed since.
      this.close();
      return status;
    }
    if (!(await this.donor.status()).companion) await this.donor.handover.setCompanion(true);
    return this.#handedOver ? status : this.#handOver(this.#line);
  }

  /**
   * @param {AppLine} line
   * @returns {Promise<AppStatus>}
   */
  async #handOver(line) {
    const status = await line.handOver(await this.donor.handover.lockedDays());
    this.#handedOver = isDonating(status);
    return status;
  }

  /** End the line. */
  close() {
    this.#line?.close();
    this.#line = null;
  }
}

/**
 * Let this extension donate again, from tomorrow on: the app may have given any day until today.
 *
 * DonorError while the app donates, and where it can't be asked, unless the person is `sure` that it is gone.
 * @param {Donor} donor
 * @param {() => Port} connect
 * @param {boolean} [sure]
 */
export async function donateHere(donor, connect, sure = false) {
  const line = new AppLine(connect, null);
  const status = await line.status();
  line.close();
  if (isDonating(status)) {
    throw new DonorError("app-donates", "the app still donates: leave its campaigns or erase everything there first");
  }
  if (status.state !== "not-joined" && !sure) {
    throw new DonorError("app-unreachable", "the app does not answer: if it still donates, searches count twice");
  }
  const given = (await donor.days.sent()).map(({ day }) => day);
  await donor.handover.giveNothingOf([...given, await donor.today()]);
  await donor.handover.setCompanion(false);
}

/** @param {AppStatus} status */
function isDonating({ state }) {
  return state === "donates" || state === "browser-off";
}
