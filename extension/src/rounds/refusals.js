// Why a home refuses a message of a round: one name each, the same in code, API, logs and documents
// (pdd_shared/rounds/refusals.py, which says what each means).

/**
 * @typedef {"bad-signature" | "foreign-plan" | "floor-too-low" | "group-too-small" | "not-a-member" |
 *   "duplicate-member" | "forged-member" | "changed-key" | "weak-key" | "count-too-large" | "layout-too-large" |
 *   "day-not-over" | "wrong-day" | "denied-vector" | "told-before" |
 *   "day-signed-before" | "wrong-size" | "different-vector" | "too-late" | "foreign-epoch" | "too-soon" |
 *   "two-epochs" | "two-committees" | "denied-ticket" | "wrong-committee" | "malformed-plan" | "wrong-window" |
 *   "sub-cohorts-too-small" | "altered-list" | "list-too-small" | "bad-certificate"} Reason
 */

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
