// What a donor's home keeps of `recoverable` rounds, and the keys of others that it has seen.
//
// The digests of group plan and survivor list stay for good, so that no day is prepared twice and no second story about
// it is believed; secrets and texts go as soon as they can't be needed.

import { plusDays } from "../../protocol/days.js";

/** @typedef {import("./tables.js").Tables} Tables */
/** @typedef {import("../../protocol/messages.js").Signed} Signed */
/** @typedef {import("../../protocol/messages.js").Member} Member */
/** @typedef {Readonly<{preparing: ReadonlySet<string>, submitting: ReadonlySet<string>, revealing: ReadonlySet<string>}>} Days */

/** The texts of a round are kept this long: its windows, and a server that was down for weeks within them. */
export const TEXTS_DAYS = 32;

/**
 * What is kept of a `recoverable` round; `digest` is that of its one group plan, `lastDay` the last to submit on.
 *
 * `prepared`, `ephemeral` and `selfMask` are this donor's own, `preparation` and `reveal` what it sent, `survivors` the
 * digest of the one list it has revealed, or is about to reveal, shares for. Digests are in hex. Null: not yet, or
 * erased.
 * @typedef {Readonly<{
 *   day: string, digest: string, lastDay: string, groupPlan: Signed | null, roster: Signed | null,
 *   prepared: import("../../protocol/messages.js").Prepared | null, ephemeral: Uint8Array | null,
 *   selfMask: Uint8Array | null, preparation: Uint8Array | null, survivors: string | null, reveal: Uint8Array | null,
 * }>} Round
 */

const NO_SECRETS = { ephemeral: null, selfMask: null };
const NO_TEXTS = { groupPlan: null, roster: null, prepared: null };

/** The rounds and pins of one home, within a transaction. */
export class RoundStore {
  #tables;

  /** @param {Tables} tables */
  constructor(tables) {
    this.#tables = tables;
  }

  /**
   * What is kept of the day's round, null if it was never heard of.
   * @param {string} day
   * @returns {Promise<Round | null>}
   */
  async get(day) {
    return (await this.#tables.get("rounds", day)) ?? null;
  }

  /**
   * Keep a round, and pin the keys of its members; there is one group plan a day, ever.
   * @param {Round} kept
   * @param {Iterable<Member>} members
   */
  async add(kept, members) {
    this.#tables.add("rounds", kept);
    await this.pin(members);
  }

  /**
   * Keep the roster a vector was blinded under; the round's secrets are erased with that.
   * @param {string} day
   * @param {Signed} roster
   */
  submitting(day, roster) {
    return this.#change(day, { roster, ...NO_SECRETS });
  }

  /**
   * Note the survivor list that shares are about to be revealed for: there is no submitting after it.
   * @param {string} day
   * @param {string} survivors
   */
  told(day, survivors) {
    return this.#change(day, { survivors, ...NO_SECRETS });
  }

  /**
   * Keep the shares that are about to be revealed.
   * @param {string} day
   * @param {Uint8Array} reveal
   */
  revealing(day, reveal) {
    return this.#change(day, { reveal });
  }

  /**
   * Erase what the server, which asks for these days, can't ask for any more; the digests stay.
   * @param {string} today
   * @param {Days} asked
   */
  forget(today, { preparing, submitting, revealing }) {
    const old = plusDays(today, -TEXTS_DAYS);
    return this.#tables.change("rounds", (round) => ({
      ...round,
      ...(preparing.has(round.day) ? {} : { preparation: null }),
      ...(round.lastDay < today && !submitting.has(round.day) ? NO_SECRETS : {}),
      ...(revealing.has(round.day) ? {} : { reveal: null }),
      ...(round.day < old && !submitting.has(round.day) && !revealing.has(round.day) ? NO_TEXTS : {}),
    }));
  }

  /** Erase everything but the digests and the pins: the keys that it belongs to are gone. */
  forgetAll() {
    const nothing = { ...NO_SECRETS, ...NO_TEXTS, preparation: null, reveal: null };
    return this.#tables.change("rounds", (round) => ({ ...round, ...nothing }));
  }

  /**
   * The days that were prepared, as long as their texts are kept.
   * @returns {Promise<readonly string[]>}
   */
  async announced() {
    return (await this.#tables.all("rounds")).filter(({ prepared }) => prepared !== null).map(({ day }) => day);
  }

  /**
   * The exchange keys that identities were first seen with, both in hex.
   * @returns {Promise<ReadonlyMap<string, string>>}
   */
  async pins() {
    const [identities, exchanges] = await Promise.all([this.#tables.keys("pins"), this.#tables.all("pins")]);
    return new Map(identities.map((identity, index) => [identity, exchanges[index]]));
  }

  /**
   * Keep the keys of members seen for the first time.
   * @param {Iterable<Member>} members
   */
  async pin(members) {
    const known = await this.pins();
    for (const { identity, exchange } of members) {
      if (!known.has(identity)) this.#tables.put("pins", exchange, identity);
    }
  }

  /**
   * @param {string} day
   * @param {Partial<Round>} changes
   */
  async #change(day, changes) {
    const round = await this.get(day);
    if (round !== null) this.#tables.put("rounds", { ...round, ...changes });
  }
}
