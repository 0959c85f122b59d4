// Which donor of this person gives a day: this extension or the desktop app. If both gave it, it would count twice.

/** @typedef {import("../../core/views.js").Day} Day */

/** What a donor is told about the desktop app of the same person, and tells it. */
export class Handover {
  /** @param {import("../installation.js").Installation} installation */
  constructor(installation) {
    this.installation = installation;
  }

  /**
   * Note whether the desktop app donates: while it does, `checkIn` is refused, and `nextCheckIn` is never near.
   * @param {boolean} on
   */
  async setCompanion(on) {
    await this.installation.store.write((home) => home.choose("companion", on ? "yes" : null));
  }

  /**
   * Give nothing of these days from now on, for another donor of this person gives or gave them.
   * @param {Iterable<Day>} days
   */
  async giveNothingOf(days) {
    await this.installation.store.write((home) => home.addElsewhere([...days]));
  }

  /**
   * Return the days that this donor has locked, or is bound to by a preparation, in order.
   * @returns {Promise<readonly Day[]>}
   */
  lockedDays() {
    return this.installation.store.read(async (home) => [...(await home.days.locked()).keys()].sort());
  }
}
