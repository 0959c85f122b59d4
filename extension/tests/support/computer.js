// A donor's parts outside of a browser: databases in memory, one lock, a history that a test writes.

import { randomBytes } from "node:crypto";
import { IDBFactory } from "fake-indexeddb";

import { DonorError } from "../../src/core/errors.js";
import { wholePeriods } from "../../src/gateways/hold.js";

/** @typedef {import("../../src/gateways/browser/donor_parts.js").Parts} Parts */
/**
 * A visit; `hidden` for one that `search` does not find, as of a page that led on.
 * @typedef {{url: string, time: number, transition?: string, isLocal?: boolean, hidden?: boolean}} Visited
 */

/** One computer: its clock, its browser's history, its time zone. */
export class Computer {
  now = Date.parse("2026-11-20T12:00:00Z");
  /** @type {Visited[] | null} null: the browser gives none */
  visits = [];
  zone = "UTC";
  /** How long the making of a message takes, in milliseconds; 0 for no longer than it does. */
  period = 0;

  /**
   * @param {Partial<Parts>} [changes]
   * @returns {Parts}
   */
  parts(changes = {}) {
    return {
      indexedDB: new IDBFactory(),
      exclusive: lock(),
      fetch: (url, options) => fetch(url, options),
      history: historyOf(() => this.visits),
      clock: () => this.now,
      randomBytes: (size) => new Uint8Array(randomBytes(size)),
      changed: () => {},
      hold: async (since) => (this.period ? wholePeriods(this.period)(since) : undefined),
      marker: null,
      zone: this.zone,
      ...changes,
    };
  }
}

/** One at a time within this process, as navigator.locks would have it. */
export function lock() {
  let held = false;
  return async (/** @type {() => Promise<any>} */ work) => {
    if (held) throw new DonorError("under-way", "the server is being contacted already");
    held = true;
    try {
      return await work();
    } finally {
      held = false;
    }
  };
}

/**
 * Return the part of chrome.history that a donor uses, with these visits.
 * @param {() => Visited[] | null} visits
 * @returns {import("../../src/gateways/browser/history.js").HistoryApi}
 */
export function historyOf(visits) {
  const all = () => {
    const found = visits();
    if (found === null) throw new Error("no history");
    return found;
  };
  return {
    search: async ({ startTime, endTime, maxResults }) => {
      const inside = all().filter(({ time, hidden }) => !hidden && startTime <= time && time < endTime);
      return [...new Set(inside.map(({ url }) => url))].slice(0, maxResults).map((url) => ({ url }));
    },
    getVisits: async ({ url }) =>
      all()
        .filter((visit) => visit.url === url)
        .map(({ time, transition = "link", isLocal = true }) => ({ visitTime: time, transition, isLocal })),
  };
}

/**
 * Return a method of a Donor, or of one of its parts, by a name such as "checkIn" or "days.review".
 * @param {any} donor
 * @param {string} name
 * @returns {(...given: any[]) => Promise<any>}
 */
export function methodOf(donor, name) {
  const at = name.lastIndexOf(".");
  const part = at < 0 ? donor : donor[name.slice(0, at)];
  return part[name.slice(at + 1)].bind(part);
}
