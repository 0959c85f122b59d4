// Which reminder is due, from what the home keeps. Nothing is sent.
//
// What the donor was reminded of is kept in the home, because the browser may stop the background script at any moment.

import { due, mayRemind, NEVER_TOLD } from "../core/reminders.js";
import { dayOf, plusDays } from "../protocol/days.js";
import { periodOf } from "../protocol/terms.js";
import { results } from "./campaigns/results.js";
import { calendarOf, daysToReview } from "./days/calendar.js";
import { preferences } from "./settings/preferences.js";
import { status } from "./status.js";

/** @typedef {import("./installation.js").Installation} Installation */
/** @typedef {import("../core/reminders.js").Told} Told */
/** @typedef {import("../core/views.js").JoinedCampaign} JoinedCampaign */
/** @typedef {import("../core/views.js").Status} Status */

const GIVEN = ["sent", "unconfirmed"];
const OVER = ["finishing", "finished"];

/**
 * Return what the donor was reminded of.
 * @param {import("../gateways/home_store/home.js").Home} home
 * @returns {Promise<Told>}
 */
export async function toldOf(home) {
  return { ...NEVER_TOLD, ...JSON.parse((await home.fact("reminded")) ?? "{}") };
}

/** The reminders of one home. */
export class Reminders {
  /** @param {Installation} installation */
  constructor(installation) {
    this.installation = installation;
  }

  /**
   * Return the reminder to show now, and keep that it was shown. Return null if none is due, or if the donor has not
   * switched reminders on.
   * @returns {Promise<import("../core/reminders.js").Reminder | null>}
   */
  async next() {
    const { installation } = this;
    const told = await installation.store.read(toldOf);
    const now = installation.clock();
    const today = dayOf(now, await installation.zone());
    if (!(await preferences(installation)).reminders || !mayRemind(now, today, told)) return null;
    const found = due(await situation(installation, now, today), told);
    if (found !== null) await this.#keep(found.told);
    return found?.reminder ?? null;
  }

  /** Keep that the donor has looked at the results of all campaigns that are over. */
  async lookAtResults() {
    const { installation } = this;
    const told = await installation.store.read(toldOf);
    const seen = await published(installation, going(await status(installation)));
    const all = [...new Set([...told.results, ...seen])];
    if (all.length > told.results.length) await this.#keep({ ...told, results: all });
  }

  /** @param {Told} told */
  async #keep(told) {
    await this.installation.store.write(async (home) => home.setFact("reminded", JSON.stringify(told)));
  }
}

/**
 * Return the campaigns that the donor has not left.
 * @param {Status} current
 */
function going({ campaigns }) {
  return campaigns.filter(({ left }) => left === null);
}

/**
 * Return the ids of the campaigns that are over and whose results are kept here.
 * @param {Installation} installation
 * @param {readonly JoinedCampaign[]} campaigns
 */
async function published(installation, campaigns) {
  const over = campaigns.filter(({ state }) => OVER.includes(state)).map(({ id }) => id);
  if (over.length === 0) return [];
  const kept = await results(installation);
  return kept.filter(({ id, days }) => over.includes(id) && days.length > 0).map(({ id }) => id);
}

/**
 * Return what a reminder may be about.
 * @param {Installation} installation
 * @param {number} now
 * @param {string} today
 * @returns {Promise<import("../core/reminders.js").Situation>}
 */
async function situation(installation, now, today) {
  const current = await status(installation);
  const joined = going(current);
  const running = joined.filter(({ state }) => state === "running");
  // While the desktop app donates, it reminds.
  const isQuiet = current.pausedSince !== null || current.companion;
  const days = isQuiet || joined.length === 0 ? [] : await daysToReview(installation, today);
  const waiting = days.filter(({ state, until }) => state === "waits-for-you" && until !== null);
  const gives = running.length > 0 && !isQuiet && !current.waitsForEpoch;
  return {
    now,
    today,
    waiting: Object.fromEntries(waiting.map(({ day, until }) => [day, /** @type {string} */ (until)])),
    ends: current.companion ? {} : Object.fromEntries(running.map(({ id, last }) => [id, last])),
    results: current.companion ? [] : await published(installation, joined),
    lastGiven: gives ? await lastGiven(installation, today, running) : null,
  };
}

/**
 * Return the newest day that was given or decided on, or the day on which taking part began.
 * @param {Installation} installation
 * @param {string} today
 * @param {readonly JoinedCampaign[]} running at least one
 */
async function lastGiven(installation, today, running) {
  const zone = await installation.zone();
  return installation.store.read(async (home) => {
    const calendar = await calendarOf(home, today);
    const given = calendar
      .days()
      .filter((day) => calendar.isLocked(day) && GIVEN.includes(calendar.sentDay(day).state));
    const began = running.map(({ start, joined }) => [start, dayOf(joined, zone)].sort()[1]);
    const newest = /** @type {string} */ ([...given, ...(await home.days.decisions()).keys(), ...began].sort().at(-1));
    const agreed = await home.agreed();
    const countsDays = running.some(({ id }) => {
      const consent = agreed.get(id)?.at(-1);
      return consent !== undefined && periodOf(consent.campaign.terms) === "day";
    });
    // Where campaigns count by week, nothing can be given before the next week has ended.
    return countsDays ? newest : [today, plusDays(newest, 7)].sort()[0];
  });
}
