// What a donor's home keeps of its days: the journal of what was blinded, what was decided until a day is locked, and what
// each day cost.

/** @typedef {import("./tables.js").Tables} Tables */
/** @typedef {import("../../core/donation/decisions.js").Decision} Decision */
/** @typedef {import("../../core/donation/ledger.js").GivenDay} GivenDay */

/**
 * What was blinded for a day, and under which context (hex).
 *
 * `data` are the bytes, null once the server can't ask for them again; `sent` whether it has confirmed them.
 * @typedef {Readonly<{day: string, context: string, data: Uint8Array | null, sent: boolean}>} Blinded
 */

/** The days of one home, within a transaction. */
export class DayStore {
  #tables;
  #chosen;

  /**
   * @param {Tables} tables
   * @param {() => void} chosen to be called where it changes what is given
   */
  constructor(tables, chosen) {
    this.#tables = tables;
    this.#chosen = chosen;
  }

  /**
   * What was blinded for the day, if anything was.
   * @param {string} day
   * @returns {Promise<Blinded | null>}
   */
  async blinded(day) {
    return (await this.#tables.get("journal", day)) ?? null;
  }

  /**
   * Write down what is about to be sent; there is one context a day, ever.
   * @param {Blinded} blinded
   */
  keepBlinded(blinded) {
    this.#tables.add("journal", blinded);
  }

  /**
   * Note that the server has confirmed the day's vector.
   * @param {string} day
   */
  async markSent(day) {
    const row = await this.#tables.get("journal", day);
    if (row !== undefined) this.#tables.put("journal", { ...row, sent: true });
  }

  /**
   * Erase the blinded bytes of all days but those the server still asks for; the contexts stay.
   * @param {ReadonlySet<string>} [stillAsked]
   */
  forgetData(stillAsked = new Set()) {
    return this.#tables.change("journal", (row) =>
      row.data === null || stillAsked.has(row.day) ? null : { ...row, data: null },
    );
  }

  /**
   * The days whose counts were locked, and whether the server has confirmed them.
   * @returns {Promise<ReadonlyMap<string, boolean>>}
   */
  async locked() {
    return new Map((await this.#tables.all("journal")).map(({ day, sent }) => [day, sent]));
  }

  /**
   * Keep a decision in place of an earlier one.
   * @param {Decision} decision
   */
  decide(decision) {
    this.#tables.put("decisions", decision);
    this.#chosen();
  }

  /**
   * Forget what was decided about the day.
   * @param {string} day
   */
  undecide(day) {
    this.#tables.delete("decisions", day);
    this.#chosen();
  }

  /**
   * What was decided about the day.
   * @param {string} day
   * @returns {Promise<Decision | null>}
   */
  async decided(day) {
    return (await this.#tables.get("decisions", day)) ?? null;
  }

  /**
   * All that was decided, by day.
   * @returns {Promise<ReadonlyMap<string, Decision>>}
   */
  async decisions() {
    return new Map((await this.#tables.all("decisions")).map((decision) => [decision.day, decision]));
  }

  /**
   * Charge these days; the whole transaction fails for a day of a campaign that was charged before.
   * @param {Iterable<GivenDay>} given
   */
  charge(given) {
    for (const one of given) this.#tables.add("charges", one);
  }

  /**
   * All days given, the oldest first.
   * @returns {Promise<readonly GivenDay[]>}
   */
  given() {
    return this.#tables.all("charges");
  }
}
