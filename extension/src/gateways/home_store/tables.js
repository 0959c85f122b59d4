// The tables of a home within one transaction. Methods that read return a promise. Methods that write only queue the
// write: whether it succeeds is known at the transaction's end.

/** @typedef {import("./schema.js").Table} Table */
/** @typedef {Record<string, any>} Row */

/** Reads and writes the tables of a home in one transaction. */
export class Tables {
  #transaction;

  /** @param {IDBTransaction} transaction */
  constructor(transaction) {
    this.#transaction = transaction;
  }

  /**
   * Return the row of this key.
   * @param {Table} table
   * @param {IDBValidKey} key
   * @returns {Promise<any>} undefined if no row has this key
   */
  get(table, key) {
    return answer(this.#table(table).get(key));
  }

  /**
   * Return all rows, in the order of their keys.
   * @param {Table} table
   * @returns {Promise<any[]>}
   */
  all(table) {
    return answer(this.#table(table).getAll());
  }

  /**
   * Return the rows of a day. The table must have an index of days.
   * @param {Table} table
   * @param {string} day
   * @returns {Promise<any[]>}
   */
  ofDay(table, day) {
    return answer(this.#table(table).index("day").getAll(day));
  }

  /**
   * Return the last day of which a table has rows; null if it has none. The table must have an index of days.
   * @param {Table} table
   * @returns {Promise<string | null>}
   */
  async lastDay(table) {
    const cursor = await answer(this.#table(table).index("day").openKeyCursor(null, "prev"));
    return cursor === null ? null : String(cursor.key);
  }

  /**
   * Return all keys, in order.
   * @param {Table} table
   * @returns {Promise<any[]>}
   */
  keys(table) {
    return answer(this.#table(table).getAllKeys());
  }

  /**
   * Keep a row; it replaces one with the same key.
   * @param {Table} table
   * @param {unknown} row
   * @param {IDBValidKey} [key]
   */
  put(table, row, key) {
    this.#table(table).put(row, key);
  }

  /**
   * Keep a new row. The whole transaction fails if there is one with the same key.
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
   * Change the rows of a table.
   * @param {Table} table
   * @param {(row: any) => Row | null} changed returns the row to keep instead, or null to leave it as it is
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
 * Return a promise of a request's result.
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
