// Requests to one server, and their answers as messages. Every failure is a ServerProblem or another DonorError.

import { InvalidMessage } from "../../protocol/fields.js";
import { Http } from "./http.js";

/** @typedef {import("./http.js").Request} Request */

export const BINARY = "application/octet-stream";

/** One server at one address. */
export class Requests {
  /**
   * `url` is https, or http on this computer only; DonorError otherwise. Nothing is sent yet.
   * @param {string} url
   * @param {import("./http.js").Fetch} fetch
   */
  constructor(url, fetch) {
    this.http = new Http(url, fetch);
  }

  get url() {
    return this.http.url;
  }

  /**
   * The answer's bytes to a message that is posted.
   * @param {string} path
   * @param {object} message
   * @param {string} [token]
   */
  post(path, message, token) {
    return this.body("POST", path, { token, body: encoded(message), kind: "application/json" });
  }

  /**
   * The answer's bytes.
   * @param {string} method
   * @param {string} path
   * @param {Request} [request]
   */
  async body(method, path, request = {}) {
    return (await this.http.exchange(method, path, request)).body;
  }

  /**
   * The message in an answer; DonorError if it is none.
   * @template Answer
   * @param {(json: string) => Answer} parse
   * @param {Uint8Array} body
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
 * The body as text, if it is JSON.
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
 * The message as it travels.
 * @param {object} message
 */
export function encoded(message) {
  return new TextEncoder().encode(JSON.stringify(message));
}
