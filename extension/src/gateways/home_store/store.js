// A donor's home: one IndexedDB database of the extension's own origin.
//
// Nothing of a search is in it but keyed digests of those that were skipped. Each action is one transaction, and what
// a check-in must not forget is on the disk (strict durability) before anything is sent.

import { DonorError } from "../../core/errors.js";
import { toHex } from "../../protocol/encoding.js";
import { Home } from "./home.js";
import { migrate, TABLES, VERSION } from "./schema.js";

export const NAME = "private-data-donor";
const SECRET_SIZE = 32;

/**
 * @typedef {{
 *   indexedDB: IDBFactory, randomBytes: import("../../protocol/keys.js").RandomBytes, changed: () => void,
 *   marker: import("../browser/donor_parts.js").Marker | null,
 * }} StoreParts
 */

/** Everything a donor keeps. A transaction's work may await nothing but the home's own answers. */
export class Store {
  /** @type {Promise<IDBDatabase> | null} */
  #database = null;
  #parts;

  /** @param {StoreParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /**
   * The home, made if it is not there; DonorError if it can't be opened.
   * @param {StoreParts} parts
   */
  static async open(parts) {
    const store = new Store(parts);
    await store.#opened();
    return store;
  }

  /**
   * Erase what an earlier version of this extension kept, which this one can't open; DonorError if that fails.
   *
   * What can be opened is left as it is: another page may have erased the rest, and joined anew since.
   * @param {StoreParts} parts
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

  /** Close the database; used again, it is opened again. */
  close() {
    const closing = this.#database;
    this.#database = null;
    closing?.then((database) => database.close()).catch(() => {});
  }

  /**
   * What this work finds, of one moment.
   * @template Found
   * @param {(home: Home) => Found | Promise<Found>} work
   * @returns {Promise<Found>}
   */
  async read(work) {
    const database = await this.#opened();
    return this.#run(() => database.transaction(TABLES, "readonly"), work);
  }

  /**
   * All or nothing of this work, durable at the end.
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

  /** Erase everything that is kept here; used again, the home is as new. */
  async destroy() {
    // A page that still has it open must not mark searches under no secret.
    const secret = toHex(this.#parts.randomBytes(SECRET_SIZE));
    await this.write((home) => {
      home.forgetEverything();
      home.setFact("secret", secret);
    });
    this.close();
    // Blocked, it is deleted as soon as nobody has it open: it is empty already.
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
    // Another page erases the home, or brings a newer version: it must not have to wait for this one.
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
 * Delete the database, and announce it.
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
    // It has ended already.
  }
}

/**
 * The open database. One of a newer version is left as it is, and so is one that the browser can't read.
 * @param {IDBFactory} indexedDB
 * @returns {Promise<IDBDatabase>}
 */
function connected(indexedDB) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    let isOutdated = false;
    request.onupgradeneeded = ({ oldVersion }) => {
      isOutdated = oldVersion > 0;
      migrate(request, oldVersion);
    };
    request.onsuccess = () => resolve(request.result);
    // The error alone doesn't tell: a browser aborts an upgrade for a full disk, too.
    request.onerror = () => reject(isOutdated ? outdated() : notOpened(request.error));
  });
}

/** What is told of an earlier version's tables. */
function outdated() {
  return new DonorError(
    "store-outdated",
    "what is kept here was made by an earlier version, and this one can't use it: nothing was sent or changed; " +
      "erase it on the extension's page and join anew, as another donor",
  );
}

/** @param {DOMException | null} error */
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

/** @param {unknown} error */
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
