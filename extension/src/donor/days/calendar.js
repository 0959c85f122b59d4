// The donor's days: which can still be decided on, and what happened to each past day.

import { standing } from "../../core/campaign_state.js";
import { goesOut } from "../../core/committee_duty.js";
import { lastDay } from "../../core/donation/decisions.js";
import { dayOf, plusDays } from "../../protocol/days.js";
import { membershipOf } from "../installation.js";

/** @typedef {import("../installation.js").Installation} Installation */
/** @typedef {import("../../gateways/home_store/home.js").Home} Home */
/** @typedef {import("../../core/donation/consent.js").Consent} Consent */
/** @typedef {import("../../core/views.js").ReviewDay} ReviewDay */
/** @typedef {import("../../core/views.js").SentDay} SentDay */
/** @typedef {import("../../core/views.js").Logged} Logged */
/** @typedef {Awaited<ReturnType<typeof known>>} Known */

/** The days that a review looks back: a server that was down for weeks may ask for them all. */
const REVIEWED_DAYS = 32;

/**
 * The days that are not over and done with, the newest first; none before something is joined.
 * @param {Installation} installation
 * @param {string} today
 * @returns {Promise<readonly ReviewDay[]>}
 */
export function daysToReview(installation, today) {
  return installation.store.read(async (home) => {
    if ((await home.consents()).size === 0) return [];
    const calendar = await calendarOf(home, today);
    const recent = calendar.days().slice(-REVIEWED_DAYS).reverse();
    return recent.flatMap((day) => calendar.reviewDay(day) ?? []);
  });
}

/**
 * Every day since this donor joined, the oldest first.
 * @param {Installation} installation
 * @param {string} today
 * @returns {Promise<readonly SentDay[]>}
 */
export function sentDays(installation, today) {
  return installation.store.read(async (home) => {
    if ((await home.consents()).size === 0) return [];
    const calendar = await calendarOf(home, today);
    return calendar.days().map((day) => calendar.sentDay(day));
  });
}

/**
 * What is known of the days of a home that has joined; `today` is the data day now.
 * @param {Home} home
 * @param {string} today
 */
export async function calendarOf(home, today) {
  return new Calendar(await known(home), today);
}

/** @param {Home} home */
async function known(home) {
  const { info } = await membershipOf(home);
  const last = await home.number("last_check_in");
  return {
    info,
    sendingOf: await home.sendingOf(),
    locked: await home.days.locked(),
    decisions: await home.days.decisions(),
    contact: last === null ? null : dayOf(last, info.zone),
    logged: await home.logged(),
    agreed: await home.agreed(),
    everyConsent: await home.everyConsent(),
    newest: await home.campaigns(),
    unlisted: await home.results.unlisted(),
    closing: await home.cohort.closing(),
    planned: await home.number("next_check_in"),
  };
}

/** Of a day that is locked, or over. */
const NEVER = Object.freeze({ goesOut: null, goesOutAt: null });

/** The days of a home: which are locked, decided on, still open. */
class Calendar {
  #known;
  #today;
  /** @type {Set<string>} the days with a contact */
  #there = new Set();
  /** @type {Map<string, Logged[]>} */
  #lines = new Map();

  /**
   * @param {Known} found
   * @param {string} today
   */
  constructor(found, today) {
    this.#known = found;
    this.#today = today;
    for (const line of found.logged) this.#note(line);
  }

  /** @param {Logged} line */
  #note(line) {
    const { info } = this.#known;
    if (line.round !== null) {
      const lines = this.#lines.get(line.round) ?? [];
      lines.push(line);
      this.#lines.set(line.round, lines);
    } else if (line.what === "check-in") {
      this.#there.add(dayOf(line.time, info.zone));
    }
  }

  /**
   * The first day that a consent can hold for.
   * @param {Consent} consent
   */
  #begins({ campaign, time }) {
    const given = dayOf(time, this.#known.info.zone);
    return later(campaign.start, given);
  }

  /** @param {string} day */
  isLocked(day) {
    return this.#known.locked.has(day);
  }

  /**
   * Whether the server can still ask for the day's counts, and this donor was there on it, or can be today.
   * @param {string} day
   */
  canBeSent(day) {
    if (this.isLocked(day) || day > this.#today) return false;
    // The check-in of its last day locks a day; a server that could not be reached since may ask for it later.
    const { contact, info } = this.#known;
    const over = contact !== null && contact >= this.#lastDay(day);
    // In cohorts, a donor who was away on the day is counted as well.
    return !over && (info.protocol === "cohort" || day === this.#today || this.#there.has(day));
  }

  /**
   * The last day on which a day's counts are surely taken: in cohorts, the earliest close of its plan.
   * @param {string} day
   */
  #lastDay(day) {
    const { info, closing } = this.#known;
    if (info.protocol !== "cohort") return lastDay(day, info.delay);
    return goesOut(day, "review", info.delay, closing.get(day) ?? null);
  }

  /**
   * The day whose first contact sends an open day of a cohort, and the moment if that contact is planned.
   * @param {string} day
   */
  #leaves(day) {
    const { info, sendingOf, closing, contact, planned } = this.#known;
    if (info.protocol !== "cohort") return { goesOut: null, goesOutAt: null };
    const first = goesOut(day, sendingOf(day), info.delay, closing.get(day) ?? null);
    // Today's contact is over where there was one already.
    const open = contact === this.#today ? plusDays(this.#today, 1) : this.#today;
    const leaves = later(first, open);
    return { goesOut: leaves, goesOutAt: planned !== null && dayOf(planned, info.zone) >= leaves ? planned : null };
  }

  /** The days from the first that was agreed to until today. */
  days() {
    const first = this.#known.everyConsent.map((consent) => this.#begins(consent)).sort()[0];
    const found = [];
    for (let day = first; day !== undefined && day <= this.#today; day = plusDays(day, 1)) found.push(day);
    return found;
  }

  /**
   * Where a day stands; null if it is over and done with.
   * @param {string} day
   * @returns {ReviewDay | null}
   */
  reviewDay(day) {
    const last = this.#lastDay(day);
    if (this.isLocked(day)) {
      const state = this.#given(day).length > 0 ? "sent" : "zeros-sent";
      return last >= this.#today ? Object.freeze({ day, state, until: null, ...NEVER }) : null;
    }
    if (!this.canBeSent(day) || !this.isCounted(day)) return null;
    // On the day on which it leaves the first check-in sends it, at any moment: only the day before can be promised.
    const leaves = this.#leaves(day);
    const until = later(plusDays(leaves.goesOut ?? last, -1), this.#today);
    return Object.freeze({ day, state: this.#openState(day), until, ...leaves });
  }

  /**
   * Whether a campaign that was joined counts the day; else there is nothing to decide.
   * @param {string} day
   */
  isCounted(day) {
    const agreed = [...this.#known.agreed.values()].flat();
    return agreed.some((consent) => this.#begins(consent) <= day && day <= this.#ends(consent));
  }

  /**
   * The last day that a consent can hold for: a campaign may be over sooner than agreed.
   * @param {Consent} consent
   */
  #ends({ campaign: { id, end } }) {
    const { agreed, newest, unlisted, info } = this.#known;
    const inForce = /** @type {Consent} */ (agreed.get(id)?.at(-1));
    const { last } = standing(inForce, newest, unlisted, info.delay, this.#today);
    return end < last ? end : last;
  }

  /** @param {string} day */
  #openState(day) {
    const decision = this.#known.decisions.get(day);
    if (decision !== undefined) return decision.approved ? "approved" : "nothing";
    return day < this.#today && this.#known.sendingOf(day) === "review" ? "waits-for-you" : "counting";
  }

  /**
   * What became of a day.
   * @param {string} day
   * @returns {SentDay}
   */
  sentDay(day) {
    const refusals = (this.#lines.get(day) ?? []).filter(({ what }) => what === "refusal");
    const state = this.#sentState(day, refusals.length > 0);
    const leaves = this.canBeSent(day) ? this.#leaves(day) : NEVER;
    return Object.freeze({ day, state, campaigns: this.#given(day), refusals, ...leaves });
  }

  /**
   * @param {string} day
   * @param {boolean} refused
   */
  #sentState(day, refused) {
    if (this.#known.locked.get(day)) return this.#given(day).length > 0 ? "sent" : "nothing";
    const canBeConfirmed = this.isLocked(day) && this.#today <= this.#lastDay(day);
    if (canBeConfirmed || this.canBeSent(day)) return "waiting";
    // What was sent may be in the sum, whatever was refused of a resend.
    if (this.isLocked(day)) return "unconfirmed";
    return refused ? "refused" : "missed";
  }

  /**
   * The counts as they were when they were locked; sent again, they are not listed again.
   * @param {string} day
   */
  #given(day) {
    const lines = this.#lines.get(day) ?? [];
    return lines.find(({ what, given }) => what === "vector" && given !== null && given.length > 0)?.given ?? [];
  }
}

/**
 * The later of two days.
 * @param {string} one
 * @param {string} other
 */
function later(one, other) {
  return [one, other].sort()[1];
}
