// The home's records of its days: the messages of locked days, the decisions about days, the cost of each day, and the
// counts of the days of weeks that are not sent yet.
//
// A decision is deleted when its day is locked. The decision to withhold a day stays while a plan can ask for its week.

/** @typedef {import("./tables.js").Tables} Tables */
/** @typedef {import("../../core/donation/decisions.js").Decision} Decision */
/** @typedef {import("../../core/donation/ledger.js").GivenDay} GivenDay */
/** @typedef {import("../../core/donation/kept_days.js").KeptDay} KeptDay */

/**
 * The message of a locked day.
 *
 * - `context`: the digest of the round's context, in hex.
 * - `data`: the blinded vector's bytes; null once the server can't ask for them again, and always under `cohort`, where
 *   the journal of journal_store.js holds the upload.
 * - `sent`: whether the server has confirmed the message.
 * @typedef {Readonly<{day: string, context: string, data: Uint8Array | null, sent: boolean}>} Blinded
 */

/** The days of one home, within a transaction. */
export class DayStore {
  #tables;
  #chosen;

  /**
   * @param {Tables} tables
   * @param {() => void} chosen is called after each change on which the counts to be given depend
   */
  constructor(tables, chosen) {
    this.#tables = tables;
    this.#chosen = chosen;
  }

  /**
   * Return the message of a day; null if the day is not locked.
   * @param {string} day
   * @returns {Promise<Blinded | null>}
   */
  async blinded(day) {
    return (await this.#tables.get("journal", day)) ?? null;
  }

  /**
   * Write down the message that is about to be sent. The whole transaction fails if the day has one already: there is
   * only ever one message for a day.
   * @param {Blinded} blinded
   */
  keepBlinded(blinded) {
    this.#tables.add("journal", blinded);
  }

  /**
   * Note that the server has confirmed the day's message.
   * @param {string} day
   */
  async markSent(day) {
    const row = await this.#tables.get("journal", day);
    if (row !== undefined) this.#tables.put("journal", { ...row, sent: true });
  }

  /**
   * Erase the bytes of all days except those that the server still asks for. The contexts are kept.
   * @param {ReadonlySet<string>} [stillAsked]
   */
  forgetData(stillAsked = new Set()) {
    return this.#tables.change("journal", (row) =>
      row.data === null || stillAsked.has(row.day) ? null : { ...row, data: null },
    );
  }

  /**
   * Return, by locked day, whether the server has confirmed it.
   * @returns {Promise<ReadonlyMap<string, boolean>>}
   */
  async locked() {
    return new Map((await this.#tables.all("journal")).map(({ day, sent }) => [day, sent]));
  }

  /**
   * Keep a decision; it replaces an earlier one about the same day.
   * @param {Decision} decision
   */
  decide(decision) {
    this.#tables.put("decisions", decision);
    this.#chosen();
  }

  /**
   * Forget the decision about a day.
   * @param {string} day
   */
  undecide(day) {
    this.#tables.delete("decisions", day);
    this.#chosen();
  }

  /**
   * Return the donor's decision about a day; null if the donor has not decided.
   * @param {string} day
   * @returns {Promise<Decision | null>}
   */
  async decided(day) {
    return (await this.#tables.get("decisions", day)) ?? null;
  }

  /**
   * Return all decisions, by day.
   * @returns {Promise<ReadonlyMap<string, Decision>>}
   */
  async decisions() {
    return new Map((await this.#tables.all("decisions")).map((decision) => [decision.day, decision]));
  }

  /**
   * Return the days that the donor withheld, as far as they are kept: locked ones too.
   * @returns {Promise<ReadonlySet<string>>}
   */
  async withheld() {
    const found = [...(await this.decisions()).values()].filter(({ approved }) => !approved);
    return new Set(found.map(({ day }) => day));
  }

  /**
   * Charge these days to the ledger. The whole transaction fails if one was charged to the same campaign before.
   * @param {Iterable<GivenDay>} given
   */
  charge(given) {
    for (const one of given) this.#tables.add("charges", one);
  }

  /**
   * Return all days given, the oldest first.
   * @returns {Promise<readonly GivenDay[]>}
   */
  given() {
    return this.#tables.all("charges");
  }

  /**
   * Return the days kept for weeks that are not sent yet.
   * @returns {Promise<readonly KeptDay[]>}
   */
  kept() {
    return this.#tables.all("keptDays");
  }

  /**
   * Keep days; each replaces the one kept before for the same campaign.
   * @param {Iterable<KeptDay>} days
   */
  keep(days) {
    for (const one of days) this.#tables.put("keptDays", one);
  }

  /**
   * Erase kept days.
   * @param {(kept: KeptDay) => boolean} isOver tells which
   */
  async forgetKept(isOver) {
    for (const one of (await this.kept()).filter(isOver)) this.#tables.delete("keptDays", [one.campaign, one.day]);
  }

  /** Erase all kept days: they may hold what the donor takes out now. */
  forgetAllKept() {
    this.#tables.clear("keptDays");
    this.#chosen();
  }
}
