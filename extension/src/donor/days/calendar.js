// The donor's calendar: the days that can still be decided on, and what became of each past day.
//
// A day is locked once its message is made. Until then it is open, as long as the server may still take its counts.

import { stateOfConsent } from "../../core/campaign_state.js";
import { goesOut } from "../../core/committee_duty.js";
import { REVIEWED } from "../../core/constants.js";
import { lastDay } from "../../core/donation/decisions.js";
import * as periods from "../../protocol/days.js";
import { dayOf, plusDays } from "../../protocol/days.js";
import { delayOf, periodOf } from "../../protocol/terms.js";
import { membershipOf } from "../installation.js";

/** @typedef {import("../installation.js").Installation} Installation */
/** @typedef {import("../../gateways/home_store/home.js").Home} Home */
/** @typedef {import("../../core/donation/consent.js").Consent} Consent */
/** @typedef {import("../../core/views.js").DayState} DayState */
/** @typedef {import("../../core/views.js").ReviewDay} ReviewDay */
/** @typedef {import("../../core/views.js").SentDay} SentDay */
/** @typedef {import("../../core/views.js").Logged} Logged */
/** @typedef {Awaited<ReturnType<typeof known>>} Known */

/**
 * Return the days that can still be decided on or were locked recently, the newest first; none before anything is
 * joined.
 * @param {Installation} installation
 * @param {string} today
 * @returns {Promise<readonly ReviewDay[]>}
 */
export function daysToReview(installation, today) {
  return installation.store.read(async (home) => {
    if ((await home.consents()).size === 0) return [];
    const calendar = await calendarOf(home, today);
    const recent = calendar.days().slice(-REVIEWED).reverse();
    return recent.flatMap((day) => calendar.reviewDay(day) ?? []);
  });
}

/**
 * Return what became of every day since this donor joined, the oldest first; none before anything is joined. A day whose
 * counts go out with a later one, the last of its week, is left out.
 * @param {Installation} installation
 * @param {string} today
 * @returns {Promise<readonly SentDay[]>}
 */
export function sentDays(installation, today) {
  return installation.store.read(async (home) => {
    if ((await home.consents()).size === 0) return [];
    const calendar = await calendarOf(home, today);
    const days = calendar.days().filter((day) => !calendar.isWithinWeeks(day));
    return days.map((day) => calendar.sentDay(day));
  });
}

/**
 * Return the calendar of a home that has joined a server.
 * @param {Home} home
 * @param {string} today the data day now
 */
export async function calendarOf(home, today) {
  return new Calendar(await known(home), today);
}

/**
 * Read all that the calendar depends on. `contact` is the data day of the last check-in, null before the first.
 * @param {Home} home
 */
async function known(home) {
  const { info } = await membershipOf(home);
  const last = await home.number("last_check_in");
  return {
    info,
    sendingOf: await home.sendingOf(),
    locked: await home.days.locked(),
    charged: new Set((await home.days.given()).map(({ day }) => day)),
    decisions: await home.days.decisions(),
    contact: last === null ? null : dayOf(last, info.zone),
    logged: await home.logged(),
    agreed: await home.agreed(),
    everyConsent: await home.everyConsent(),
    newest: await home.campaigns(),
    unlisted: await home.results.unlisted(),
    closing: await home.cohort.closing(),
    repeated: await home.cohort.repeated(),
    planned: await home.number("next_check_in"),
  };
}

/** When a day goes out that is locked, or whose time is over: never. */
const NEVER = Object.freeze({ goesOut: null, goesOutAt: null });

/** The days of a home: which are locked, decided on, still open. */
class Calendar {
  #known;
  #today;
  /** @type {Set<string>} the data days on which this donor checked in */
  #there = new Set();
  /** @type {Map<string, Logged[]>} the lines of the log, by data day */
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
   * Return the first day that a consent can hold for.
   * @param {Consent} consent
   */
  #begins({ campaign, time }) {
    const given = dayOf(time, this.#known.info.zone);
    return later(campaign.start, given);
  }

  /**
   * Return whether a day's message is made.
   * @param {string} day
   */
  isLocked(day) {
    return this.#known.locked.has(day);
  }

  /**
   * Return whether this donor can still send the day's counts.
   *
   * The server must still take them. Under `plain`, the donor must also have checked in on the day: only then is it a
   * member of the day's round.
   * @param {string} day
   */
  canBeSent(day) {
    if (this.isLocked(day) || day > this.#today) return false;
    if (this.#known.charged.has(day)) return false; // a restored home may have given it
    // A check-in on the day's last day locks it. Without one the day stays open: the server may have been down, too,
    // and then asks for the day later.
    const { contact, info } = this.#known;
    const over = contact !== null && contact >= this.#lastDay(day);
    // Under `cohort`, a donor who was away on the day can give it as well.
    return !over && (info.protocol === "cohort" || day === this.#today || this.#there.has(day));
  }

  /**
   * Return the last day on which the server surely takes a day's counts: under `cohort`, the plan's earliest close.
   * @param {string} day
   */
  #lastDay(day) {
    const { info, closing } = this.#known;
    if (info.protocol !== "cohort") return lastDay(day, info.delay);
    return goesOut(day, "review", this.#delay(day), closing.get(day) ?? null);
  }

  /**
   * Return for how many days the server waits for a day's counts: longer for one that ends a week.
   * @param {string} day
   */
  #delay(day) {
    const due = this.#agreed().filter((consent) => this.#isDue(consent, day));
    return delayOf(
      due.map(({ campaign }) => campaign.terms),
      this.#known.info.delay,
    );
  }

  /**
   * Return the day whose first contact sends an open day of `cohort`, and the moment if that contact is planned. Both
   * are null under `plain`.
   * @param {string} day
   */
  #leaves(day) {
    const { info, sendingOf, closing, contact, planned } = this.#known;
    if (info.protocol !== "cohort") return { goesOut: null, goesOutAt: null };
    const first = goesOut(day, sendingOf(day), this.#delay(day), closing.get(day) ?? null);
    // If today's first contact is over, the next one is tomorrow's.
    const open = contact === this.#today ? plusDays(this.#today, 1) : this.#today;
    const leaves = later(first, open);
    return { goesOut: leaves, goesOutAt: planned !== null && dayOf(planned, info.zone) >= leaves ? planned : null };
  }

  /** Return the days from the first that a consent can hold for until today. */
  days() {
    const first = this.#known.everyConsent.map((consent) => this.#begins(consent)).sort()[0];
    const found = [];
    for (let day = first; day !== undefined && day <= this.#today; day = plusDays(day, 1)) found.push(day);
    return found;
  }

  /**
   * Return whether the day is not locked, and went or goes out with a later day alone, the last of its week. Campaigns
   * that the donor has left are looked at, too.
   * @param {string} day
   */
  isWithinWeeks(day) {
    if (this.isLocked(day) || this.#asksAgain(day)) return false;
    const counting = this.#known.everyConsent.filter((one) => this.#begins(one) <= day && day <= one.campaign.end);
    return counting.length > 0 && !counting.some((one) => this.#isDue(one, day));
  }

  /**
   * Return a day's state for the review; null if it is over, or was locked long ago.
   * @param {string} day
   * @returns {ReviewDay | null}
   */
  reviewDay(day) {
    if (this.isInWeek(day)) return this.#inWeek(day);
    const last = this.#lastDay(day);
    if (this.isLocked(day)) {
      const state = this.#given(day).length > 0 ? "sent" : "zeros-sent";
      return last >= this.#today ? Object.freeze({ day, state, until: null, ...NEVER }) : null;
    }
    if (!this.canBeSent(day) || !this.isCounted(day)) return null;
    // On the day on which it leaves, the first check-in sends it, which can come at any moment. So the donor can surely
    // decide only until the day before.
    const state = this.#openState(day);
    const leaves = this.#leaves(day);
    if (state === "waits-for-you" && last < this.#today) {
      return Object.freeze({ day, state: "late", until: null, ...NEVER });
    }
    const until = later(plusDays(leaves.goesOut ?? last, -1), this.#today);
    return Object.freeze({ day, state, until, ...leaves });
  }

  /**
   * Return whether a period of any joined campaign ends on the day, or its plan asks for a lost week once more. Otherwise
   * there is nothing to decide.
   * @param {string} day
   */
  isCounted(day) {
    if (this.#asksAgain(day)) return true;
    return this.#agreed().some((consent) => this.#isDue(consent, day) && day <= this.#ends(consent));
  }

  /**
   * Return whether joined campaigns count the day, all of them with a later day that ends their week.
   * @param {string} day
   */
  isInWeek(day) {
    const counting = this.#agreed().some((consent) => this.#begins(consent) <= day && day <= this.#ends(consent));
    return counting && !this.isCounted(day);
  }

  /**
   * Return the view of a day that goes out with its week; null if the week is over.
   * @param {string} day
   * @returns {ReviewDay | null}
   */
  #inWeek(day) {
    const last = periods.lastDay("week", day);
    return last < this.#today ? null : Object.freeze({ day, state: "in-week", until: null, ...this.#leaves(last) });
  }

  /**
   * Return whether the day's plan asks for a lost week of a joined campaign once more.
   * @param {string} day
   */
  #asksAgain(day) {
    const weeks = Object.entries(this.#known.repeated.get(day) ?? {});
    return weeks.some(([name, week]) => this.#known.agreed.has(name) && periods.mayRepeat(week, day));
  }

  /**
   * Return whether a period ends on the day that the consent can hold for.
   * @param {Consent} consent
   * @param {string} day
   */
  #isDue(consent, day) {
    const { terms, end } = consent.campaign;
    return periods.lastDay(periodOf(terms), day) === day && this.#begins(consent) <= day && day <= end;
  }

  /** Return the consents in force. */
  #agreed() {
    return [...this.#known.agreed.values()].flat();
  }

  /**
   * Return the last day that a consent can hold for. A campaign can end sooner than agreed.
   * @param {Consent} consent
   */
  #ends({ campaign: { id, end } }) {
    const { agreed, newest, unlisted, info } = this.#known;
    const inForce = /** @type {Consent} */ (agreed.get(id)?.at(-1));
    const { last } = stateOfConsent(inForce, newest, unlisted, info.delay, this.#today);
    return end < last ? end : last;
  }

  /**
   * Return the state of a day that is not locked.
   * @param {string} day
   * @returns {DayState}
   */
  #openState(day) {
    const decision = this.#known.decisions.get(day);
    if (decision !== undefined) return decision.approved ? "approved" : "nothing";
    return day < this.#today && this.#known.sendingOf(day) === "review" ? "waits-for-you" : "counting";
  }

  /**
   * Return what became of a day.
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
   * Return the state of a day in the log of sent days.
   * @param {string} day
   * @param {boolean} refused whether the log has a refusal of this day
   */
  #sentState(day, refused) {
    if (this.#known.locked.get(day)) return this.#given(day).length > 0 ? "sent" : "nothing";
    const canBeConfirmed = this.isLocked(day) && this.#today <= this.#lastDay(day);
    if (canBeConfirmed || this.canBeSent(day)) return "waiting";
    // A vector that was sent may be in the sum, even if the server refused to take it a second time.
    if (this.isLocked(day)) return "unconfirmed";
    return refused ? "refused" : "missed";
  }

  /**
   * Return the day's counts as they were locked. The log lists them once, even if the vector was sent several times.
   * @param {string} day
   */
  #given(day) {
    const lines = this.#lines.get(day) ?? [];
    return lines.find(({ what, given }) => what === "vector" && given !== null && given.length > 0)?.given ?? [];
  }
}

/**
 * Return the later of two days.
 * @param {string} one
 * @param {string} other
 */
function later(one, other) {
  return [one, other].sort()[1];
}
