// The browser's parts that a donor needs: database, lock, fetch, history, clock, random bytes.

import { DonorError } from "../../core/errors.js";
import { hideInstallation } from "./hidden_origin.js";

/**
 * What a donor is made of. `clock` gives milliseconds since 1970, `exclusive` keeps others from contacting the server
 * for this home, `changed` is called after each change of it, `zone` is the computer's, `history` null where there is
 * none, `marker` null where the browser has no other place to keep one.
 * @typedef {Readonly<{
 *   indexedDB: IDBFactory, exclusive: Exclusive,
 *   fetch: import("../server_http/http.js").Fetch, history: import("./history.js").HistoryApi | null,
 *   clock: () => number, randomBytes: import("../../protocol/keys.js").RandomBytes, changed: () => void,
 *   marker: Marker | null, zone: string,
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
const LARGEST_DRAW = 65_536;

/** @returns {Parts} */
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
      // The channel reaches open pages only; this starts the background. It fails where nobody listens.
      api.runtime.sendMessage({ changed: true }).catch(() => {});
    },
    marker: api.storage?.local ? markerIn(api.storage.local) : null,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/** @param {number} size */
function randomBytes(size) {
  const bytes = new Uint8Array(size);
  for (let start = 0; start < size; start += LARGEST_DRAW) {
    crypto.getRandomValues(bytes.subarray(start, start + LARGEST_DRAW));
  }
  return bytes;
}

/**
 * One at a time: what contacts the server for this home, in whichever page or worker. The browser's lock frees itself
 * where a page or worker is killed; DonorError if another holds it.
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
 * A mark outside the database that something was joined: a browser that finds its databases damaged drops them without
 * a word, and then the person is to be told. It says nothing else, and is never synchronised.
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
