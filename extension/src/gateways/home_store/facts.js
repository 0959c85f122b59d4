// Single facts about an installation (name and text), and the keys by which the server knows it.

import { NONE_ELSEWHERE } from "../../core/donation/campaign_hits.js";
import { toHex } from "../../protocol/encoding.js";
import { DonorSecrets } from "../../protocol/keys.js";
import { TABLES } from "./schema.js";
import { Tables } from "./tables.js";

/**
 * The secret keys and the access token by which the server knows this installation.
 * @typedef {Readonly<{secrets: DonorSecrets, token: string}>} Credentials
 */

/**
 * @typedef {"secret" | "installation" | "url" | "server" | "key_link" | "invitation" | "number" | "nonce" | "last_check_in" |
 *   "clock_ahead" | "campaigns_tag" | "completions" | "sending" | "by_itself_from" | "preferences" | "reminded" |
 *   "next_check_in" | "waits" | "contact_begun" | "failures" | "sites_off" | "hours_off" | "ceiling" | "companion" |
 *   "outdated" | "elsewhere" | "hits_elsewhere" | "source" | "app_home" | "choices" | "lost" | "reset" | "public_log" | "unasked" | "left_out" |
 *   "compared" | "forked" | "witnesses"} Fact
 */

/** @type {readonly Fact[]} the facts that belong to one registration with one server */
const REGISTRATION = ["installation", "url", "server", "key_link", "number", "nonce", "campaigns_tag", "completions"];

/** @type {readonly Fact[]} the facts about the server's public log */
const LOG = ["public_log", "unasked", "left_out", "compared", "forked", "witnesses"];

const SOURCE_SIZE = 16;

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
   * Return a fact; null if it is not known.
   * @param {Fact} name
   * @returns {Promise<string | null>}
   */
  async fact(name) {
    return (await this.tables.get("facts", name)) ?? null;
  }

  /**
   * Return a fact that is a moment (milliseconds since 1970) or another number; null if it is not known.
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
   * Keep a fact on which the counts to be given depend.
   * @param {Fact} name
   * @param {string | null} value
   */
  choose(name, value) {
    this.setFact(name, value);
    this.chosen();
  }

  /** Note that the donor has changed a choice. Counts that are not locked yet are then made again. */
  chosen() {
    this.setFact("choices", toHex(this.#randomBytes(16)));
  }

  /**
   * Return the way of sending. Days wait for the donor's review until the donor chooses otherwise.
   * @returns {Promise<"review" | "by-itself">}
   */
  async sending() {
    return (await this.fact("sending")) === "by-itself" ? "by-itself" : "review";
  }

  /**
   * Return a function that tells a day's way of sending. Days before the one on which "by-itself" was chosen go on
   * waiting for a review.
   * @returns {Promise<(day: string) => "review" | "by-itself">}
   */
  async sendingOf() {
    const [sending, begins] = [await this.sending(), await this.fact("by_itself_from")];
    return (day) => (begins !== null && day < begins ? "review" : sending);
  }

  /**
   * Return the days that the desktop app gives or gave.
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
   * Return the hits that the desktop app and other extensions have used.
   * @returns {Promise<import("../../core/donation/campaign_hits.js").HitsElsewhere>}
   */
  async hitsElsewhere() {
    const text = await this.fact("hits_elsewhere");
    return text === null ? NONE_ELSEWHERE : JSON.parse(text);
  }

  /** @param {import("../../core/donation/campaign_hits.js").HitsElsewhere} hits */
  keepHitsElsewhere(hits) {
    this.choose("hits_elsewhere", JSON.stringify(hits));
  }

  /**
   * Return this home's random name for the desktop app: 32 hex characters, the same each time.
   * @returns {Promise<string>}
   */
  async source() {
    const known = await this.fact("source");
    const source = known ?? toHex(this.#randomBytes(SOURCE_SIZE));
    if (known === null) this.setFact("source", source);
    return source;
  }

  /**
   * Return the keys and the token by which the server knows this home; null if the home is not fully registered.
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

  /** Forget the server and this donor's registration there, so that the home is as before joining. */
  forgetInstallation() {
    for (const name of [...REGISTRATION, ...LOG]) this.setFact(name, null);
  }

  forgetEverything() {
    for (const table of TABLES) this.tables.clear(table);
  }
}
