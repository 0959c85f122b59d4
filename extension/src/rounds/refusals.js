// The error for a message that the rules of a round refuse (pdd_shared/rounds/refusals.py).

/** @typedef {import("./refusal_reasons.js").Reason} Reason */

/** A message was refused by the protocol's rules. The state is what it was before the message. */
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
