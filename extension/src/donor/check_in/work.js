// What answering the tasks of one check-in takes: the donor, the server, the counts; and what came of it.

import { decided, lastDay, seenBy, zerosBecause } from "../../core/donation/decisions.js";
import { charges, described, donate, fillable } from "../../core/donation/prepare_donation.js";
import { dayOf } from "../../protocol/days.js";
import { Refused } from "../../rounds/refusals.js";
import { readSearches } from "../days/read_searches.js";

/** @typedef {import("../../gateways/home_store/home.js").Home} Home */
/** @typedef {import("../../core/donation/prepare_donation.js").Donation} Donation */
/** @typedef {import("../views.js").Logged} Logged */

/** The day can wait until its last day: the donor has not looked it through, or approved what can't be read now. */
export class Waits extends Error {}

/**
 * @typedef {Readonly<{
 *   installation: import("../installation.js").Installation, membership: import("../installation.js").Membership,
 *   credentials: import("../installation.js").Credentials, server: import("../../gateways/server_http/server_http.js").ServerHttp,
 *   own: import("../../protocol/messages.js").Member, today: string, days: ReadonlySet<string>,
 *   ahead: import("../days/read_searches.js").Found | null,
 * }>} Contact
 */

/**
 * What the donor has chosen, as of one moment: all that decides what is given of a day. `version` changes with it.
 * @param {Home} home
 * @param {string} day
 * @param {string} zone of the data days
 */
export async function choicesOf(home, day, zone) {
  return {
    version: await home.fact("choices"),
    agreed: await home.agreed(),
    newest: await home.campaigns(),
    ledger: { given: await home.days.given(), ceiling: await home.fact("ceiling") },
    decision: await home.days.decided(day),
    sending: (await home.sendingOf())(day),
    exclusions: await home.exclusions(zone),
    // The app may have taken over while a check-in went on.
    elsewhere: (await home.elsewhere()).has(day) || (await home.fact("companion")) !== null,
  };
}

/** The tasks of one answer: `today` is the data day by the server's clock, `days` are those whose counts it asks for. */
export class Work {
  /** @type {import("../views.js").Sent[]} */
  sent = [];
  /** @type {import("../views.js").NotSent[]} */
  refused = [];
  /** @type {string[]} */
  waiting = [];
  /** @type {readonly import("../views.js").Skipped[]} */
  skipped = [];
  /** @type {readonly import("../../core/searches.js").Search[] | null | undefined} */
  #searches;

  /** @param {Contact} contact */
  constructor(contact) {
    this.installation = contact.installation;
    this.store = contact.installation.store;
    this.membership = contact.membership;
    this.secrets = contact.credentials.secrets;
    this.token = contact.credentials.token;
    this.server = contact.server;
    this.own = contact.own;
    this.today = contact.today;
    this.days = contact.days;
    this.ahead = contact.ahead;
  }

  /** The data day by this computer's own clock, in the zone that was pinned on joining. */
  get ownToday() {
    return dayOf(this.installation.clock(), this.membership.info.zone);
  }

  /**
   * What is made of the donor's counts of the plan's day; `keep` writes it down in one transaction. What the donor
   * chooses while this goes on holds: then all is made again.
   * @template Made
   * @param {import("../../core/donation/consent.js").Plan} plan
   * @param {(donation: Donation) => Promise<Made>} make
   * @param {(home: Home, donation: Donation, made: Made) => Promise<void>} keep
   * @param {ReadonlySet<string>} [closed] as in `fillable`
   * @returns {Promise<Made>}
   */
  async given(plan, make, keep, closed) {
    for (;;) {
      const choices = await this.store.read((home) => choicesOf(home, plan.day, this.membership.info.zone));
      const donation = await this.#donation(plan, choices, closed);
      const made = await make(donation);
      const isKept = await this.store.write(async (home) => {
        if ((await home.fact("choices")) !== choices.version) return false;
        await keep(home, donation, made);
        return true;
      });
      if (isKept) return made;
      this.#searches = undefined;
    }
  }

  /**
   * @param {import("../../core/donation/consent.js").Plan} plan
   * @param {Awaited<ReturnType<typeof choicesOf>>} choices
   * @param {ReadonlySet<string>} [closed]
   * @returns {Promise<Donation>}
   */
  async #donation(plan, { agreed, newest, ledger, decision, sending, exclusions, elsewhere }, closed) {
    const { parts, objections } = fillable(plan, agreed, newest, this.membership.info, ledger, closed);
    const zeros = elsewhere ? "given-elsewhere" : zerosBecause(sending, decision);
    // In cohorts all is counted, to be given or not: the time that it takes must not tell which.
    const counts = parts.length > 0 && (zeros === null || plan.protocol === "cohort");
    const searches = counts ? seenBy(decision, await this.#searchesFor(plan)) : [];
    // What was approved can still be given if the history can be read again in time.
    const waits = (searches === null && decision !== null) || (zeros === "not-approved" && parts.length > 0);
    // A cohort's day has waited already, by a rule of its own: nothing that is found of it moves its time.
    const isInTime = plan.protocol !== "cohort" && this.today < lastDay(plan.day, plan.delay);
    if (waits && isInTime) throw new Waits();
    const [zone, now] = [this.membership.info.zone, this.installation.clock()];
    return decided(donate(plan, parts, objections, searches, exclusions, zone, now), decision, zeros);
  }

  /**
   * The searches for a day; in cohorts those that were read before the contact, and no others.
   * @param {import("../../core/donation/consent.js").Plan} plan
   */
  async #searchesFor({ protocol }) {
    if (protocol !== "cohort") return this.#read();
    this.skipped = this.ahead?.skipped ?? [];
    return this.ahead?.searches ?? null;
  }

  /** The searches of all the days to be counted, read once, and only if there is something to count. */
  async #read() {
    if (this.#searches === undefined) {
      const days = [...this.days].sort();
      const { zone } = this.membership.info;
      const found = await readSearches(this.installation, [days[0], days[days.length - 1]], zone);
      this.#searches = found.searches;
      this.skipped = found.skipped;
    }
    return this.#searches;
  }

  /**
   * Write down a vector, and charge what it gives.
   * @param {Home} home
   * @param {Donation} donation
   * @param {import("../../gateways/home_store/day_store.js").Blinded} blinded
   * @param {number} size the bytes that leave
   */
  lock(home, donation, blinded, size) {
    const { day } = blinded;
    home.days.keepBlinded(blinded);
    home.days.undecide(day);
    home.days.charge(charges(donation));
    this.log(home, "vector", day, size, { given: donation.given.map(described) });
    for (const [campaign, reason] of donation.objections) this.refuse(home, day, reason, { campaign });
  }

  /**
   * The bytes of before, noted once more: nothing is made twice for one day.
   * @param {string} day
   * @param {Uint8Array | null} data
   * @returns {Promise<Uint8Array>}
   */
  async again(day, data) {
    if (data === null) throw new Refused("day-signed-before", `${day} was done with, and its bytes are erased`);
    await this.store.write((home) => this.log(home, "vector", day, data.length, { detail: "the same bytes again" }));
    return data;
  }

  /**
   * Note bytes that are about to leave.
   * @param {Home} home
   * @param {Logged["what"]} what
   * @param {string | null} day
   * @param {number} size how many
   * @param {Partial<Logged>} [more]
   */
  log(home, what, day, size, more = {}) {
    home.log({ time: this.installation.clock(), what, round: day, bytes: size, ...more });
  }

  /**
   * Log a refusal.
   * @param {Home} home
   * @param {string | null} day
   * @param {string} reason
   * @param {{detail?: string | null, campaign?: string | null}} about `campaign`: the one that got zeros, null for a whole message
   */
  refuse(home, day, reason, { detail = null, campaign = null }) {
    home.log({ time: this.installation.clock(), what: "refusal", round: day, reason, detail, campaign });
    this.refused.push(Object.freeze({ round: day, reason, campaign }));
  }
}
