// The one error that a donor's methods throw for a person to read.

/** @typedef {import("./error_names.js").DonorErrorCode} DonorErrorCode */

/**
 * One plain line: what is wrong, where, what it means for the donor's data, and what to do.
 *
 * `code` names the error, and `values` hold what its line mentions, so that a page can say it in another language: a
 * `url` or `host`, a `campaign`, a `day`, a server's `name` and `detail`.
 */
export class DonorError extends Error {
  /**
   * @param {DonorErrorCode} code
   * @param {string} line
   * @param {Readonly<Record<string, string | number>>} [values]
   */
  constructor(code, line, values = {}) {
    super(line);
    this.name = "DonorError";
    this.code = code;
    this.values = Object.freeze(values);
  }
}
