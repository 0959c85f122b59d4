// A donor's days: looking at what was searched, reviewing what would be sent, and deciding about it.

import { dayOf } from "../../protocol/days.js";
import { joinedBy } from "../installation.js";
import { daysToReview, sentDays } from "./calendar.js";
import { approve, reconsider, withhold } from "./decide.js";
import { readDay, withReasons } from "./read_searches.js";
import { review } from "./review.js";

/** @typedef {import("../../core/views.js").Day} Day */
/** @typedef {import("../../core/views.js").Review} Review */

/** The days of one donor. */
export class Days {
  /** @type {Map<Day, Review>} the last review made of each day */
  #reviews = new Map();

  /** @param {import("../installation.js").Installation} installation */
  constructor(installation) {
    this.installation = installation;
  }

  /**
   * Return the searches of a day, today by default.
   * @param {Day | null} [day]
   * @returns {Promise<import("../../core/views.js").LocalSearches>}
   */
  async searches(day = null) {
    return withReasons(this.installation, await readDay(this.installation, day ?? (await this.#today())));
  }

  /**
   * Return a day's searches and its review, from one look at the history; no review before anything is joined.
   * @param {Day} day
   * @returns {Promise<readonly [import("../../core/views.js").LocalSearches, Review | null]>}
   */
  async lookThrough(day) {
    const found = await readDay(this.installation, day);
    const searches = await withReasons(this.installation, found);
    const joined = await this.installation.store.read(joinedBy);
    return [searches, joined === null ? null : await this.#review(day, async () => found)];
  }

  /**
   * Return what would be sent of a day, today by default; what was, if its counts are locked already.
   * @param {Day | null} [day]
   * @returns {Promise<Review>}
   */
  async review(day = null) {
    const chosen = day ?? (await this.#today());
    return this.#review(chosen, () => readDay(this.installation, chosen));
  }

  /**
   * Send of this day what a review shows.
   *
   * Nothing more will be sent: searches made after the review don't count, what is kept out after it stays out.
   * @param {Day} day
   * @param {Review | null} [seen] by default the last that this object made, else one made now
   * @returns {Promise<Review>} the review that was approved
   * @throws {DonorError} if the day is locked, to come, too long ago, or not counted
   */
  async approve(day, seen = null) {
    const shown = seen ?? this.#reviews.get(day) ?? (await this.review(day));
    await approve(this.installation, shown, await this.#today());
    return shown;
  }

  /**
   * Send zeros for this day, in either mode.
   * @param {Day} day
   * @throws {DonorError} as `approve` does
   */
  async withhold(day) {
    await withhold(this.installation, day, await this.#today());
    this.#reviews.delete(day);
  }

  /**
   * Take back what was decided about the day, so that a review shows all of it again.
   * @param {Day} day
   * @throws {DonorError} as `approve` does
   */
  async reconsider(day) {
    await reconsider(this.installation, day, await this.#today());
    this.#reviews.delete(day);
  }

  /**
   * Return the days that can still be decided on, and those just locked, the newest first.
   * @returns {Promise<readonly import("../../core/views.js").ReviewDay[]>}
   */
  async toReview() {
    return daysToReview(this.installation, await this.#today());
  }

  /**
   * Return what became of each day since joining, the oldest first.
   * @returns {Promise<readonly import("../../core/views.js").SentDay[]>}
   */
  async sent() {
    return sentDays(this.installation, await this.#today());
  }

  /** Forget the reviews made so far: `approve` approves none of them. */
  forgetReviews() {
    this.#reviews.clear();
  }

  /** The data day now, by this computer's clock. */
  async #today() {
    return dayOf(this.installation.clock(), await this.installation.zone());
  }

  /**
   * @param {Day} day
   * @param {() => Promise<import("./read_searches.js").Found>} read
   */
  async #review(day, read) {
    const shown = await review(this.installation, day, read);
    this.#reviews.set(day, shown);
    return shown;
  }
}
