// Decides for each day whether this extension or the same person's desktop app gives it. If both gave a day, its
// searches would count twice.

/** @typedef {import("../../core/views.js").Day} Day */

/** What this donor knows about the desktop app of the same person, and what it can tell the app. */
export class Handover {
  /** @param {import("../installation.js").Installation} installation */
  constructor(installation) {
    this.installation = installation;
  }

  /**
   * Note whether the desktop app donates. While it does, `checkIn` throws, and `nextCheckIn` is always a day away. What
   * was kept of the days of a week is erased: the app counts them.
   * @param {boolean} on
   */
  async setCompanion(on) {
    await this.installation.store.write((home) => {
      home.choose("companion", on ? "yes" : null);
      home.choose("outdated", null);
      if (on) home.days.forgetAllKept();
    });
  }

  /**
   * Note which of app and extension has to be updated, so that the pages can say so.
   * @param {"app" | "extension" | null} outdated
   */
  async setOutdated(outdated) {
    await this.installation.store.write((home) => home.choose("outdated", outdated));
  }

  /**
   * Note that the app gives or gave these days. This donor gives nothing of them from now on.
   * @param {Iterable<Day>} days
   */
  async giveNothingOf(days) {
    await this.installation.store.write((home) => home.addElsewhere([...days]));
  }

  /**
   * Return the days that this donor has locked, in order.
   * @returns {Promise<readonly Day[]>}
   */
  lockedDays() {
    return this.installation.store.read(async (home) => [...(await home.days.locked()).keys()].sort());
  }
}
