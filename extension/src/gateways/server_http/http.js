// HTTP as a donor uses it: an answer within bounds and in time, or an error in plain words. No cookies, no referrer, no
// cache, no redirect.

import { DonorError } from "../../core/errors.js";

export const VERSION = "0.1.0";
/** Milliseconds that a whole request may take, however its answer trickles in. */
const LONGEST = 30_000;
const MAX_ANSWER = 64 * 2 ** 20;
const MAX_DETAIL = 300;
const MAX_TAG = 200;
const PROBLEM = "urn:pdd:problem:";
export const NOT_MODIFIED = 304;
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

/** The server refused the request: `name` as in docs/reference/protocol.md, `detail` its plain sentence. */
export class ServerProblem extends DonorError {
  /**
   * @param {string} name
   * @param {string} detail
   */
  constructor(name, detail) {
    super("problem", `the server refused: ${name}: ${detail}`, { name, detail });
    // A name that this version does not know is treated as any other problem.
    this.reason = /** @type {import("../../core/error_names.js").ProblemName} */ (name);
    this.detail = detail;
  }
}

/** One address, and how to reach it. */
export class Http {
  #fetch;

  /**
   * `url` is https, or http on this computer only; DonorError otherwise. Nothing is sent yet.
   * @param {string} url
   * @param {Fetch} fetch
   */
  constructor(url, fetch) {
    this.url = checkedUrl(url);
    this.#fetch = fetch;
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {Request} request
   */
  async exchange(method, path, { token, body, kind, known }) {
    const headers = new Headers({ "Pdd-Client": VERSION, "Accept-Language": "*" });
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
   * Why no usable answer came, as tests/vectors/donor/connection_errors.json lists it.
   * @param {keyof typeof FAULTS} code
   */
  fault(code) {
    const { host } = new URL(this.url);
    return new DonorError(code, `${host} ${FAULTS[code]}`, { host, url: this.url });
  }

  /**
   * @param {string} path
   * @param {RequestInit} options
   */
  async #patiently(path, options) {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), LONGEST);
    try {
      const response = await this.#response(path, options, patience.signal);
      return { response, answer: await bounded(response) };
    } catch (error) {
      if (patience.signal.aborted) throw this.fault("too-slow");
      if (error instanceof RangeError) throw this.fault("endless-answer");
      throw error instanceof DonorError ? error : this.fault("no-connection");
    } finally {
      clearTimeout(timer);
    }
  }

  /**
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
      // A browser tells no reason, and hides an answer that is not meant for extensions. Asked again without wanting to
      // read it, it tells whether there was one.
      const answers = await this.#fetch(this.url + path, { ...same, mode: "no-cors" }).then(isAnswer, () => false);
      throw this.fault(answers ? "foreign-answer" : "no-connection");
    }
  }
}

/** @param {Response} response */
function isAnswer(response) {
  response.body?.cancel().catch(() => {});
  return true;
}

/** @param {Response} response */
function isRedirect({ type, status }) {
  return type === "opaqueredirect" || (300 <= status && status < 400 && status !== NOT_MODIFIED);
}

/**
 * The address without a slash at its end; DonorError unless it is https, or http to this computer.
 * @param {string} url
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

/** @param {URL} url */
function isMore({ username, password, search, hash }) {
  return [username, password, search, hash].some((part) => part !== "");
}

/** @param {Response} response */
function tagOf(response) {
  const tag = response.headers.get("ETag") ?? "";
  return 0 < tag.length && tag.length <= MAX_TAG ? tag : null;
}

/** @param {Response} response */
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
 * RFC 9457, as far as a donor reads it.
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
 * Text from outside as one printable line: a server writes nothing on a donor's screen but words.
 * @param {string} text
 */
function line(text) {
  return [...text.replace(/[\p{C}\p{Z}]/gu, " ")].slice(0, MAX_DETAIL).join("").trim();
}
