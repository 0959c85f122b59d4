// Kills a donor at its n-th step, as a browser kills a service worker: what the donor awaits then never comes, and
// what it had not committed is lost. The steps are: before a request leaves, after its answer came, before a
// transaction begins, before and after its commit, and each reading of the history.

/** @typedef {import("../../src/gateways/browser/donor_parts.js").Parts} Parts */

export class Fuse {
  #steps;
  /** @type {() => void} */
  #blow = () => {};

  /** @param {number} steps 0: never */
  constructor(steps) {
    this.#steps = steps;
    /** @type {Promise<void>} */
    this.blown = new Promise((resolve) => {
      this.#blow = resolve;
    });
    this.dead = false;
  }

  /** Whether this is the deadly step, or one after it. */
  #burns() {
    this.#steps -= 1;
    if (this.#steps === 0) this.dead = true;
    return this.dead;
  }

  /** @returns {Promise<void>} never again from the deadly step on */
  async #step() {
    if (!this.#burns()) return;
    this.#blow();
    await new Promise(() => {});
  }

  /**
   * Return the same parts, whose requests and readings of the history are steps.
   * @param {Parts} parts
   * @returns {Parts}
   */
  light(parts) {
    const { fetch, history } = parts;
    return {
      ...parts,
      fetch: async (url, options) => {
        await this.#step();
        const response = await fetch(url, options);
        await this.#step();
        return response;
      },
      history: history && {
        search: (query) => this.#step().then(() => history.search(query)),
        getVisits: (details) => this.#step().then(() => history.getVisits(details)),
      },
    };
  }

  /**
   * Make steps of the store's transactions. A transaction that is killed before its commit is aborted.
   * @param {import("../../src/gateways/home_store/store.js").Store} store
   */
  lightStore(store) {
    for (const name of /** @type {const} */ (["read", "write"])) {
      const whole = store[name].bind(store);
      store[name] = async (/** @type {any} */ work) => {
        await this.#step();
        const done = await whole(async (home) => {
          const result = await work(home);
          if (name === "write" && this.#burns()) throw new Killed();
          return result;
        }).catch((error) => this.#killedBy(error));
        await this.#step();
        return done;
      };
    }
  }

  /**
   * @param {unknown} error
   * @returns {Promise<any>}
   */
  async #killedBy(error) {
    if (error instanceof Killed) await this.#step();
    throw error;
  }
}

class Killed extends Error {}
