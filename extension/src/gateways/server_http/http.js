// HTTP for donors: an answer of bounded size and time, or a DonorError. Requests go without cookies, referrer and
// cache, and redirects are not followed. They do not name the extension's version, which nothing here needs: stores
// update extensions by themselves, and a version would tell donors apart.

import { LONGEST, MAX_ANSWER, MAX_DETAIL, MAX_TAG } from "../../core/constants.js";
import { DonorError } from "../../core/errors.js";

/** What the types of this project's problems begin with (RFC 9457). */
const PROBLEM = "urn:pdd:problem:";
/** The HTTP status of an answer that has not changed since the known one (RFC 9110, section 15.4.5). */
export const NOT_MODIFIED = 304;
/** By code of an error on the way to the server or back, the end of its sentence; the server's host comes before it. */
export const FAULTS = Object.freeze({
  "no-connection": "does not answer: check the address, or try again later",
  "foreign-answer":
    "answers, but is no donation server: sign in to the Wi-Fi if it asks for that, or check the address",
  "server-error": "has a problem at the moment: try again later",
  "too-slow": "did not answer within 30 seconds: try again later",
  "endless-answer": "sends more than a donation server would: check the address",
  "unreadable-answer": "gives an answer that this version can't read: see if there is a newer version",
});

/** @typedef {(url: string, options: RequestInit) => Promise<Response>} Fetch */
/** @typedef {{token?: string, body?: Uint8Array, kind?: string, known?: string | null}} Request */

/** A problem that the server answered with: it refused the request. */
export class ServerProblem extends DonorError {
  /**
   * @param {string} name the problem's, as in docs/reference/protocol.md
   * @param {string} detail the server's plain sentence
   */
  constructor(name, detail) {
    super("problem", `the server refused: ${name}: ${detail}`, { name, detail });
    // A name that this version does not know is treated as any other problem.
    this.reason = /** @type {import("../../core/error_names.js").ProblemName} */ (name);
    this.detail = detail;
  }
}

/** HTTP requests to one server. */
export class Http {
  #fetch;

  /**
   * Check the address. Nothing is sent yet.
   * @param {string} url
   * @param {Fetch} fetch
   * @throws {DonorError} as `checkedUrl` does
   */
  constructor(url, fetch) {
    this.url = checkedUrl(url);
    this.#fetch = fetch;
    /** When the last request ended, by performance.now. */
    this.answered = performance.now();
  }

  /**
   * Make a request, and return the answer's status, entity tag and bytes.
   * @param {string} method
   * @param {string} path
   * @param {Request} request `kind`: the body's media type; `known`: the entity tag of an answer that need not be sent
   *   again
   * @throws {ServerProblem} if the server answers with a problem
   * @throws {DonorError} one of FAULTS if no usable answer comes
   */
  async exchange(method, path, { token, body, kind, known }) {
    const headers = new Headers({ "Accept-Language": "*" });
    if (token) headers.set("Authorization", `Bearer ${token}`);
    if (kind) headers.set("Content-Type", kind);
    if (known) headers.set("If-None-Match", known);
    const { response, answer } = await this.#patiently(path, { method, headers, body: /** @type {any} */ (body) });
    if (response.ok || response.status === NOT_MODIFIED) {
      return { status: response.status, tag: tagOf(response), body: answer };
    }
    throw problemIn(answer) ?? this.fault(response.status >= 500 ? "server-error" : "foreign-answer");
  }

  /**
   * Return the error that no usable answer came. tests/vectors/donor/connection_errors.json lists which code means
   * what.
   * @param {keyof typeof FAULTS} code
   */
  fault(code) {
    const { host } = new URL(this.url);
    return new DonorError(code, `${host} ${FAULTS[code]}`, { host, url: this.url });
  }

  /**
   * Make a request within LONGEST seconds, and turn every failure into one of FAULTS.
   * @param {string} path
   * @param {RequestInit} options
   */
  async #patiently(path, options) {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), LONGEST * 1000);
    try {
      const response = await this.#response(path, options, patience.signal);
      return { response, answer: await bounded(response) };
    } catch (error) {
      if (patience.signal.aborted) throw this.fault("too-slow");
      if (error instanceof RangeError) throw this.fault("endless-answer");
      throw error instanceof DonorError ? error : this.fault("no-connection");
    } finally {
      clearTimeout(timer);
      this.answered = performance.now();
    }
  }

  /**
   * Make a request and return the response, whose body is not read yet.
   * @param {string} path
   * @param {RequestInit} options
   * @param {AbortSignal} signal
   */
  async #response(path, options, signal) {
    const same = /** @type {const} */ ({
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      signal,
    });
    try {
      const response = await this.#fetch(this.url + path, { ...options, ...same, redirect: "manual" });
      if (isRedirect(response)) throw this.fault("foreign-answer");
      return response;
    } catch (error) {
      if (error instanceof DonorError) throw error;
      // A browser gives no reason, and hides answers without CORS headers for extensions. A request in the mode
      // "no-cors" can't read the answer, but tells whether there is one: then something else answers at this address.
      // It follows redirects, and its path is the same for everybody, so that it names nothing.
      const bare = { ...same, mode: /** @type {const} */ ("no-cors"), headers: { "Accept-Language": "*" } };
      const answers = await this.#fetch(`${this.url}/v1/server`, bare).then(isAnswer, () => false);
      throw this.fault(answers ? "foreign-answer" : "no-connection");
    }
  }
}

/**
 * Drop an answer unread, and return that there was one.
 * @param {Response} response
 */
function isAnswer(response) {
  response.body?.cancel().catch(() => {});
  return true;
}

/** @param {Response} response */
function isRedirect({ type, status }) {
  return type === "opaqueredirect" || (300 <= status && status < 400 && status !== NOT_MODIFIED);
}

/**
 * Check a server's address, and return it without slashes at its end.
 * @param {string} url
 * @throws {DonorError} `not-an-address` if it is no plain http(s) address, `not-encrypted` if it is http and not on
 *   this computer
 */
export function checkedUrl(url) {
  const parsed = parsedUrl(url);
  if (parsed === null || !["http:", "https:"].includes(parsed.protocol) || isMore(parsed)) {
    throw new DonorError("not-an-address", "that is no server's address: write it as https://pdd.example.org", { url });
  }
  if (parsed.protocol === "http:" && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(parsed.hostname)) {
    const line = `${url} is not encrypted: use https:// (http:// is for a server on this computer only)`;
    throw new DonorError("not-encrypted", line, { url });
  }
  return (parsed.origin + parsed.pathname).replace(/\/+$/, "");
}

/** @param {string} url */
function parsedUrl(url) {
  try {
    return new URL(url);
  } catch {
    return null;
  }
}

/**
 * Return whether an address has parts that no server's address has: a user, a password, a query, a fragment.
 * @param {URL} url
 */
function isMore({ username, password, search, hash }) {
  return [username, password, search, hash].some((part) => part !== "");
}

/**
 * Return a response's entity tag; null if it has none, or too long a one.
 * @param {Response} response
 */
function tagOf(response) {
  const tag = response.headers.get("ETag") ?? "";
  return 0 < tag.length && tag.length <= MAX_TAG ? tag : null;
}

/**
 * Read a response's body; RangeError if it is longer than MAX_ANSWER.
 * @param {Response} response
 */
async function bounded(response) {
  const pieces = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    pieces.push(read.value);
    size += read.value.length;
    if (size > MAX_ANSWER) {
      await reader?.cancel();
      throw new RangeError("too long");
    }
  }
  return joined(pieces, size);
}

/**
 * @param {readonly Uint8Array[]} pieces
 * @param {number} size
 */
function joined(pieces, size) {
  const whole = new Uint8Array(size);
  let start = 0;
  for (const piece of pieces) {
    whole.set(piece, start);
    start += piece.length;
  }
  return whole;
}

/**
 * Return the problem in an answer (RFC 9457: its type and detail); null if it has none of this project's.
 * @param {Uint8Array} body
 */
function problemIn(body) {
  try {
    const { type, detail = "" } = JSON.parse(new TextDecoder().decode(body));
    if (!type.startsWith(PROBLEM) || typeof detail !== "string") return null;
    return new ServerProblem(line(type.slice(PROBLEM.length)), line(detail));
  } catch {
    return null;
  }
}

/**
 * Return text from outside as one printable line, so that a server can't put anything but words on a donor's screen.
 * @param {string} text
 */
function line(text) {
  return [...text.replace(/[\p{C}\p{Z}]/gu, " ")].slice(0, MAX_DETAIL).join("").trim();
}
