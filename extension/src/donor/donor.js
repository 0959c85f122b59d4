// A donor: everything one installation can do, for the pages and the background alike.

import { DonorError } from "../core/errors.js";
import { browserParts } from "../gateways/browser/donor_parts.js";
import { Store } from "../gateways/home_store/store.js";
import { accept, look, lookAgain } from "./campaigns/join.js";
import { erase, leave } from "./campaigns/leave.js";
import { checkIn } from "./check_in/check_in.js";
import { planning } from "./check_in/schedule.js";
import { approve, reconsider, withhold } from "./days/decide.js";
import { readDay, skippable, withReasons } from "./days/read_searches.js";
import { review } from "./days/review.js";
import { Installation, joinedBy } from "./installation.js";
import { account } from "./privacy_account.js";
import { fetchResults } from "./results.js";
import { Choices } from "./settings/choices.js";

/** @typedef {import("./views.js").Day} Day */
/** @typedef {import("./views.js").Offer} Offer */
/** @typedef {import("./views.js").Joined} Joined */
/** @typedef {import("./views.js").Review} Review */
/** @typedef {import("./views.js").Account} Account */
/** @typedef {import("./views.js").CheckInReport} CheckInReport */
/** @typedef {{stratum?: string | null, invitation?: string | null, language?: string}} Terms */

/** One home and what can be done in it. Errors are DonorError: one line for the person. Days are ISO text. */
export class Donor extends Choices {
  /** @type {Map<Day, Review>} */
  #shown = new Map();

  /**
   * The donor of this browser, made if it is not there; `parts` are what it is made of, by default the browser's.
   * @param {import("./installation.js").Parts} [parts]
   */
  static async open(parts = browserParts()) {
    return new Donor(new Installation(await Store.open(parts), parts));
  }

  /**
   * Erase what an earlier version of this extension kept here, which this one can't use; the server is not told.
   * @param {import("./installation.js").Parts} [parts]
   */
  static async eraseOutdated(parts = browserParts()) {
    await parts.exclusive(() => Store.eraseOutdated(parts));
  }

  /** Close the database. */
  close() {
    this.installation.store.close();
  }

  // --- taking part

  /**
   * What the server offers, before anything is agreed to; nothing of the donor is sent.
   * @param {string} url
   * @param {readonly string[] | null} [campaigns] by default all
   * @returns {Promise<Offer>}
   */
  look(url, campaigns = null) {
    return look(this.installation, url, campaigns);
  }

  /**
   * The same of the server that is joined, as it was listed last: nobody is contacted. For agreeing to later entries.
   * @param {readonly string[] | null} [campaigns]
   * @returns {Promise<Offer>}
   */
  lookAgain(campaigns = null) {
    return lookAgain(this.installation, campaigns);
  }

  /**
   * Agree to an offer that was looked at. Without a stratum the one chosen before stays.
   * @param {Offer} offer
   * @param {Terms} [terms] `language` is the one that the texts were shown in
   * @returns {Promise<Joined>}
   */
  accept(offer, { stratum = null, invitation = null, language = "en" } = {}) {
    return accept(this.installation, offer, stratum, invitation, language);
  }

  /**
   * Agree to what the server offers; DonorError says what keeps the donor from it.
   * @param {string} url
   * @param {readonly string[] | null} [campaigns]
   * @param {Terms} [terms]
   * @returns {Promise<Joined>}
   */
  async join(url, campaigns = null, terms = {}) {
    return this.accept(await this.look(url, campaigns), terms);
  }

  /**
   * Contact the server and answer its tasks from the browser's history.
   * @returns {Promise<CheckInReport>}
   */
  checkIn() {
    return planning(this.installation, () => checkIn(this.installation));
  }

  /** Fetch what all campaigns of the server publish, as anybody can: without token, joined or not. */
  fetchResults() {
    return fetchResults(this.installation);
  }

  /**
   * Give a campaign nothing from now on; the server is not told, as it never knew.
   * @param {string} campaign
   */
  leave(campaign) {
    return leave(this.installation, campaign);
  }

  /**
   * Have the server forget this donor, then erase what is kept; returns what the server knows after it.
   *
   * DonorError, and nothing erased, if the server can't be reached: the keys are needed to ask it again. Where it will
   * never be reached again, `tellServer` false erases what is kept here alone.
   * @param {{tellServer?: boolean}} [how]
   */
  eraseMe({ tellServer = true } = {}) {
    this.#shown.clear();
    return erase(this.installation, tellServer);
  }

  // --- looking

  /**
   * A day's searches and its review, from one look at the history; no review before anything is joined.
   * @param {Day} day
   * @returns {Promise<readonly [import("./views.js").LocalSearches, Review | null]>}
   */
  async lookThrough(day) {
    const found = await readDay(this.installation, day);
    const searches = await withReasons(this.installation, found);
    const joined = await this.installation.store.read(joinedBy);
    return [searches, joined === null ? null : await this.#review(day, async () => found)];
  }

  // --- deciding

  /**
   * What would be sent of a day, today by default; what was, where its counts are locked already.
   * @param {Day | null} [day]
   * @returns {Promise<Review>}
   */
  async review(day = null) {
    const chosen = day ?? (await this.today());
    return this.#review(chosen, () => readDay(this.installation, chosen));
  }

  /**
   * Send of this day what a review shows: `seen`, else the last this Donor made, else one made now; returns it.
   *
   * Nothing more will be sent: searches made after the review don't count, what is kept out after it stays out.
   * DonorError if the day is locked, to come, or too long ago.
   * @param {Day} day
   * @param {Review | null} [seen]
   * @returns {Promise<Review>}
   */
  async approve(day, seen = null) {
    const shown = seen ?? this.#shown.get(day) ?? (await this.review(day));
    await approve(this.installation, shown, await this.today());
    return shown;
  }

  /**
   * Send zeros for this day, in either mode; DonorError as for `approve`.
   * @param {Day} day
   */
  async withhold(day) {
    await withhold(this.installation, day, await this.today());
    this.#shown.delete(day);
  }

  /**
   * Take back what was decided about the day, so that a review shows all of it again; DonorError as above.
   * @param {Day} day
   */
  async reconsider(day) {
    await reconsider(this.installation, day, await this.today());
    this.#shown.delete(day);
  }

  // --- keeping out

  /**
   * Keep one search out.
   * @param {string} id
   */
  async skip(id) {
    const search = await this.#search(id);
    await this.installation.store.write((home) => home.skip(search));
  }

  /**
   * Let a search that was taken out count again, as long as its day is not locked.
   * @param {string} id
   */
  async unskip(id) {
    const search = await this.#search(id);
    await this.installation.store.write((home) => home.unskip(search));
  }

  /** @param {string} id */
  async #search(id) {
    const search = await skippable(this.installation, await this.today(), id);
    if (search === null) {
      throw new DonorError("no-such-search", "this search is not in the history any more: it does not count");
    }
    return search;
  }

  /**
   * @param {Day} day
   * @param {() => Promise<import("./days/read_searches.js").Found>} read
   */
  async #review(day, read) {
    const shown = await review(this.installation, day, read);
    this.#shown.set(day, shown);
    return shown;
  }

  // --- the privacy account

  /**
   * What all days given have cost together, and how long the ceiling lasts; composing them can take a second.
   * @returns {Promise<Account>}
   */
  ledger() {
    return account(this.installation);
  }
}
