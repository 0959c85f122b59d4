// What a donor's home tells: where the donor stands, what was sent, what came of it, what comes next.

import { dayOf } from "../protocol/days.js";
import { campaignsOnOffer } from "./campaigns/offers.js";
import { nextCheckIn } from "./check_in/schedule.js";
import { daysToReview, lockedDays, sentDays } from "./days/calendar.js";
import { readDay, withReasons } from "./days/read_searches.js";
import { everything } from "./export.js";
import { results } from "./results.js";
import { state } from "./status.js";

/** @typedef {import("./views.js").Day} Day */

/** The part of a Donor that only looks at what is kept here, and at the history. */
export class Records {
  /** @param {import("./installation.js").Installation} installation */
  constructor(installation) {
    this.installation = installation;
  }

  /**
   * The data day now, by this computer's clock.
   * @returns {Promise<Day>}
   */
  async today() {
    return dayOf(this.installation.clock(), await this.installation.zone());
  }

  /**
   * Where this donor stands; nothing is sent to find out.
   * @returns {Promise<import("./views.js").State>}
   */
  state() {
    return state(this.installation);
  }

  /**
   * Everything that ever left this computer, and every refusal, the oldest first.
   * @returns {Promise<readonly import("./views.js").Logged[]>}
   */
  log() {
    return this.installation.store.read((home) => home.logged());
  }

  /**
   * The days that can still be decided on, and those just locked; the newest first.
   * @returns {Promise<readonly import("./views.js").ReviewDay[]>}
   */
  async daysToReview() {
    return daysToReview(this.installation, await this.today());
  }

  /**
   * What became of each day since joining, the oldest first.
   * @returns {Promise<readonly import("./views.js").SentDay[]>}
   */
  async sentDays() {
    return sentDays(this.installation, await this.today());
  }

  /**
   * The days that this donor has locked, or is bound to by a preparation: another donor of this person must give
   * nothing of them.
   * @returns {Promise<readonly Day[]>}
   */
  lockedDays() {
    return lockedDays(this.installation);
  }

  /**
   * The searches of a day, today by default.
   * @param {Day | null} [day]
   * @returns {Promise<import("./views.js").LocalSearches>}
   */
  async searches(day = null) {
    return withReasons(this.installation, await readDay(this.installation, day ?? (await this.today())));
  }

  /**
   * What the campaigns had published when it was fetched last, those joined first.
   * @returns {Promise<readonly import("./views.js").CampaignResults[]>}
   */
  results() {
    return results(this.installation);
  }

  /**
   * Campaigns that are not joined, and joined ones that have changed, as of the last contact.
   * @returns {Promise<readonly import("./views.js").OnOffer[]>}
   */
  async campaignsOnOffer() {
    return campaignsOnOffer(this.installation, await this.today());
  }

  /**
   * The newest consent to each campaign ever joined, with when it was left, if it was.
   * @returns {Promise<ReadonlyMap<string, {consent: import("./views.js").Consent, left: number | null}>>}
   */
  consents() {
    return this.installation.store.read((home) => home.consents());
  }

  /**
   * When to check in next; in the past: at once. Kept across restarts; ask again whenever something has changed.
   * @returns {Promise<import("./views.js").Instant>}
   */
  nextCheckIn() {
    return nextCheckIn(this.installation);
  }

  /**
   * The labels of what is blocked, in order.
   * @returns {Promise<readonly string[]>}
   */
  blocked() {
    return this.installation.store.read((home) => home.blocked());
  }

  /**
   * Whether days wait for review before they are sent; "review" until the donor chooses.
   * @returns {Promise<import("./views.js").Sending>}
   */
  sending() {
    return this.installation.store.read((home) => home.sending());
  }

  /**
   * The epsilon that all days given may not pass together, as decimal text; null if there is no such limit.
   * @returns {Promise<string | null>}
   */
  ceiling() {
    return this.installation.store.read((home) => home.fact("ceiling"));
  }

  /**
   * All that is kept here about the donor, ready for JSON: no keys, and nothing of others.
   * @returns {Promise<Record<string, unknown>>}
   */
  export() {
    return everything(this.installation);
  }
}
