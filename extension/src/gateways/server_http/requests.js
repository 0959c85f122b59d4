// Requests to one server, and their answers as messages. Every failure is a ServerProblem or another DonorError.

import { InvalidMessage } from "../../protocol/fields.js";
import { Http } from "./http.js";

/** @typedef {import("./http.js").Request} Request */

export const BINARY = "application/octet-stream";

/** Requests to one server, and their answers as messages. */
export class Requests {
  /**
   * Check the address. Nothing is sent yet.
   * @param {string} url
   * @param {import("./http.js").Fetch} fetch
   * @throws {DonorError} as `checkedUrl` does
   */
  constructor(url, fetch) {
    this.http = new Http(url, fetch);
  }

  get url() {
    return this.http.url;
  }

  /** When the last request ended, by performance.now. */
  get answered() {
    return this.http.answered;
  }

  /**
   * Post a message as JSON, and return the answer's bytes.
   * @param {string} path
   * @param {object} message
   * @param {string} [token]
   */
  post(path, message, token) {
    return this.body("POST", path, { token, body: encoded(message), kind: "application/json" });
  }

  /**
   * Make a request, and return the answer's bytes.
   * @param {string} method
   * @param {string} path
   * @param {Request} [request]
   */
  async body(method, path, request = {}) {
    return (await this.http.exchange(method, path, request)).body;
  }

  /**
   * Return the message in an answer.
   * @template Answer
   * @param {(json: string) => Answer} parse
   * @param {Uint8Array} body
   * @throws {DonorError} `foreign-answer` if it is no JSON, `unreadable-answer` if it is not the expected message
   */
  read(parse, body) {
    const text = jsonIn(body);
    if (text === null) throw this.http.fault("foreign-answer");
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof InvalidMessage)) throw error;
      throw this.http.fault("unreadable-answer");
    }
  }
}

/**
 * Return a body as text if it is JSON in UTF-8; else null.
 * @param {Uint8Array} body
 */
function jsonIn(body) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    JSON.parse(text);
    return text;
  } catch {
    return null;
  }
}

/**
 * Return a message as it travels: JSON in UTF-8.
 * @param {object} message
 */
export function encoded(message) {
  return new TextEncoder().encode(JSON.stringify(message));
}
