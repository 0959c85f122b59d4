// The parts of the browser that a donor needs: database, lock, fetch, history, clock, random bytes.

import { DonorError } from "../../core/errors.js";
import { wholePeriods } from "../hold.js";
import { hideInstallation } from "./hidden_origin.js";

/**
 * The parts that a donor is made of.
 *
 * - `exclusive`: runs work while no other page or worker contacts the server for this home.
 * - `history`: the browser's history; null if it gives none.
 * - `clock`: returns the time in milliseconds since 1970.
 * - `changed`: is called after each change of the home.
 * - `hold`: waits before counts are sent, so that what making them took can't be seen.
 * - `marker`: a mark outside the database; null if the browser has no other place for one.
 * - `zone`: the computer's time zone.
 * @typedef {Readonly<{
 *   indexedDB: IDBFactory, exclusive: Exclusive,
 *   fetch: import("../server_http/http.js").Fetch, history: import("./history.js").HistoryApi | null,
 *   clock: () => number, randomBytes: import("../../protocol/keys.js").RandomBytes, changed: () => void,
 *   hold: import("../hold.js").Hold, marker: Marker | null, zone: string,
 * }>} Parts
 */

/** @typedef {<Done>(work: () => Promise<Done>) => Promise<Done>} Exclusive */
/** @typedef {{isSet(): Promise<boolean>, set(on: boolean): Promise<void>}} Marker */
/**
 * @typedef {{
 *   get(name: string): Promise<Record<string, unknown>>, set(values: Record<string, unknown>): Promise<void>,
 *   remove(name: string): Promise<void>,
 * }} StorageArea
 */

const LOCK = "private-data-donor";
const MARK = "joined";
/** The most bytes that crypto.getRandomValues gives at once (W3C Web Cryptography API, section 10.1.1). */
const LARGEST_DRAW = 65_536;

/**
 * Return this browser's parts.
 * @returns {Parts}
 */
export function browserParts() {
  const { browser, chrome } = /** @type {any} */ (globalThis);
  const api = browser ?? chrome;
  const channel = new BroadcastChannel("pdd");
  const hidden = hideInstallation(api);
  return {
    indexedDB,
    exclusive: exclusiveBy(navigator.locks),
    fetch: async (url, options) => {
      await hidden;
      return fetch(url, options);
    },
    history: api.history ?? null,
    clock: Date.now,
    randomBytes,
    changed: () => {
      channel.postMessage({ changed: true });
      // The channel reaches open pages only. A runtime message also starts the background script. It fails if nobody
      // listens, which does no harm.
      api.runtime.sendMessage({ changed: true }).catch(() => {});
    },
    hold: wholePeriods(),
    marker: api.storage?.local ? markerIn(api.storage.local) : null,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/**
 * Return random bytes, fit for keys.
 * @param {number} size
 */
function randomBytes(size) {
  const bytes = new Uint8Array(size);
  for (let start = 0; start < size; start += LARGEST_DRAW) {
    crypto.getRandomValues(bytes.subarray(start, start + LARGEST_DRAW));
  }
  return bytes;
}

/**
 * Return a function that runs work which contacts the server, one at a time among all pages and workers.
 *
 * The browser frees the lock if a page or worker is killed. If another one holds the lock, the function throws the
 * DonorError `under-way`.
 * @param {LockManager} locks
 * @returns {Exclusive}
 */
function exclusiveBy(locks) {
  return (work) =>
    locks.request(LOCK, { ifAvailable: true }, (lock) => {
      if (lock === null) {
        throw new DonorError("under-way", "the server is being contacted already: wait until that is done");
      }
      return work();
    });
}

/**
 * Return the mark, outside the database, that the donor has joined something.
 *
 * A browser that finds its databases damaged drops them silently. The mark stays, so the donor can be told about the
 * loss. It holds nothing else, and is never synchronised with other computers.
 * @param {StorageArea} area chrome.storage.local
 * @returns {Marker}
 */
function markerIn(area) {
  return {
    isSet: async () => (await area.get(MARK))[MARK] === true,
    set: async (on) => {
      try {
        await (on ? area.set({ [MARK]: true }) : area.remove(MARK));
      } catch {
        throw new DonorError(
          "store-failed",
          "the browser can't keep this: is the disk full? nothing was sent; try again",
        );
      }
    },
  };
}
