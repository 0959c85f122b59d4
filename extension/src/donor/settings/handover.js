// Decides for each day whether this extension or the same person's desktop app gives it. If both gave a day, its
// searches would count twice. Where a campaign caps the hits of all its periods, each tells the other how many it used
// (core/donation/campaign_hits.js).

import { hitsToTell, lostUntil, mostHits } from "../../core/donation/campaign_hits.js";
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
   * hits out of what it says that others used, and knows who gives in its place.
   * @param {boolean} [takesOver] whether this donor is about to give in place of the app
   * @returns {Promise<Readonly<{source: string, used: HitsUsed}> | null>} null if it never did, nor used a hit
   */
  async hitsUsed(takesOver = false) {
    const { store } = this.installation;
    const [ledger, consents, known] = await store.read((home) =>
      Promise.all([home.ledger(), home.everyConsent(), home.fact("source")]),
    );
    const told = hitsToTell(
      ledger,
      consents.map(({ campaign }) => campaign),
    );
    const used = Object.entries(told).map(([name, hits]) => [name, Math.min(hits, MAX_HITS)]);
    if (known === null && used.length === 0 && !takesOver) return null;
    return { source: known ?? (await store.write((home) => home.source())), used: Object.fromEntries(used) };
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
   * Note the app's home that donates, or that told of hits. If it was another one before, nobody can tell which hits that
   * one has used since.
   * @param {string | null} name null for an app that has no name for it
   * @param {Day} today
   */
  async setAppHome(name, today) {
    const { store } = this.installation;
    const known = await store.read((home) => home.fact("app_home"));
    if (name === known) return;
    if (known !== null) await this.loseHitsElsewhere(today);
    await store.write((home) => home.setFact("app_home", name));
  }

  /**
   * Return whether the app can have given nothing in another home than this one.
   * @param {string | null} name
   */
  async isOnlyAppHome(name) {
    const [known, companion] = await this.installation.store.read((home) =>
      Promise.all([home.fact("app_home"), home.fact("companion")]),
    );
    // A home that handed over while apps had no names is a companion, without a name.
    return (known === null && companion === null) || (known !== null && known === name);
  }

  /**
   * Note that nobody can tell which hits were used: all may be, of the campaigns that have started.
   * @param {Day} today
   */
  async loseHitsElsewhere(today) {
    await this.installation.store.write(async (home) => {
      home.keepHitsElsewhere(lostUntil(await home.hitsElsewhere(), today));
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
