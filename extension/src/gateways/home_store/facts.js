// Single facts about an installation, and the keys by which the server knows it.

import { toHex } from "../../protocol/encoding.js";
import { DonorSecrets } from "../../protocol/keys.js";
import { TABLES } from "./schema.js";
import { Tables } from "./tables.js";

/**
 * What makes this installation the donor the server knows: its secret keys and its access token.
 * @typedef {Readonly<{secrets: DonorSecrets, token: string}>} Credentials
 */

/**
 * @typedef {"secret" | "installation" | "url" | "server" | "invitation" | "number" | "nonce" | "last_check_in" |
 *   "clock_ahead" | "campaigns_tag" | "completions" | "sending" | "by_itself_from" | "preferences" | "next_check_in" | "failures" | "ceiling" |
 *   "companion" | "elsewhere" | "choices" | "lost" | "reset"} Fact
 */

/** @type {readonly Fact[]} */
const INSTALLATION = ["installation", "url", "server", "number", "nonce", "campaigns_tag", "completions"];

/** The part of a Home that is about the installation. */
export class Facts {
  #randomBytes;

  /**
   * @param {IDBTransaction} transaction
   * @param {import("../../protocol/keys.js").RandomBytes} randomBytes
   */
  constructor(transaction, randomBytes) {
    this.tables = new Tables(transaction);
    this.#randomBytes = randomBytes;
  }

  /**
   * A fact, null if it is not known.
   * @param {Fact} name
   * @returns {Promise<string | null>}
   */
  async fact(name) {
    return (await this.tables.get("facts", name)) ?? null;
  }

  /**
   * A fact that is a moment or a number.
   * @param {Fact} name
   * @returns {Promise<number | null>}
   */
  async number(name) {
    const text = await this.fact(name);
    return text === null ? null : Number(text);
  }

  /**
   * Keep a fact; null forgets it.
   * @param {Fact} name
   * @param {string | number | null} value
   */
  setFact(name, value) {
    if (value === null) this.tables.delete("facts", name);
    else this.tables.put("facts", String(value), name);
  }

  /**
   * Keep a fact that decides about what is given.
   * @param {Fact} name
   * @param {string | null} value
   */
  choose(name, value) {
    this.setFact(name, value);
    this.chosen();
  }

  /** What is to be given was changed: counts made before, and not locked yet, are made again. */
  chosen() {
    this.setFact("choices", toHex(this.#randomBytes(16)));
  }

  /**
   * Whether days wait for the donor's review. They do until the donor chooses otherwise.
   * @returns {Promise<"review" | "by-itself">}
   */
  async sending() {
    return (await this.fact("sending")) === "by-itself" ? "by-itself" : "review";
  }

  /**
   * Whether a day waits: one that did when "by-itself" was chosen goes on waiting.
   * @returns {Promise<(day: string) => "review" | "by-itself">}
   */
  async sendingOf() {
    const [sending, begins] = [await this.sending(), await this.fact("by_itself_from")];
    return (day) => (begins !== null && day < begins ? "review" : sending);
  }

  /**
   * The days that another donor of this person gives.
   * @returns {Promise<ReadonlySet<string>>}
   */
  async elsewhere() {
    return new Set(JSON.parse((await this.fact("elsewhere")) ?? "[]"));
  }

  /** @param {readonly string[]} days */
  async addElsewhere(days) {
    const all = new Set([...(await this.elsewhere()), ...days]);
    this.choose("elsewhere", JSON.stringify([...all].sort()));
  }

  /**
   * The keys and token the server knows this home by; null where any of it is missing.
   * @returns {Promise<Credentials | null>}
   */
  async credentials() {
    const installation = await this.fact("installation");
    if (installation === null || (await this.fact("number")) === null) return null;
    const row = await this.tables.get("keys", installation);
    return row === undefined ? null : { secrets: DonorSecrets.restored(row), token: row.token };
  }

  /**
   * @param {string} installation
   * @param {Credentials} credentials
   */
  keepCredentials(installation, { secrets, token }) {
    this.tables.put("keys", { ...secrets.kept, token }, installation);
  }

  forgetCredentials() {
    this.tables.clear("keys");
  }

  /** Forget the server and this donor's place there: whoever still looks at the home finds it unjoined. */
  forgetInstallation() {
    for (const name of INSTALLATION) this.setFact(name, null);
  }

  forgetEverything() {
    for (const table of TABLES) this.tables.clear(table);
  }
}
