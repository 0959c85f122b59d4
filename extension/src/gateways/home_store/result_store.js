// The published results that were fetched: the server's texts, each replaced as a whole.

/** @typedef {import("./tables.js").Tables} Tables */

/**
 * A campaign's results as fetched last, null before, and their tag. `unlisted`: the data day on which the server's list
 * was first seen without it, null while it is listed.
 * @typedef {Readonly<{campaign: string, text: string | null, tag: string | null, unlisted: string | null}>} KeptResults
 */

/** The results of one home, within a transaction. */
export class ResultStore {
  #tables;

  /** @param {Tables} tables */
  constructor(tables) {
    this.#tables = tables;
  }

  /**
   * Note the campaigns that the server lists now: what is asked for later is asked for whatever is joined.
   * @param {Iterable<string>} names
   * @param {string} today the data day
   */
  async listCampaigns(names, today) {
    const listed = new Set(names);
    for (const kept of await this.all()) {
      this.#tables.put("results", {
        ...kept,
        unlisted: listed.delete(kept.campaign) ? null : (kept.unlisted ?? today),
      });
    }
    for (const campaign of listed) this.#tables.put("results", { campaign, text: null, tag: null, unlisted: null });
  }

  /**
   * By campaign, the data day on which the server's list was first seen without it.
   * @returns {Promise<ReadonlyMap<string, string>>}
   */
  async unlisted() {
    return new Map((await this.all()).flatMap(({ campaign, unlisted }) => (unlisted ? [[campaign, unlisted]] : [])));
  }

  /**
   * Keep what a campaign has published in place of what it had before.
   * @param {string} campaign
   * @param {string} text
   * @param {string | null} tag
   */
  async keep(campaign, text, tag) {
    const kept = await this.#tables.get("results", campaign);
    if (kept !== undefined) this.#tables.put("results", { ...kept, text, tag });
  }

  /**
   * All campaigns that were ever listed, by name.
   * @returns {Promise<readonly KeptResults[]>}
   */
  all() {
    return this.#tables.all("results");
  }
}
