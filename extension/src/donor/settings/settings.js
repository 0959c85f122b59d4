// How days are sent, and how the extension looks.

import { DonorError } from "../../core/errors.js";
import { dayOf } from "../../protocol/days.js";
import { preferences, setPreference } from "./preferences.js";

/** @typedef {import("../../core/views.js").Sending} Sending */
/** @typedef {import("../../core/views.js").Preferences} Preferences */

/** A donor's settings. */
export class Settings {
  /** @param {import("../installation.js").Installation} installation */
  constructor(installation) {
    this.installation = installation;
  }

  /**
   * Return whether days wait for review before they are sent; "review" until the donor chooses.
   * @returns {Promise<Sending>}
   */
  sending() {
    return this.installation.store.read((home) => home.sending());
  }

  /**
   * Choose whether days wait for review. "review" holds for every day that is not locked yet. "by-itself" holds for
   * today and the days to come: earlier days go on waiting.
   * @param {Sending} mode
   * @throws {DonorError} `not-a-mode` for any other mode
   */
  async setSending(mode) {
    if (mode !== "review" && mode !== "by-itself") {
      throw new DonorError("not-a-mode", "days are sent after a `review` or `by-itself`: nothing was changed");
    }
    const now = this.installation.clock();
    await this.installation.store.write(async (home) => {
      const today = dayOf(now, await this.installation.zoneOf(home));
      if (mode !== (await home.sending())) home.setFact("by_itself_from", mode === "by-itself" ? today : null);
      home.choose("sending", mode);
    });
  }

  /**
   * Return the donor's preferences.
   * @returns {Promise<Preferences>}
   */
  preferences() {
    return preferences(this.installation);
  }

  /**
   * Change one of the donor's preferences.
   * @param {string} name
   * @param {unknown} value
   * @throws {DonorError} `no-such-preference` or `wrong-preference`
   */
  setPreference(name, value) {
    return setPreference(this.installation, name, value);
  }
}
