// The pinned keys of other members of `plain` groups. An identity key is pinned to the exchange key that it first had.

/** @typedef {import("./tables.js").Tables} Tables */
/** @typedef {import("../../protocol/messages.js").Member} Member */

/** The pins of one home, within a transaction. */
export class PinStore {
  #tables;

  /** @param {Tables} tables */
  constructor(tables) {
    this.#tables = tables;
  }

  /**
   * Return, by identity key, the exchange key that it was first seen with; both in hex.
   * @returns {Promise<ReadonlyMap<string, string>>}
   */
  async all() {
    const [identities, exchanges] = await Promise.all([this.#tables.keys("pins"), this.#tables.all("pins")]);
    return new Map(identities.map((identity, index) => [identity, exchanges[index]]));
  }

  /**
   * Keep the keys of members seen for the first time.
   * @param {Iterable<Member>} members
   */
  async keep(members) {
    const known = await this.all();
    for (const { identity, exchange } of members) {
      if (!known.has(identity)) this.#tables.put("pins", exchange, identity);
    }
  }
}
