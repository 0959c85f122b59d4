// The tables of a home within one transaction: what asks answers with a promise, what writes is queued in order, and
// the transaction's end tells whether it went well.

/** @typedef {import("./schema.js").Table} Table */
/** @typedef {Record<string, any>} Row */

export class Tables {
  #transaction;

  /** @param {IDBTransaction} transaction */
  constructor(transaction) {
    this.#transaction = transaction;
  }

  /**
   * @param {Table} table
   * @param {IDBValidKey} key
   * @returns {Promise<any>} undefined where there is none
   */
  get(table, key) {
    return answer(this.#table(table).get(key));
  }

  /**
   * All rows, in the order of their keys.
   * @param {Table} table
   * @returns {Promise<any[]>}
   */
  all(table) {
    return answer(this.#table(table).getAll());
  }

  /**
   * The rows of a day, of a table that has an index of days.
   * @param {Table} table
   * @param {string} day
   * @returns {Promise<any[]>}
   */
  ofDay(table, day) {
    return answer(this.#table(table).index("day").getAll(day));
  }

  /**
   * The last day of which such a table has rows; null if it has none.
   * @param {Table} table
   * @returns {Promise<string | null>}
   */
  async lastDay(table) {
    const cursor = await answer(this.#table(table).index("day").openKeyCursor(null, "prev"));
    return cursor === null ? null : String(cursor.key);
  }

  /**
   * @param {Table} table
   * @returns {Promise<any[]>}
   */
  keys(table) {
    return answer(this.#table(table).getAllKeys());
  }

  /**
   * Keep a row in place of one with its key.
   * @param {Table} table
   * @param {unknown} row
   * @param {IDBValidKey} [key]
   */
  put(table, row, key) {
    this.#table(table).put(row, key);
  }

  /**
   * Keep a new row: the whole transaction fails if there is one with its key.
   * @param {Table} table
   * @param {unknown} row
   */
  add(table, row) {
    this.#table(table).add(row);
  }

  /**
   * @param {Table} table
   * @param {IDBValidKey} key
   */
  delete(table, key) {
    this.#table(table).delete(key);
  }

  /** @param {Table} table */
  clear(table) {
    this.#table(table).clear();
  }

  /**
   * Change each row: the function gives the row to keep, or null to leave it as it is.
   * @param {Table} table
   * @param {(row: any) => Row | null} changed
   */
  async change(table, changed) {
    const store = this.#table(table);
    const [rows, keys] = await Promise.all([this.all(table), this.keys(table)]);
    rows.forEach((row, index) => {
      const kept = changed(row);
      if (kept !== null) store.put(kept, store.keyPath === null ? keys[index] : undefined);
    });
  }

  /** @param {Table} table */
  #table(table) {
    return this.#transaction.objectStore(table);
  }
}

/**
 * @template Found
 * @param {IDBRequest<Found>} request
 * @returns {Promise<Found>}
 */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
