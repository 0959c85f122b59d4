// A donor's home: one IndexedDB database of the extension's own origin.
//
// The text of a search is never in it: it holds only keyed digests of removed searches. Each action is one transaction.
// What a check-in must not forget is on the disk (strict durability) before anything is sent.

import { DonorError } from "../../core/errors.js";
import { toHex } from "../../protocol/encoding.js";
import { Home } from "./home.js";
import { isOutdated, migrate, TABLES, VERSION } from "./schema.js";

export const NAME = "private-data-donor";
const SECRET_SIZE = 32;

/**
 * @typedef {{
 *   indexedDB: IDBFactory, randomBytes: import("../../protocol/keys.js").RandomBytes, changed: () => void,
 *   marker: import("../browser/donor_parts.js").Marker | null,
 * }} StoreParts
 */

/**
 * A donor's home. It is read and written in transactions.
 *
 * The work in a transaction may await nothing but the home's own answers: IndexedDB ends a transaction as soon as no
 * request of it is pending.
 */
export class Store {
  /** @type {Promise<IDBDatabase> | null} */
  #database = null;
  #parts;

  /** @param {StoreParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /**
   * Open the home; create it if the browser has none yet.
   * @param {StoreParts} parts
   * @throws {DonorError} `store-newer`, `store-outdated`, `store-damaged`, `store-failed` or `disk-full`
   */
  static async open(parts) {
    const store = new Store(parts);
    await store.#opened();
    return store;
  }

  /**
   * Erase the home if an earlier version of this extension made it, so that this version can't use it.
   *
   * A home that can be opened is left as it is: another page may have erased the old one, and joined anew since.
   * @param {StoreParts} parts
   * @throws {DonorError} if the home can't be opened for another reason, or not afterwards
   */
  static async eraseOutdated(parts) {
    try {
      (await Store.open(parts)).close();
    } catch (error) {
      if (!(error instanceof DonorError && error.code === "store-outdated")) throw error;
      await parts.marker?.set(false);
      await deleted(parts);
      (await Store.open(parts)).close();
    }
  }

  /** Close the database. The next use opens it again. */
  close() {
    const closing = this.#database;
    this.#database = null;
    closing?.then((database) => database.close()).catch(() => {});
  }

  /**
   * Run work in a read-only transaction, and return what it finds. It sees the home as of one moment.
   * @template Found
   * @param {(home: Home) => Found | Promise<Found>} work
   * @returns {Promise<Found>}
   */
  async read(work) {
    const database = await this.#opened();
    return this.#run(() => database.transaction(TABLES, "readonly"), work);
  }

  /**
   * Run work in a write transaction, and return its result. If it throws, nothing is written; if it returns, all is on
   * disk. Every write is announced (`changed`).
   * @template Done
   * @param {(home: Home) => Done | Promise<Done>} work
   * @returns {Promise<Done>}
   */
  async write(work) {
    const database = await this.#opened();
    const done = await this.#run(() => database.transaction(TABLES, "readwrite", { durability: "strict" }), work);
    this.#parts.changed();
    return done;
  }

  /** Erase everything that is kept here. The next use finds a new home. */
  async destroy() {
    // A page that still has the home open must not make digests of searches without a secret.
    const secret = toHex(this.#parts.randomBytes(SECRET_SIZE));
    await this.write((home) => {
      home.forgetEverything();
      home.setFact("secret", secret);
    });
    this.close();
    // If another page has the database open, the browser deletes it later. That does no harm: it is empty already.
    await deleted(this.#parts);
  }

  #opened() {
    this.#database ??= this.#open().catch((error) => {
      this.#database = null;
      throw error;
    });
    return this.#database;
  }

  async #open() {
    const database = await connected(this.#parts.indexedDB);
    // Close the database if another page erases the home, or opens it as a newer version: it must not wait for this
    // page.
    database.onversionchange = () => this.close();
    database.onclose = () => this.close();
    const lost = (await this.#parts.marker?.isSet()) ?? false;
    const secret = toHex(this.#parts.randomBytes(SECRET_SIZE));
    await this.#run(
      () => database.transaction(TABLES, "readwrite", { durability: "strict" }),
      async (home) => {
        if ((await home.fact("secret")) !== null) return;
        home.setFact("secret", secret);
        home.setFact("lost", lost ? "yes" : null);
      },
    );
    return database;
  }

  /**
   * @template Done
   * @param {() => IDBTransaction} begin
   * @param {(home: Home) => Done | Promise<Done>} work
   * @returns {Promise<Done>}
   */
  async #run(begin, work) {
    const transaction = begun(begin);
    const ended = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new DOMException("", "AbortError"));
    });
    ended.catch(() => {});
    try {
      const done = await work(new Home(transaction, this.#parts.randomBytes));
      await ended;
      return done;
    } catch (error) {
      abort(transaction);
      throw transaction.error || error instanceof DOMException ? storageError(transaction.error ?? error) : error;
    }
  }
}

/**
 * Delete the database, and announce that. This also ends if the deletion is blocked or fails.
 * @param {StoreParts} parts
 */
async function deleted({ indexedDB, changed }) {
  await new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(NAME);
    request.onsuccess = request.onerror = request.onblocked = resolve;
  });
  changed();
}

/** @param {() => IDBTransaction} begin */
function begun(begin) {
  try {
    return begin();
  } catch (error) {
    throw storageError(error);
  }
}

/** @param {IDBTransaction} transaction */
function abort(transaction) {
  try {
    transaction.abort();
  } catch {
    // The transaction has ended already.
  }
}

/**
 * Open the database. If it is of another version, or the browser can't read it, it is left as it is.
 * @param {IDBFactory} indexedDB
 * @returns {Promise<IDBDatabase>}
 */
function connected(indexedDB) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    let isTooOld = false;
    request.onupgradeneeded = ({ oldVersion }) => {
      isTooOld = isOutdated(oldVersion);
      migrate(request, oldVersion);
    };
    request.onsuccess = () => resolve(request.result);
    // The error does not tell that the database is outdated: browsers also abort an upgrade if the disk is full.
    request.onerror = () => reject(isTooOld ? outdated() : notOpened(request.error));
  });
}

/** Return the error that an earlier version made the home. */
function outdated() {
  return new DonorError(
    "store-outdated",
    "what is kept here was made by an earlier version, and this one can't use it: nothing was sent or changed; " +
      "erase it on the extension's page and join anew, as another donor",
  );
}

/**
 * Return the DonorError for a database that can't be opened.
 * @param {DOMException | null} error the browser's
 */
function notOpened(error) {
  if (error?.name === "VersionError") {
    return new DonorError(
      "store-newer",
      "what is kept here was made by a newer version: nothing was sent or changed; update the extension",
    );
  }
  if (error?.name === "QuotaExceededError") return storageError(error);
  return new DonorError(
    "store-damaged",
    "what is kept here can't be opened: nothing was sent or changed; start the browser again, and if that does not " +
      "help, erase the extension's data and join anew, as another donor",
  );
}

/**
 * Return the DonorError for a failed transaction.
 * @param {unknown} error the browser's
 */
function storageError(error) {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  if (name === "QuotaExceededError") {
    const line =
      "the disk is full: what can't be written down first is not sent, nothing is lost; make room, try again";
    return new DonorError("disk-full", line);
  }
  const line = `the browser can't keep this (${name}): what can't be written down first is not sent, nothing is lost; try again`;
  return new DonorError("store-failed", line);
}
