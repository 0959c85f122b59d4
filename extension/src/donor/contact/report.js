// The report of one contact: what was sent, what was refused, and which days wait. Lines are added, and never changed.

/** @typedef {import("../../gateways/home_store/home.js").Home} Home */
/** @typedef {import("../../core/views.js").Logged} Logged */
/** @typedef {import("../../core/views.js").SentMessage} SentMessage */
/** @typedef {import("../../core/views.js").Refusal} Refusal */

/** Collects the report of one contact, and writes its lines to the donor's log. */
export class ContactReport {
  #clock;
  /** @type {SentMessage[]} */
  #sent = [];
  /** @type {Refusal[]} */
  #refused = [];
  /** @type {string[]} */
  #waiting = [];

  /** @param {() => number} clock gives milliseconds since 1970 */
  constructor(clock) {
    this.#clock = clock;
  }

  /**
   * Report a message that the server has confirmed.
   * @param {string} round the data day; of a ticket, the day on which it was sent
   * @param {SentMessage["kind"]} kind
   * @param {number} bytes
   */
  addSent(round, kind, bytes) {
    this.#sent.push(Object.freeze({ round, kind, bytes }));
  }

  /**
   * Report a refusal.
   * @param {string | null} round
   * @param {string} reason
   * @param {string | null} [campaign] the one that got zeros; null if a whole message was refused
   */
  addRefused(round, reason, campaign = null) {
    this.#refused.push(Object.freeze({ round, reason, campaign }));
  }

  /**
   * Report a day that waits for the donor.
   * @param {string} day
   */
  addWaiting(day) {
    this.#waiting.push(day);
  }

  /**
   * Log, in the caller's transaction, a message that is about to leave.
   * @param {Home} home
   * @param {Logged["what"]} what
   * @param {string | null} day
   * @param {number} bytes its size
   * @param {Partial<Logged>} [more] further fields of the line
   */
  log(home, what, day, bytes, more = {}) {
    home.log({ time: this.#clock(), what, round: day, bytes, ...more });
  }

  /**
   * Log a refusal in the caller's transaction, and report it.
   * @param {Home} home
   * @param {string | null} day the data day; null if the refusal is about none
   * @param {string} reason
   * @param {{detail?: string | null, campaign?: string | null}} about `campaign` as in `addRefused`
   */
  refuse(home, day, reason, { detail = null, campaign = null }) {
    home.log({ time: this.#clock(), what: "refusal", round: day, reason, detail, campaign });
    this.addRefused(day, reason, campaign);
  }

  /**
   * Return the report of what happened so far.
   * @param {readonly import("../../core/views.js").UnreadHistory[]} unread the histories that could not be read
   * @returns {import("../../core/views.js").CheckInReport}
   */
  result(unread) {
    const [sent, refused, waiting] = [[...this.#sent], [...this.#refused], [...this.#waiting]];
    return Object.freeze({ sent, refused, waiting, unread });
  }
}
