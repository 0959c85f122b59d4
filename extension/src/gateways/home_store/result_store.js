// The published results as fetched last: one text of the server for each campaign, which a newer one replaces.

/** @typedef {import("./tables.js").Tables} Tables */

/**
 * A campaign's results.
 *
 * - `text`: the results as fetched last, null before.
 * - `unlisted`: the data day on which the server's list was first seen without the campaign; null while it is listed.
 * @typedef {Readonly<{campaign: string, text: string | null, unlisted: string | null}>} KeptResults
 */

/** The results of one home, within a transaction. */
export class ResultStore {
  #tables;

  /** @param {Tables} tables */
  constructor(tables) {
    this.#tables = tables;
  }

  /**
   * Note the campaigns that the server lists now. Their results are fetched later, whether they are joined or not.
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
    for (const campaign of listed) this.#tables.put("results", { campaign, text: null, unlisted: null });
  }

  /**
   * Return, by campaign that is no longer listed, the data day on which the server's list was first seen without it.
   * @returns {Promise<ReadonlyMap<string, string>>}
   */
  async unlisted() {
    return new Map((await this.all()).flatMap(({ campaign, unlisted }) => (unlisted ? [[campaign, unlisted]] : [])));
  }

  /**
   * Replace a campaign's results. Results of a campaign that was never listed are not kept.
   * @param {string} campaign
   * @param {string} text
   */
  async keep(campaign, text) {
    const kept = await this.#tables.get("results", campaign);
    if (kept !== undefined) this.#tables.put("results", { ...kept, text });
  }

  /**
   * Return all campaigns that were ever listed, in the order of their ids.
   * @returns {Promise<readonly KeptResults[]>}
   */
  all() {
    return this.#tables.all("results");
  }
}
