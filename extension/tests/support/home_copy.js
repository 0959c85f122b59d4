// Copies a home's database with its keys, so that a test can try each step from the same beginning.

import { IDBFactory } from "fake-indexeddb";
import { migrate, TABLES, VERSION } from "../../src/gateways/home_store/schema.js";
import { NAME } from "../../src/gateways/home_store/store.js";

/**
 * @param {IDBFactory} original
 * @returns {Promise<IDBFactory>}
 */
export async function copied(original) {
  const copy = new IDBFactory();
  const [from, to] = [await opened(original), await opened(copy)];
  const reading = from.transaction(TABLES, "readonly");
  const rows = await Promise.all(
    TABLES.map((name) =>
      Promise.all([asked(reading.objectStore(name).getAllKeys()), asked(reading.objectStore(name).getAll())]),
    ),
  );
  const writing = to.transaction(TABLES, "readwrite");
  TABLES.forEach((name, table) => {
    const store = writing.objectStore(name);
    const [keys, values] = rows[table];
    for (const [index, value] of values.entries()) store.put(value, store.keyPath === null ? keys[index] : undefined);
  });
  await new Promise((resolve) => {
    writing.oncomplete = resolve;
  });
  from.close();
  to.close();
  return copy;
}

/** @param {IDBFactory} factory */
function opened(factory) {
  const request = factory.open(NAME, VERSION);
  request.onupgradeneeded = ({ oldVersion }) => migrate(request, oldVersion);
  return asked(request);
}

/**
 * @template Found
 * @param {IDBRequest<Found>} request
 * @returns {Promise<Found>}
 */
function asked(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
