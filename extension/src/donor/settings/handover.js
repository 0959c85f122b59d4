// Decides for each day whether this extension or the same person's desktop app gives it. If both gave a day, its
// searches would count twice. Where a campaign caps the hits of all its periods, each tells the other how many it used
// (core/donation/campaign_hits.js).

import { hitsOfCampaigns, mostHits } from "../../core/donation/campaign_hits.js";
import { MAX_HITS } from "../../protocol/limits.js";

/** @typedef {import("../../core/donation/campaign_hits.js").HitsUsed} HitsUsed */
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
   * Return the hits that this donor has used, by campaign, and its random name for the app: so the app can leave these
   * hits out of what it says that others used. Null before the first hit: an app before the cap on all periods refuses
   * both.
   * @returns {Promise<Readonly<{source: string, used: HitsUsed}> | null>}
   */
  async hitsUsed() {
    const { store } = this.installation;
    const used = Object.entries(hitsOfCampaigns(await store.read((home) => home.days.given())));
    if (used.length === 0) return null;
    const source = (await store.read((home) => home.fact("source"))) ?? (await store.write((home) => home.source()));
    return { source, used: Object.fromEntries(used.map(([name, hits]) => [name, Math.min(hits, MAX_HITS)])) };
  }

  /**
   * Keep the hits that the app says it and other extensions have used. They never become fewer.
   * @param {HitsUsed} told
   */
  async addHitsElsewhere(told) {
    const { store } = this.installation;
    const known = (await store.read((home) => home.hitsElsewhere())).used;
    // A write is announced to all pages, and this runs whenever the app is asked.
    if (JSON.stringify(mostHits(known, told)) === JSON.stringify(known)) return;
    await store.write(async (home) => {
      const { used, unknown } = await home.hitsElsewhere();
      home.keepHitsElsewhere({ used: mostHits(used, told), unknown });
    });
  }

  /**
   * Note that the app can't tell which hits were used: it may have used all of the campaigns that have started.
   * @param {Day} today
   */
  async loseHitsElsewhere(today) {
    await this.installation.store.write(async (home) => {
      home.keepHitsElsewhere({ ...(await home.hitsElsewhere()), unknown: today });
    });
  }

  /**
   * Return the days that this donor has locked, in order.
   * @returns {Promise<readonly Day[]>}
   */
  lockedDays() {
    return this.installation.store.read(async (home) => [...(await home.days.locked()).keys()].sort());
  }
}
