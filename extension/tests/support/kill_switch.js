// A donor that is killed at its n-th step, as a service worker is: what it awaits then never comes, and what it had
// not committed is not there. A step is a request before it leaves and after its answer came, a transaction before it
// begins, before it is committed and after, and each question to the history.

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
   * The same parts, whose requests and questions are steps.
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
   * The store's transactions become steps; one that is killed before its commit is aborted.
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
