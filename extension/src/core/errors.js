// The one kind of error that a donor's methods throw for a person to read.

/** @typedef {import("./error_names.js").DonorErrorCode} DonorErrorCode */

/**
 * An error for a person. Its message is one plain line: what is wrong, where, what that means for the donor's data, and
 * what to do.
 *
 * `code` names the error, and `values` hold what its line mentions. From both, a page can say the error in another
 * language.
 */
export class DonorError extends Error {
  /**
   * @param {DonorErrorCode} code
   * @param {string} line the English message
   * @param {Readonly<Record<string, string | number>>} [values] such as a `url` or `host`, a `campaign`, a `day`, or
   *   the `name` and `detail` of a server's problem
   */
  constructor(code, line, values = {}) {
    super(line);
    this.name = "DonorError";
    this.code = code;
    this.values = Object.freeze(values);
  }
}
