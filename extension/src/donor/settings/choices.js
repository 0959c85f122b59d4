// What a donor decides about its donation: what is kept out, what is sent and when, how the extension looks.

import { blockedEntry, goesOn } from "../../core/donation/exclusions.js";
import { checkedCeiling } from "../../core/donation/ledger.js";
import { DonorError } from "../../core/errors.js";
import { dayOf } from "../../protocol/days.js";
import { Records } from "../records.js";
import { preferences, setPreference } from "./preferences.js";

/** @typedef {import("../views.js").Sending} Sending */
/** @typedef {import("../views.js").Preferences} Preferences */
/** @typedef {import("../../gateways/home_store/home.js").Home} Home */

/** The part of a Donor that reads no history and contacts nobody. */
export class Choices extends Records {
  /**
   * Keep searches with this word (or these words together) out from now on; returns it as it is kept.
   * @param {string} text
   */
  async block(text) {
    const { label } = blockedEntry(text);
    await this.installation.store.write((home) => home.block(label));
    return label;
  }

  /**
   * Forget a blocked word; returns it as it was kept.
   * @param {string} text
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
   * Give nothing to any campaign until then, or until resumed; what is searched meanwhile never counts.
   *
   * A pause that goes on gets this end.
   * @param {import("../views.js").Instant | null} [until]
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

  /**
   * Choose whether days wait to be looked through: "review" holds for every day that is not locked yet, "by-itself"
   * for today and the days to come.
   * @param {Sending} mode
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
   * Set the epsilon that all days given may not pass together, as decimal text such as "20"; null takes it away.
   * Days that would pass it get zeros. DonorError if it is no number above 0.
   * @param {string | null} ceiling
   */
  async setCeiling(ceiling) {
    const kept = ceiling === null ? null : checkedCeiling(ceiling);
    await this.installation.store.write((home) => home.choose("ceiling", kept));
  }

  /**
   * How this donor wants the extension.
   * @returns {Promise<Preferences>}
   */
  preferences() {
    return preferences(this.installation);
  }

  /**
   * Change one of the Preferences; DonorError if there is none of that name, or it can't have that value.
   * @param {string} name
   * @param {unknown} value
   */
  setPreference(name, value) {
    return setPreference(this.installation, name, value);
  }

  // --- beside the desktop app

  /**
   * Note whether the desktop app donates: while it does, `checkIn` is refused, and `nextCheckIn` is never near.
   * @param {boolean} on
   */
  async setCompanion(on) {
    await this.installation.store.write((home) => home.choose("companion", on ? "yes" : null));
  }

  /**
   * Give nothing of these days from now on, for another donor of this person gives or gave them.
   * @param {Iterable<import("../views.js").Day>} days
   */
  async giveNothingOf(days) {
    await this.installation.store.write((home) => home.addElsewhere([...days]));
  }
}
