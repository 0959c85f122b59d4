// A donor's days: their searches, their reviews, and the decisions about them.

import { dayOf, daysOf, lastDay, mayRepeat } from "../../protocol/days.js";
import { joinedBy } from "../installation.js";
import { daysToReview, sentDays } from "./calendar.js";
import { approve, reconsider, withhold } from "./decide.js";
import { countsByWeek, keepDays } from "./keep_days.js";
import { ownWeek } from "./last_week.js";
import { readDay, readSearches, withReasons } from "./read_searches.js";
import { repeatedWeeks, review } from "./review.js";

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
   * Read the history, and return the searches of a day, each with why it does not count. The day is today by default.
   * @param {Day | null} [day]
   * @returns {Promise<import("../../core/views.js").LocalSearches>}
   */
  async searches(day = null) {
    return withReasons(this.installation, await readDay(this.installation, day ?? (await this.#today())));
  }

  /**
   * Return a day's searches and its review, from one reading of the history. The searches are those of the day's week if
   * a joined campaign counts by week. The review is null before anything is joined.
   * @param {Day} day
   * @returns {Promise<readonly [import("../../core/views.js").LocalSearches, Review | null]>}
   */
  async searchesAndReview(day) {
    const found = await this.#read(day);
    const searches = await withReasons(this.installation, found);
    const joined = await this.installation.store.read(joinedBy);
    return [searches, joined === null ? null : await this.#review(day, async () => found)];
  }

  /**
   * Return what would be sent of a day or, if its counts are locked, what was sent.
   * @param {Day | null} [day] today by default
   * @returns {Promise<Review>}
   * @throws {DonorError} `not-joined` or `joining-unfinished`
   */
  async review(day = null) {
    const chosen = day ?? (await this.#today());
    return this.#review(chosen, () => this.#read(chosen));
  }

  /**
   * Approve a day: what a review shows will be sent, and nothing more.
   *
   * Searches made after the review don't count. What the donor keeps out after the review is kept out as well.
   * @param {Day} day
   * @param {Review | null} [seen] the review; by default the last one that this object made of the day, or one made now
   * @returns {Promise<Review>} the review that was approved
   * @throws {DonorError} if the day is locked, to come, too long ago, or not counted
   */
  async approve(day, seen = null) {
    const shown = seen ?? this.#reviews.get(day) ?? (await this.review(day));
    await approve(this.installation, shown, await this.#today());
    return shown;
  }

  /**
   * Withhold a day: zeros will be sent, whichever way of sending the donor has chosen.
   * @param {Day} day
   * @throws {DonorError} as `approve` does
   */
  async withhold(day) {
    await withhold(this.installation, day, await this.#today());
    this.#reviews.delete(day);
  }

  /**
   * Take back the decision about a day. A review then shows all of its searches again.
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

  /**
   * Return what the campaigns of an offer would count of the last week, by id and keyword; null if there is no history.
   * @param {import("../../core/views.js").Offer} offer
   */
  lastWeek(offer) {
    return ownWeek(this.installation, offer);
  }

  /** Forget the reviews made so far, so that `approve` makes a new one. */
  forgetReviews() {
    this.#reviews.clear();
  }

  /**
   * Return the ids of all campaigns, joined or not, of which the plan of a day asks for a lost week once more.
   * @param {Day} day
   * @returns {Promise<readonly string[]>}
   */
  async askedAgain(day) {
    const weeks = await this.installation.store.read(async (home) => (await home.cohort.repeated()).get(day) ?? {});
    return Object.keys(weeks).filter((name) => mayRepeat(weeks[name], day));
  }

  /** Return the data day now, by this computer's clock. */
  async #today() {
    return dayOf(this.installation.clock(), await this.installation.zone());
  }

  /**
   * Read a day's searches, or those of its week if a joined campaign counts by week; those since the lost week's first
   * day, if the day's plan asks for one once more. Their counts are then kept.
   * @param {Day} day
   */
  async #read(day) {
    const { installation } = this;
    if (!countsByWeek(await installation.store.read((home) => home.agreed()))) return readDay(installation, day);
    const asked = await installation.store.read((home) => repeatedWeeks(home, day));
    const firsts = [lastDay("week", day), ...asked.values()].map((week) => daysOf("week", week)[0]);
    const days = /** @type {const} */ ([firsts.sort()[0], [lastDay("week", day), await this.#today()].sort()[0]]);
    const found = await readSearches(installation, days, await installation.zone());
    await keepDays(installation, days, found.searches);
    return found;
  }

  /**
   * Make a day's review, and remember it for `approve`.
   * @param {Day} day
   * @param {() => Promise<import("./read_searches.js").Found>} read finds the day's searches
   */
  async #review(day, read) {
    const shown = await review(this.installation, day, read);
    this.#reviews.set(day, shown);
    return shown;
  }
}
