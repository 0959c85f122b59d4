// The native-messaging connection with the desktop app: its messages in both directions.

import { readVisits } from "../gateways/browser/history.js";

/** @typedef {import("../gateways/browser/history.js").HistoryApi} HistoryApi */

/**
 * Where the app stands. `donates`: so that this extension must not. `browser-off`: the same, but this browser's
 * searches do not count. `not-joined`: it gives nothing. `unavailable`: it can't tell now. `unreachable`: there is none,
 * or it does not let this extension in. `waiting`: the days to look through there.
 * @typedef {Readonly<{
 *   state: "donates" | "browser-off" | "not-joined" | "unavailable" | "unreachable", waiting: number,
 * }>} AppStatus
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
const STATES = ["donates", "browser-off", "not-joined", "unavailable"];
/** @type {AppStatus} */
const UNREACHABLE = Object.freeze({ state: "unreachable", waiting: 0 });
/** @type {AppStatus} */
const UNAVAILABLE = Object.freeze({ state: "unavailable", waiting: 0 });
/** Milliseconds until a host that says nothing is given up: starting it takes a slow computer some seconds. */
const PATIENCE = 60_000;
/** Characters of addresses in one message: the host takes a million bytes. */
const PIECE = 200_000;

/**
 * Have the browser start the app's host; it throws where this extension has no permission to.
 * @param {any} api chrome, or browser
 * @returns {Port}
 */
export function connectApp(api) {
  const port = api.runtime.connectNative(HOST);
  // Looked at, an error that is told on the next line is not reported as one that nobody handled.
  port.onDisconnect.addListener(() => api.runtime.lastError);
  return port;
}

/** One line, from its connection to its end. */
export class AppLine {
  /** @type {((status: AppStatus) => void)[]} */
  #asked = [];
  /** @type {Port | null} */
  #port = null;
  #history;
  #patience;

  /**
   * @param {() => Port} connect
   * @param {HistoryApi | null} history what the app is answered from, at the moment when it asks; nothing is kept
   * @param {number} [patience]
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

  /** End it; who waits for an answer gets this one. */
  close(status = UNREACHABLE) {
    this.#port?.disconnect();
    this.#ended(status);
  }

  /** @returns {Promise<AppStatus>} */
  status() {
    return this.#ask({ type: "status" });
  }

  /**
   * Tell the app which days this extension, which gives nothing any more, has given or is bound to.
   * @param {readonly string[]} bound
   * @returns {Promise<AppStatus>}
   */
  handOver(bound) {
    return this.#ask({ type: "hand-over", bound });
  }

  /**
   * @param {object} message
   * @returns {Promise<AppStatus>}
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

  /** @param {any} message */
  #take(message) {
    if (message?.type === "ask") this.#answer(message);
    else this.#asked.shift()?.(statusOf(message));
  }

  /** @param {{number: number, since: number | null, until: number | null}} question in microseconds */
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
 * What a host of another version may say is no reason to give anything.
 * @param {any} message
 * @returns {AppStatus}
 */
function statusOf(message) {
  const state = STATES.includes(message?.state) ? message.state : "unavailable";
  return Object.freeze({ state, waiting: Number.isSafeInteger(message?.waiting) ? message.waiting : 0 });
}

/**
 * The visits as they travel, in pieces that each fit a message; an address longer than that is no search anybody typed.
 * @param {readonly import("../core/searches.js").Visit[]} visits
 * @returns {Iterable<[string, number][]>} addresses, and microseconds since 1970
 */
export function* pieces(visits) {
  /** @type {[string, number][]} */
  let piece = [];
  let size = 0;
  for (const { url, time } of visits) {
    if (url.length > PIECE) continue;
    if (size + url.length > PIECE) {
      yield piece;
      [piece, size] = [[], 0];
    }
    piece.push([url, Math.round(time * 1000)]);
    size += url.length + 32;
  }
  yield piece;
}
