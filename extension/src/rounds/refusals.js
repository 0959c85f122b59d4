// A message of a round that was not accepted (pdd_shared/rounds/refusals.py).

/** @typedef {import("./refusal_reasons.js").Reason} Reason */

/** A message that was not accepted; nothing has changed. */
export class Refused extends Error {
  /**
   * @param {Reason} reason
   * @param {string} detail one plain sentence; it never holds anything of a donor's searches
   */
  constructor(reason, detail) {
    super(detail);
    this.reason = reason;
    this.detail = detail;
  }
}
