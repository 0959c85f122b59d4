// Reading messages strictly: each field is there with its type and range, and no other (pdd_shared/protocol/fields.py).
//
// A reader takes a value as JSON.parse gives it, and where it stands, and gives the frozen value or InvalidMessage. The
// fields of an object come out in the reader's order, which is that of the text that is digested.

import { isExact, units } from "./decimals.js";

const TURNING = /[\u202a-\u202e\u2066-\u2069]/u;

/**
 * @template T
 * @typedef {(value: unknown, at: string) => T} Reader
 */

/** A text is not a message of its kind. The error says where, and never quotes what is there. */
export class InvalidMessage extends Error {}

/** @param {string} at @param {string} what @returns {never} */
function invalid(at, what) {
  throw new InvalidMessage(`${at || "the message"} must be ${what}`);
}

/**
 * A reader of texts in JSON.
 * @template T
 * @param {Reader<T>} reader
 */
export function fromJson(reader) {
  /** @param {string} json */
  return (json) => {
    // JSON.parse takes 1.0 and 1e0 for the integer 1, which a strict reader must not: no message has such a number.
    if (/[0-9][.eE]|-0(?![0-9.eE])/u.test(withoutStrings(json))) invalid("", "without fractions and exponents");
    return reader(parsed(json), "");
  };
}

/**
 * Step by step: a regular expression would run out of stack where a server sends one string of millions of characters.
 * @param {string} json
 */
function withoutStrings(json) {
  let [kept, from] = ["", 0];
  for (let open = json.indexOf('"'); open !== -1; open = json.indexOf('"', from)) {
    kept += `${json.slice(from, open)}""`;
    from = afterString(json, open);
  }
  return kept + json.slice(from);
}

/**
 * Return where the string ends that begins here: after the next quote with an even number of backslashes before it.
 * @param {string} json
 * @param {number} open
 */
function afterString(json, open) {
  for (let close = json.indexOf('"', open + 1); close !== -1; close = json.indexOf('"', close + 1)) {
    let first = close;
    while (json[first - 1] === "\\") first -= 1;
    if ((close - first) % 2 === 0) return close + 1;
  }
  return json.length;
}

/** @param {string} json @returns {unknown} */
function parsed(json) {
  try {
    return JSON.parse(json);
  } catch {
    return invalid("", "JSON");
  }
}

/**
 * Return a reader of objects with these fields and no others. Those of `absent` may be left out, and then have the
 * value there. A field that is undefined stays left out, so that the object has the same text again.
 * @template {Record<string, Reader<any>>} F
 * @param {F} fields
 * @param {Partial<Record<keyof F, null | undefined>>} [absent]
 * @returns {Reader<Readonly<{[K in keyof F]: ReturnType<F[K]>}>>}
 */
export function object(fields, absent = {}) {
  const names = Object.keys(fields);
  return (value, at) => {
    const given = record(value, at);
    const unknown = Object.keys(given).find((name) => !Object.hasOwn(fields, name));
    if (unknown !== undefined) invalid(at, "without fields that this version does not know");
    /** @type {Record<string, unknown>} */
    const read = {};
    for (const name of names) {
      if (!Object.hasOwn(given, name) && !Object.hasOwn(absent, name)) invalid(`${at}.${name}`, "there");
      const each = Object.hasOwn(given, name) ? fields[name](given[name], `${at}.${name}`) : absent[name];
      if (each !== undefined) read[name] = each;
    }
    return /** @type {any} */ (Object.freeze(read));
  };
}

/**
 * An object of any names that the pattern allows.
 * @template T
 * @param {RegExp} pattern
 * @param {Reader<T>} reader
 * @returns {Reader<Readonly<Record<string, T>>>}
 */
export function map(pattern, reader) {
  return (value, at) => {
    const given = Object.entries(record(value, at));
    if (!given.every(([name]) => pattern.test(name))) invalid(at, `an object whose names match ${pattern.source}`);
    return Object.freeze(Object.fromEntries(given.map(([name, each]) => [name, reader(each, `${at}.${name}`)])));
  };
}

/** @param {unknown} value @param {string} at @returns {Record<string, unknown>} */
function record(value, at) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return invalid(at, "an object");
  return /** @type {Record<string, unknown>} */ (value);
}

/**
 * A list of at most so many.
 * @template T
 * @param {Reader<T>} reader
 * @param {number} [most]
 * @returns {Reader<readonly T[]>}
 */
export function list(reader, most = Number.POSITIVE_INFINITY) {
  return (value, at) => {
    if (!Array.isArray(value)) return invalid(at, "a list");
    if (value.length > most) return invalid(at, `a list of at most ${most}`);
    return Object.freeze(value.map((each, index) => reader(each, `${at}[${index}]`)));
  };
}

/**
 * @template T
 * @param {Reader<T>} reader
 * @returns {Reader<T | null>}
 */
export function nullable(reader) {
  return (value, at) => (value === null ? null : reader(value, at));
}

/**
 * A field that may be left out; null means the same.
 * @template T
 * @param {Reader<T>} reader
 * @returns {Reader<T | undefined>}
 */
export function optional(reader) {
  return (value, at) => (value === null ? undefined : reader(value, at));
}

/**
 * An integer that a double holds exactly.
 * @param {{least?: number, most?: number}} [range]
 * @returns {Reader<number>}
 */
export function integer({ least = -Number.MAX_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER } = {}) {
  return (value, at) => {
    if (!Number.isSafeInteger(value)) return invalid(at, "an integer");
    const number = /** @type {number} */ (value);
    return least <= number && number <= most ? number : invalid(at, `from ${least} to ${most}`);
  };
}

/**
 * One of these values.
 * @template {string | number} T
 * @param {readonly T[]} values
 * @returns {Reader<T>}
 */
export function oneOf(...values) {
  return (value, at) => values.find((each) => each === value) ?? invalid(at, values.join(" or "));
}

/**
 * One of several kinds of objects, which a field of theirs names.
 * @template {Record<string, Reader<any>>} K
 * @param {string} tag the field
 * @param {K} kinds the reader of each kind, by what the field says
 * @returns {Reader<ReturnType<K[keyof K]>>}
 */
export function tagged(tag, kinds) {
  const named = oneOf(...Object.keys(kinds));
  return (value, at) => {
    const given = /** @type {Record<string, unknown>} */ (value ?? {});
    return kinds[named(given[tag], `${at}.${tag}`)](value, at);
  };
}

/** True or false. @type {Reader<boolean>} */
export function truth(value, at) {
  return typeof value === "boolean" ? value : invalid(at, "true or false");
}

/**
 * Text of whole code points that the pattern allows.
 * @param {RegExp} pattern with the flag "u", from ^ to $
 * @param {number} [most] the most code points, for patterns that state no bound
 * @returns {Reader<string>}
 */
export function matching(pattern, most = Number.POSITIVE_INFINITY) {
  return (value, at) => {
    const isText = typeof value === "string" && pattern.test(value) && !/\p{Surrogate}/u.test(value);
    if (!isText) return invalid(at, `text that matches ${pattern.source}`);
    const isShort = value.length <= most || [...value].length <= most;
    return isShort ? value : invalid(at, `of at most ${most} characters`);
  };
}

/**
 * Text of so many code points.
 * @param {number} least
 * @param {number} most
 * @returns {Reader<string>}
 */
export function textOf(least, most) {
  return (value, at) => {
    if (typeof value !== "string" || /\p{Surrogate}/u.test(value)) return invalid(at, "text");
    // Counting is for what may be too long: there are at least as many UTF-16 units as code points.
    const characters = value.length <= most && least <= 1 ? value.length : [...value].length;
    return least <= characters && characters <= most ? value : invalid(at, `of ${least} to ${most} characters`);
  };
}

/**
 * Text without characters that change the direction of the text around them (UAX 9), which could make it look like
 * other text.
 * @param {Reader<string>} reader
 */
export function unturned(reader) {
  return checked(reader, (read) => (TURNING.test(read) ? "without characters that turn the direction of text" : null));
}

/** A day as ISO text that is in the calendar. @type {Reader<string>} */
export function day(value, at) {
  const isDay = typeof value === "string" && /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/u.test(value) && inCalendar(value);
  return isDay ? /** @type {string} */ (value) : invalid(at, "a day such as 2026-11-20");
}

/** @param {string} text */
function inCalendar(text) {
  const instant = Date.parse(`${text}T00:00:00Z`);
  // Python's calendar begins with the year 1; some engines read February 30 as March 2.
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text) && !text.startsWith("0000");
}

/**
 * An exact decimal number, as text.
 * @param {{above?: string, least?: string, most: string}} range
 * @returns {Reader<string>}
 */
export function exact({ above, least, most }) {
  return (value, at) => {
    if (!isExact(value)) return invalid(at, 'a decimal number as text, written the shortest way, such as "40.5"');
    const number = units(value);
    const isLarge = above === undefined ? number >= units(least ?? "0") : number > units(above);
    return isLarge && number <= units(most) ? value : invalid(at, `above ${above ?? least} and at most ${most}`);
  };
}

/**
 * The reader, and a condition on what it reads; `what` completes "must be".
 * @template T
 * @param {Reader<T>} reader
 * @param {(value: T) => string | null} objection
 * @returns {Reader<T>}
 */
export function checked(reader, objection) {
  return (value, at) => {
    const read = reader(value, at);
    const what = objection(read);
    return what === null ? read : invalid(at, what);
  };
}
