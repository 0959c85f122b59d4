// The native-messaging connection with the desktop app: its messages in both directions.

import { parseSearchUrl } from "../counting/search_urls.js";
import { readVisits } from "../gateways/browser/history.js";
import { MAX_HITS } from "../protocol/limits.js";

/** @typedef {import("../gateways/browser/history.js").HistoryApi} HistoryApi */

/** @typedef {import("../core/donation/campaign_hits.js").HitsUsed} HitsUsed */
/** @typedef {Readonly<{source: string, used: HitsUsed}>} OwnHits this extension's random name, and the hits it used */

/** @typedef {"app" | "extension" | null} Outdated */

/**
 * The app's status. `waiting` is the number of days that wait for the donor's review in the app. `outdated` says which
 * of the two has to be updated before the app can use this extension's searches; null if they fit. `used` are the hits
 * that the app and other extensions have used, by campaign; null if the app can't tell. `home` is the random name of the
 * app's home, as hits that another home used are not in `used`; null for an app that has no name. The states:
 *
 * - `donates`: the app donates, so this extension must not.
 * - `browser-off`: the same, but the searches of this browser don't count in the app.
 * - `not-joined`: the app gives nothing.
 * - `unavailable`: the app can't tell now, or did not answer in time.
 * - `unreachable`: there is no app, or it does not let this extension connect.
 * @typedef {Readonly<{
 *   state: "donates" | "browser-off" | "not-joined" | "unavailable" | "unreachable", waiting: number,
 *   outdated: Outdated, used: HitsUsed | null, home: string | null,
 * }>} DesktopAppStatus
 */

/**
 * The part of a runtime.Port that is used.
 * @typedef {{
 *   postMessage(message: object): void, disconnect(): void,
 *   onMessage: {addListener(listener: (message: any) => void): void},
 *   onDisconnect: {addListener(listener: () => void): void},
 * }} Port
 */

const HOST = "private_data_donor";
/**
 * The version of the messages between app and extension. It grows when one side could no longer read the other's
 * searches. The app has the same number in pdd_client/gateways/native_messaging/message_format.py.
 */
export const BRIDGE_VERSION = 4;
/** A random name, of the app's home or of this extension. */
const NAME = /^[0-9a-f]{32}$/u;
const STATES = ["donates", "browser-off", "not-joined", "unavailable"];
/** @type {DesktopAppStatus} */
const UNREACHABLE = Object.freeze({ state: "unreachable", waiting: 0, outdated: null, used: null, home: null });
/** @type {DesktopAppStatus} */
const UNAVAILABLE = Object.freeze({ ...UNREACHABLE, state: "unavailable" });
/** Milliseconds after which a silent host is given up. Starting it takes some seconds on a slow computer. */
const PATIENCE = 60_000;
/**
 * The most characters of searches in one message. The host accepts messages of a million bytes. One character may take
 * six: browsers write some as escapes.
 */
const PIECE = 150_000;
/** Characters of a visit in a message beside its query: engine, time, quotes and commas. */
const BESIDE = 64;

/**
 * Have the browser start the app's host, and return the connection.
 * @param {any} api chrome, or browser
 * @returns {Port}
 * @throws {Error} the browser's own, if this extension has no permission for native messaging
 */
export function connectApp(api) {
  const port = api.runtime.connectNative(HOST);
  // Reading lastError tells the browser that the error is handled. Otherwise it would report it as unchecked.
  port.onDisconnect.addListener(() => api.runtime.lastError);
  return port;
}

/** One connection with the app, until it ends. It asks the app for its status, and answers what the app asks. */
export class AppLine {
  /** @type {((status: DesktopAppStatus) => void)[]} what waits for an answer of the app, in the order in which it was asked */
  #asked = [];
  /** @type {Port | null} */
  #port = null;
  #history;
  #patience;

  /**
   * @param {() => Port} connect
   * @param {HistoryApi | null} history read whenever the app asks for visits; nothing of it is kept
   * @param {number} [patience] milliseconds
   */
  constructor(connect, history, patience = PATIENCE) {
    this.#history = history;
    this.#patience = patience;
    try {
      this.#port = connect();
      this.#port.onMessage.addListener((message) => this.#take(message));
      this.#port.onDisconnect.addListener(() => this.#ended());
    } catch {
      this.#port = null;
    }
  }

  get isOpen() {
    return this.#port !== null;
  }

  /** End the connection. Everything that still waits for an answer gets this status. */
  close(status = UNREACHABLE) {
    this.#port?.disconnect();
    this.#ended(status);
  }

  /**
   * Ask the app for its status. The promise never rejects: a failure is a status, too.
   * @param {OwnHits | null} hits null for none
   * @param {boolean} [takesOver] whether this extension is about to give in place of the app
   * @returns {Promise<DesktopAppStatus>}
   */
  status(hits, takesOver = false) {
    return this.#ask({ type: "status", version: BRIDGE_VERSION, ...hits, ...(takesOver && { takes_over: true }) });
  }

  /**
   * Hand over to the app: tell it which days this extension has locked, so that the app does not give them as well.
   * @param {readonly string[]} bound the locked days; the extension must give no further day by then
   * @param {OwnHits | null} hits null for none
   * @returns {Promise<DesktopAppStatus>}
   */
  handOver(bound, hits) {
    return this.#ask({ type: "hand-over", bound, ...hits });
  }

  /**
   * Send a question, and return the app's answer. The app answers in the order of the questions.
   * @param {object} message
   * @returns {Promise<DesktopAppStatus>}
   */
  #ask(message) {
    return new Promise((resolve) => {
      const silent = setTimeout(() => this.close(UNAVAILABLE), this.#patience);
      this.#asked.push((status) => {
        clearTimeout(silent);
        resolve(status);
      });
      this.#post(message);
    });
  }

  /** @param {object} message */
  #post(message) {
    try {
      if (this.#port === null) throw new Error("the line has ended");
      this.#port.postMessage(message);
    } catch {
      this.#ended();
    }
  }

  #ended(status = UNREACHABLE) {
    this.#port = null;
    for (const resolve of this.#asked.splice(0)) resolve(status);
  }

  /**
   * Take a message of the app: a question, or the answer to the oldest of ours.
   * @param {any} message
   */
  #take(message) {
    if (message?.type === "ask") this.#answer(message);
    else this.#asked.shift()?.(statusOf(message));
  }

  /**
   * Answer the app's question for visits, in several messages if there are many.
   * @param {{number: number, since: number | null, until: number | null}} question times in microseconds since 1970;
   *   null for no bound
   */
  async #answer({ number, since, until }) {
    const piece = { type: "visits", number, last: false, failed: false };
    try {
      if (this.#history === null) throw new Error("no history");
      const bounds = /** @type {const} */ ([(since ?? 0) / 1000, until === null ? Date.now() : until / 1000]);
      for (const visits of pieces(await readVisits(this.#history, ...bounds))) this.#post({ ...piece, visits });
      this.#post({ ...piece, visits: [], last: true });
    } catch {
      this.#post({ ...piece, visits: [], last: true, failed: true });
    }
  }
}

/**
 * Read the app's status. A host of another version may use an unknown state: that counts as `unavailable`. The first
 * version named none.
 * @param {any} message
 * @returns {DesktopAppStatus}
 */
function statusOf(message) {
  const state = STATES.includes(message?.state) ? message.state : "unavailable";
  const version = Number.isSafeInteger(message?.version) ? message.version : 1;
  const outdated = version === BRIDGE_VERSION ? null : version < BRIDGE_VERSION ? "app" : "extension";
  const waiting = Number.isSafeInteger(message?.waiting) ? message.waiting : 0;
  const home = NAME.test(message?.home) ? message.home : null;
  return Object.freeze({ state, waiting, outdated, used: hitsIn(message?.used), home });
}

/**
 * Read hits by campaign; null for anything else.
 * @param {unknown} told
 * @returns {HitsUsed | null}
 */
function hitsIn(told) {
  if (typeof told !== "object" || told === null || Array.isArray(told)) return null;
  const isWhole = Object.values(told).every((hits) => Number.isInteger(hits) && 0 <= hits && hits <= MAX_HITS);
  return isWhole ? { ...told } : null;
}

/**
 * Split visits into pieces that each fit into a message. The app gets what it counts, and no addresses: those may hold
 * more than the search, such as a place or an account.
 * @param {readonly import("../core/searches.js").Visit[]} visits to result pages; others are left out
 * @returns {Iterable<[string, string, number, boolean][]>} search engines, queries, microseconds since 1970, and whether
 *   the page was loaded again
 */
export function* pieces(visits) {
  /** @type {[string, string, number, boolean][]} */
  let piece = [];
  let size = 0;
  for (const { url, time, reload } of visits) {
    const search = parseSearchUrl(url);
    if (search === null) continue;
    if (size + search.query.length + BESIDE > PIECE) {
      yield piece;
      [piece, size] = [[], 0];
    }
    piece.push([search.engine, search.query, Math.round(time * 1000), reload]);
    size += search.query.length + BESIDE;
  }
  yield piece;
}
